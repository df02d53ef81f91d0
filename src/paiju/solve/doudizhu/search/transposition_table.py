"""The transposition table: stores the results of positions that the search has decided.

An entry is a row of 64-bit words. All words except the last contain the hands. The last word contains, in its
lowest ``KEY`` bits, the turn, the play to beat and the scoring state (``search.key_without_hands``). The bits
above these contain the result, the effort and the generation. The effort is the bit length of the number of
nodes that the result took.

Entries are found by comparing all words, not just a hash. Four entries form a bucket. A new entry replaces an
entry of an earlier generation in its bucket. If there is none, it replaces the entry whose result took the
fewest nodes.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit_cache import jit_inlined

WAYS: Final = 4
"""Entries in a bucket."""
KEY: Final = 40
"""Number of low bits in the last word of an entry. These bits identify the position.

The higher bits of the word hold the result for this position.
"""
RESULT: Final = KEY
EFFORT: Final = KEY + 1
GENERATION: Final = KEY + 7
GENERATIONS: Final = 1 << 62 - GENERATION
"""Upper limit of the generation number. Before a generation reaches it, the table must be cleared.

Each task has its own generation, and entries of other generations are ignored. Generation 0 marks an empty entry.
"""
KEY_MASK: Final = (1 << KEY) - 1
_MIX: Final = -7046029254386353131
"""Multiplier of the hash function: 2⁶⁴ divided by the golden ratio, as a signed number."""


@jit_inlined
def bucket_of(table: Any, words: Any, count: int, key: int) -> int:
    """Return the index of the first entry in the bucket of a position.

    The first ``count`` words of ``words`` are the hands of the position. ``key`` is everything else in the
    position (``key_without_hands``).
    """
    mixed = key * _MIX
    for place in range(count):
        mixed = (mixed ^ (mixed >> 31) ^ words[place]) * _MIX
    mixed ^= mixed >> 29
    return (mixed * _MIX >> 20) & (len(table) - WAYS) & ~(WAYS - 1)


@jit_inlined
def probe_result(table: Any, words: Any, count: int, key: int, generation: int) -> int:
    """Return the result of a position, 0 or 1; -1 if it is not in the table.

    The position is given as in ``bucket_of``. Entries of other generations are ignored.
    """
    start = bucket_of(table, words, count, key)
    for entry in range(start, start + WAYS):
        row = table[entry]
        last = row[count]
        if last & KEY_MASK == key and last >> GENERATION == generation:
            same = True
            for place in range(count):
                same &= row[place] == words[place]
            if same:
                return last >> RESULT & 1
    return -1


@jit_inlined
def store_result(table: Any, words: Any, count: int, key: int, generation: int, result: int, nodes: int) -> None:
    """Store the result of a position, 0 or 1. The position is given as in ``bucket_of``.

    ``nodes`` is the number of nodes that the search needed for the result.
    """
    effort = 0
    while nodes >> effort and effort < 63:
        effort += 1
    start = bucket_of(table, words, count, key)
    chosen, least = start, 64
    for entry in range(start, start + WAYS):
        last = table[entry, count]
        cost = (last >> EFFORT & 63) if last >> GENERATION == generation else -1
        if cost < least:
            chosen, least = entry, cost
    row = table[chosen]
    for place in range(count):
        row[place] = words[place]
    row[count] = key | result << RESULT | effort << EFFORT | generation << GENERATION
