"""Threes and fours of a kind (ZP-5) that a seat can lay with a card. All functions accept a state or the seat's view."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.core.seats import Seat
from paiju.games.zipai.actions import Eat, Open, Pong
from paiju.games.zipai.cards import Kind
from paiju.games.zipai.events import MeldsLaid
from paiju.games.zipai.melds import FOURTH, Meld, Source, Way, count_fours, meld_of_kind
from paiju.games.zipai.state import Claiming, State, declined_pongs, hand_of, laid_melds
from paiju.games.zipai.winning import Division, best_division


def four_completed_event(state: State, seat: Seat, card: Kind, source: Source) -> MeldsLaid | None:
    """Return the event with which a seat lays four of a kind; None if the seat may not lay them (ZP-5.3, 5.4, 5.9).

    ``card`` is the fourth card. The other three cards are in the seat's hand, or lie on the table as a covered
    three (罩) or a pong (碰).
    """
    for lies, way, place in _threes_of_kind(state, seat, card):
        becomes = FOURTH.get((lies, source))
        from_hand = 3 if place is None else 0
        if becomes and _leaves_discard(state, seat, from_hand, four=True):
            return MeldsLaid(seat, (meld_of_kind(becomes, way),), place)
    return None


def _threes_of_kind(state: State, seat: Seat, card: Kind) -> Iterator[tuple[Way, Kind, int | None]]:
    """Yield each of a seat's sets of cards of kind ``card`` to which a fourth card could be added.

    A set is three cards in the hand, or a laid meld. It is yielded as three values: the way in which it lies, the
    kind ``card``, and the index of the meld among the seat's melds (None for cards in the hand).
    """
    if hand_of(state, seat)[card] == 3:
        yield "three", card, None
    for place, meld in enumerate(laid_melds(state, seat)):
        if meld.way != "eat" and meld.cards and meld.cards[0] == card:
            yield meld.way, card, place


def _leaves_discard(state: State, seat: Seat, from_hand: int, *, four: bool = False) -> bool:
    """Whether a seat that lays ``from_hand`` cards of its hand has a card left to discard (ZP-5.6, 5.9).

    Also True if the seat need not discard, because the meld is its second four or a later one. ``four`` says
    whether the meld is a four.
    """
    if four and count_fours(state.public.melds[seat]):
        return True
    return state.public.sizes[seat] > from_hand


def can_pong(state: State, seat: Seat, card: Kind) -> bool:
    """Whether a seat may claim another seat's card as the third of its kind (ZP-5.2, 5.5, 5.9)."""
    return (
        hand_of(state, seat)[card] == 2 and card not in declined_pongs(state, seat) and _leaves_discard(state, seat, 2)
    )


def pong_event(seat: Seat, card: Kind) -> MeldsLaid:
    """Return the event that lays a pong."""
    return MeldsLaid(seat, (meld_of_kind("pong", card),))


def source_of(phase: Claiming) -> Source:
    """Return the source of the card that may be claimed: ``drawn`` or ``hand``."""
    return "drawn" if phase.drawn else "hand"


def event_of_claim(state: State, phase: Claiming, seat: Seat, claim: Eat | Pong | Open) -> MeldsLaid:
    """Return the event that lays the melds of a legal claim."""
    if isinstance(claim, Eat):
        return MeldsLaid(seat, tuple(Meld("eat", cards) for cards in claim.melds))
    made = (
        pong_event(seat, phase.card)
        if isinstance(claim, Pong)
        else four_completed_event(state, seat, phase.card, source_of(phase))
    )
    assert made is not None  # the claim is legal
    return made


def forced_meld_event(state: State, seat: Seat, card: Kind) -> MeldsLaid | None:
    """Return the event of the meld that a seat must lay down after it has drawn a card; None if it need not lay one.

    The meld is a four (ZP-5.3, 5.4) or a covered three (罩, ZP-5.1). If the seat has declined a pong of this kind, the three
    is a dead three (死罩, ZP-5.5).
    """
    made = four_completed_event(state, seat, card, "own")
    if made or hand_of(state, seat)[card] != 2 or not _leaves_discard(state, seat, 2):
        return made
    return MeldsLaid(seat, (meld_of_kind("dead" if card in declined_pongs(state, seat) else "hide", card),))


def forced_open_four_event(state: State, seat: Seat, card: Kind, source: Source) -> MeldsLaid | None:
    """Return the event of an open four (开招) that a seat must lay; None if the seat must lay none (ZP-5.4).

    The card comes from another seat. The other three cards are in the seat's hand, or lie on the table as a
    covered three (罩).
    """
    made = four_completed_event(state, seat, card, source)
    return None if made and _raises_pong(state, made) else made


def optional_open_four_event(state: State, seat: Seat, card: Kind, source: Source) -> MeldsLaid | None:
    """Return the event of an optional open four (开招, ZP-5.4); None if no such four is possible.

    The seat completes the four with ``card``, another seat's card. The other three cards of the four lie on the
    table as a pong (碰).
    """
    made = four_completed_event(state, seat, card, source)
    return made if made and _raises_pong(state, made) else None


def _raises_pong(state: State, made: MeldsLaid) -> bool:
    return made.raised is not None and state.public.melds[made.seat][made.raised].way == "pong"


def division_with(state: State, seat: Seat, card: Kind, source: Source) -> Division | None:
    """Return the best division of a seat's hand together with ``card``; None if both together are no complete hand.

    The minimum of points is ignored.
    """
    declined = card in declined_pongs(state, seat)
    return best_division(hand_of(state, seat), laid_melds(state, seat), card, source, declined=declined)


def winning_division(state: State, seat: Seat, card: Kind, source: Source) -> Division | None:
    """Return the division into melds with which a seat wins with ``card``; None if the seat does not win (ZP-7).

    The seat does not win if the card does not complete its hand, or if the melds have too few points.
    """
    division = division_with(state, seat, card, source)
    return division if division and division.points >= (state.public.minimum or 0) else None
