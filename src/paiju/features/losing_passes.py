"""Excludes passes that lose the hand for certain, so that no built-in bot passes away a hand while it has another action.

Built-in bots and networks filter their legal actions through ``without_losing_pass``. A family supplies its own check
(``Family.losing``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import families

LosingPass = Callable[[Any, Any, Seat, Sequence[Any]], Any | None]
"""``losing_pass(game, view, seat, legal)`` returns the pass that is certain to lose, or None (``Family.losing``)."""


def without_losing_pass(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
    """Return the legal actions except a pass that is certain to lose; a sole legal action is always kept."""
    losing_pass = _losing_pass_finder(type(game)) if len(legal) > 1 else None
    losing = None if losing_pass is None else losing_pass(game, view, seat, legal)
    return legal if losing is None else [action for action in legal if action != losing]


@cache
def _losing_pass_finder(kind: type[AnyGame]) -> LosingPass | None:
    """Return the check of the family that plays this game; None if the family has none."""
    named = next((family.losing for family in families().values() if family.game is kind), "")
    found: LosingPass | None = load_part(named) if named else None
    return found
