"""Maps feature bits to rows of an embedding table, which is the first layer of a network.

``InputSpec`` is derived from the layouts of observations and actions. Inference (``paiju.nets.net``) and
training (``paiju.learn``) both use ``InputSpec`` to read their inputs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.features.feature_layout import BITS, FeatureLayout

Words = NDArray[np.int64]


class InputSpec(NamedTuple):
    """Which bits of an observation and of an action are network inputs, and the embedding row of each of these bits.

    ``observation_rows`` and ``action_rows`` have an int32 for each of the 64 bits of each word: the row of the bit,
    or -1 if the bit is not an input. ``rows`` is the number of rows of the table. ``role_bits`` are the observation
    bits that stand for the roles from 1 on.
    """

    observation_rows: NDArray[np.int32]
    action_rows: NDArray[np.int32]
    rows: int
    role_bits: tuple[int, ...]
    conditional_bits: Words
    """A mask for each observation word: the bits that are inputs only in some phases; shape (words,), int64."""
    conditional_phase: tuple[int, int]
    """The index of the word that encodes the phase, and a mask of phases.

    The ``conditional_bits`` are inputs only in the phases of the mask.
    """

    @property
    def roles(self) -> int:
        """The number of roles, including role 0 (no role assigned yet)."""
        return len(self.role_bits) + 1

    def make_network_inputs(self, words: Words, flag: int) -> Words:
        """Convert n observations to network inputs; shape (n, size + 1).

        The network reads the first ``size`` words of each observation in ``words``. Further words, such as a history
        that the network does not read, are left out. Bits that are inputs only in some phases are cleared in the other
        phases. The last word of the result stands for the ruleset: only its bit ``flag`` is set.

        Raises ValueError if the observations have fewer than ``size`` words.
        """
        size = len(self.conditional_bits)
        if words.shape[1] < size:
            raise ValueError(f"the network reads {size} words of an observation, not {words.shape[1]}")
        words, (word, bits) = words[:, :size], self.conditional_phase
        kept = words & ~np.where((words[:, word] & bits == 0)[:, None], self.conditional_bits, 0)
        return np.concatenate([kept, np.full((len(words), 1), 1 << flag, np.int64)], 1)

    def role_of_decisions(self, words: Words) -> Words:
        """Return, for each observation, the role of the seat that decides; shape (n,)."""
        roles = np.zeros(len(words), np.int64)
        for step, bit in enumerate(self.role_bits):
            roles += (step + 1) * (words[:, bit // BITS] >> bit % BITS & 1)
        return roles


def make_input_spec(seen: FeatureLayout, action: FeatureLayout, rulesets: int) -> InputSpec:
    """Return the input specification of a network that reads these layouts.

    ``rulesets`` is the number of rulesets on which the network was trained. Each input bit and each ruleset has
    one embedding row.
    """
    times = seen.conditional
    fed = [one for one in seen.slices if not one.name.startswith(seen.masked)]
    observation_rows, rows = _assign_embedding_rows(fed, seen.words + 1, 0)
    action_rows, rows = _assign_embedding_rows(action.slices, action.words, rows)
    flags = seen.words * BITS
    observation_rows[flags : flags + rulesets] = np.arange(rows, rows + rulesets)
    phase = seen.slice_of("phase").start
    conditional = np.zeros(seen.words, np.int64)
    for one in seen.slices:
        if one.name.startswith(times.names):
            conditional[one.first // BITS] |= ((1 << one.size) - 1) << one.first % BITS
    conditional_phase = phase // BITS, sum(1 << phase % BITS + at for at in times.phases)
    return InputSpec(observation_rows, action_rows, rows + rulesets, seen.roles, conditional, conditional_phase)


def _assign_embedding_rows(slices: Any, words: int, rows: int) -> tuple[NDArray[np.int32], int]:
    """Assign consecutive rows of the embedding table, from row ``rows`` on, to the bits of these slices.

    Returns two things: the row of each bit of ``words`` words, which is -1 for a bit in no slice; and the next
    free row.
    """
    columns = np.full(words * BITS, -1, np.int32)
    for one in slices:
        columns[one.first : one.first + one.size] = np.arange(rows, rows + one.size)
        rows += one.size
    return columns, rows
