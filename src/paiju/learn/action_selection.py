"""How networks select actions in self-play, and what is recorded of each decision for training.

A network with a ``ValueHead`` estimates the value of each action. It takes the best action, except for a
certain fraction of random actions.

A network with a ``PolicyHead`` samples an action from its policy. It is trained together with a critic. The
critic is a second network, which sees the hands of all seats and estimates the value of the position. The
critic is not needed for playing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

import numpy as np

from paiju.batch import Hands
from paiju.batch.decision_batch import DecisionBatch, Floats
from paiju.batch.net_inference import BatchInference, Weights, compute_first_layer, compute_upper_layers
from paiju.features.feature_layout import BITS, FeatureLayout
from paiju.learn.ruleset_group import RulesetGroup
from paiju.learn.trajectories import FIELDS, Rows
from paiju.nets.net import HEADS, POLICY_HEAD, POLICY_TEMPERATURE
from paiju.nets.network_inputs import Words

CRITIC: Final = "critic"
"""The key of the critic's weights in the weights that actors receive.

Only a network with a policy head has a critic. The network file does not contain the critic.
"""
LIKELIEST: Final = 6
"""The number of actions that are recorded for each decision.

These are the action taken, and then the most likely other actions. Less likely actions contribute almost
nothing to training.
"""
NEVER_LOGIT: Final = np.float32(-1e9)
"""The logit of an action that does not exist or was not recorded."""
LEAST_PROBABILITY: Final = 1e-6
"""Probabilities below this are treated as zero, because float32 arithmetic cannot compute them reliably."""
TAKEN_FIRST: Final = 100.0
"""The sort key of the action taken.

