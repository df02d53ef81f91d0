"""What a match between bots must know of a family: who plays together, by which role, and where the play proper begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.doudizhu.state import Over, Playing
from paiju.games.registry import family_of

Teams = tuple[tuple[Seat, ...], ...]


def everyone_alone(game: AnyGame) -> Teams:
    """Nobody is tied to anybody before the hand."""
    return tuple((seat,) for seat in range(game.seats))


def no_role(_state: Any, _seat: Seat) -> str:
    """All play the same part."""
    return ""


def at_once(_state: Any) -> bool:
    """There is nothing before play that a match could leave out."""
    return True


class Casting(NamedTuple):
    """One family's row.

    ``teams`` are the seats that belong together before the hand; ``role`` names a seat's part, "" while it has none or where
    there are no roles; ``in_play`` says whether a state is past the auction and the like.
    """

    teams: Callable[[AnyGame], Teams] = everyone_alone
    role: Callable[[Any, Seat], str] = no_role
    in_play: Callable[[Any], bool] = at_once


def opposite_seats(game: AnyGame) -> Teams:
    """Partners sit half the table apart."""
    half = game.seats // 2
    return tuple((seat, seat + half) for seat in range(half))


def _landlord_or_farmer(state: Any, seat: Seat) -> str:
    landlord = state.public.landlord
    return "" if landlord is None else "landlord" if seat == landlord else "farmer"


def _cards_are_played(state: Any) -> bool:
    return isinstance(state.phase, Playing | Over)


_ROWS: Final = {
    "doudizhu": Casting(role=_landlord_or_farmer, in_play=_cards_are_played),
    "gunzi": Casting(teams=opposite_seats),
}


def casting_of(ruleset: str) -> Casting:
    """The row of a ruleset's family. Raises UnknownName."""
    return _ROWS.get(family_of(ruleset).name, Casting())
