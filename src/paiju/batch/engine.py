"""The interface of a family's batch engine, and ``engine_of``, which finds the engine of a family."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.errors import UnknownName
from paiju.core.fair_deal import Deal
from paiju.core.family import load_part
from paiju.core.game import AnyGame, Match
from paiju.features.feature_layout import FeatureLayout
from paiju.games.registry import families


class RulesetEngine(Protocol):
    """Plays one ruleset in the batch engine.

    The code of a family is compiled once for all its rulesets. ``rules`` holds the differences between them as data.
    """

    hand: Any
    """The dtype of a row.

    All families have ``chance``, ``count``, ``turn``, ``number``, ``ended``, ``reason``, ``winners`` and ``points``.
    """
    action: Any
    """The dtype of an action."""
    reasons: tuple[str, ...]
    """The codes of the reasons why a hand ends, as in ``paiju.games``. The field ``reason`` of a row is an index of it."""
    rules: Any
    """An array of one record that the kernels read."""
    layout: FeatureLayout
    action_layout: FeatureLayout
    """The layout of encoded actions; ``layout`` is that of observations."""

    def __init__(self, game: AnyGame, *, history: bool = False) -> None:
        """Prepare the engine. With ``history``, rows keep past actions for observations and states."""

    def put_deal(self, row: Any, deal: Deal) -> None:
        """Write a deal to a row, from which the kernel ``begin_hand`` can start a hand."""

    def put_state(self, row: Any, state: Any) -> None:
        """Write a complete state to a row. Raises ValueError for a view, or if it is the dealer's turn."""

    def state_of(self, row: Any, match: Match) -> Any:
        """Return the state of the hand in a row. It contains ``match``, with those fields replaced that the row stores."""

    def action_of(self, row: Any, action: Any) -> Any:
        """Convert an action record to an action of the exact rules."""

    def learning_points(self, rows: Any) -> Any:
        """Return the results of the last finished hands on a scale suited to learning; shape (n, seats)."""

    def action_fields(self, action: Any) -> tuple[int, ...]:
        """Convert an action of the exact rules to the fields of an ``action`` record, in their order."""


def signed_root(points: NDArray[Any]) -> NDArray[Any]:
    """Return the square root of points, with their sign. With it, hands with many bombs do not dominate a training loss."""
    return np.sign(points) * np.sqrt(np.abs(points))


def engine_of(family: str) -> type[RulesetEngine]:
    """Return the batch engine of a family. Raises UnknownName if it has none."""
    named = families_with_engine()
    if family not in named:
        raise UnknownName("no_batch_engine", name=family, known=", ".join(named))
    found: type[RulesetEngine] = load_part(named[family])
    return found


def families_with_engine() -> dict[str, str]:
    """Return the families that have a batch engine, each with the import path of the engine."""
    return {name: family.batch for name, family in families().items() if family.batch}
