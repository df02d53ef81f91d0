"""Matches between two networks in the batch engine, with the same deals played once for each side.

``Trainer`` measures its progress with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from paiju import batch
from paiju.batch.decision_batch import DecisionBatch, Floats, gather_decisions
from paiju.data.summary import NORMAL_95
from paiju.learn.teams import TeamAssignment, teams_of
from paiju.nets.input_spec import InputSpec, Words

Scores = Callable[[DecisionBatch], Floats]
"""Maps a batch of decisions to action scores, shape (m,)."""


class EvaluationResult(NamedTuple):
    """Result of a match for the first network.

    ``wins`` is its share of the decided hands, ``points`` its mean points per hand.
    """

    hands: int
    wins: float
    points: float
    due: float
    """The share of wins expected of an equal opponent: a half, or less if it plays one seat of several."""

    @property
    def margin(self) -> float:
        """Half-width of the 95 % confidence interval of ``wins``.

        It is an overestimate, because it treats hands as independent although they share deals.
        """
        return NORMAL_95 * math.sqrt(self.wins * (1 - self.wins) / max(self.hands, 1))


def play_match(first: Scores, second: Scores, hands: batch.Hands, shape: InputSpec, flag: int) -> EvaluationResult:
    """Play the hands once for each side, with the first network on that side and the second one on all others."""
    start, sides = hands.save(), teams_of(hands)
    won = points = 0.0
    played = 0
    for side in range(sides.number):
        table = hands.take(slice(None))
        table.restore(start)
        sums = _play_out(first, second, table, shape, flag, (sides, side))
        played, won, points = (
            played + int((table.end_codes == 1).sum()),
            won + float((sums > 0).sum()),
            points + sums.sum(),
        )
    return EvaluationResult(played, won / max(played, 1), float(points) / max(played, 1), 1 / sides.number)


def _play_out(
    first: Scores, second: Scores, hands: batch.Hands, shape: InputSpec, flag: int, mine: tuple[TeamAssignment, int]
) -> Words:
    """Return the points of the first network's side; shape (n,)."""
    (sides, side), chance = mine, np.random.default_rng(0)
    ones = np.zeros(len(hands), np.int64)
    while (hands.turns >= 0).any():
        at = gather_decisions(hands, shape, flag, chance)
        _note_roles(hands, at, ones)
        own = sides.team_of_decisions(at.live, hands.turns[at.live], at.roles) == side
        at.apply_actions(hands, at.argmax_actions(np.where(own[at.owner], first(at), second(at))))
    return sides.team_points(side, hands.points, ones)


def _note_roles(hands: batch.Hands, at: DecisionBatch, ones: Words) -> None:
    """Record which seat has role 1 in each hand."""
    mine = np.flatnonzero(at.roles == 1)
    ones[at.live[mine]] = hands.turns[at.live[mine]]
