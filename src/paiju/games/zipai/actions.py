"""The actions of Da Zi Pai."""

from __future__ import annotations

from typing import Final

from paiju.core.codec import Tagged
from paiju.games.zipai.cards import Kind


class ContinueDrawing(Tagged, frozen=True, tag="go_on"):
    """DEALER's action: deal, close the claims, or draw the next card."""


class SetMinimum(Tagged, frozen=True):
    """The banker sets the fewest points a hand must be worth (ZP-2.2)."""

    points: int


class Discard(Tagged, frozen=True):
    """Discard a card from the hand."""

    card: Kind


class Win(Tagged, frozen=True):
    """Win 和 with the most valuable division of the hand (ZP-7.2, 8.2)."""


class Pong(Tagged, frozen=True):
    """Claim the card as the third of a kind 碰 (ZP-5.2)."""


class Open(Tagged, frozen=True):
    """Add another seat's drawn card to a 碰 as the fourth 开招 (ZP-5.4). The game itself applies a compulsory 开招."""


class Eat(Tagged, frozen=True):
    """Claim the card for melds 吃 (ZP-4.2, 4.3). Names all melds that are laid, those of 下伙 included, in ascending order."""

    melds: tuple[tuple[Kind, ...], ...]


class Pass(Tagged, frozen=True):
    """Decline to win or claim. Compulsory moves still happen (ZP-3.3, 5.4)."""


class Catch(Tagged, frozen=True):
    """Claim that the seat that ate did so without 下伙 (ZP-R6)."""


Action = ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch

GO_ON: Final = ContinueDrawing()
WIN: Final = Win()
PONG: Final = Pong()
OPEN: Final = Open()
PASS: Final = Pass()
CATCH: Final = Catch()
