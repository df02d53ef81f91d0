"""Scores of duplicate deals: share of the field beaten, capped difference, standard error and ranks."""

from __future__ import annotations

from datetime import UTC
from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from paiju.core.codec import from_json, to_json
from paiju.duplicate.daily_set import DailySet, commitment_to_set, make_daily_set
from paiju.duplicate.scoring import Estimate, SeatScore, estimate_mean, rank_values, score_results, share_beaten
from paiju.duplicate.standings import DealResult, compute_standings
from paiju.games.registry import game, ruleset


def test_an_equal_result_counts_half() -> None:
    assert share_beaten(3, [1, 2, 3, 5]) == (2 + 0.5) / 4
    assert share_beaten(3, []) == 0.5


def test_scores_of_one_deal_and_seat() -> None:
    assert score_results([], 24) == []
    assert score_results([7], 24) == [SeatScore(0.5, 0.0)]
    assert score_results([12, -12, 0], 10) == [SeatScore(1.0, 10), SeatScore(0.0, -10), SeatScore(0.5, 0.0)]


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30))
def test_scores_agree_with_their_definition(points: list[int]) -> None:
    found = score_results(points, 24)
    for place, one in enumerate(points):
        assert isclose(found[place].beaten, share_beaten(one, points[:place] + points[place + 1 :]))
        assert -24 <= found[place].difference <= 24
    assert isclose(sum(score.beaten for score in found), len(points) / 2)


def test_the_error_of_a_mean_shrinks_with_the_root_of_the_number() -> None:
    assert estimate_mean([]) == Estimate(0.0, inf)
    assert estimate_mean([0.25]) == Estimate(0.25, inf)
    few, many = estimate_mean([0.0, 1.0] * 10), estimate_mean([0.0, 1.0] * 1000)
    assert few.mean == many.mean == 0.5
    assert few.doubt / many.doubt == pytest.approx(10, rel=0.03)


def test_equal_values_share_a_rank() -> None:
    assert rank_values([3.0, 5.0, 5.0, 1.0]) == [3, 1, 1, 4]


def result(player: str, deal: int, points: int, *, house: bool = False) -> DealResult:
    return DealResult(player, house, deal, points, points > 0)


def set_of_two(name: str) -> DailySet:
    secrets = (bytes(32), bytes(range(32)))
    return make_daily_set(day="2026-11-25", ruleset=ruleset(name), game=game(name), cap=24, zone=UTC, secrets=secrets)


def test_ranking_lists_finishers_scored_against_all_results() -> None:
    results = [
        result("ann", 1, 6),
        result("ann", 2, -3),
        result("house:mei.1", 1, -6, house=True),
        result("house:mei.1", 2, 3, house=True),
        result("bob", 1, 6),  # has not finished, but his deal is in its field
    ]
    first, second = compute_standings(results, set_of_two("doudizhu/qq"))
    assert (first.player, first.rank, first.points, first.wins) == ("house:mei.1", 1, -3, 1)
    assert first.deals == (0.0, 1.0)
    assert (second.player, second.rank, second.points, second.house) == ("ann", 2, 3, False)
    assert second.deals == (0.75, 0.0)
    assert second.share == 0.375


def test_zi_pai_is_ranked_by_the_difference_from_the_mean_within_the_cap() -> None:
    """To win much once counts for more than to be a little above the others twice."""
    gained = {"ann": (36, -6), "bob": (-6, -4), "cat": (-6, -4), "dan": (-9, -4)}
    results = [result(player, deal, points) for player, row in gained.items() for deal, points in enumerate(row, 1)]
    zipai = set_of_two("zipai/guilin-3")
    first, second, third, last = compute_standings(results, zipai)
    assert [one.player for one in (first, second, third, last)] == ["ann", "bob", "cat", "dan"]
    assert (second.rank, third.rank, last.rank) == (2, 2, 4)
    assert first.deals == pytest.approx((1.0, 0.5 - 1.5 / 48))  # 36 is 32.25 above the mean: more than the cap
    assert first.difference == 24 - 1.5
    assert sum(second.deals) == pytest.approx(2 * second.share)
    by_share = compute_standings(results, replace(zipai, ranked_by="beaten"))
    assert [one.player for one in by_share] == ["bob", "cat", "ann", "dan"]


def test_stored_set_without_a_ranking_method_is_ranked_by_the_share_beaten() -> None:
    one = set_of_two("doudizhu/qq")
    stored = to_json(one)
    assert b"ranked_by" not in stored
    again: DailySet = from_json(stored, DailySet)
    assert again.ranked_by == "beaten"
    assert commitment_to_set(again) == commitment_to_set(one)
    assert b'"ranked_by":"difference"' in to_json(set_of_two("zipai/guilin-3"))
