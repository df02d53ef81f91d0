"""Compiled loops of training: the backward pass of the sparse first layer, and TD(λ) returns."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.batch.jit_cache import jit
from paiju.batch.net_kernels import write_row_indices_of_bits


@jit
def scatter_add_gradients(words: Any, columns: Any, grads: Any, table: Any) -> None:
    """Add ``grads[i]`` to the table rows of all bits that are set in ``words[i]``.

    This is the backward pass of ``embed``. ``columns`` contains the index of the table row for each bit, or -1
    for a bit that is no input.
    """
    found = np.empty(len(columns), np.int64)
    for index in range(len(words)):
        for at in range(write_row_indices_of_bits(words[index], columns, found)):
            row = found[at]
            for place in range(table.shape[1]):
                table[row, place] += grads[index, place]


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
    """Write to ``targets`` the TD(λ) returns of all decisions in the finished hands with the indices ``rows``.

    These arrays describe n hands with at most ``most`` recorded decisions each:

    - ``lengths`` (n,): the number of decisions of each hand
    - ``seats`` (n, most): the deciding seat of each decision
    - ``values`` (n, most, heads): the value that the network estimated at each decision
    - ``targets`` (n, most, heads): the output
    - ``ends`` (n, seats, heads): the final results; the function overwrites them

    A seat's returns are computed backwards over its own decisions. ``keep`` is λ.
    """
    heads = values.shape[2]
    for row in rows:
        for place in range(lengths[row] - 1, -1, -1):
            seat = seats[row, place]
            for head in range(heads):
                later = ends[row, seat, head]
                targets[row, place, head] = later
                ends[row, seat, head] = keep * later + (1 - keep) * values[row, place, head]
