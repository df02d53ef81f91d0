"""Encodes for a network the decisions that are pending in many hands."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.batch import net_kernels
from paiju.batch.hands import Hands
from paiju.nets.network_inputs import InputSpec, Words

Floats = NDArray[np.float32]

MOST: Final = 64
"""The most actions that are evaluated for a decision. If more are legal, an evenly spread sample of them is taken."""


class DecisionBatch(NamedTuple):
    """The pending decisions of many hands: n decisions with m actions in total. Each decision has more than one legal action."""

    live: Words
    """The index of the hand of each decision; shape (n,)."""
    seen: Words
    """What the seat to act observes in each decision, as network input; shape (n, words)."""
    roles: Words
    starts: Words
    """The actions of decision ``i`` are those from index ``starts[i]`` to before ``starts[i + 1]``; shape (n + 1,)."""
    owner: Words
    """The index of the decision that each action belongs to; shape (m,)."""
    numbers: Words
    """The number of each action within its decision, as ``Hands.step`` takes it; shape (m,)."""
    actions: Words
    """Encoded actions; shape (m, words)."""

    def argmax_actions(self, scores: Floats) -> Words:
        """Return, for each decision, the index among all m actions of the one with the highest score; shape (n,)."""
        found = np.empty(len(self.live), np.int64)
        net_kernels.argmax_per_part(self.starts, scores, found)
        return found

    def apply_actions(self, hands: Hands, chosen: Words) -> None:
        """Take one action in every hand: for each decision the one at index ``chosen``, and elsewhere the only legal action."""
        numbers = np.zeros(len(hands), np.int64)
        numbers[self.live] = self.numbers[chosen]
        hands.step(numbers)


def gather_decisions(
    hands: Hands, shape: InputSpec, flag: int, chance: np.random.Generator, most: int = MOST
) -> DecisionBatch:
    """Return the pending decisions of all hands that have more than one legal action.

    If a decision has more than ``most`` legal actions, the batch contains a sample of ``most`` of them, evenly spread from an
    offset that ``chance`` draws. ``flag`` is the index of the ruleset among those of the network.
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
