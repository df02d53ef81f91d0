"""Nets against each other in arrays: the same deals twice, the sides changed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from paiju import batch
from paiju.learn.play import Floats, Offer, offer
from paiju.nets.shape import Shape, Words

Scores = Callable[[Offer], Floats]
"""(m,) what each action of an offer is worth."""
SIDES: Final = 2


class Match(NamedTuple):
    """How the first net did: its share of wins of the hands that were played, and its points a hand."""

    hands: int
    wins: float
    points: float

    @property
    def margin(self) -> float:
        """What is to be added and taken from the wins for 95 %, as if hands were independent: too much, for deals are shared."""
        return 1.96 * math.sqrt(self.wins * (1 - self.wins) / max(self.hands, 1))


def versus(first: Scores, second: Scores, hands: batch.Hands, shape: Shape, flag: int) -> Match:
    """Play each of these hands out twice: as they are, and with the nets in each other's seats.

    Who is what is told by the roles: role 1 is one side, all others the other. Before there are roles, seats go by turns.
    """
    start = hands.save()
    won = points = 0.0
    played = 0
    for side in range(SIDES):
        table = hands.take(slice(None))
        table.restore(start)
        sums = _play_out(first, second, table, shape, flag, side)
        ended = np.flatnonzero(sums)
        played, won, points = played + len(ended), won + float((sums > 0).sum()), points + float(sums.sum())
    return Match(played, won / max(played, 1), points / max(played, 1))


def _play_out(first: Scores, second: Scores, hands: batch.Hands, shape: Shape, flag: int, side: int) -> Words:
    """(n,) what the first net's role came to: its points if it was role 1, else the negative of theirs."""
    chance = np.random.default_rng(0)
    ones = np.zeros(len(hands), np.int64)
    while (hands.turns >= 0).any():
        at = offer(hands, shape, flag, chance)
        _note_roles(hands, at, ones)
        mine = np.where(at.roles == 0, (hands.turns[at.live] + at.live) % SIDES == side, (at.roles == 1) == (side == 0))
        scores = np.where(mine[at.owner], first(at), second(at))
        at.step(hands, at.best(scores))
    return hands.points[np.arange(len(hands)), ones] * (1 if side == 0 else -1)


def _note_roles(hands: batch.Hands, at: Offer, ones: Words) -> None:
    """Remember which seat is role 1."""
    mine = np.flatnonzero(at.roles == 1)
    ones[at.live[mine]] = hands.turns[at.live[mine]]
