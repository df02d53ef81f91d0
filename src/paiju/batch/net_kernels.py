"""Compiled loops of network inference.

They compute the first layer, whose input is sparse bits, and the best actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined, popcount


@jit_inlined
def write_row_indices_of_bits(words: Any, columns: Any, found: Any) -> int:
    """Write to ``found`` the rows of the embedding table that belong to the set bits of ``words``.

    Returns the number of these rows. ``columns`` has the table row of each bit, or -1 if the bit is not an input.
    """
    number = 0
    for word in range(len(words)):
        bits = words[word]
        while bits:
            low = bits & -bits
            column = columns[word * 64 + popcount(low - 1)]
            bits ^= low
            if column >= 0:
                found[number] = column
                number += 1
    return number


@jit_inlined
def add_rows(table: Any, rows: Any, number: int, out: Any) -> None:
    """Add to ``out`` the rows of ``table`` whose indices are the first ``number`` items of ``rows``.

    The rows are added four at a time, because most of the time goes into loading and storing ``out``.
    """
    whole = number - number % 4
    for at in range(0, whole, 4):
        one, two, three, four = rows[at], rows[at + 1], rows[at + 2], rows[at + 3]
        for place in range(len(out)):
            out[place] += (table[one, place] + table[two, place]) + (table[three, place] + table[four, place])
    for at in range(whole, number):
        row = rows[at]
        for place in range(len(out)):
            out[place] += table[row, place]


@jit
def embed(words: Any, columns: Any, table: Any, out: Any) -> None:
    """Add to ``out[i]`` the rows of the embedding table that belong to the set bits of ``words[i]``.

    ``columns`` has the table row of each bit, or -1 if the bit is not an input.
    """
    found = np.empty(len(columns), np.int64)
    for index in range(len(words)):
        add_rows(table, found, write_row_indices_of_bits(words[index], columns, found), out[index])


@jit
def embed_actions(words: Any, owner: Any, state: Any, columns: Any, table: Any, out: Any) -> None:
    """Write the output of the network's first layer for each action to ``out``; shape (m, width).

    The output for action ``i`` is the sum of ``state[owner[i]]`` and the rows of ``table`` that belong to the set
    bits of the action. ``state`` has the output for the observation of each decision, and ``owner[i]`` is the
    index of the action's decision. ``columns`` has the number of the table row for each bit, or -1 if the bit is
    not an input.

    Most bits are the same in all actions of one decision. The output for an action is therefore computed from the
    output for the action before it: only the table rows of the bits that differ are added or subtracted.
    """
    added, taken = np.empty(len(columns), np.int64), np.empty(len(columns), np.int64)
    fresh, gone = np.empty(words.shape[1], np.int64), np.empty(words.shape[1], np.int64)
    for index in range(len(words)):
        like = index > 0 and owner[index] == owner[index - 1]
        for word in range(words.shape[1]):
            before = words[index - 1, word] if like else 0
            fresh[word], gone[word] = words[index, word] & ~before, before & ~words[index, word]
        number, fewer = (
            write_row_indices_of_bits(fresh, columns, added),
            write_row_indices_of_bits(gone, columns, taken),
        )
        for place in range(table.shape[1]):
            out[index, place] = out[index - 1, place] if like else state[owner[index], place]
        add_rows(table, added, number, out[index])
        for at in range(fewer):
            row = taken[at]
            for place in range(table.shape[1]):
                out[index, place] -= table[row, place]


@jit
def argmax_per_decision(starts: Any, scores: Any, chosen: Any) -> None:
    """Write to ``chosen[i]`` the index of the highest score of decision ``i``; of equal scores, the first.

    The scores of decision ``i`` have the indices ``starts[i]`` to ``starts[i + 1] - 1`` in ``scores``.
    """
    for row in range(len(starts) - 1):
        best = starts[row]
        for place in range(starts[row] + 1, starts[row + 1]):
            if scores[place] > scores[best]:
                best = place
        chosen[row] = best
