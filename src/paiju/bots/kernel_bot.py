"""The base class of the bots that are compiled for the batch engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from paiju.batch.hands import Hands
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat


class KernelBot:
    """A bot that is compiled for the batch engine (``Family.compiled_bots``). It chooses in many hands at once.

    It consists of a kernel and a workspace, the record in which the kernel computes.

    ``kernel(rules, rows, workspace, chosen)`` is the compiled function. It writes the number of the bot's action in
    each row to ``chosen``, or UNDECIDED. A bot that leaves no choice open may also have a
    ``play_kernel(rules, rows, workspace, seats)``. It takes the bot's actions in each row as long as one of the seats
    ``seats``, a bit mask, must act.
    """

    kernel: ClassVar[Callable[..., None]]
    play_kernel: ClassVar[Callable[..., None] | None] = None
    workspace_type: ClassVar[np.dtype[Any]]
    """The dtype of the workspace."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._workspace = np.zeros(1, self.workspace_type)

    def __call__(self, hands: Hands) -> NDArray[np.int64]:
        """Return the number of the action in each hand, or UNDECIDED; shape (n,)."""
        chosen = np.empty(len(hands), np.int64)
        hands.run_kernel(self.kernel, self._workspace, chosen)
        return chosen

    def play(self, hands: Hands, seats: Iterable[Seat]) -> None:
        """Take the bot's actions in every hand as long as one of these seats must act, by the ``play_kernel``."""
        assert self.play_kernel is not None
        hands.run_kernel(self.play_kernel, self._workspace, sum(1 << seat for seat in seats))
