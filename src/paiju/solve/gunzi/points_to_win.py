"""Computes how many card points a team needs to be sure of winning a hand of Gunzi (its goal).

A team that reaches its goal wins the hand. It may also win without reaching it, because the goals ignore ties of points
and other ways to win the whole match.
"""

from __future__ import annotations

from typing import NamedTuple

from paiju.games.gunzi.cards import BIG_JOKER, count_of, points_in
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import TEAMS, State, team_of
from paiju.solve.gunzi.position import TrickPosition
from paiju.solve.gunzi.search_objective import Aim, points_aim


class WinGoal(NamedTuple):
    """A goal with which a team surely wins the hand.

    The goal is reached if the value of the hand is at least ``goal``. ``aim`` defines this value. However the seats
    play, the value lies between ``least`` and ``most``.
    """

    aim: Aim
    goal: int
    least: int
    most: int

    @property
    def is_certain(self) -> bool:
        """Whether the team reaches its goal however the seats play."""
        return self.goal <= self.least

    @property
    def is_undecided(self) -> bool:
        """Whether the remaining plays decide if the team reaches its goal."""
        return self.least < self.goal <= self.most


def win_goal(rules: Rules, state: State, position: TrickPosition, team: int) -> WinGoal:
    """Return a goal with which a team surely wins the hand. The state must be complete and in the play phase."""
    aim = points_aim(rules, position, team)
    left = sum(map(points_in, (*position.hands, *position.plays))) + points_in(position.bottom) * rules.bottom_times
    if team == team_of(position.banker):
        takers = (points for other, points in enumerate(state.points) if other != team)
        spare = rules.bank_at - max(takers)
        return WinGoal(aim, -_largest_multiple_below(spare, aim.step), -left, 0)
    return WinGoal(aim, _goal_of_taker(rules, state, position, team, left), 0, left)


def _goal_of_taker(rules: Rules, state: State, position: TrickPosition, team: int, left: int) -> int:
    """Return the points that a team other than the banker's must still take to be sure of winning the hand.

    With these points the team gets the bank (GZ-7.1 to 7.5). The third team (neither this team nor the
    banker's) then gets fewer points than this team, and cannot win the match (7.8). ``left`` is the number of
    points that are still to be taken.
    """
    step = 5
    third = next(other for other in range(TEAMS) if other not in (team, team_of(position.banker)))
    own, other = state.points[team], state.points[third]
    bank = _least_multiple_from(rules.bank_at - own, step)
    keeps_third_out = _least_multiple_above(other + left - rules.bank_at, step)
    is_match_near = (
        count_of(position.bottom, BIG_JOKER) >= rules.jokers_to_win or other + left >= rules.win_at > rules.bank_at
    )
    if is_match_near:
        return max(bank, keeps_third_out)
    beats_third = _least_multiple_above((other + left - own) / 2, step)
    return max(bank, min(keeps_third_out, beats_third))


def _least_multiple_from(value: float, step: int) -> int:
    """Return the least multiple of ``step`` that is at least ``value``."""
    return int(-(-value // step)) * step


def _least_multiple_above(value: float, step: int) -> int:
    """Return the least multiple of ``step`` that is greater than ``value``."""
    return int(value // step + 1) * step


def _largest_multiple_below(value: float, step: int) -> int:
    """Return the largest multiple of ``step`` that is less than ``value``."""
    return -_least_multiple_above(-value, step)
