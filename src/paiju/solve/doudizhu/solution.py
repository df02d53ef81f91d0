"""The answers of the Dou Dizhu solver."""

from __future__ import annotations

from msgspec import Struct

from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.notation import format_action

LANDLORD = "landlord"
FARMERS = "farmers"


class Solution(Struct, frozen=True):
    """The answer for a position.

    The winner is proved if it is given (not None). Each action in ``winning`` is proved too.
    """

    is_proved: bool
    """Whether the answer is complete: the winner is known, and ``winning`` contains all winning actions."""
    winner: str | None
    """``landlord`` or ``farmers``; None if the budget was too small."""
    winning: tuple[str, ...]
    """The actions with which the side of the seat to move wins, in the notation of records; empty if it loses."""
    nodes: int
    """Number of positions that the search entered."""
    ms: float


def side_name(landlord: bool) -> str:
    """Return ``landlord`` or ``farmers``."""
    return LANDLORD if landlord else FARMERS


def action_text(action: Play | Pass) -> str:
    """Return an action in the notation of records, without the word ``play``: ``333+4`` or ``pass``."""
    return action.what.text() if isinstance(action, Play) else format_action(action)
