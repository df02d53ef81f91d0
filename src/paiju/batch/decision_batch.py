"""Encodes the pending decisions of many hands as input for a network."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.batch import net_kernels
from paiju.batch.hands import Hands
from paiju.nets.network_inputs import InputSpec, Words

Floats = NDArray[np.float32]

MOST_EVALUATED: Final = 64
"""The most actions of a decision that are evaluated. If more are legal, an evenly spread sample is evaluated."""


class DecisionBatch(NamedTuple):
    """The pending decisions of many hands as network input: n decisions with m actions in total.

    Only hands with more than one legal action have a decision here. ``roles`` has, for each decision, the role of
    the seat to act; shape (n,).
    """

    live: Words
    """For each decision, the index of its hand in ``Hands``; shape (n,)."""
    seen: Words
    """What the seat to act observes in each decision, as network input; shape (n, words)."""
    roles: Words
    starts: Words
    """Decision ``i`` has the actions with the indices ``starts[i]`` to ``starts[i + 1] - 1``; shape (n + 1,)."""
    owner: Words
    """For each action, the index of its decision; shape (m,)."""
    numbers: Words
    """For each of the m actions, its number among the legal actions of its hand; shape (m,).

    ``Hands.step`` takes these numbers.
    """
    actions: Words
    """The actions, encoded as network input; shape (m, words)."""

    def argmax_actions(self, scores: Floats) -> Words:
        """Return, for each of the n decisions, the index of its action with the highest score; shape (n,).

        ``scores`` has a score for each of the m actions of the batch; shape (m,). The returned indices refer to these
        m actions.
        """
        found = np.empty(len(self.live), np.int64)
        net_kernels.argmax_per_decision(self.starts, scores, found)
        return found

    def apply_actions(self, hands: Hands, chosen: Words) -> None:
        """Take one action in every hand.

        ``chosen`` has one index for each of the n decisions: the action to take, counted among all m actions; shape
        (n,). A hand without a decision has only one legal action, which is taken.
        """
        numbers = np.zeros(len(hands), np.int64)
        numbers[self.live] = self.numbers[chosen]
        hands.step(numbers)


def gather_decisions(
    hands: Hands, shape: InputSpec, flag: int, chance: np.random.Generator, most: int = MOST_EVALUATED
) -> DecisionBatch:
    """Return the pending decisions of all hands that have more than one legal action.

    If a decision has more than ``most`` legal actions, the batch contains a sample of ``most`` of them, at equal
    distances in the list of actions. ``chance`` draws where in the list the sample starts.

    ``shape`` is the input specification of the network. ``flag`` is the index of the ruleset in the network's list
    of rulesets.
    """
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
        live, shape.make_network_inputs(words, flag), shape.role_of_decisions(words), starts, owner, numbers, actions
    )
