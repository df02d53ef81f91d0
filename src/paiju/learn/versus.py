"""Nets against each other in arrays: the same deals again for each side."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.core.seats import Teams
from paiju.data.summary import NORMAL_95
from paiju.learn.play import Floats, Offer, offer
from paiju.nets.shape import Shape, Words

Scores = Callable[[Offer], Floats]
"""(m,) what each action of an offer is worth."""
TWO: Final = 2


class Match(NamedTuple):
    """How the first net did: its share of wins of the hands that somebody won, its points a hand, and what wins are its due."""

    hands: int
    wins: float
    points: float
    due: float
    """The share of wins that it would have if it played like the other: a half, or less where it plays one seat of several."""

    @property
    def margin(self) -> float:
        """What is to be added and taken from the wins for 95 %, as if hands were independent: too much, for deals are shared."""
        return NORMAL_95 * math.sqrt(self.wins * (1 - self.wins) / max(self.hands, 1))


class Sides(NamedTuple):
    """Who plays together: told by roles (role 1 is one side, all others the other), or where there are none, teams of seats."""

    teams: Teams
    by_role: bool

    @property
    def number(self) -> int:
        """How many sides there are."""
        return TWO if self.by_role else len(self.teams)

    def of(self, at: Offer, turns: NDArray[Any]) -> Words:
        """(n,) the side of each decision. Before there are roles, seats go by turns."""
        if self.by_role:
            return np.where(at.roles == 0, (turns + at.live) % TWO, (at.roles != 1).astype(np.int64))
        team_of = {seat: side for side, team in enumerate(self.teams) for seat in team}
        found: Words = np.array([team_of[seat] for seat in sorted(team_of)], np.int64)[turns]
        return found

    def points(self, side: int, points: Words, ones: Words) -> Words:
        """(n,) what a side came to, of (n, seats) points; ``ones`` (n,) is who was role 1."""
        if self.by_role:
            ones_points: Words = points[np.arange(len(points)), ones]
            return ones_points * (1 if side == 0 else -1)
        found: Words = points[:, self.teams[side][0]]
        return found


def sides_of(hands: batch.Hands, shape: Shape) -> Sides:
    """Who plays together in these hands."""
    return Sides(hands.game.teams, shape.roles > 1)


def versus(first: Scores, second: Scores, hands: batch.Hands, shape: Shape, flag: int) -> Match:
    """Play each of these hands out once for each side: the first net plays that side, the second all others."""
    start, sides = hands.save(), sides_of(hands, shape)
    won = points = 0.0
    played = 0
    for side in range(sides.number):
        table = hands.take(slice(None))
        table.restore(start)
        sums = _play_out(first, second, table, shape, flag, (sides, side))
        played, won, points = played + int((table.ended == 1).sum()), won + float((sums > 0).sum()), points + sums.sum()
    return Match(played, won / max(played, 1), float(points) / max(played, 1), 1 / sides.number)


def _play_out(
    first: Scores, second: Scores, hands: batch.Hands, shape: Shape, flag: int, mine: tuple[Sides, int]
) -> Words:
    """(n,) what the first net's side came to."""
    (sides, side), chance = mine, np.random.default_rng(0)
    ones = np.zeros(len(hands), np.int64)
    while (hands.turns >= 0).any():
        at = offer(hands, shape, flag, chance)
        _note_roles(hands, at, ones)
        own = sides.of(at, hands.turns[at.live]) == side
        at.step(hands, at.best(np.where(own[at.owner], first(at), second(at))))
    return sides.points(side, hands.points, ones)


def _note_roles(hands: batch.Hands, at: Offer, ones: Words) -> None:
    """Remember which seat is role 1."""
    mine = np.flatnonzero(at.roles == 1)
    ones[at.live[mine]] = hands.turns[at.live[mine]]
