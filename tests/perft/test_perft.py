"""Perft counts against the stored ones; a failure prints the counts by first action."""

import pytest

from tests.perft.perft import Row, legal, perft, position, split, stored

ROWS = stored()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_perft_counts_match_the_stored_ones(row: Row) -> None:
    g, state = row.game, position(row)
    for depth, nodes in enumerate(row.nodes, 1):
        found = perft(g, state, depth)
        assert found == nodes, "\n".join(f"{action}: {count}" for action, count in split(g, state, depth).items())


def test_perft_split_adds_up_to_the_total() -> None:
    row = ROWS[0]
    g, state = row.game, position(row)
    assert sum(split(g, state, 2).values()) == perft(g, state, 2)
    assert set(split(g, state, 1).values()) == {1}
    assert len(split(g, state, 1)) == len(legal(g, state))
