"""What a family brings to be played in arrays."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.errors import UnknownName
from paiju.core.fair_deal import Deal
from paiju.core.family import load_part
from paiju.core.game import AnyGame, Match
from paiju.features.bit_layout import FeatureLayout
from paiju.games.registry import families


class RulesetEngine(Protocol):
    """One ruleset in arrays. The rules of a family are compiled once; what differs between its rulesets lies in ``rules``."""

    hand: Any
    """A row's dtype. In all: ``chance``, ``count``, ``turn``, ``number``, ``ended``, ``reason``, ``winners`` and ``points``."""
    action: Any
    """The dtype of an action."""
    reasons: tuple[str, ...]
    """How a hand ends, as the exact rules call it, by its ``reason``."""
    rules: Any
    """An array of one record, read by the kernels."""
    layout: FeatureLayout
    described: FeatureLayout
    """What is told of an action."""

    def __init__(self, game: AnyGame) -> None: ...

    def put_deal(self, row: Any, deal: Deal) -> None:
        """Lay a deal into a row."""

    def put_state(self, row: Any, state: Any) -> None:
        """Write a whole state into a row. Raises ValueError for a view with holes, and where it is the dealer's turn."""

    def state_of(self, row: Any, match: Match) -> Any:
        """The state of a row."""

    def action_of(self, row: Any, action: Any) -> Any:
        """An action as the exact rules have it."""

    def tally(self, rows: Any) -> Any:
        """(n, seats) what the hands that ended last came to, in a measure that is even: twice as much is twice as good."""

    def numbers_of(self, action: Any) -> tuple[int, ...]:
        """An action of the exact rules in numbers, in the order of ``action``."""


def signed_root(points: NDArray[Any]) -> NDArray[Any]:
    """Points in such a measure: their root, so that one hand with many bombs does not weigh as much as a hundred without."""
    return np.sign(points) * np.sqrt(np.abs(points))


def engine_of(family: str) -> type[RulesetEngine]:
    """A family's engine. Raises UnknownName."""
    named = families_in_arrays()
    if family not in named:
        raise UnknownName("no_batch_engine", name=family, known=", ".join(named))
    found: type[RulesetEngine] = load_part(named[family])
    return found


def families_in_arrays() -> dict[str, str]:
    """The families that have an engine, and what it is called."""
    return {name: family.batch for name, family in families().items() if family.batch}
