"""The transposition table: positions whose result is known.

An entry is a row of 64-bit words. The first words are the hands, the last is ``key | facts << KEY``: whose turn it is, the play
to beat and the account, then result, effort and generation. An entry is compared word by word, never by its hash. Four entries
form a bucket; the one whose result took the fewest nodes is replaced.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit_cache import jit_inlined

WAYS: Final = 4
"""Entries in a bucket."""
KEY: Final = 40
"""Bits of the last word that belong to the position."""
RESULT: Final = KEY
EFFORT: Final = KEY + 1
GENERATION: Final = KEY + 7
GENERATIONS: Final = 1 << 62 - GENERATION
"""Generations before the table must be cleared. An entry of another generation counts as absent; 0 marks an empty entry."""
KEY_MASK: Final = (1 << KEY) - 1
_MIX: Final = -7046029254386353131
"""2⁶⁴ divided by the golden ratio, as a signed number."""


@jit_inlined
def bucket_of(table: Any, words: Any, count: int, key: int) -> int:
    """Return the first entry of a position's bucket."""
    mixed = key * _MIX
    for place in range(count):
        mixed = (mixed ^ (mixed >> 31) ^ words[place]) * _MIX
    mixed ^= mixed >> 29
    return (mixed * _MIX >> 20) & (len(table) - WAYS) & ~(WAYS - 1)


@jit_inlined
def find_result(table: Any, words: Any, count: int, key: int, generation: int) -> int:
    """Return the known result of a position, 0 or 1, or -1."""
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
    """Store the result of a position that took this many nodes."""
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
