"""The interface of a family's batch engine, and ``engine_class_of``, which finds the engine of a family."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.errors import UnknownName
from paiju.core.fair_deal import Deal
from paiju.core.family import load_object
from paiju.core.game import AnyGame, Match
from paiju.features.feature_layout import FeatureLayout
from paiju.games.registry import families


class RulesetEngine(Protocol):
    """Plays one ruleset in the batch engine.

    Each hand is a row: a record of the dtype ``hand`` in an array of hands. The code of a family is compiled once for
    all its rulesets. ``rules`` holds the differences between them as data. The exact rules are those of
    ``paiju.games``.
    """

    hand: Any
    """The dtype of a row.

    In all families, it has the fields ``chance``, ``count``, ``turn``, ``number``, ``ended``, ``reason``,
    ``winners`` and ``points``.
    """
    action: Any
    """The dtype of an action record."""
    reasons: tuple[str, ...]
    """The codes of the reasons why a hand ends, as in ``paiju.games``.

    The field ``reason`` of a row is an index of this tuple.
    """
    rules: Any
    """An array of one record: the parameters of the ruleset as numbers, for the kernels.

    If the family has optional actions, the record also has the fields ``optional_seats`` and ``early_seats``
    (``Hands.set_asking_order``).
    """
    layout: FeatureLayout
    action_layout: FeatureLayout
    """The layout of encoded actions; ``layout`` is that of observations."""

    def __init__(self, game: AnyGame, *, history: bool = False) -> None:
        """Prepare the engine.

        If ``history`` is true, rows store past actions, and observations and states contain these actions.
        """

    def put_deal(self, row: Any, deal: Deal) -> None:
        """Write a deal to a row. The kernel ``begin_rows`` can then start a hand with it."""

    def put_state(self, row: Any, state: Any) -> None:
        """Write a complete state of the exact rules to a row.

        Raises ValueError if cards are hidden in the state (a view), or if it is the dealer's turn.
        """

    def state_of(self, row: Any, match: Match) -> Any:
        """Return the state of the hand in a row, as a state of the exact rules.

        Its match state is ``match``, but fields of the match that the row stores are taken from the row.
        """

    def action_of(self, row: Any, action: Any) -> Any:
        """Convert an action record to an action of the exact rules."""

    def learning_points(self, rows: Any) -> Any:
        """Return the result of each row's last finished hand, on a scale suited to learning; shape (n, seats)."""

    def action_fields(self, action: Any) -> tuple[int, ...]:
        """Convert an action of the exact rules to the values of the fields of an ``action`` record, in field order."""


def signed_root(points: NDArray[Any]) -> NDArray[Any]:
    """Return the square roots of the absolute points, with the signs of the points.

    On this scale, hands with many bombs do not dominate a training loss.
    """
    return np.sign(points) * np.sqrt(np.abs(points))


def engine_class_of(family: str) -> type[RulesetEngine]:
    """Return the class of the batch engine of a family. Raises UnknownName if the family has none."""
    named = families_with_engine()
    if family not in named:
        raise UnknownName("no_batch_engine", name=family, known=", ".join(named))
    found: type[RulesetEngine] = load_object(named[family])
    return found


def families_with_engine() -> dict[str, str]:
    """Return the families that have a batch engine, each with the import path of the engine."""
    return {name: family.batch for name, family in families().items() if family.batch}
