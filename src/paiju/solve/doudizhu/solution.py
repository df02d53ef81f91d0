"""The answers of a solver of Dou Dizhu."""

from __future__ import annotations

from msgspec import Struct

from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.notation import format_action

LANDLORD = "landlord"
FARMERS = "farmers"


class Solution(Struct, frozen=True):
    """The answer to a position. Nothing in it is a guess: the winner and each winning action are proved."""

    is_proved: bool
    """Whether nothing is open: the winner is known, and ``winning`` is complete."""
    winner: str | None
    """``landlord`` or ``farmers``; None if the budget was too small."""
    winning: tuple[str, ...]
    """The actions with which the side of the seat to move wins, as records write them; empty if it loses."""
    nodes: int
    """Positions that the search entered."""
    ms: float


def side_name(landlord: bool) -> str:
    """Return the name of a side."""
    return LANDLORD if landlord else FARMERS


def action_text(action: Play | Pass) -> str:
    """Return an action as records write it, without the word ``play``: ``333+4``, ``pass``."""
    return action.what.text() if isinstance(action, Play) else format_action(action)
