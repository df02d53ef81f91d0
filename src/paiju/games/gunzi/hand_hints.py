"""Hints for a seat: its cards in order, and which of them it can choose."""

from __future__ import annotations

from msgspec import Struct

from paiju.core.seats import Seat
from paiju.games.gunzi.card_choices import Choices
from paiju.games.gunzi.cards import NAMES, NONE, Cards
from paiju.games.gunzi.state import State
from paiju.games.gunzi.trumps import CLASSES, TRUMPS, Trumps


class Hints(Struct, frozen=True, kw_only=True):
    """Hints for a seat about its own cards.

    ``hand`` lists the cards held: trumps first, then suit by suit, each from high to low. If the seat has to choose cards,
    ``may`` are the cards that occur in some legal choice, ``must`` are the cards that occur in every legal choice, and
    ``size`` is the number of cards to choose. ``size`` is None if that number is not fixed.
    """

    hand: tuple[str, ...]
    may: Cards = NONE
    must: Cards = NONE
    size: int | None = None


def hints_of(state: State, seat: Seat, legal: object) -> Hints:
    """Return the hints for a seat. ``legal`` are its legal actions, from which ``may``, ``must`` and ``size`` follow."""
    hand = format_cards_by_class(state.trumps, state.hand(seat))
    if not isinstance(legal, Choices):
        return Hints(hand=hand)
    return Hints(hand=hand, may=legal.usable_cards, must=legal.common_cards, size=legal.size)


def format_cards_by_class(trumps: Trumps, cards: Cards) -> tuple[str, ...]:
    """Return the cards as texts, one for each class: trumps first, then the side suits.

    In each text, the cards go from high to low.
    """
    kinds = sorted(cards.kinds(), key=lambda kind: (-trumps.order[kind], kind))
    classes = (TRUMPS, *range(CLASSES - 1))
    return tuple(" ".join(NAMES[kind] for kind in kinds if trumps.suit[kind] == each) for each in classes)
