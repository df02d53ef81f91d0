"""Self-play: many hands at once. A decision is kept until its hand is over, and then told what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.learn import kernels
from paiju.learn.teams import teams_of
from paiju.nets.input_spec import InputSpec, Words
from paiju.nets.net import HEADS

Floats = NDArray[np.float32]

MOST: Final = 64
"""Of more actions than these so many are weighed, spread over all."""
NEWEST: Final = 20_000
"""What a hand is worth in the mean is told by so many that were played, the newest counting most."""
LONGEST: Final = 320
"""Decisions of a hand that are learned from; what comes later is not."""


NO_SIDE: Final = -1


class DecisionBatch(NamedTuple):
    """The decisions that are to be made, where there is more than one action: n of them, with m actions together."""

    live: Words
    """(n,) which hand each is in."""
    seen: Words
    """(n, words) what is seen."""
    roles: Words
    starts: Words
    """(n + 1,) where the actions of each begin."""
    owner: Words
    """(m,) the decision that an action belongs to."""
    numbers: Words
    """(m,) its number there."""
    actions: Words
    """(m, words) what it is."""

    def argmax_actions(self, scores: Floats) -> Words:
        """(n,) the place of the best action of each decision."""
        found = np.empty(len(self.live), np.int64)
        kernels.argmax_per_part(self.starts, scores, found)
        return found

    def apply_actions(self, hands: batch.Hands, chosen: Words) -> None:
        """Take the actions in these places; elsewhere there is only one."""
        numbers = np.zeros(len(hands), np.int64)
        numbers[self.live] = self.numbers[chosen]
        hands.step(numbers)


def gather_decisions(
    hands: batch.Hands, shape: InputSpec, flag: int, chance: np.random.Generator, most: int = MOST
) -> DecisionBatch:
    """What there is to decide."""
    live = np.flatnonzero(hands.counts > 1)
    words = hands.observe().view(np.int64)[live]
    counts = hands.counts[live]
    taken = np.minimum(counts, most)
    starts = np.concatenate([[0], np.cumsum(taken)])
    owner = np.repeat(np.arange(len(live)), taken)
    numbers = np.arange(starts[-1]) - starts[owner]
    many = np.flatnonzero(counts[owner] > most)
    if many.size:
        each = counts[owner[many]]
        spread = (numbers[many] + chance.random(len(live))[owner[many]]) * each / most
        numbers[many] = np.minimum(spread.astype(np.int64), each - 1)
    actions = hands.describe(live[owner], numbers).view(np.int64)
    return DecisionBatch(
        live, shape.network_input(words, flag), shape.role_of_decisions(words), starts, owner, numbers, actions
    )


Rows = NDArray[np.void]
"""Decisions as they are kept: records. Each way to decide (``paiju.learn.policies``) has its own fields, and all have these:"""
FIELDS: Final = (
    ("seat", np.int8),
    ("role", np.int8),
    ("own", np.bool_),  # it was the learner's
    ("value", np.float32, len(HEADS)),  # what its hand was thought to be worth then ...
    ("target", np.float32, len(HEADS)),  # ... and what it came to
)


class ReplayBuffer:
    """The newest decisions."""

    def __init__(self, size: int, row: np.dtype[np.void]) -> None:
        self.rows = np.zeros(size, row)
        self.added = 0

    def add(self, rows: Rows) -> None:
        """Put decisions in the place of the oldest."""
        self.rows[(self.added + np.arange(len(rows))) % len(self.rows)] = rows
        self.added += len(rows)

    def __len__(self) -> int:
        return min(self.added, len(self.rows))


class SelfPlayTable:
    """``n`` hands of one ruleset in self-play; ``flag`` is its place in the group."""

    def __init__(self, ruleset: str, n: int, seed: int, flag: int, row: np.dtype[np.void]) -> None:
        self.hands = batch.new_hands(ruleset, n, seed)
        self.sides = teams_of(self.hands)
        self.flag, self.seats = flag, self.hands.game.seats
        self.scale = point_scale(self.hands)
        self.ended = self.decided = 0
        self.mean = np.array([expected_win_share(self.hands), 0.0], np.float32)
        """(heads,) what a hand that somebody won came to, in the mean over hands and seats: so much a hand counts that is dealt
        again, for it is the value of the next deal."""
        self.length = np.zeros(n, np.int64)
        self._kept = np.zeros((n, LONGEST), row)
        self.strangers = np.zeros((n, self.seats), bool)
        """(n, seats) who is played by another net, of whom nothing is learned."""
        self.side = np.full(n, NO_SIDE)
        """(n,) the one side that the learner plays, or all others than strangers."""
        self.rival = np.zeros(n, bool)
        """(n,) whether the strangers are a rival, and not an older self."""
        self.drawn = np.zeros(n, bool)
        """(n,) whether what comes before there are roles is drawn at random."""

    def is_opponents(self, at: DecisionBatch) -> NDArray[np.bool_]:
        """(n,) which decisions are a stranger's."""
        turns, side = self.hands.turns[at.live], self.side[at.live]
        by_side = self.sides.team_of_decisions(at.live, turns, at.roles) != side
        found: NDArray[np.bool_] = np.where(side == NO_SIDE, self.strangers[at.live, turns], by_side)
        return found

    def is_drawn(self, at: DecisionBatch) -> NDArray[np.bool_]:
        """(n,) which decisions nobody makes: they are drawn at random."""
        found: NDArray[np.bool_] = self.drawn[at.live] & (at.roles == 0) & self.sides.by_role
        return found

    def store(self, at: DecisionBatch, rows: Rows, own: NDArray[np.bool_]) -> None:
        """Keep the decisions; ``own`` (n,) are the learner's."""
        rows["seat"], rows["role"], rows["own"] = self.hands.turns[at.live], at.roles, own
        room = np.flatnonzero(self.length[at.live] < LONGEST)
        hands = at.live[room]
        self._kept[hands, self.length[hands]] = rows[room]
        self.length[hands] += 1

    def finish_hands(self, keep: float) -> tuple[Words, Rows]:
        """Which hands have just ended, and what is learned from them: TD(λ), ``keep`` is λ."""
        over, kept = np.flatnonzero(self.hands.ended), self._kept
        ends = np.zeros((len(self.hands), self.seats, len(HEADS)), np.float32)
        ends[over] = reward_heads(self.hands.points[over], self.hands.learning_points[over], self.scale, self.mean)
        self._follow(ends[over[self.hands.ended[over] == 1]])
        kernels.td_lambda_targets(over, self.length, kept["seat"], kept["value"], ends, keep, kept["target"])
        known = (np.arange(LONGEST) < self.length[over][:, None]) & kept["own"][over]
        rows, places = np.nonzero(known)
        found = kept[over[rows], places]
        self.length[over] = 0
        self.ended += len(over)
        return over, found

    def _follow(self, ends: Floats) -> None:
        """Let the mean go after what these hands came to, (n, seats, heads)."""
        if len(ends):
            self.decided += len(ends)
            self.mean += (ends.mean((0, 1)) - self.mean) * (len(ends) / min(self.decided, max(NEWEST, len(ends))))


def reward_heads(points: NDArray[Any], tally: NDArray[Any], scale: float, again: Sequence[float] | Floats) -> Floats:
    """(n, seats, heads) of (n, seats) points: whether it was won, and the tally; where nobody won, ``again`` (heads,) for all.

    Who neither wins nor pays where another won has lost.
    """
    found = np.stack([points > 0, tally / scale], -1).astype(np.float32)
    found[~(points > 0).any(1)] = again
    return found


def expected_win_share(hands: batch.Hands) -> float:
    """What wins are a seat's due in the mean: a half where roles make two sides of the seats, else one for each team."""
    teams = hands.game.teams
    return 0.5 if hands.layout.roles else 1 / len(teams)


def point_scale(hands: batch.Hands) -> float:
    """What a seat is ahead or behind after a hand played at random, in the mean."""
    trial = batch.new_hands(hands.ruleset, 256, 1)
    found: list[float] = []
    while len(found) < 2000:
        trial.step(trial.sample())
        found += np.abs(trial.learning_points[trial.ended == 1]).mean(1).tolist()
    return float(np.mean(found))
