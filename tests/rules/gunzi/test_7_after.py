"""GZ-7 and GZ-2: who has the bank after a hand, who rises, who wins the match."""

import pytest

from paiju.core.fair_deal import Deal, draw_deal
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.match_progression import HandCount, HandVerdict, judge_hand, new_match, tally_hand
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import GunziMatch, State
from tests.rules.gunzi.table import SIX, ended, later, playing


def gains(verdict: HandVerdict) -> dict[str, int]:
    """What the next banker's team gains, in half levels."""
    return dict(verdict.gains)


# ---- the bank


@pytest.mark.clause("GZ-7.1")
def test_kept_and_both_below_130_the_banker_stays_and_rises_one_level() -> None:
    verdict = judge_hand(SIX, ended(banker=4, points=(125, 20, 125)))
    assert (verdict.reason, verdict.team, verdict.banker) == ("kept", 1, 4)
    assert verdict.levels == (5, 6, 5)
    assert gains(verdict) == {"kept": 2}


@pytest.mark.clause("GZ-7.1")
def test_the_points_of_the_bankers_team_do_not_matter() -> None:
    assert judge_hand(SIX, ended(points=(300, 50, 50))).reason == "kept"
    assert judge_hand(SIX, ended(points=(15, 129, 1))).reason == "kept"


@pytest.mark.clause("GZ-7.2")
def test_dug_out_and_both_below_130_the_banker_stays_at_its_level() -> None:
    verdict = judge_hand(SIX, ended(banker=4, points=(100, 20, 125), digger=0))
    assert (verdict.reason, verdict.banker, verdict.levels, verdict.gains) == ("held", 4, (5, 5, 5), ())


@pytest.mark.clause("GZ-7.3", "GZ-7.6")
def test_kept_and_a_team_with_130_takes_the_bank_without_a_level() -> None:
    verdict = judge_hand(SIX, ended(banker=0, points=(0, 130, 60)))
    assert (verdict.reason, verdict.team, verdict.banker) == ("taken", 1, 1)
    assert (verdict.levels, verdict.halves) == ((5, 5, 5), (0, 1, 0))
    assert gains(verdict) == {"half": 1}


@pytest.mark.clause("GZ-7.4")
@pytest.mark.parametrize(("digger", "rise"), [(1, {"dug": 2, "half": 1}), (2, {"half": 1})])
def test_dug_out_and_a_team_with_130_one_level_only_if_it_dug_out_itself(digger: int, rise: dict[str, int]) -> None:
    verdict = judge_hand(SIX, ended(banker=0, points=(0, 130, 60), digger=digger))
    assert (verdict.reason, verdict.banker) == ("taken_dug", 1)
    assert gains(verdict) == rise


@pytest.mark.clause("GZ-7.5")
@pytest.mark.parametrize(
    ("points", "scored", "team"),
    [((0, 130, 140), 1, 2), ((0, 140, 130), 2, 1), ((0, 150, 150), 1, 1), ((0, 150, 150), 2, 2)],
)
def test_of_two_teams_the_one_with_more_points_then_the_one_that_scored_last(
    points: tuple[int, ...], scored: int, team: int
) -> None:
    assert judge_hand(SIX, ended(points=points, scored=scored)).team == team


@pytest.mark.clause("GZ-7.5", "GZ-R2")
@pytest.mark.parametrize(
    ("banker", "team", "after"), [(0, 1, 1), (0, 2, 2), (1, 0, 3), (2, 1, 4), (4, 0, 0), (5, 1, 1)]
)
def test_the_banker_is_the_teams_first_seat_after_the_old_banker(banker: int, team: int, after: int) -> None:
    points = tuple(200 if at == team else 0 for at in range(3))
    assert judge_hand(SIX, ended(banker=banker, points=points)).banker == after


@pytest.mark.clause("GZ-R2")
def test_a_banker_that_stays_may_be_the_partner_by_the_other_reading() -> None:
    assert judge_hand(Rules(staying_banker="partner"), ended(banker=4, points=(10, 0, 10))).banker == 1
    assert judge_hand(Rules(staying_banker="partner"), ended(banker=1, points=(10, 0, 200))).banker == 2


@pytest.mark.clause("GZ-7.5", "GZ-5.6")
def test_the_bottom_counts_last_and_nothing_without_points_is_a_score() -> None:
    def after(bottom: str, points: tuple[int, ...]) -> HandCount:
        one = playing(["3h", "4h", "Ah", "8h", "9h", "Jh"], bottom=bottom, points=points, scored=1)
        one.do("0 play 3h", "1 play 4h", "2 play Ah", "3 play 8h", "4 play 9h", "5 play Jh")
        return tally_hand(SIX, one.state)

    rich = after("Kh Kc Kd 5c 4c 4d", (0, 150, 80))
    assert (rich.points, rich.scored) == ((0, 150, 150), 2)
    assert judge_hand(SIX, rich).team == 2
    poor = after("9h 8c 6d 8c 4c 4d", (0, 150, 150))
    assert (poor.points, poor.scored) == ((0, 150, 150), 1)
    assert judge_hand(SIX, poor).team == 1


