"""The actions of Da Zi Pai."""

from __future__ import annotations

from typing import Final

from paiju.core.codec import Tagged
from paiju.games.zipai.cards import Kind


class ContinueDrawing(Tagged, frozen=True, tag="go_on"):
    """The dealer's action: deal, close the claims, draw the next card."""


class SetMinimum(Tagged, frozen=True):
    """The banker sets the fewest points a hand must be worth (ZP-2.2)."""

    points: int


class Discard(Tagged, frozen=True):
    """Discard a card from the hand."""

    card: Kind


class Win(Tagged, frozen=True):
    """Win 和, with the division of the hand that is worth most (ZP-7.2, 8.2)."""


class Pong(Tagged, frozen=True):
    """Take the card as the third of a kind 碰 (ZP-5.2)."""


class Open(Tagged, frozen=True):
    """Add a card that another seat drew to a 碰 as the fourth (ZP-5.4). The game itself does a compulsory 开招."""


class Eat(Tagged, frozen=True):
    """Eat the card 吃: all melds that are laid, 下伙 included, each ascending, in ascending order (ZP-4.2, 4.3)."""

    melds: tuple[tuple[Kind, ...], ...]


class Pass(Tagged, frozen=True):
    """Neither win nor claim. Compulsory moves happen all the same (ZP-3.3, 5.4)."""


class Catch(Tagged, frozen=True):
    """Say that the seat that ate did so without 下伙 (ZP-R6)."""


Action = ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch

GO_ON: Final = ContinueDrawing()
WIN: Final = Win()
PONG: Final = Pong()
OPEN: Final = Open()
PASS: Final = Pass()
CATCH: Final = Catch()
