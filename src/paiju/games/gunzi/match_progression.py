"""The result of a hand: the next banker, the levels of the teams, and the end of the match (GZ-2.2, 2.3, 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from paiju.core.seats import Seat, replace_at
from paiju.games.gunzi.cards import BIG_JOKER, NONE, SMALL_JOKER, count_of, points_in
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, TEAMS, GunziMatch, Over, State, cast_phase, team_of

HALVES: Final = 2
"""Number of half levels in a level (GZ-7.6)."""


class HandCount(NamedTuple):
    """The figures that determine the result of a hand.

    * ``points``: the points of each team, including the points of the bottom
    * ``bottom``: the cards of the bottom
    * ``digger``: the team that dug the bottom out, which means that it took the last trick and is not the
      banker's team; None if the banker's team took the last trick and so kept the bottom
    * ``scored``: the team that took points last, not counting the banker's team
    * ``levels`` and ``halves``: the levels and half levels of the teams before the hand
    """

    banker: Seat
    points: tuple[int, ...]
    bottom: int
    digger: int | None
    scored: int | None
    levels: tuple[int, ...]
    halves: tuple[int, ...]

    @property
    def banker_team(self) -> int:
        """The banker's team."""
        return team_of(self.banker)

    @property
    def opposing_teams(self) -> tuple[int, ...]:
        """The two teams that are not the banker's (抓分方), in playing order after the banker."""
        return tuple((self.banker_team + step) % TEAMS for step in (1, 2))

    @property
    def is_bottom_kept(self) -> bool:
        """Whether the banker's team kept the bottom (保底) by taking the last trick."""
        return self.digger is None

    def may_take_bank(self, rules: Rules, team: int) -> bool:
        """Whether a team has enough points to take the bank (GZ-7.1)."""
        return self.points[team] >= rules.bank_at


def tally_hand(rules: Rules, state: State) -> HandCount:
    """Return the figures that determine the result of a finished hand.

    The points of a bottom that was dug out are multiplied by ``Rules.bottom_times`` (GZ-5.6).
    """
    bottom = state.secret.bottom or NONE
    team, worth = team_of(cast_phase(state, Over).taker), points_in(bottom)
    dug = team != team_of(state.banker_seat)
    points = list(state.points)
    points[team] += worth * rules.bottom_times if dug else worth
    return HandCount(
        banker=state.banker_seat,
        points=tuple(points),
        bottom=bottom,
        digger=team if dug else None,
        scored=team if dug and worth else state.scored,
        levels=state.match.levels,
        halves=state.match.halves,
    )


class LevelGain(NamedTuple):
    """A number of half levels that a team gains (``halves``), and the reason for it (``code``).

    If ``halves`` is negative, it reduces the other gains of the team.
    """

    code: str
    halves: int


class HandVerdict(NamedTuple):
    """The result of a hand.

    ``team`` won the hand. ``reason`` is the code of the result. ``match`` is true if the team has also won the match;
    otherwise ``banker`` is the banker of the next hand. ``gains`` lists the half levels that ``team`` gained, each
    entry for one reason. ``levels`` and ``halves`` are the levels and half levels of all teams after the hand.
    """

    reason: str
    team: int
    banker: Seat
    gains: tuple[LevelGain, ...]
    levels: tuple[int, ...]
    halves: tuple[int, ...]
    match: bool


# ---- immediate wins of the match (GZ-7.8); each function returns the team that has won, or None


def _team_that_shut_out_others(rules: Rules, end: HandCount) -> int | None:
    return end.banker_team if not any(end.points[team] for team in end.opposing_teams) else None


def _team_that_reached_win_at(rules: Rules, end: HandCount) -> int | None:
    return next((team for team in end.opposing_teams if end.points[team] >= rules.win_at), None)


def _are_winning_jokers_in_bottom(rules: Rules, end: HandCount) -> bool:
    return count_of(end.bottom, BIG_JOKER) >= rules.jokers_to_win


def _team_that_dug_out_jokers(rules: Rules, end: HandCount) -> int | None:
    dug = end.digger is not None and end.may_take_bank(rules, end.digger)
    return end.digger if dug and _are_winning_jokers_in_bottom(rules, end) else None


def _team_that_kept_jokers(rules: Rules, end: HandCount) -> int | None:
    kept = end.is_bottom_kept and not any(end.may_take_bank(rules, team) for team in end.opposing_teams)
    return end.banker_team if kept and _are_winning_jokers_in_bottom(rules, end) else None


_AT_ONCE: Final[tuple[tuple[str, Callable[[Rules, HandCount], int | None]], ...]] = (
    ("shut_out", _team_that_shut_out_others),
    ("all_points", _team_that_reached_win_at),
    ("jokers_dug", _team_that_dug_out_jokers),
    ("jokers_kept", _team_that_kept_jokers),
)


def _immediate_match_win(rules: Rules, end: HandCount) -> tuple[str, int] | None:
    found = ((reason, test(rules, end)) for reason, test in _AT_ONCE)
    return next(((reason, team) for reason, team in found if team is not None), None)


# ---- the bank (GZ-7.1 to 7.5)


