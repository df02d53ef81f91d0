"""Self-play actors: a network plays the rulesets of a group against itself and against a league of opponents.

The league consists of older versions of the network, and of rivals: opponent networks that do not change. Actors need NumPy
and Numba but not PyTorch. ``ray_actors`` runs them in many processes. ``Trainer`` gets its experience from an ``ActorPool``.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.batch.decision_batch import DecisionBatch, Floats, gather_decisions
from paiju.batch.net_inference import BatchInference, Weights
from paiju.learn.action_selection import head_for
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.ruleset_group import RulesetGroup
from paiju.learn.trajectories import NO_SIDE, Rows, SelfPlayTable

ROUNDS: Final = 8
"""The number of actions that one call of ``play`` takes in each hand."""
ROUNDS_PER_OPPONENT: Final = 50
"""The number of actions in each hand after which the next network of the league becomes the opponent."""


class Experience(NamedTuple):
    """What one call of ``play`` returns: training rows and statistics."""

    rows: list[Rows]
    """Training rows of the learner's decisions in the hands that ended during the call."""
    decisions: int
    """The number of decisions in all hands, including those of opponents and random ones."""
    hands: int
    """Number of hands that ended."""
    seconds: float
    """Processor time used, in seconds."""


class ActorPool(Protocol):
    """One or more actors, in this process or others."""

    def play(self, weights: Weights, explore: float) -> Experience:
        """Continue the hands with these weights of the learner, and return experience.

        The experience may come from hands that were played with slightly older weights. ``explore`` is the exploration
        rate: the fraction of actions that are random.
        """

    def add_opponent(self, ancestor: Weights) -> None:
        """Add an older network to the league of opponents."""


class LeagueActors:
    """An ``ActorPool`` in this process. The opponents are the networks of a league.

    It plays ``settings.hands`` hands at the same time. These hands are divided among the group's rulesets.
    """

    def __init__(
        self, group: RulesetGroup, settings: Hyperparameters, seed: int, rivals: Sequence[Weights] = ()
    ) -> None:
        """Deal the hands.

        ``rivals`` are networks of the same group that stay unchanged. All other opponents are older versions of the
        learner's network. An opponent plays about half of the seats of a hand. In some hands, a rival instead plays
        all seats except those of one side.
        """
        self.group, self.settings = group, settings
        self.chance = np.random.default_rng(seed)
        self.agent_head = head_for(group, choose=settings.choose)
        each = max(settings.hands // len(group.rulesets), 1)
        self.tables = [
            SelfPlayTable(name, each, seed * 100 + at, at, self.agent_head.row, history=group.history)
            for at, name in enumerate(group.rulesets)
        ]
        self.rivals = [self._inference_for(rival) for rival in rivals]
        self.ancestors: list[BatchInference] = []
        self.rounds = 0

    def add_opponent(self, ancestor: Weights) -> None:
        """Add an older network to the league of opponents."""
        self.ancestors.append(self._inference_for(ancestor))

    def play(self, weights: Weights, explore: float, rounds: int = ROUNDS) -> Experience:
        """Take ``rounds`` actions in every hand, and return the experience.

        ``explore`` is the exploration rate: the fraction of actions that are random.
        """
        start, before = time.process_time(), sum(table.ended for table in self.tables)
        rows, decisions = list[Rows](), 0
        for _ in range(rounds):
            self.rounds += 1
            for table in self.tables:
                decisions += self._step_table(table, weights, explore)
                rows.append(self._collect_finished_hands(table))
        hands = sum(table.ended for table in self.tables) - before
        return Experience(rows, decisions, hands, time.process_time() - start)

    def _inference_for(self, weights: Weights) -> BatchInference:
        return BatchInference(weights, self.group.shape)

    def _step_table(self, table: SelfPlayTable, weights: Weights, explore: float) -> int:
        """Take one action in each hand of ``table``, and return the number of decisions."""
        at = gather_decisions(table.hands, self.group.shape, table.flag, self.chance)
        thought = self.agent_head.evaluate(table.hands, at, weights, explore, self.chance)
        theirs, drawn = table.is_opponent_decision(at), table.is_random_decision(at)
        self._replace_scores_of_opponents(table, at, theirs, thought.scores)
        places = np.flatnonzero(drawn[at.owner])
        thought.scores[places] = self.chance.random(len(places))
        chosen = at.argmax_actions(thought.scores)
        table.store_decisions(at, thought.make_training_rows(chosen), ~(theirs | drawn))
        at.apply_actions(table.hands, chosen)
        return len(chosen)

    def _collect_finished_hands(self, table: SelfPlayTable) -> Rows:
        """Return the training rows of the hands that have just ended, and choose opponents for the hands that follow."""
        over, rows = table.collect_finished_hands(self.settings.keep)
        draw = self.chance.random(len(over))
        rival = draw < (self.settings.rivals if self.rivals else 0.0)
        older = draw >= 1 - (self.settings.opponent_share if self.ancestors else 0.0)
        half = self.chance.random((len(over), table.seats)) < 0.5
        side = self.chance.integers(0, table.sides.team_count, len(over))
        table.opponents[over] = (rival | older)[:, None] & half
        table.side[over] = np.where(rival & (self.chance.random(len(over)) < 0.5), side, NO_SIDE)
        table.rival[over] = rival
        table.drawn[over] = self.chance.random(len(over)) < self.settings.drawn
        return rows

    def _replace_scores_of_opponents(
        self, table: SelfPlayTable, at: DecisionBatch, theirs: NDArray[np.bool_], scores: Floats
    ) -> None:
        """Replace the action scores of the learner by those of an opponent, in the decisions that opponents make.

        ``theirs`` marks these decisions; its shape is (n,). ``scores`` has shape (m,) and is changed in place.
        """
        for nets, are_rivals in ((self.rivals, True), (self.ancestors, False)):
            some = np.flatnonzero(theirs & (table.rival[at.live] == are_rivals))
            if some.size:
                places = np.flatnonzero(np.isin(at.owner, some))
                part = at._replace(
                    seen=at.seen[some],
                    roles=at.roles[some],
                    owner=np.searchsorted(some, at.owner[places]),
                    actions=at.actions[places],
                )
                scores[places] = nets[self.rounds // ROUNDS_PER_OPPONENT % len(nets)].scores(part)
