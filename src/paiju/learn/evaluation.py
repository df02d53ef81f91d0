"""Matches between two networks in the batch engine. The first network plays each deal once on every side.

``Trainer`` measures its progress by such matches.
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
from paiju.nets.input_embedding import InputSpec, Words

Scores = Callable[[DecisionBatch], Floats]
"""Maps a batch of decisions to action scores, shape (m,)."""


class EvaluationResult(NamedTuple):
    """Result of a match.

    ``hands`` is the number of decided hands. ``wins`` is the share of them that the first network won, and ``points`` its
    mean points per decided hand.
    """

    hands: int
    wins: float
    points: float
    due: float
    """The share of wins to be expected if both networks are equally strong: one over the number of sides."""

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of ``wins``.

        It is too large rather than too small, because it treats hands of the same deal as independent.
        """
        return NORMAL_95 * math.sqrt(self.wins * (1 - self.wins) / max(self.hands, 1))


def play_match(first: Scores, second: Scores, hands: batch.Hands, shape: InputSpec, flag: int) -> EvaluationResult:
    """Play all hands once for each side, and return the result.

    In each of these runs the first network plays one side, and the second network all other seats.
    """
    start, sides = hands.save(), teams_of(hands)
    won = points = 0.0
    played = 0
    for side in range(sides.number):
        table = hands.take(slice(None))
        table.restore(start)
        sums = _finish_hands(first, second, table, shape, flag, (sides, side))
        played, won, points = (
            played + int((table.end_codes == 1).sum()),
            won + float((sums > 0).sum()),
            points + sums.sum(),
        )
    return EvaluationResult(played, won / max(played, 1), float(points) / max(played, 1), 1 / sides.number)


def _finish_hands(
    first: Scores, second: Scores, hands: batch.Hands, shape: InputSpec, flag: int, mine: tuple[TeamAssignment, int]
) -> Words:
    """Play all hands to the end, and return the points of the first network's side; shape (n,).

    ``mine`` are the sides of the hands and the index of the first network's side.
    """
    (sides, side), chance = mine, np.random.default_rng(0)
    ones = np.zeros(len(hands), np.int64)
    while (hands.turns >= 0).any():
        at = gather_decisions(hands, shape, flag, chance)
        _record_seats_with_role_one(hands, at, ones)
        own = sides.team_of_decisions(at.live, hands.turns[at.live], at.roles) == side
        at.apply_actions(hands, at.argmax_actions(np.where(own[at.owner], first(at), second(at))))
    return sides.team_points(side, hands.points, ones)


def _record_seats_with_role_one(hands: batch.Hands, at: DecisionBatch, ones: Words) -> None:
    """Write to ``ones`` the seat with role 1 in each hand where that seat is about to act."""
    mine = np.flatnonzero(at.roles == 1)
    ones[at.live[mine]] = hands.turns[at.live[mine]]
