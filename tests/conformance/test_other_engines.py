"""Our `loose` lists against the stored answers of RLCard, DouZero and OpenSpiel: every difference has its clause."""

from functools import cache
from pathlib import Path

import pytest

from paiju.games.doudizhu.cards import parse_ranks, ranks_text
from paiju.games.doudizhu.combinations import Combination
from tests.conformance.other_engine_differences import EXPLAIN, Position, read_positions, unexplained
from tests.rules.doudizhu.table import game

FILE = Path(__file__).parent / "data" / "peers_doudizhu.json.gz"


@cache
def questions() -> list[tuple[Position, frozenset[str]]]:
    """Every stored position, with our answer as sets of cards."""
    return [(position, answer(position)) for position in read_positions(FILE)[1]]


def answer(position: Position) -> frozenset[str]:
    compiled, hand = game("qq").compiled, parse_ranks(position.hand)
    if position.beat:
        plays = compiled.find_beating_plays(hand, Combination.parse(position.beat))
    else:
        plays = compiled.find_leading_plays(hand)
    return frozenset(ranks_text(play.what.used) for play in plays)


def test_answers_of_all_peers_are_stored() -> None:
    peers, _ = read_positions(FILE)
    assert set(peers) == set(EXPLAIN)
    assert len(questions()) == 9000


@pytest.mark.clause("DDZ-4.13", "DDZ-4.14", "DDZ-4.15", "DDZ-5.1", "DDZ-5.3")
@pytest.mark.parametrize("peer", EXPLAIN)
def test_every_difference_is_explained(peer: str) -> None:
    left = [
        (position.hand, position.beat, over)
        for position, ours in questions()
        if (over := unexplained(peer, position, ours))
    ]
    assert left == []


def test_douzero_agrees_with_every_list_for_the_lead() -> None:
    leads = [(position, ours) for position, ours in questions() if not position.beat]
    assert len(leads) == 3000
    assert all(position.answers["douzero"] == ours for position, ours in leads)
