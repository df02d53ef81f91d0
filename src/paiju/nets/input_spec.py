"""Which bits of what is seen and of an action a net is fed, and how it tells whose role a decision is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.features.bit_layout import BITS, FeatureLayout

Words = NDArray[np.int64]


class InputSpec(NamedTuple):
    """A row of a table for each bit that a net is fed; ``columns`` has it by bit of the words of what is seen, or -1."""

    seen: NDArray[np.int32]
    action: NDArray[np.int32]
    rows: int
    role_bits: tuple[int, ...]
    hidden_columns: Words
    """(words,) the bits that are told at times only …"""
    told: tuple[int, int]
    """… the word that says which phase it is, and its bits for those times."""

    @property
    def roles(self) -> int:
        """How many roles there are."""
        return len(self.role_bits) + 1

    def network_input(self, words: Words, flag: int) -> Words:
        """(n, words + 1) what is fed of (n, words) that are seen; the last word says which ruleset of the group is played."""
        word, bits = self.told
        kept = words & ~np.where((words[:, word] & bits == 0)[:, None], self.hidden_columns, 0)
        return np.concatenate([kept, np.full((len(words), 1), 1 << flag, np.int64)], 1)

    def role_of_decisions(self, words: Words) -> Words:
        """(n,) whose role each decision is."""
        roles = np.zeros(len(words), np.int64)
        for step, bit in enumerate(self.role_bits):
            roles += (step + 1) * (words[:, bit // BITS] >> bit % BITS & 1)
        return roles


def make_input_spec(seen: FeatureLayout, action: FeatureLayout, rulesets: int) -> InputSpec:
    """One row for each bit that has a name, and for each ruleset of a group."""
    times = seen.conditional
    fed = [one for one in seen.slices if not one.name.startswith(seen.masked)]
    seen_columns, rows = _columns(fed, seen.words + 1, 0)
    action_columns, rows = _columns(action.slices, action.words, rows)
    flags = seen.words * BITS
    seen_columns[flags : flags + rulesets] = np.arange(rows, rows + rulesets)
    phase = seen.slice_of("phase").start
    hidden = np.zeros(seen.words, np.int64)
    for one in seen.slices:
        if one.name.startswith(times.names):
            hidden[one.first // BITS] |= ((1 << one.size) - 1) << one.first % BITS
    told = phase // BITS, sum(1 << phase % BITS + at for at in times.phases)
    return InputSpec(seen_columns, action_columns, rows + rulesets, seen.roles, hidden, told)


def _columns(slices: Any, words: int, rows: int) -> tuple[NDArray[np.int32], int]:
    columns = np.full(words * BITS, -1, np.int32)
    for one in slices:
        columns[one.first : one.first + one.size] = np.arange(rows, rows + one.size)
        rows += one.size
    return columns, rows