@pytest.mark.clause("GZ-7.5")
def test_who_scored_last_is_told_by_tricks_with_points() -> None:
    one = playing(["3h 3c 4h", "Kh 4c 6h", "Ah 6c 8h", "8h 8c 4d", "9h 9c 3d", "Jh Jc 3d"])
    one.do("0 play 3h", "1 play Kh", "2 play Ah", "3 play 8h", "4 play 9h", "5 play Jh")
    assert one.state.scored == 2
    one.do("2 play 6c", "3 play 8c", "4 play 9c", "5 play Jc", "0 play 3c", "1 play 4c")
    assert (one.state.scored, one.state.points) == (2, (0, 0, 10))


# ---- levels


@pytest.mark.clause("GZ-7.6")
def test_two_halves_make_one_level() -> None:
    verdict = judge_hand(SIX, ended(points=(0, 130, 60), halves=(0, 1, 0)))
    assert (verdict.levels, verdict.halves) == ((5, 6, 5), (0, 0, 0))
    verdict = judge_hand(SIX, ended(points=(0, 130, 60), digger=1, halves=(0, 1, 0)))
    assert (verdict.levels, verdict.halves) == ((5, 7, 5), (0, 0, 0))


@pytest.mark.clause("GZ-7.6")
@pytest.mark.parametrize("level", [3, 10])
def test_no_half_level_at_3_and_10(level: int) -> None:
    verdict = judge_hand(SIX, ended(points=(0, 130, 60), levels=(5, level, 5)))
    assert (verdict.levels, verdict.halves) == ((5, level, 5), (0, 0, 0))
    assert verdict.gains == ()


@pytest.mark.clause("GZ-7.7")
@pytest.mark.parametrize(
    ("bottom", "end", "levels"),
    [
        ("Rj Bj Bj", {"points": (0, 50, 60)}, 4),
        ("Rj Bj Bj", {"points": (0, 50, 60), "digger": 1}, 0),
        ("Rj", {"points": (0, 150, 60), "digger": 1}, 2),
        ("Rj", {"points": (0, 150, 60), "digger": 2}, 0),
        ("Rj", {"points": (0, 150, 60)}, 0),
        ("Bj", {"points": (0, 50, 60)}, 1),
    ],
)
def test_buried_jokers_raise_the_next_bankers_team_if_it_kept_or_dug_out(
    bottom: str, end: dict[str, object], levels: int
) -> None:
    verdict = judge_hand(SIX, ended(bottom=bottom, **end))  # type: ignore[arg-type]
    assert gains(verdict).get("jokers", 0) == 2 * levels


@pytest.mark.clause("GZ-2.2", "GZ-R4")
def test_gains_of_one_hand_add_up() -> None:
    verdict = judge_hand(SIX, ended(points=(0, 150, 60), digger=1, bottom="Rj", levels=(5, 4, 5), halves=(0, 1, 0)))
    assert gains(verdict) == {"dug": 2, "half": 1, "jokers": 4}
    assert (verdict.levels, verdict.halves) == ((5, 8, 5), (0, 0, 0))
    verdict = judge_hand(SIX, ended(points=(0, 50, 60), bottom="Rj Bj", levels=(3, 3, 3)))
    assert verdict.levels == (7, 3, 3)


# ---- the match


@pytest.mark.clause("GZ-2.1")
def test_every_team_begins_at_3_and_the_level_rank_is_that_of_the_bankers_team() -> None:
    assert new_match(SIX).levels == (3, 3, 3)
    game = Gunzi(SIX)
    for banker, level in ((0, 5), (1, 8), (5, 10)):
        match = GunziMatch(levels=(5, 8, 10), banker=banker)
        state = game.start(match, playing_deal(game, match))
        assert state.level == level


def playing_deal(game: Gunzi, match: GunziMatch) -> Deal:
    return draw_deal(game.deal_plan(match), b"seed")


