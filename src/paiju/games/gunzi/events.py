"""What happened. A card that not everybody may see is None in the events that the others are told."""

from __future__ import annotations

from msgspec import Struct

from paiju.core.seats import Seat
from paiju.games.gunzi.cards import Cards
from paiju.games.gunzi.trumps import Call


class CardsCut(Struct, frozen=True, tag="cut"):
    """Each of these seats cut a card for the first place; ``best`` had the highest (GZ-3.1)."""

    seats: tuple[Seat, ...]
    cards: tuple[Cards, ...]
    best: tuple[Seat, ...]


class CardDealt(Struct, frozen=True, tag="dealt", omit_defaults=True):
    """A card was dealt; ``open`` before everybody's eyes, when it may tell the trump suit of a first hand (GZ-4.1)."""

    seat: Seat
    card: Cards | None
    open: bool = False


class TrumpsShown(Struct, frozen=True, tag="shown", omit_defaults=True):
    """A seat declared (GZ-4). ``call`` is what it makes trumps, None while the card that tells it has yet to come."""

    seat: Seat
    cards: Cards
    call: Call | None = None


class ShowPassed(Struct, frozen=True, tag="passed"):
    """A seat declares no more, unless somebody else does (GZ-4.4)."""

    seat: Seat


class ShowingClosed(Struct, frozen=True, tag="closed"):
    """Declaring is over, and bottom cards have to tell what is trumps (GZ-4.1, 4.2, 4.5)."""


class BottomTurned(Struct, frozen=True, tag="turned"):
    """A bottom card was turned by a seat."""

    seat: Seat
    card: Cards


class TrumpsFixed(Struct, frozen=True, tag="fixed"):
    """Banker and trumps stand (GZ-4)."""

    banker: Seat
    call: Call


class TributeChosen(Struct, frozen=True, tag="chosen"):
    """A payer laid its tribute face down, until the other has too (GZ-8.1)."""

    seat: Seat
    cards: Cards | None


class TributePaid(Struct, frozen=True, tag="paid"):
    """The tribute was opened and went to the banker (GZ-8.1)."""

    seats: tuple[Seat, ...]
    cards: tuple[Cards, ...]


class BottomShown(Struct, frozen=True, tag="bottom"):
    """The bottom was shown before the banker takes it (GZ-5.1)."""

    cards: Cards


class GivenBack(Struct, frozen=True, tag="returned"):
    """The banker gave cards to a payer, face up (GZ-8.7)."""

    seat: Seat
    cards: Cards


class BottomTaken(Struct, frozen=True, tag="taken", omit_defaults=True):
    """The banker took the bottom (GZ-5.2); ``open`` when everybody had seen it."""

    seat: Seat
    cards: Cards | None
    open: bool = False


class CardsBuried(Struct, frozen=True, tag="buried", omit_defaults=True):
    """The banker buried six cards, shown if a joker is among them; ``takeable`` of them may be taken back (GZ-5.3)."""

    seat: Seat
    cards: Cards | None
    takeable: int
    open: bool = False


class JokersPassed(Struct, frozen=True, tag="no-jokers"):
    """A seat buried no jokers (GZ-5.4)."""

    seat: Seat


class JokersBuried(Struct, frozen=True, tag="jokers"):
    """A seat buried jokers, and the bottom, these among it, was shown (GZ-5.4)."""

    seat: Seat
    cards: Cards
    bottom: Cards


class TakenBack(Struct, frozen=True, tag="took"):
    """A seat took back the lowest cards of the bottom; ``takeable`` are left (GZ-5.3, 5.4)."""

    seat: Seat
    cards: Cards
    takeable: int


class CardsPlayed(Struct, frozen=True, tag="played"):
    """A seat led or followed (GZ-6)."""

    seat: Seat
    cards: Cards


class TrickTaken(Struct, frozen=True, tag="trick"):
    """A trick went to a seat with its points (GZ-6.7)."""

    seat: Seat
    points: int


class BottomOpened(Struct, frozen=True, tag="end"):
    """The hand is over: the bottom went to whoever took the last trick (GZ-5.6)."""

    seat: Seat
    cards: Cards


Event = (
    CardsCut
    | CardDealt
    | TrumpsShown
    | ShowPassed
    | ShowingClosed
    | BottomTurned
    | TrumpsFixed
    | TributeChosen
    | TributePaid
    | BottomShown
    | GivenBack
    | BottomTaken
    | CardsBuried
    | JokersPassed
    | JokersBuried
    | TakenBack
    | CardsPlayed
    | TrickTaken
    | BottomOpened
)
