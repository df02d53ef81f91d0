"""Hands of one ruleset that are played at once in self-play, and the recorded decisions of these hands.

The decisions of a hand are stored until the hand ends, and then become training rows with TD(λ) returns. The
module ``actors`` plays the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.batch.decision_batch import DecisionBatch, Floats
from paiju.learn import training_kernels
from paiju.learn.teams import teams_of
from paiju.nets.net import HEADS
from paiju.nets.network_inputs import Words

HANDS_IN_RUNNING_MEAN: Final = 20_000
"""The running mean of results is taken over approximately this number of the most recent hands."""
MOST_DECISIONS: Final = 320
"""Maximum number of decisions recorded per hand. Later decisions are not used for training."""


NO_SIDE: Final = -1


Rows = NDArray[np.void]
"""Recorded decisions, as a structured array.

The array has the fields ``FIELDS`` and the fields of the head (``paiju.learn.action_selection``).
"""
FIELDS: Final = (
    ("seat", np.int8),
    ("role", np.int8),
    ("own", np.bool_),  # whether the learner decided, and not an opponent or a random choice
    ("value", np.float32, len(HEADS)),  # value that the network estimated when it decided
    ("target", np.float32, len(HEADS)),  # TD(λ) return
)


class ReplayBuffer:
    """A ring buffer of the training rows added most recently."""

    def __init__(self, size: int, row: np.dtype[np.void]) -> None:
        self.rows = np.zeros(size, row)
        self.added = 0

    def add(self, rows: Rows) -> None:
        """Add training rows in place of the oldest ones."""
        self.rows[(self.added + np.arange(len(rows))) % len(self.rows)] = rows
        self.added += len(rows)

    def __len__(self) -> int:
        return min(self.added, len(self.rows))


class SelfPlayTable:
    """``n`` hands of one ruleset that are played at once in self-play.

    ``flag`` is the index of the ruleset in its group.
    """

    def __init__(
        self, ruleset: str, n: int, seed: int, flag: int, row: np.dtype[np.void], *, history: bool = False
    ) -> None:
        self.hands = batch.new_hands(ruleset, n, seed, history=history)
        self.sides = teams_of(self.hands)
        self.flag, self.seats = flag, self.hands.game.seats
        self.scale = measure_point_scale(self.hands)
        self.ended = self.decided = 0
        self.mean = np.array([baseline_win_share(self.hands), 0.0], np.float32)
        """The running mean of the results of all seats (``make_head_targets``), shape (heads,).

        Only hands that a seat won enter the mean. A hand without a winner is dealt again. Its result for training is
        this mean, which estimates the value of the next deal.
        """
        self.length = np.zeros(n, np.int64)
        self._kept = np.zeros((n, MOST_DECISIONS), row)
        self.opponents = np.zeros((n, self.seats), bool)
        """Which seats an opponent network plays, shape (n, seats). Their decisions are not used for training."""
        self.side = np.full(n, NO_SIDE)
        """For each hand, the only side that the learner plays; shape (n,).

        If the value is NO_SIDE, ``opponents`` says which seats the opponent plays.
        """
        self.rival = np.zeros(n, bool)
        """Whether the opponent in each hand is a rival, shape (n,). Otherwise it is an older version of the network."""
        self.drawn = np.zeros(n, bool)
        """Whether all actions of a hand before the assignment of roles are random; shape (n,)."""

    def is_opponent_decision(self, at: DecisionBatch) -> NDArray[np.bool_]:
        """Return for each decision whether an opponent network makes it; shape (n,)."""
        turns, side = self.hands.turns[at.live], self.side[at.live]
        by_side = self.sides.team_of_decisions(at.live, turns, at.roles) != side
        found: NDArray[np.bool_] = np.where(side == NO_SIDE, self.opponents[at.live, turns], by_side)
        return found

    def is_random_decision(self, at: DecisionBatch) -> NDArray[np.bool_]:
        """Return for each decision whether its action is chosen at random; shape (n,)."""
        found: NDArray[np.bool_] = self.drawn[at.live] & (at.roles == 0) & self.sides.by_role
        return found

    def store_decisions(self, at: DecisionBatch, rows: Rows, own: NDArray[np.bool_]) -> None:
        """Store decisions until their hands end.

        ``own`` says, for each of the n decisions, whether it is the learner's; shape (n,).
        """
        rows["seat"], rows["role"], rows["own"] = self.hands.turns[at.live], at.roles, own
        room = np.flatnonzero(self.length[at.live] < MOST_DECISIONS)
        hands = at.live[room]
        self._kept[hands, self.length[hands]] = rows[room]
        self.length[hands] += 1

    def collect_finished_hands(self, keep: float) -> tuple[Words, Rows]:
        """Return the indices of the hands that have just ended, and the learner's training rows of these hands.

        The rows contain TD(λ) returns; ``keep`` is λ.
        """
        over, kept = np.flatnonzero(self.hands.end_codes), self._kept
        ends = np.zeros((len(self.hands), self.seats, len(HEADS)), np.float32)
        ends[over] = make_head_targets(self.hands.points[over], self.hands.learning_points[over], self.scale, self.mean)
        self._update_running_mean(ends[over[self.hands.end_codes[over] == 1]])
        training_kernels.td_lambda_targets(over, self.length, kept["seat"], kept["value"], ends, keep, kept["target"])
        known = (np.arange(MOST_DECISIONS) < self.length[over][:, None]) & kept["own"][over]
        rows, places = np.nonzero(known)
        found = kept[over[rows], places]
        self.length[over] = 0
        self.ended += len(over)
        return over, found

    def _update_running_mean(self, ends: Floats) -> None:
        """Update the running mean with the results ``ends`` of hands that a seat won.

        ``ends`` has the shape (hands, seats, heads).
        """
        if len(ends):
            self.decided += len(ends)
            self.mean += (ends.mean((0, 1)) - self.mean) * (
                len(ends) / min(self.decided, max(HANDS_IN_RUNNING_MEAN, len(ends)))
            )


def make_head_targets(
    points: NDArray[Any], tally: NDArray[Any], scale: float, again: Sequence[float] | Floats
) -> Floats:
    """Return the results of finished hands, which the value heads learn to predict; shape (n, seats, heads).

    ``points`` are the points of the seats, and ``tally`` are the points that the seats are to learn, both of
    shape (n, seats). The first head is 1 if the seat won (its ``points`` are positive), otherwise 0. The second
    head is ``tally`` divided by ``scale``. If no seat won a hand, both heads of every seat are taken from
    ``again``, shape (heads,).
    """
    found = np.stack([points > 0, tally / scale], -1).astype(np.float32)
    found[~(points > 0).any(1)] = again
    return found


def baseline_win_share(hands: batch.Hands) -> float:
    """Return the fraction of hands that a seat wins on average.

    It is a half if roles divide the seats into two sides, otherwise 1 divided by the number of teams.
    """
    teams = hands.game.teams
    return 0.5 if hands.layout.roles else 1 / len(teams)


def measure_point_scale(hands: batch.Hands) -> float:
    """Return the mean absolute value of a seat's ``Hands.learning_points``, measured in randomly played hands.

    The points head learns to predict the points divided by this mean.
    """
    trial = batch.new_hands(hands.ruleset, 256, 1)
    found: list[float] = []
    while len(found) < 2000:
        trial.step(trial.sample())
        found += np.abs(trial.learning_points[trial.end_codes == 1]).mean(1).tolist()
    return float(np.mean(found))