@pytest.mark.clause("GZ-2.2", "GZ-R4")
@pytest.mark.parametrize("level", [3, 10])
def test_3_and_10_are_left_only_by_winning_as_banker(level: int) -> None:
    taken = judge_hand(SIX, ended(points=(0, 150, 60), digger=1, bottom="Rj", levels=(5, level, 5)))
    assert (taken.levels, taken.halves, taken.match) == ((5, level, 5), (0, 0, 0), False)
    assert gains(taken) == {"dug": 2, "jokers": 4, "stopped": -6}
    kept = judge_hand(SIX, ended(points=(0, 50, 60), levels=(level, 5, 5)))
    assert kept.levels[0] == level + 1


@pytest.mark.clause("GZ-2.2")
@pytest.mark.parametrize(
    ("end", "levels"),
    [
        ({"points": (0, 50, 60), "bottom": "Rj", "levels": (9, 5, 5)}, (10, 5, 5)),
        ({"points": (0, 150, 60), "digger": 1, "bottom": "Rj", "levels": (5, 8, 5)}, (5, 10, 5)),
        ({"points": (0, 150, 60), "digger": 1, "levels": (5, 9, 5), "halves": (0, 1, 0)}, (5, 10, 5)),
        ({"points": (0, 50, 60), "levels": (9, 5, 5), "halves": (1, 0, 0)}, (10, 5, 5)),
    ],
)
def test_a_gain_from_below_stops_at_10(end: dict[str, object], levels: tuple[int, ...]) -> None:
    verdict = judge_hand(SIX, ended(**end))  # type: ignore[arg-type]
    assert (verdict.levels, verdict.halves, verdict.match) == (levels, (0, 0, 0), False)


@pytest.mark.clause("GZ-R4")
def test_by_the_other_reading_only_half_levels_do_not_count_at_3_and_10() -> None:
    stop = Rules(must_play="stop_there")
    assert judge_hand(stop, ended(points=(0, 150, 60), digger=1, levels=(5, 3, 5))).levels == (5, 4, 5)
    assert judge_hand(stop, ended(points=(0, 150, 60), levels=(5, 3, 5))).halves == (0, 0, 0)
    assert judge_hand(stop, ended(points=(0, 50, 60), bottom="Rj", levels=(9, 5, 5))).levels == (10, 5, 5)
    assert judge_hand(stop, ended(points=(0, 150, 60), digger=1, levels=(5, 10, 5))).match


@pytest.mark.clause("GZ-2.3")
def test_a_team_that_gets_past_10_wins_the_match() -> None:
    verdict = judge_hand(SIX, ended(banker=4, points=(60, 0, 60), levels=(5, 10, 5)))
    assert (verdict.match, verdict.team, verdict.reason) == (True, 1, "kept")


@pytest.mark.clause("GZ-2.3")
def test_the_next_match_starts_at_3_with_a_new_cut_and_half_levels_cleared() -> None:
    match = later(banker=0, levels=(10, 8, 9), halves=(0, 1, 1), points=(1, 0, -1, 1, 0, -1), won=(0, 1, 0))
    after = play_out(match, (0, 50, 60))
    assert (after.levels, after.halves, after.banker, after.tribute) == ((3, 3, 3), (0, 0, 0), None, (0,) * 6)
    assert (after.hand, after.won) == (2, (1, 1, 0))
    assert after.points == (7, -3, -4, 7, -3, -4)
    assert Gunzi(SIX).deal_plan(after).draws


def last_trick(match: GunziMatch, points: tuple[int, ...], bottom: str = "9h 8c 6d 8c 4c 4d") -> State:
    """Seat 0, the banker, takes the last trick."""
    one = playing(["Ah", "Jh", "Qh", "Jh", "Qh", "Jh"], match=match, bottom=bottom, points=points)
    return one.do("0 play Ah", "1 play Jh", "2 play Qh", "3 play Jh", "4 play Qh", "5 play Jh").state


def play_out(match: GunziMatch, points: tuple[int, ...]) -> GunziMatch:
    return Gunzi(SIX).next_hand(match, last_trick(match, points))


@pytest.mark.clause("GZ-2.1", "GZ-7.1")
def test_levels_banker_and_tribute_go_to_the_next_hand() -> None:
    after = play_out(later(banker=0, levels=(5, 8, 9), halves=(1, 0, 1)), (0, 50, 125))
    assert (after.levels, after.halves, after.banker) == ((6, 8, 9), (1, 0, 1), 0)
    assert after.tribute == (0, 0, 0, 0, 3, 0)


# ---- the match won at once


@pytest.mark.clause("GZ-7.8")
def test_the_bankers_team_wins_at_once_if_both_others_have_nothing() -> None:
    verdict = judge_hand(SIX, ended(banker=3, points=(400, 0, 0)))
    assert (verdict.reason, verdict.team, verdict.match) == ("shut_out", 0, True)
    assert judge_hand(SIX, ended(banker=3, points=(400, 0, 0), digger=1)).reason == "shut_out"
    assert gains(verdict) == {"match": 12}


