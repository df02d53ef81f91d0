"""The stored counts of ``tests/perft``, by the batch engine."""

from __future__ import annotations

import pytest

from paiju import batch
from paiju.batch.engine import families_in_arrays
from paiju.batch.hands import Hands
from tests.perft.perft import Row, position, stored

ROWS = [row for row in stored() if row.rules.split("/")[0] in families_in_arrays()]
AT_ONCE = 256


def nodes(hands: Hands, depth: int) -> int:
    """How many sequences of so many actions there are, from all hands together."""
    if depth == 1:
        return int(hands.counts.sum())
    parts = (hands.take(slice(start, start + AT_ONCE)) for start in range(0, len(hands), AT_ONCE))
    return sum(nodes(part.after_each(), depth - 1) for part in parts)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_perft(row: Row) -> None:
    hands = batch.new(row.rules, 1)
    hands.from_state(0, position(row))
    assert [nodes(hands, depth) for depth in range(1, len(row.nodes) + 1)] == row.nodes
