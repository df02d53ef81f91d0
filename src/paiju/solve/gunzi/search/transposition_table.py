"""The transposition table. For positions between tricks, it stores bounds of the value that the team still gets.

An entry is a row of 64-bit words: the hands of all seats, then ``leader | generation << LEADER``, the lower
bound, the upper bound, and the number of nodes that the search needed. Entries are found by comparing all
words, not just a hash. Two entries form a bucket. A new entry replaces an entry of an earlier generation in
its bucket. If there is none, it replaces the entry that needed fewer nodes.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit_cache import jit_inlined
from paiju.games.gunzi.state import SEATS

LAST, LOWER, UPPER, EFFORT = range(SEATS, SEATS + 4)
ENTRY: Final = SEATS + 4
"""Number of words of an entry."""
WAYS: Final = 2
"""Entries in a bucket."""
LEADER: Final = 3
"""Number of bits that the leading seat takes in a word that contains this seat and the generation."""
LOWEST_VALUE: Final = -(1 << 20)
HIGHEST_VALUE: Final = 1 << 20
"""A number above every value. It is the upper bound of a new entry; LOWEST_VALUE is the lower bound."""
_MIX: Final = -7046029254386353131
"""Multiplier of the hash function: 2⁶⁴ divided by the golden ratio, as a signed number."""


@jit_inlined
def bucket_of(table: Any, hands: Any, last: int) -> int:
    """Return the index of the first entry of a position's bucket. ``last`` is the word with the leader and the generation."""
    mixed = last * _MIX
    for seat in range(SEATS):
        mixed = (mixed ^ (mixed >> 31) ^ hands[seat]) * _MIX
    mixed ^= mixed >> 29
    return (mixed * _MIX >> 20) & (len(table) - 1) & ~(WAYS - 1)


@jit_inlined
def find_entry(table: Any, hands: Any, last: int) -> int:
    """Return the index of a position's entry; -1 if the position has none.

    ``last`` is the word with the leader and the generation.
    """
    start = bucket_of(table, hands, last)
    for entry in range(start, start + WAYS):
        row = table[entry]
        same = row[LAST] == last
        for seat in range(SEATS):
            same &= row[seat] == hands[seat]
        if same:
            return entry
    return -1


@jit_inlined
def store_bound(table: Any, hands: Any, last: int, goal: int, result: int, nodes: int) -> None:
    """Store a bound of the value of a position.

    ``result`` says whether the team gets at least ``goal``. The bound is a lower bound if so, otherwise an upper
    bound. ``nodes`` is the number of nodes that the search needed for the result.
    """
    entry = find_entry(table, hands, last)
    if entry < 0:
        start = bucket_of(table, hands, last)
        entry = start
        for other in range(start, start + WAYS):
            if entry_cost(table[other], last) < entry_cost(table[entry], last):
                entry = other
        row = table[entry]
        for seat in range(SEATS):
            row[seat] = hands[seat]
        row[LAST], row[LOWER], row[UPPER], row[EFFORT] = last, LOWEST_VALUE, HIGHEST_VALUE, 0
    row = table[entry]
    row[EFFORT] = max(row[EFFORT], nodes)
    if result:
        row[LOWER] = max(row[LOWER], goal)
    else:
        row[UPPER] = min(row[UPPER], goal - 1)


@jit_inlined
def entry_cost(row: Any, last: int) -> int:
    """Return the number of nodes that the search needed for an entry; -1 if the entry is of another generation.

    The generation of the entry is compared with that in the word ``last``.
    """
    return row[EFFORT] if row[LAST] >> LEADER == last >> LEADER else -1
