"""The base class of the bots that are compiled for the batch engine (``CompiledBot``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from paiju.batch.hands import Hands
from paiju.core.ruleset import Ruleset


class KernelBot:
    """A ``CompiledBot`` that consists of a kernel and a workspace, the record in which the kernel computes.

    ``kernel(rules, rows, workspace, chosen)`` is the compiled function. It writes the number of the bot's action in
    each row to ``chosen``, or UNDECIDED.
    """

    kernel: ClassVar[Callable[..., None]]
    workspace_type: ClassVar[np.dtype[Any]]
    """The dtype of the workspace."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._workspace = np.zeros(1, self.workspace_type)

    def __call__(self, hands: Hands) -> NDArray[np.int64]:
        """Return the number of the action in each hand, or UNDECIDED; shape (n,)."""
        chosen = np.empty(len(hands), np.int64)
        hands.run_kernel(self.kernel, self._workspace, chosen)
        return chosen
