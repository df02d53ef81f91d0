"""The budget of a search, in nodes or in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

UNLIMITED: Final = 1 << 62
FIRST_SLICE: Final = 1 << 12
"""The smallest number of nodes that a search enters between two readings of the clock, unless fewer remain."""


class OutOfBudget(Exception):
    """A search has used up its budget."""


def require_result(found: T | None) -> T:
    """Return ``found``, the result of a search. Raises OutOfBudget if ``found`` is None.

    A search returns None if its budget was too small.
    """
    if found is None:
        raise OutOfBudget
    return found


class Budget:
    """A limit of a search in nodes, in milliseconds, or in both. Only a limit in nodes gives reproducible results.

    A search adds the nodes that it enters to ``nodes``. Several searches can therefore share one budget.
    ``clock`` is a function that returns seconds. Pass ``time.process_time`` to limit the processor time instead
    of the elapsed time.
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
    def elapsed_ms(self) -> float:
        """Milliseconds since this property was read for the first time. That first reading starts the clock."""
        if self._start is None:
            self._start = self._clock()
        return (self._clock() - self._start) * 1000

    @property
    def remaining(self) -> int:
        """Nodes that may still be used; 0 when the time is over."""
        if self.elapsed_ms >= self._ms:
            return 0
        return max(self._most - self.nodes, 0)

    @property
    def next_slice_nodes(self) -> int:
        """Number of nodes to search before the clock is read again.

        With a time limit, searching this many nodes takes about a twentieth of the limit. Without a time limit, these
        are all remaining nodes.
        """
        if self._ms == float("inf"):
            return self.remaining
        rate = self.nodes / max(self.elapsed_ms, 0.01)
        return min(self.remaining, max(FIRST_SLICE, int(rate * self._ms / 20)))
