"""Two ways to decide in self-play, and what is kept of a decision to be learned from.

*Valuing*: each action is thought to be worth something, and the best is taken, now and then any other. *Choosing*: an action is
drawn by how willingly the net chooses it, and a critic, who sees all hands, says what the position is worth; the critic is for
learning alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

import numpy as np

from paiju.batch import Hands
from paiju.features.bit_layout import BITS, FeatureLayout
from paiju.learn.batch_inference import BatchInference, Weights, first_layer, upper_layers
from paiju.learn.ruleset_group import RulesetGroup
from paiju.learn.self_play import FIELDS, DecisionBatch, Floats, Rows
from paiju.nets.input_spec import Words
from paiju.nets.net import CHOICE, HEADS, HEAT

CRITIC: Final = "critic"
"""Under this name its weights lie among those of a net that chooses."""
LIKELIEST: Final = 6
"""Of a decision so many actions are kept, the one taken first; from the others nearly nothing is to be learned."""
NEVER: Final = np.float32(-1e9)
"""The logarithm of no chance at all."""
LEAST: Final = 1e-6
"""A chance below this is none: 32 bits tell it from nothing no better."""
TAKEN_FIRST: Final = 100.0
"""More than any logarithm of a chance."""


class PolicyOutput(NamedTuple):
    """What is thought at the decisions of an offer."""

    scores: Floats
    """(m,) of each decision the action of the highest is taken."""
    rows: Callable[[Words], Rows]
    """(n,) what is to be kept, of the (n,) places of the actions taken."""


class AgentHead(Protocol):
    """How is decided, and what a net is for that."""

    row: np.dtype[np.void]
    heads: int
    mix: Floats
    """(roles, heads) how the heads make a score."""

    def evaluate(
        self, hands: Hands, at: DecisionBatch, weights: Weights, explore: float, chance: np.random.Generator
    ) -> PolicyOutput:
        """At all decisions of an offer; ``explore`` is the share of those that are taken at random."""


class ValueHead:
    """The best action is taken, now and then any other."""

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

        def rows(chosen: Words) -> Rows:
            found = np.zeros(len(at.live), self.row)
            found["words"] = np.concatenate([at.seen, at.actions[chosen]], 1)
            found["value"] = values[best]
            return found

        return PolicyOutput(scores, rows)


class PolicyHead:
    """Actions are drawn by what the last head thinks of them; it needs no other chance."""

    heads = len(HEADS) + 1

    def __init__(self, group: RulesetGroup) -> None:
        self.shape = group.shape
        self.mix = np.zeros((group.shape.roles, self.heads), np.float32)
        self.mix[:, CHOICE] = HEAT
        seen, action = group.layouts
        self.hands = own_card_words(seen)
        self.hidden = len(self.hands) * (group.seats - 1)
        """Words that tell what the others hold, from the next seat on."""
        self.columns = np.concatenate(
            [self.shape.seen, np.arange(self.shape.rows, self.shape.rows + self.hidden * BITS, dtype=np.int32)]
        )
        self.row = np.dtype(
            [
                *FIELDS,
                ("seen", np.int64, seen.words + 1),
                ("hidden", np.int64, self.hidden),
                ("actions", np.int64, (LIKELIEST, action.words)),
                ("logits", np.float32, LIKELIEST + 1),  # the last: all others together
                ("chance", np.float32),  # the logarithm of that with which the action was taken
            ]
        )

    def evaluate(
        self, hands: Hands, at: DecisionBatch, weights: Weights, explore: float, chance: np.random.Generator
    ) -> PolicyOutput:
        logits = BatchInference(weights, self.shape).values(at)[:, CHOICE]
        hidden = self._hidden_card_words(hands, at)
        value = upper_layers(
            weights[CRITIC],
            first_layer(weights[CRITIC], np.concatenate([at.seen, hidden], 1), self.columns),
            at.roles,
        )

        def rows(chosen: Words) -> Rows:
            found = np.zeros(len(at.live), self.row)
            found["seen"], found["hidden"], found["value"] = at.seen, hidden, value
            self._record_probabilities(found, at, logits, chosen)
            return found

        return PolicyOutput(logits + chance.gumbel(size=len(logits)).astype(np.float32), rows)

    def _hidden_card_words(self, hands: Hands, at: DecisionBatch) -> Words:
        """(n, words) what the others hold."""
        turns, seats = hands.turns.astype(np.int64), hands.game.seats
        others = [np.where(turns >= 0, (turns + step) % seats, -1) for step in range(1, seats)]
        found: Words = np.concatenate(
            [hands.observe(seat).view(np.int64)[at.live][:, self.hands] for seat in others], 1
        )
        return found

    def _record_probabilities(self, rows: Rows, at: DecisionBatch, logits: Floats, chosen: Words) -> None:
        """Write down the action taken and the likeliest of the others, and how likely they were."""
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
        rows["logits"][:, :-1] = np.where(there, logits[kept], NEVER)
        left = 1 - np.where(there, np.exp(chances[kept]), 0).sum(1)
        rows["logits"][:, -1] = np.where(left > LEAST, np.log(np.maximum(left, LEAST)) + whole, NEVER)
        rows["chance"] = chances[chosen]


def own_card_words(seen: FeatureLayout) -> list[int]:
    """The words of an observation in which one's own cards lie."""
    hands = [one for one in seen.slices if one.name.partition(".")[0] == "hand"]
    return sorted({bit // BITS for one in hands for bit in range(one.first, one.first + one.size)})


def head_for(group: RulesetGroup, *, choose: bool) -> ValueHead | PolicyHead:
    """How a net of a group decides."""
    return PolicyHead(group) if choose else ValueHead(group)
