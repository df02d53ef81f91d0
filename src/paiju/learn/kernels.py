"""The loops of learning that are compiled: first layers, and what decisions turned out to be worth."""

from __future__ import annotations

from typing import Any

from paiju.batch.jit import jit, popcount


@jit
def embed(words: Any, columns: Any, table: Any, out: Any) -> None:
    """Add to each row of ``out`` the rows of the table whose bits are set; ``columns`` has a row for each bit, or -1."""
    width = table.shape[1]
    for index in range(len(words)):
        for word in range(words.shape[1]):
            bits = words[index, word]
            while bits:
                low = bits & -bits
                column = columns[word * 64 + popcount(low - 1)]
                bits ^= low
                if column >= 0:
                    for place in range(width):
                        out[index, place] += table[column, place]


@jit
def scatter(words: Any, columns: Any, grads: Any, table: Any) -> None:
    """The same the other way: add each row of ``grads`` to the rows of the table whose bits are set."""
    width = table.shape[1]
    for index in range(len(words)):
        for word in range(words.shape[1]):
            bits = words[index, word]
            while bits:
                low = bits & -bits
                column = columns[word * 64 + popcount(low - 1)]
                bits ^= low
                if column >= 0:
                    for place in range(width):
                        table[column, place] += grads[index, place]


@jit
def choose(starts: Any, scores: Any, chosen: Any) -> None:
    """The place of the best score of each row's part."""
    for row in range(len(starts) - 1):
        best = starts[row]
        for place in range(starts[row] + 1, starts[row + 1]):
            if scores[place] > scores[best]:
                best = place
        chosen[row] = best


@jit
def look_back(  # noqa: PLR0913, PLR0917 - arrays of one trail
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
