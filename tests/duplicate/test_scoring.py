"""Scores of duplicate deals: share of the field beaten, difference within a cap, doubt and ranks."""

from __future__ import annotations

from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.duplicate.scoring import Estimate, SeatScore, estimate_mean, ranks, score_seat, share_beaten
from paiju.duplicate.standings import DealResult, standings


def test_an_equal_result_counts_half() -> None:
    assert share_beaten(3, [1, 2, 3, 5]) == (2 + 0.5) / 4
    assert share_beaten(3, []) == 0.5


def test_scores_of_one_deal_and_seat() -> None:
    assert score_seat([], 24) == []
    assert score_seat([7], 24) == [SeatScore(0.5, 0.0)]
    assert score_seat([12, -12, 0], 10) == [SeatScore(1.0, 10), SeatScore(0.0, -10), SeatScore(0.5, 0.0)]


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30))
def test_scores_agree_with_their_definition(points: list[int]) -> None:
    found = score_seat(points, 24)
    for place, one in enumerate(points):
        assert isclose(found[place].beaten, share_beaten(one, points[:place] + points[place + 1 :]))
        assert -24 <= found[place].difference <= 24
    assert isclose(sum(score.beaten for score in found), len(points) / 2)


def test_the_doubt_of_a_mean_shrinks_with_the_root_of_the_number() -> None:
    assert estimate_mean([]) == Estimate(0.0, inf)
    assert estimate_mean([0.25]) == Estimate(0.25, inf)
    few, many = estimate_mean([0.0, 1.0] * 10), estimate_mean([0.0, 1.0] * 1000)
    assert few.mean == many.mean == 0.5
    assert few.doubt / many.doubt == pytest.approx(10, rel=0.03)


def test_equal_values_share_a_rank() -> None:
    assert ranks([3.0, 5.0, 5.0, 1.0]) == [3, 1, 1, 4]


def result(player: str, deal: int, points: int, *, house: bool = False) -> DealResult:
    return DealResult(player, house, deal, points, points > 0)


def test_the_ranking_has_those_who_finished_all_deals_in_the_field_of_all() -> None:
    results = [
        result("ann", 1, 6),
        result("ann", 2, -3),
        result("house:mei.1", 1, -6, house=True),
        result("house:mei.1", 2, 3, house=True),
        result("bob", 1, 6),  # has not finished, but his deal is in its field
    ]
    first, second = standings(results, 2, 24)
    assert (first.player, first.rank, first.points, first.wins) == ("house:mei.1", 1, -3, 1)
    assert first.deals == (0.0, 1.0)
    assert (second.player, second.rank, second.points, second.house) == ("ann", 2, 3, False)
    assert second.deals == (0.75, 0.0)
    assert second.beaten == 0.375
