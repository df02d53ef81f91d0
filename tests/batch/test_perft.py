"""The batch engine reproduces the stored counts of ``tests/perft``."""

from __future__ import annotations

from typing import Any

import pytest

from paiju import batch
from paiju.batch.engine import families_with_engine
from paiju.batch.hands import Hands
from paiju.core.seats import DEALER
from tests.perft.perft import Row, perft, position, stored

ROWS = [
    (row, state)
    for row in stored()
    if row.rules.split("/")[0] in families_with_engine()
    and row.game.to_act(state := position(row)) != (DEALER,)  # what the dealer does is no action in arrays
]
AT_ONCE = 256
WALKED = 20_000
"""Positions that the exact rules walk through for a count."""
DEEPER = 3


def nodes(hands: Hands, depth: int) -> int:
    """How many sequences of so many actions there are, from all hands together."""
    if depth == 1:
        return int(hands.counts.sum())
    parts = (hands.take(slice(start, start + AT_ONCE)) for start in range(0, len(hands), AT_ONCE))
    return sum(nodes(part.branch_on_actions(), depth - 1) for part in parts)


@pytest.mark.parametrize(("row", "state"), ROWS, ids=[row.name for row, _ in ROWS])
def test_perft_counts_match_the_stored_ones(row: Row, state: Any) -> None:
    hands = batch.new_hands(row.ruleset, 1)
    hands.from_state(0, state)
    assert [nodes(hands, depth) for depth in range(1, len(row.nodes) + 1)] == row.nodes


@pytest.mark.deep
@pytest.mark.parametrize(("row", "state"), ROWS, ids=[row.name for row, _ in ROWS])
def test_perft_counts_match_the_exact_rules_beyond_the_stored_depth(row: Row, state: Any) -> None:
    """As far as the exact rules can count in seconds."""
    hands, known = batch.new_hands(row.ruleset, 1), len(row.nodes)
    hands.from_state(0, state)
    for depth in range(known + 1, known + 1 + DEEPER):
        if nodes(hands, depth - 1) > WALKED:
            break
        assert nodes(hands, depth) == perft(row.game, state, depth)
