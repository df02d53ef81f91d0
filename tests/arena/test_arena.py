"""Matches on duplicate deals."""

from collections.abc import Sequence
from io import StringIO
from math import inf
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from paiju import arena
from paiju.arena.deal_runner import ArenaHand
from paiju.arena.report import (
    first_bot_points,
    first_bot_role,
    first_bot_win_share,
    make_score,
    mean_with_interval,
    scores_by_role,
    share_beaten_by_first_bot,
)
from paiju.arena.report_table import format_interval, format_percent
from paiju.arena.seating import find_common_bot, seatings, seats_of, swap_bots
from paiju.bots.base import play_random
from paiju.core.codec import to_plain
from paiju.core.errors import UnknownName
from paiju.core.game import AnyGame
from paiju.core.score_breakdown import Outcome
from paiju.games.registry import family_of, game, ruleset

PAIR = ("steady", "random")


# ---- seatings


def test_two_bots_swap_seats_in_two_player_games() -> None:
    assert seatings(((0,), (1,))) == ((0, 1), (1, 0))


def test_three_seats_one_against_two_and_the_reverse() -> None:
    assert seatings(((0,), (1,), (2,))) == ((0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def test_both_seats_of_a_team_get_the_same_bot() -> None:
    found = seatings(game("gunzi/six").teams)
    assert found[0] == (0, 1, 1, 0, 1, 1)
    assert len(found) == 6
    assert all(seating[seat] == seating[seat + 3] for seating in found for seat in range(3))


@pytest.mark.parametrize("groups", [((0,), (1, 2)), ((0,), (1,), (2,), (3,)), ((0, 3), (1, 4), (2, 5))])
def test_both_bots_sit_everywhere_equally_often(groups: Sequence[Sequence[int]]) -> None:
    found = seatings(groups)
    assert {swap_bots(seating) for seating in found} == set(found)
    for seat in range(len(found[0])):
        assert sum(seating[seat] for seating in found) * 2 == len(found)


def test_seats_of_a_bot_and_the_sole_bot_of_seats_are_found() -> None:
    assert seats_of((0, 1, 0), 0) == (0, 2)
    assert find_common_bot((0, 1, 0), (0, 2)) == 0
    assert find_common_bot((0, 1, 0), (0, 1)) is None


# ---- figures


def test_interval_of_equal_deals_has_zero_width() -> None:
    assert mean_with_interval([(1.0, 2)] * 10) == arena.Interval(0.5, 0.5, 0.5)


def test_interval_of_no_deals_is_zero() -> None:
    assert mean_with_interval([]) == arena.Interval(0.0, 0.0, 0.0)


def test_interval_of_a_single_deal_is_unbounded() -> None:
    alone = mean_with_interval([(1.0, 2), (0.0, 0)])
    assert (alone.mean, alone.low, alone.high) == (0.5, -inf, inf)
    assert (format_percent(alone), format_interval(alone)) == ("50.0 % ± –", "+0.50 ± –")
    assert to_plain(alone) == {"mean": 0.5, "low": None, "high": None}


def test_an_interval_holds_the_mean_19_times_out_of_20() -> None:
    random = Random(4)
    held = 0
    for _ in range(400):
        deals = [(sum(random.random() < 0.3 for _ in range(hands)), hands) for hands in (1, 2, 3) * 40]
        found = mean_with_interval([(float(won), hands) for won, hands in deals])
        held += found.low <= 0.3 <= found.high
    assert 0.92 <= held / 400 <= 0.98


LANDLORD_WON = Outcome("landlord_out", (0,), (4, -2, -2))
ROLES = ("landlord", "farmer", "farmer")


def test_a_win_is_shared_by_those_who_won_it() -> None:
    assert first_bot_win_share(ArenaHand((0, 1, 1), LANDLORD_WON, ROLES)) == 1
    farmers_won = Outcome("farmer_out", (1, 2), (-4, 2, 2))
    assert first_bot_win_share(ArenaHand((0, 1, 0), farmers_won, ROLES)) == 0.5
    assert first_bot_points(ArenaHand((0, 1, 0), farmers_won, ROLES)) == -2


def test_role_results_count_only_hands_where_one_bot_plays_the_whole_role() -> None:
    assert first_bot_role(ArenaHand((0, 1, 1), LANDLORD_WON, ROLES)) == "landlord"
    assert first_bot_role(ArenaHand((1, 0, 0), LANDLORD_WON, ROLES)) == "farmer"
    assert first_bot_role(ArenaHand((0, 0, 1), LANDLORD_WON, ROLES)) == ""
    assert first_bot_role(ArenaHand((1, 0, 1), LANDLORD_WON, ROLES)) == ""
    assert first_bot_role(ArenaHand((0, 1, 1), LANDLORD_WON, ("", "", ""))) == ""


def test_score_averages_wins_and_points_over_deals() -> None:
    deal = [ArenaHand((0, 1, 1), LANDLORD_WON, ROLES), ArenaHand((1, 0, 0), LANDLORD_WON, ROLES)]
    void = [ArenaHand((0, 1, 1), Outcome("thrown_in", (), (0, 0, 0)), ("", "", ""))]
    whole = make_score([deal, void, []])
    assert (whole.hands, whole.deals) == (3, 2)
    assert whole.wins.mean == 0.5
    assert whole.points.mean == 0
    assert whole.beaten.mean == 0.5
    lost = [*deal, ArenaHand((1, 0, 0), Outcome("farmer_out", (1, 2), (-4, 2, 2)), ROLES)]
    assert (
        share_beaten_by_first_bot(lost[0], lost) == 0.75
    )  # as good as one landlord's result, and better than another's
    roles = scores_by_role([deal, void])
    assert {role: found.points.mean for role, found in roles.items()} == {"landlord": 4, "farmer": -4}


# ---- matches


def test_equal_seeds_give_equal_reports_and_others_do_not() -> None:
    first = arena.run_match(PAIR, "doudizhu/duel", 4, 1)
    assert first == arena.run_match(PAIR, ruleset("doudizhu/duel"), 4, 1)
    assert first != arena.run_match(PAIR, "doudizhu/duel", 4, 2)


def test_report_does_not_depend_on_the_number_of_processes() -> None:
    assert arena.run_match(PAIR, "doudizhu/duel", 7, 1, processes=2) == arena.run_match(PAIR, "doudizhu/duel", 7, 1)


def test_a_bot_against_itself_is_even_on_every_deal() -> None:
    report = arena.run_match(("steady", "steady"), "doudizhu/qq", 4, 1)
    assert report.overall.wins == arena.Interval(0.5, 0.5, 0.5)
    assert report.overall.points == arena.Interval(0.0, 0.0, 0.0)


def test_whole_hands_are_played_in_all_seatings() -> None:
    report = arena.run_match(PAIR, "doudizhu/classic", 5, 1)
    assert report.hands == 30
    assert report.overall.hands == 30


def test_play_only_matches_play_each_deal_once_per_role() -> None:
    report = arena.run_match(PAIR, "doudizhu/classic", 5, 1, play_only=True)
    assert (report.hands, report.void) == (10, 0)
    assert {role: found.hands for role, found in report.roles.items()} == {"farmer": 5, "landlord": 5}


@pytest.mark.parametrize(("name", "hands"), [("zipai/guilin-2", 2), ("zipai/guilin-3", 6)])
def test_report_of_a_family_without_roles_has_no_role_results(name: str, hands: int) -> None:
    report = arena.run_match(("random", "random"), name, 1, 1)
    assert report.hands == hands
    assert report.roles == {}


def test_family_without_roles_is_always_in_play() -> None:
    role_info = family_of("zipai").role_info
    assert role_info.in_play(None)


def test_before_the_auction_nobody_has_a_role() -> None:
    state = SimpleNamespace(public=SimpleNamespace(landlord=None))
    assert family_of("doudizhu").role_info.role(state, 0) == ""


def stubborn(game: AnyGame, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
    return legal[0]


def test_custom_bot_function_plays_a_match() -> None:
    report = arena.run_match((arena.Entrant("stubborn", stubborn), "random"), "doudizhu/duel-rotate", 3, 1)
    assert report.bots == ("stubborn", "random")


def test_unknown_bot_name_is_refused() -> None:
    with pytest.raises(UnknownName):
        arena.run_match(("nobody", "random"), "doudizhu/qq", 1, 1)


class Speaker:
    """A bot that is asked where it may but need not act."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, *given: Any) -> Any:
        return play_random(*given)

    def act_unasked(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], random: Random) -> Any:
        self.asked += 1
        return legal[0] if legal and self.asked == 1 else None


def test_bots_that_may_act_out_of_turn_are_asked_if_they_opt_in() -> None:
    speaker = Speaker()
    arena.run_match((arena.Entrant("speaker", speaker), "random"), "gunzi/six", 1, 1)
    assert speaker.asked > 1


# ---- rendering


@pytest.mark.parametrize(("language", "word"), [("en", "points a hand"), ("zh", "地主")])
def test_report_is_formatted_as_text(language: str, word: str) -> None:
    report = arena.run_match(PAIR, "doudizhu/duel-rotate", 3, 1)
    out = StringIO()
    Console(file=out, width=120).print(arena.report_table(report, language))
    told = out.getvalue().splitlines()
    assert any(word in line for line in told)
    assert "doudizhu/duel-rotate" in told[0]
    assert bool(report.roles) == told[-1].endswith((".", "。"))


def test_the_progress_bar_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    arena.run_match(PAIR, "doudizhu/duel-rotate", 1, 1, progress=True)
    assert capsys.readouterr().out == ""
