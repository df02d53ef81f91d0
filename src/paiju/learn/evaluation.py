"""Matches between two networks in the batch engine.

Each deal is played as often as there are sides. Each time, the first network plays another side, and the
second network plays all other seats. ``Trainer`` measures its progress by such matches.
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
from paiju.nets.network_inputs import InputSpec, Words

Scores = Callable[[DecisionBatch], Floats]
"""A function that returns a score for each action of a batch of decisions; shape (m,). The highest score is taken."""


class EvaluationResult(NamedTuple):
    """The result of a match between networks, as seen by the first network.

    ``hands`` is the number of hands that had a winner. ``wins`` is the fraction of these hands that the first
    network won. ``points`` is the mean of the first network's points in these hands.
    """

    hands: int
    wins: float
    points: float
    due: float
    """The expected value of ``wins`` if both networks are equally strong: 1 divided by the number of sides."""

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of ``wins``.

        The interval treats the hands of one deal as independent, and is therefore too wide rather than too narrow.
        """
        return NORMAL_95 * math.sqrt(self.wins * (1 - self.wins) / max(self.hands, 1))


def play_match(first: Scores, second: Scores, hands: batch.Hands, shape: InputSpec, flag: int) -> EvaluationResult:
    """Play each hand once for each side, and return the result of the first network.

    Each time, the first network plays one side, and the second network plays all other seats. ``hands`` must not
    deal a new hand when a hand ends. ``flag`` is the index of the ruleset among the rulesets of the networks.
    """
    start, sides = hands.save(), teams_of(hands)
    won = points = 0.0
    played = 0
    for side in range(sides.team_count):
        table = hands.take(slice(None))
        table.restore(start)
        sums = _finish_hands(first, second, table, shape, flag, (sides, side))
        played, won, points = (
            played + int((table.end_codes == 1).sum()),
            won + float((sums > 0).sum()),
            points + sums.sum(),
        )
    return EvaluationResult(played, won / max(played, 1), float(points) / max(played, 1), 1 / sides.team_count)


def _finish_hands(
    first: Scores, second: Scores, hands: batch.Hands, shape: InputSpec, flag: int, mine: tuple[TeamAssignment, int]
) -> Words:
    """Play all hands to the end, and return the points of the first network's side; shape (n,).

    ``mine`` is a pair: the assignment of seats to sides, and the index of the first network's side. ``flag`` is
    the index of the ruleset among the rulesets of the networks.
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
    """Write to ``ones`` the seat with role 1, for each hand in which that seat is about to act."""
    mine = np.flatnonzero(at.roles == 1)
    ones[at.live[mine]] = hands.turns[at.live[mine]]
