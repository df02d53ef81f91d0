"""Passes after which a hand is lost for certain: no bot of the house takes one while there is anything else to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import families

LosingPass = Callable[[Any, Any, Seat, Sequence[Any]], Any | None]
"""``losing_pass(game, view, seat, legal)`` returns the pass that surely loses, or None (``Family.losing``)."""


def without_losing_pass(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
    """Return the legal actions without the pass that surely loses, as far as the seat can tell; all, where there is no other."""
    losing_pass = _losing_pass_finder(type(game)) if len(legal) > 1 else None
    losing = None if losing_pass is None else losing_pass(game, view, seat, legal)
    return legal if losing is None else [action for action in legal if action != losing]


@cache
def _losing_pass_finder(kind: type[AnyGame]) -> LosingPass | None:
    """The function of the family whose game this is; None where it names none."""
    named = next((family.losing for family in families().values() if family.game is kind), "")
    found: LosingPass | None = load_part(named) if named else None
    return found