@pytest.mark.clause("GZ-7.8")
def test_another_team_wins_at_once_with_400_the_doubled_bottom_included() -> None:
    verdict = judge_hand(SIX, ended(points=(0, 0, 400), levels=(5, 5, 3)))
    assert (verdict.reason, verdict.team, verdict.match) == ("all_points", 2, True)
    assert not judge_hand(SIX, ended(points=(5, 0, 395))).match


@pytest.mark.clause("GZ-7.8")
@pytest.mark.parametrize(("points", "won"), [(130, True), (125, False)])
def test_four_big_jokers_dug_out_with_130_points_win_at_once(points: int, won: bool) -> None:
    verdict = judge_hand(SIX, ended(points=(0, points, 200), digger=1, bottom="Rj Rj Rj Rj"))
    assert verdict.match == won
    assert verdict.team == (1 if won else 2)
    assert not judge_hand(
        SIX, ended(points=(0, 200, 200), digger=1, bottom="Rj Rj Rj Bj Bj Bj", levels=(3, 3, 3))
    ).match


@pytest.mark.clause("GZ-7.8")
@pytest.mark.parametrize(("points", "won"), [(125, True), (130, False)])
def test_four_big_jokers_kept_with_both_below_130_win_at_once(points: int, won: bool) -> None:
    verdict = judge_hand(SIX, ended(points=(0, points, 100), bottom="Rj Rj Rj Rj"))
    assert (verdict.reason, verdict.match) == (("jokers_kept", True) if won else ("taken", False))


@pytest.mark.clause("GZ-7.8")
def test_winning_at_once_is_looked_at_first() -> None:
    verdict = judge_hand(SIX, ended(points=(0, 0, 0), levels=(3, 3, 3)))
    assert (verdict.reason, verdict.match) == ("shut_out", True)


@pytest.mark.clause("GZ-7.8")
def test_how_many_jokers_and_points_win_is_a_parameter() -> None:
    assert judge_hand(Rules(jokers_to_win=1), ended(points=(0, 10, 10), bottom="Rj")).reason == "jokers_kept"
    assert judge_hand(Rules(win_at=300), ended(points=(0, 10, 300))).reason == "all_points"
    assert judge_hand(Rules(bank_at=100), ended(points=(0, 10, 100))).reason == "taken"


# ---- points and the account


def test_the_account_tells_everything() -> None:
    match = later(banker=0, levels=(9, 8, 9))
    state = last_trick(match, (0, 50, 60), bottom="Rj Bj 6d 8c 4c 4d")
    outcome = Gunzi(SIX).outcome(state)
    assert outcome is not None
    lines = [(line.code, line.value, line.how, line.seat) for line in outcome.account]
    assert lines == [
        ("points", 50, "note", 1),
        ("points", 60, "note", 2),
        ("bottom_kept", 0, "note", 0),
        ("bank", 1, "base", 0),
        ("kept", 2, "plus", 0),
        ("jokers", 6, "plus", 0),
        ("stopped", -6, "plus", 0),
        ("level", 10, "note", 0),
        ("level", 8, "note", 1),
        ("level", 9, "note", 2),
        ("banker", 0, "note", 0),
        ("tribute_few_points", 3, "note", 4),
        ("tribute_few_points", 2, "note", 5),
        ("tribute_jokers", 2, "note", 5),
        ("tribute_jokers", 1, "note", 4),
    ]
    assert (outcome.reason, outcome.winners, outcome.points) == ("kept", (0, 3), (6, -3, -3, 6, -3, -3))


def test_half_levels_and_a_match_won_are_in_the_account() -> None:
    match = later(banker=0, levels=(10, 8, 9), halves=(0, 1, 0))
    game = Gunzi(SIX)
    won = game.score_lines(last_trick(match, (0, 0, 0)))
    assert [(line.code, line.value) for line in won[3:]] == [("bank", 1), ("match", 2), ("match_won", 0)]
    plain = game.score_lines(last_trick(later(levels=(5, 8, 9), halves=(1, 0, 0)), (0, 50, 60)))
    assert ("level_half", 6) in [(line.code, line.value) for line in plain]


def test_while_a_hand_is_played_the_account_tells_the_points_taken() -> None:
    one = playing(["Ah", "4h", "6h", "8h", "9h", "Jh"], points=(10, 20, 30))
    assert [(line.code, line.value, line.seat) for line in one.game.score_lines(one.state)] == [
        ("points", 20, 1),
        ("points", 30, 2),
    ]
    fresh = Gunzi(SIX).new_match()
    assert one.game.score_lines(one.game.start(fresh, playing_deal(one.game, fresh))) == ()
