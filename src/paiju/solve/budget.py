"""The budget of a solution, in nodes or in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

UNLIMITED: Final = 1 << 62
FIRST_SLICE: Final = 1 << 12
"""Nodes between two looks at the clock, at first."""


class OutOfBudget(Exception):
    """A search has used up its budget."""


def require_result(found: T | None) -> T:
    """Return what a search has found. Raises OutOfBudget if that is None: its budget was too small."""
    if found is None:
        raise OutOfBudget
    return found


class Budget:
    """A limit in nodes, which is reproducible, or in milliseconds, or both.

    ``clock`` returns seconds; ``time.process_time`` counts the processor time only.
    """

    def __init__(
        self, nodes: int | None = None, ms: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._clock = clock
        self._start: float | None = None
        self._most = UNLIMITED if nodes is None else nodes
        self._ms = float("inf") if ms is None else ms
        self.nodes = 0
        """Nodes used so far."""

    @property
    def ms(self) -> float:
        """Milliseconds since the solver first looked at the budget."""
        if self._start is None:
            self._start = self._clock()
        return (self._clock() - self._start) * 1000

    @property
    def remaining(self) -> int:
        """Nodes that may still be used; 0 when the time is over."""
        if self.ms >= self._ms:
            return 0
        return max(self._most - self.nodes, 0)

    @property
    def slice(self) -> int:
        """Nodes to search before the clock is looked at again: about a twentieth of the time."""
        if self._ms == float("inf"):
            return self.remaining
        rate = self.nodes / max(self.ms, 0.01)
        return min(self.remaining, max(FIRST_SLICE, int(rate * self._ms / 20)))
