"""Excludes actions that lose for certain, so that no built-in bot takes one while it has another action.

Built-in bots and networks filter their legal actions through ``exclude_losing_actions``. A family supplies its own check
(``Family.losing``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import family_playing

LosingActions = Callable[[Any, Any, Seat, Sequence[Any]], Collection[Any]]
"""``losing_actions(game, view, seat, legal)`` returns the actions that are certain to lose (``Family.losing``)."""


def exclude_losing_actions(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
    """Return the legal actions except those that are certain to lose; a sole legal action is always kept."""
    losing_actions = _losing_actions_finder(type(game)) if len(legal) > 1 else None
    losing = () if losing_actions is None else losing_actions(game, view, seat, legal)
    return [action for action in legal if action not in losing] if losing else legal


@cache
def _losing_actions_finder(kind: type[AnyGame]) -> LosingActions | None:
    """Return the check of the family that plays this game; None if the family has none."""
    family = family_playing(kind)
    found: LosingActions | None = load_part(family.losing) if family and family.losing else None
    return found
