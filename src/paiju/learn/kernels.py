"""The loops of learning that are compiled: first layers, and what decisions turned out to be worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined, popcount


@jit_inlined
def rows_of(words: Any, columns: Any, found: Any) -> int:
    """Write the rows of the bits that are set to ``found``; ``columns`` has a row for each bit, or -1. How many."""
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
    """Add rows of a table: four at a time, for what they are added to is fetched and written each time."""
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
    """Add to each row of ``out`` the rows of the table whose bits are set; ``columns`` has a row for each bit, or -1."""
    found = np.empty(len(columns), np.int64)
    for index in range(len(words)):
        add_rows(table, found, rows_of(words[index], columns, found), out[index])


@jit
def embed_each(words: Any, owner: Any, state: Any, columns: Any, table: Any, out: Any) -> None:
    """The same of actions, added to the state of the decision that each belongs to.

    Actions of one decision leave much the same: only what differs from the action before is added and taken away.
    """
    added, taken = np.empty(len(columns), np.int64), np.empty(len(columns), np.int64)
    fresh, gone = np.empty(words.shape[1], np.int64), np.empty(words.shape[1], np.int64)
    for index in range(len(words)):
        like = index > 0 and owner[index] == owner[index - 1]
        for word in range(words.shape[1]):
            before = words[index - 1, word] if like else 0
            fresh[word], gone[word] = words[index, word] & ~before, before & ~words[index, word]
        number, fewer = rows_of(fresh, columns, added), rows_of(gone, columns, taken)
        for place in range(table.shape[1]):
            out[index, place] = out[index - 1, place] if like else state[owner[index], place]
        add_rows(table, added, number, out[index])
        for at in range(fewer):
            row = taken[at]
            for place in range(table.shape[1]):
                out[index, place] -= table[row, place]


@jit
def scatter(words: Any, columns: Any, grads: Any, table: Any) -> None:
    """The same the other way: add each row of ``grads`` to the rows of the table whose bits are set."""
    found = np.empty(len(columns), np.int64)
    for index in range(len(words)):
        for at in range(rows_of(words[index], columns, found)):
            row = found[at]
            for place in range(table.shape[1]):
                table[row, place] += grads[index, place]


@jit
def argmax_per_part(starts: Any, scores: Any, chosen: Any) -> None:
    """The place of the best score of each row's part."""
    for row in range(len(starts) - 1):
        best = starts[row]
        for place in range(starts[row] + 1, starts[row + 1]):
            if scores[place] > scores[best]:
                best = place
        chosen[row] = best


@jit
def td_lambda_targets(  # noqa: PLR0913, PLR0917 - arrays of one trail
    rows: Any,
    lengths: Any,
    seats: Any,
    values: Any,
    ends: Any,
    keep: float,
    targets: Any,
) -> None:
    """What each decision of a finished hand came to, TD(λ) backwards over a seat's own decisions.

    ``seats`` (n, most) who decided, ``values`` (n, most, heads) what the best action was thought to be worth then, ``ends``
    (n, seats, heads) how it ended. ``keep`` is λ. Written to ``targets`` (n, most, heads).
    """
    heads = values.shape[2]
    for row in rows:
        for place in range(lengths[row] - 1, -1, -1):
            seat = seats[row, place]
            for head in range(heads):
                later = ends[row, seat, head]
                targets[row, place, head] = later
                ends[row, seat, head] = keep * later + (1 - keep) * values[row, place, head]