It is larger than the sort keys of the other actions, which are log-probabilities.
"""


class PolicyOutput(NamedTuple):
    """Action scores for a batch of decisions, and a function that records these decisions for training."""

    scores: Floats
    """A score for each action, shape (m,). In each decision, the action with the highest score is taken."""
    make_training_rows: Callable[[Words], Rows]
    """A function that makes a training row for each decision; shape (n,).

    Its argument has the index of the action taken in each decision; shape (n,).
    """


class AgentHead(Protocol):
    """A way to select actions by the outputs of a network, and to record the decisions."""

    row: np.dtype[np.void]
    """The dtype of the training rows that are recorded."""
    heads: int
    """The number of network outputs for each action."""
    mix: Floats
    """Weights that combine head outputs into a score; shape (roles, heads)."""

    def evaluate(
        self, hands: Hands, at: DecisionBatch, weights: Weights, explore: float, chance: np.random.Generator
    ) -> PolicyOutput:
        """Return the action scores for all decisions of a batch, and a function that records these decisions.

        ``explore`` is the fraction of actions that are random. ``chance`` is the source of all randomness.
        """


class ValueHead:
    """Takes the action with the highest value, except for a certain fraction of random actions (ε-greedy)."""

    heads = len(HEADS)

    def __init__(self, group: RulesetGroup) -> None:
        self.shape, self.mix = group.shape, group.mix
        seen, action = group.layouts
        self.row = np.dtype([*FIELDS, ("words", np.int64, seen.words + 1 + action.words)])

    def evaluate(
        self, hands: Hands, at: DecisionBatch, weights: Weights, explore: float, chance: np.random.Generator
    ) -> PolicyOutput:
        acting = BatchInference(weights, self.shape)
        values = acting.values(at)
        scores = acting.combine_heads(at, values)
        best = at.argmax_actions(scores)
        wild = np.flatnonzero(chance.random(len(best)) < explore)
        spread = chance.random(len(wild)) * (at.starts[wild + 1] - at.starts[wild])
        scores[at.starts[wild] + spread.astype(np.int64)] = np.inf

        def make_training_rows(chosen: Words) -> Rows:
            found = np.zeros(len(at.live), self.row)
            found["words"] = np.concatenate([at.seen, at.actions[chosen]], 1)
            found["value"] = values[best]
            return found

        return PolicyOutput(scores, make_training_rows)


class PolicyHead:
    """Samples actions from the probabilities of the policy head. It ignores the parameter ``explore``."""

    heads = len(HEADS) + 1

    def __init__(self, group: RulesetGroup) -> None:
        self.shape = group.shape
        self.mix = np.zeros((group.shape.roles, self.heads), np.float32)
        self.mix[:, POLICY_HEAD] = POLICY_TEMPERATURE
        seen, action = group.layouts
        self.hands = own_card_word_indices(seen)
        self.hidden = len(self.hands) * (group.seats - 1)
        """The number of 64-bit words that encode the hands of the other seats, in turn order from the next seat on."""
        self.columns = np.concatenate(
            [
                self.shape.observation_rows,
                np.arange(self.shape.rows, self.shape.rows + self.hidden * BITS, dtype=np.int32),
            ]
        )
        self.row = np.dtype(
            [
                *FIELDS,
                ("seen", np.int64, seen.words + 1),
                ("hidden", np.int64, self.hidden),
                ("actions", np.int64, (LIKELIEST, action.words)),
                ("logits", np.float32, LIKELIEST + 1),  # the last one stands for all other actions together
                ("chance", np.float32),  # log-probability of the action taken
            ]
        )

    def evaluate(
        self, hands: Hands, at: DecisionBatch, weights: Weights, explore: float, chance: np.random.Generator
    ) -> PolicyOutput:
        logits = BatchInference(weights, self.shape).values(at)[:, POLICY_HEAD]
        hidden = self._hidden_card_words(hands, at)
        value = compute_upper_layers(
            weights[CRITIC],
            compute_first_layer(weights[CRITIC], np.concatenate([at.seen, hidden], 1), self.columns),
            at.roles,
        )

        def make_training_rows(chosen: Words) -> Rows:
            found = np.zeros(len(at.live), self.row)
            found["seen"], found["hidden"], found["value"] = at.seen, hidden, value
            self._record_probabilities(found, at, logits, chosen)
            return found

        return PolicyOutput(logits + chance.gumbel(size=len(logits)).astype(np.float32), make_training_rows)

    def _hidden_card_words(self, hands: Hands, at: DecisionBatch) -> Words:
        """Return the 64-bit words that encode the hands of the other seats at each decision; shape (n, words).

        The hands are in turn order, beginning with the seat after the deciding seat.
        """
        turns, seats = hands.turns.astype(np.int64), hands.game.seats
        others = [np.where(turns >= 0, (turns + step) % seats, -1) for step in range(1, seats)]
        found: Words = np.concatenate(
            [hands.observe(seat).view(np.int64)[at.live][:, self.hands] for seat in others], 1
        )
        return found

    def _record_probabilities(self, rows: Rows, at: DecisionBatch, logits: Floats, chosen: Words) -> None:
        """Write to ``rows`` the action taken and the most likely other actions, each with its logit.

        Also write one logit for all remaining actions together, and the log-probability of the action taken.
        """
        if not len(rows):
            return
        first, last = at.starts[:-1], at.starts[1:]
        most = np.maximum.reduceat(logits, first)
        whole = np.log(np.add.reduceat(np.exp(logits - most[at.owner]), first)) + most
        chances = logits - whole[at.owner]
        rank = chances.copy()
        rank[chosen] = TAKEN_FIRST
        order = np.lexsort((-rank, at.owner))
        places = first[:, None] + np.arange(LIKELIEST)
        there = places < last[:, None]
        kept = order[np.minimum(places, last[:, None] - 1)]
        rows["actions"] = np.where(there[:, :, None], at.actions[kept], 0)
        rows["logits"][:, :-1] = np.where(there, logits[kept], NEVER_LOGIT)
        left = 1 - np.where(there, np.exp(chances[kept]), 0).sum(1)
        rows["logits"][:, -1] = np.where(
            left > LEAST_PROBABILITY, np.log(np.maximum(left, LEAST_PROBABILITY)) + whole, NEVER_LOGIT
        )
        rows["chance"] = chances[chosen]


def own_card_word_indices(seen: FeatureLayout) -> list[int]:
    """Return the indices of the observation words that encode the deciding seat's own cards."""
    hands = [one for one in seen.slices if one.name.partition(".")[0] == "hand"]
    return sorted({bit // BITS for one in hands for bit in range(one.first, one.first + one.size)})


def head_for(group: RulesetGroup, *, choose: bool) -> ValueHead | PolicyHead:
    """Return the head of a group's network: a policy head if ``choose`` is true, otherwise a value head."""
    return PolicyHead(group) if choose else ValueHead(group)
