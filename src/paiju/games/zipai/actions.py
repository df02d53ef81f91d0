"""The actions of Da Zi Pai."""

from __future__ import annotations

from typing import Final

from paiju.core.codec import Tagged
from paiju.games.zipai.cards import Kind
from paiju.games.zipai.melds import Meld


class ContinueDrawing(Tagged, frozen=True, tag="go_on"):
    """DEALER's only action. Depending on the phase, it deals, closes a round of answers, or gives a seat the next card."""


class SetMinimum(Tagged, frozen=True):
    """Set the minimum of points that a winning hand needs, as the banker (ZP-2.2)."""

    points: int


class Discard(Tagged, frozen=True):
    """Discard a card from the hand."""

    card: Kind


class Win(Tagged, frozen=True):
    """Win (和) with the division of the hand into melds that has the most points (ZP-7.2, 8.2)."""


class Pong(Tagged, frozen=True):
    """Claim the card on the table as the third of its kind (碰, pong; ZP-5.2)."""


class Open(Tagged, frozen=True):
    """Add another seat's drawn card to a pong as the fourth of its kind, which makes an open four (开招; ZP-5.4).

    A compulsory open four needs no action: the game applies it.
    """


class Eat(Tagged, frozen=True):
    """Claim the card on the table and lay it in a meld with two cards of the hand (吃; ZP-4.2, 4.3).

    If the hand has other copies of the card, the seat has to lay them too, each in a further meld (下伙). ``melds``
    are all melds to lay, in ascending order.
    """

    melds: tuple[tuple[Kind, ...], ...]


class Pass(Tagged, frozen=True):
    """Neither win nor claim. Compulsory moves still happen (ZP-3.3, 5.4)."""


class Catch(Tagged, frozen=True):
    """Accuse the seat that has just eaten a card of keeping other copies of it that it had to lay (下伙; ZP-R6)."""


Action = ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch


class PutOut(Tagged, frozen=True):
    """Put out a drawn card, face up (ZP-3.4). Occurs only in a history, because no seat chooses it."""

    card: Kind


class LayMelds(Tagged, frozen=True, omit_defaults=True):
    """Lay melds, by a claim or because the rules require it. This action occurs only in a history.

    The fields are those of the event ``MeldsLaid``. Face-down melds have no cards (ZP-5.7).
    """

    melds: tuple[Meld, ...]
    raised: int | None = None


class BeCaught(Tagged, frozen=True):
    """Be caught keeping copies of a card that the seat ate, and pay each other seat ``points`` (下伙; ZP-R6).

    Occurs only in a history. Nobody learns who caught the seat.
    """

    points: int


HistoryAction = SetMinimum | Discard | PutOut | LayMelds | BeCaught
"""The actions that the history of a hand can contain (``State.history``)."""

GO_ON: Final = ContinueDrawing()
WIN: Final = Win()
PONG: Final = Pong()
OPEN: Final = Open()
PASS: Final = Pass()
CATCH: Final = Catch()