def _next_bank_team(rules: Rules, end: HandCount) -> int:
    """Return the team that has the bank in the next hand (GZ-7.5).

    The two teams without the bank can take it if they have enough points for the bank. If only one of them has
    enough, it takes the bank. If both have enough, the one with more points takes it. If they have equally many,
    the team that took points last takes it. If neither has enough, the banker's team keeps the bank.
    """
    rich = [team for team in end.opposing_teams if end.may_take_bank(rules, team)]
    return max(rich, key=lambda team: (end.points[team], team == end.scored), default=end.banker_team)


def _next_banker(rules: Rules, end: HandCount, team: int) -> Seat:
    """Return the next banker. ``team`` is the team that has the bank in the next hand.

    If another team had the bank before, the next banker is the first seat of ``team`` after the old banker. If
    ``team`` already had the bank, the next banker is the old banker or the old banker's partner, depending on
    ``Rules.staying_banker`` (GZ-7.5, R2).
    """
    if team != end.banker_team:
        return (end.banker + 1 + end.opposing_teams.index(team)) % SEATS
    return end.banker if rules.staying_banker == "same" else (end.banker + TEAMS) % SEATS


_REASONS: Final = {(True, True): "kept", (True, False): "held", (False, True): "taken", (False, False): "taken_dug"}
"""Codes of the result (GZ-7.1 to 7.4).

The keys are pairs: whether the bank stays with the banker's team, and whether this team kept the bottom.
"""


# ---- levels (GZ-7.1, 7.4, 7.6, 7.7, 2.2)


def joker_levels(rules: Rules, bottom: int) -> int:
    """Return the number of levels that the jokers in the bottom are worth (GZ-7.7)."""
    return (
        count_of(bottom, BIG_JOKER) * rules.big_joker_levels + count_of(bottom, SMALL_JOKER) * rules.small_joker_levels
    )


def _level_gains(rules: Rules, end: HandCount, team: int) -> tuple[LevelGain, ...]:
    """Return the gains of ``team``, which has the bank in the next hand. No other team gains levels."""
    stays, dug = team == end.banker_team, team == end.digger
    rises = stays and end.is_bottom_kept
    rows = (
        LevelGain("kept", HALVES if rises else 0),
        LevelGain("dug", HALVES if dug else 0),
        LevelGain("half", int(not stays and end.levels[team] not in rules.compulsory_levels)),
        LevelGain("jokers", HALVES * joker_levels(rules, end.bottom) if rises or dug else 0),
    )
    return tuple(gain for gain in rows if gain.halves)


def _highest_reachable_level(rules: Rules, level: int, *, as_banker: bool) -> int:
    """Return the highest level that a team may reach by this hand, in half levels (GZ-2.2).

    ``level`` is the team's level before the hand, in whole levels. ``as_banker`` says whether the team was the
    banker's team and kept the bottom.

    A team at a compulsory level stays there if ``as_banker`` is false and ``Rules.must_play`` is ``"as_banker"``.
    Otherwise the team may rise to the next compulsory level. After the last compulsory level, it may rise to the
    level that wins the match.
    """
    if level in rules.compulsory_levels and rules.must_play == "as_banker" and not as_banker:
        return HALVES * level
    return HALVES * min((stop for stop in rules.compulsory_levels if stop > level), default=rules.last_level + 1)


def _raise_level(
    rules: Rules, end: HandCount, team: int, gains: tuple[LevelGain, ...]
) -> tuple[int, tuple[LevelGain, ...]]:
    """Return a team's level after its gains, in half levels, and the list of its gains.

    If GZ-2.2 stops the team at a lower level than its gains would give, a negative gain is added to the list. The
    gains then add up to the real rise.
    """
    now = HALVES * end.levels[team] + end.halves[team]
    wanted = now + sum(gain.halves for gain in gains)
    ceiling = _highest_reachable_level(
        rules, end.levels[team], as_banker=team == end.banker_team and end.is_bottom_kept
    )
    reached = min(wanted, ceiling)
    lost = LevelGain("stopped", reached - wanted)
    return reached, (*gains, lost) if lost.halves else gains


def judge_hand(rules: Rules, end: HandCount) -> HandVerdict:
    """Return the result of a hand (GZ-7)."""
    won = _immediate_match_win(rules, end)
    past = HALVES * (rules.last_level + 1)
    if won:
        reason, team = won
        now = HALVES * end.levels[team] + end.halves[team]
        gains: tuple[LevelGain, ...] = (LevelGain("match", past - now),)
        reached = past
    else:
        team = _next_bank_team(rules, end)
        reason = _REASONS[team == end.banker_team, end.is_bottom_kept]
        reached, gains = _raise_level(rules, end, team, _level_gains(rules, end, team))
    level, half = divmod(reached, HALVES)
    return HandVerdict(
        reason=reason,
        team=team,
        banker=_next_banker(rules, end, team),
        gains=gains,
        levels=replace_at(end.levels, team, level),
        halves=replace_at(end.halves, team, half),
        match=reached >= past,
    )


def new_match(rules: Rules) -> GunziMatch:
    """Return a match before its first hand (GZ-2.1)."""
    return GunziMatch(levels=(rules.first_level,) * TEAMS)
