"""Excludes actions that are certain to lose, so that no built-in bot takes one while it has another action.

Built-in bots and networks pass their legal actions through ``exclude_losing_actions``. A family supplies the function that
finds such actions (``Family.losing_actions``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import family_of_game

LosingActions = Callable[[Any, Any, Seat, Sequence[Any]], Collection[Any]]
"""``losing_actions(game, view, seat, legal)`` returns those of ``legal`` that are certain to lose."""


def exclude_losing_actions(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
    """Return the legal actions without those that are certain to lose. If only one action is legal, it is kept.

    ``view`` is the view of ``seat``.
    """
    losing_actions = _losing_actions_finder(type(game)) if len(legal) > 1 else None
    losing = () if losing_actions is None else losing_actions(game, view, seat, legal)
    return [action for action in legal if action not in losing] if losing else legal


@cache
def _losing_actions_finder(kind: type[AnyGame]) -> LosingActions | None:
    """Return the family's function that finds losing actions; None if it has none."""
    family = family_of_game(kind)
    found: LosingActions | None = load_object(family.losing_actions) if family and family.losing_actions else None
    return found
