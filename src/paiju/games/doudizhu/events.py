"""What can happen in a hand of Dou Dizhu: past facts, and what each of them makes of a state.

An event tells everything that somebody may learn from it; ``redact`` in ``view.py`` says who. ``EVOLVE`` has one function an
event, which works on views as well: a hole stays a hole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.account import Outcome
from paiju.core.seats import Seat, after, put
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.cards import NO_CARDS, Cards
from paiju.games.doudizhu.combos import Combo
from paiju.games.doudizhu.state import (
    Bidding,
    Doubling,
    Kicking,
    Opening,
    Over,
    Phase,
    Playing,
    Robbing,
    State,
    Throwing,
)


class PhaseBegan(Struct, frozen=True, tag="phase_began"):
    """The next phase of the ruleset."""

    stage: int
    phase: Phase


class FirstChosen(Struct, frozen=True, tag="first_chosen"):
    """Who speaks first, and the card turned up where that decided (DDZ-2.7)."""

    seat: Seat
    upcard: Cards | None = None


class CardsDealt(Struct, frozen=True, tag="cards_dealt"):
    """A packet for every seat; ``open`` hands are seen by all."""

    sizes: tuple[int, ...]
    hands: tuple[Cards | None, ...]
    open: tuple[Seat, ...] = ()


class Sealed(Struct, frozen=True, tag="sealed"):
    """A seat has made its secret choice."""

    seat: Seat
    choice: Action | None


class HandsOpened(Struct, frozen=True, tag="hands_opened"):
    """Open hands are laid out, for a factor (DDZ-7.7)."""

    factor: int
    seats: tuple[Seat, ...]
    hands: tuple[Cards, ...]


class BidMade(Struct, frozen=True, tag="bid_made"):
    """1, 2 or 3, or 0 for a pass (DDZ-3.1, 3.2)."""

    seat: Seat
    points: int


class Called(Struct, frozen=True, tag="called"):
    """The landlord was called, or not (DDZ-3.7, 3.8)."""

    seat: Seat
    yes: bool


class Robbed(Struct, frozen=True, tag="robbed"):
    """The landlord was robbed, or not (DDZ-3.7, 3.8)."""

    seat: Seat
    yes: bool


class Kicked(Struct, frozen=True, tag="kicked"):
    """A farmer kicked, or the landlord kicked back, or not (DDZ-3.6)."""

    seat: Seat
    yes: bool


class LandlordSettled(Struct, frozen=True, tag="landlord_settled"):
    """Who is landlord, at what base; ``forced`` by the hand (DDZ-3.5); ``silent`` had not spoken."""

    seat: Seat
    base: int
    robs: int = 0
    forced: bool = False
    silent: tuple[Seat, ...] = ()


class BottomTaken(Struct, frozen=True, tag="bottom_taken"):
    """The bottom goes to the landlord, ``shown`` to all or not (DDZ-2.6)."""

    seat: Seat
    size: int
    shown: bool
    cards: Cards | None


class CardGiven(Struct, frozen=True, tag="card_given"):
    """The landlord drew a card from a hand; both know it, all do if one of the hands is ``open`` (DDZ-2.5)."""

    giver: Seat
    taker: Seat
    open: bool
    card: Cards | None


class WildDrawn(Struct, frozen=True, tag="wild_drawn"):
    """The wild rank, 3 being 0 (DDZ-8.1)."""

    rank: int


class CardsThrown(Struct, frozen=True, tag="cards_thrown"):
    """All have thrown away: how many, what it multiplies, and the cards, of ``open`` hands for all (DDZ-7.10)."""

    sizes: tuple[int, ...]
    factors: tuple[int, ...]
    open: tuple[Seat, ...]
    cards: tuple[Cards | None, ...]


class Doubled(Struct, frozen=True, tag="doubled"):
    """Who doubled (DDZ-7.8)."""

    seats: tuple[Seat, ...]


class Played(Struct, frozen=True, tag="played"):
    """A combination was put down (DDZ-6.1)."""

    seat: Seat
    what: Combo
    cards: Cards


class Passed(Struct, frozen=True, tag="passed"):
    """A seat did not beat the standing play (DDZ-6.1)."""

    seat: Seat


class HandEnded(Struct, frozen=True, tag="hand_ended"):
    """The outcome, and all that was hidden in hands, the bottom and what was thrown away."""

    outcome: Outcome
    hands: tuple[Cards, ...]
    bottom: Cards | None
    thrown: tuple[Cards | None, ...]


Event = (
    PhaseBegan
    | FirstChosen
    | CardsDealt
    | Sealed
    | HandsOpened
    | BidMade
    | Called
    | Robbed
    | Kicked
    | LandlordSettled
    | BottomTaken
    | CardGiven
    | WildDrawn
    | CardsThrown
    | Doubled
    | Played
    | Passed
    | HandEnded
)


def evolve(state: State, event: Event) -> State:
    """The state, or view, after an event."""
    return EVOLVE[type(event)](state, event)


def _more(hand: Cards | None, cards: Cards | None) -> Cards | None:
    return None if hand is None or cards is None else Cards(hand + cards)


def _less(hand: Cards | None, cards: int | None) -> Cards | None:
    return None if hand is None or cards is None else Cards(hand - cards)


def _public(state: State, **changes: Any) -> State:
    return State(state.match, state.stage, state.phase, replace(state.public, **changes), state.secret)


def _phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, stage=event.stage, phase=event.phase)


def _first_chosen(state: State, event: FirstChosen) -> State:
    return _public(state, first=event.seat, upcard=event.upcard)


def _cards_dealt(state: State, event: CardsDealt) -> State:
    hands = tuple(map(_more, state.secret.hands, event.hands))
    counts = tuple(held + size for held, size in zip(state.public.counts, event.sizes, strict=True))
    state = replace(state, secret=replace(state.secret, hands=hands))
    return _public(state, counts=counts)


def _sealed(state: State, event: Sealed) -> State:
    phase = state.phase
    assert isinstance(phase, Opening | Throwing | Doubling)
    waiting = tuple(seat for seat in phase.waiting if seat != event.seat)
    sealed = put(state.secret.sealed, event.seat, event.choice)
    return replace(state, phase=replace(phase, waiting=waiting), secret=replace(state.secret, sealed=sealed))


def _unseal(state: State, **changes: Any) -> State:
    """Secret choices have been opened: they are secret no more."""
    return replace(state, secret=replace(state.secret, sealed=(None,) * state.seats, **changes))


def _hands_opened(state: State, event: HandsOpened) -> State:
    hands, opened = state.secret.hands, state.public.opened
    for seat, cards in zip(event.seats, event.hands, strict=True):
        hands = put(hands, seat, cards)
        opened = put(opened, seat, event.factor)
    return _public(_unseal(state, hands=hands), opened=opened)


def _bid_made(state: State, event: BidMade) -> State:
    phase = state.phase
    assert isinstance(phase, Bidding)
    passed = event.points == 0
    return replace(
        state,
        phase=Bidding(
            turn=after(event.seat, state.seats),
            once=phase.once,
            high=phase.high if passed else event.points,
            bidder=phase.bidder if passed else event.seat,
            passes=phase.passes + 1 if passed else 0,
            spoken=phase.spoken + 1,
            said=put(phase.said, event.seat, event.points),
        ),
    )


def _called(state: State, event: Called) -> State:
    phase = state.phase
    assert isinstance(phase, Robbing)
    said = put(phase.said, event.seat, "call" if event.yes else "no-call")
    if not event.yes:
        return replace(state, phase=replace(phase, left=phase.left[1:], said=said))
    # Robbing goes round clockwise, against the playing order (DDZ-3.7); with two seats that is the other one (3.8).
    others = tuple((event.seat - step) % state.seats for step in range(1, state.seats))
    return replace(state, phase=Robbing(left=others, caller=event.seat, last=event.seat, said=said))


def _robbed(state: State, event: Robbed) -> State:
    phase = state.phase
    assert isinstance(phase, Robbing)
    said = put(phase.said, event.seat, "rob" if event.yes else "no-rob")
    robs = phase.robs + event.yes
    last = event.seat if event.yes else phase.last
    left = _next_robbers(state.seats, phase, event, robs)
    return replace(state, phase=Robbing(left=left, caller=phase.caller, last=last, robs=robs, said=said))


MOST_ROBBERIES: Final = 4
"""Two players rob in turn until four robberies have been made (DDZ-3.8)."""


def _next_robbers(seats: int, phase: Robbing, event: Robbed, robs: int) -> tuple[Seat, ...]:
    if seats == 2:
        return (1 - event.seat,) if event.yes and robs < MOST_ROBBERIES else ()
    assert phase.caller is not None
    last_chance = len(phase.left) == 1 and robs > 0 and event.seat != phase.caller
    return (phase.caller,) if last_chance else phase.left[1:]


def _kicked(state: State, event: Kicked) -> State:
    phase = state.phase
    assert isinstance(phase, Kicking)
    if event.seat == state.public.landlord:
        return _public(replace(state, phase=Kicking(())), kicked_back=event.yes)
    kicked = put(state.public.kicked, event.seat, event.yes)
    left = phase.left[1:]
    if not left and any(kicked):
        assert state.public.landlord is not None
        left = (state.public.landlord,)
    return _public(replace(state, phase=Kicking(left)), kicked=kicked)


def _landlord_settled(state: State, event: LandlordSettled) -> State:
    return _public(state, landlord=event.seat, base=event.base, robs=event.robs, silent=event.silent)


def _bottom_taken(state: State, event: BottomTaken) -> State:
    seat = event.seat
    hands = put(state.secret.hands, seat, _more(state.secret.hands[seat], event.cards))
    state = replace(state, secret=replace(state.secret, hands=hands, bottom=event.cards))
    counts = put(state.public.counts, seat, state.public.counts[seat] + event.size)
    return _public(state, counts=counts, bottom=event.cards if event.shown else None)


def _card_given(state: State, event: CardGiven) -> State:
    secret, counts = state.secret, state.public.counts
    hands = put(secret.hands, event.giver, _less(secret.hands[event.giver], event.card))
    hands = put(hands, event.taker, _more(hands[event.taker], event.card))
    counts = put(counts, event.giver, counts[event.giver] - 1)
    counts = put(counts, event.taker, counts[event.taker] + 1)
    gave = put(secret.gave, event.giver, event.card)
    seen = (*state.public.gifts_seen, event.giver) if event.open else state.public.gifts_seen
    return _public(replace(state, secret=replace(secret, hands=hands, gave=gave)), counts=counts, gifts_seen=seen)


def _wild_drawn(state: State, event: WildDrawn) -> State:
    return _public(state, wild=event.rank)


def _cards_thrown(state: State, event: CardsThrown) -> State:
    hands = tuple(map(_less, state.secret.hands, event.cards))
    counts = tuple(held - size for held, size in zip(state.public.counts, event.sizes, strict=True))
    state = _unseal(state, hands=hands, threw=event.cards)
    seen = tuple(seat in event.open for seat in range(state.seats))
    return _public(state, counts=counts, thrown=event.sizes, throws_seen=seen, throw_factors=event.factors)


def _doubled(state: State, event: Doubled) -> State:
    return _public(_unseal(state), doubled=tuple(seat in event.seats for seat in range(state.seats)))


def _played(state: State, event: Played) -> State:
    phase, public, secret, seat = state.phase, state.public, state.secret, event.seat
    assert isinstance(phase, Playing)
    last = (None,) * state.seats if phase.standing is None else phase.last
    hand = secret.hands[seat]
    if hand is not None:
        hands = put(secret.hands, seat, Cards(hand - event.cards))
        secret = replace(secret, hands=hands)
    return State(
        state.match,
        state.stage,
        Playing(after(seat, state.seats), event.what, seat, 0, put(last, seat, event.cards)),
        replace(
            public,
            counts=put(public.counts, seat, public.counts[seat] - event.what.size),
            plays=put(public.plays, seat, public.plays[seat] + 1),
            played=put(public.played, seat, Cards(public.played[seat] + event.cards)),
            bombs=(*public.bombs, event.what) if event.what.bomb else public.bombs,
        ),
        secret,
    )


def _passed(state: State, event: Passed) -> State:
    phase = state.phase
    assert isinstance(phase, Playing)
    passes = phase.passes + 1
    turn = after(event.seat, state.seats)
    last = put(phase.last, event.seat, NO_CARDS)
    if passes == state.seats - 1:
        after_trick = Playing(turn, None, None, 0, last)
    else:
        after_trick = Playing(turn, phase.standing, phase.by, passes, last)
    return State(state.match, state.stage, after_trick, state.public, state.secret)


def _hand_ended(state: State, event: HandEnded) -> State:
    secret = replace(state.secret, hands=event.hands, bottom=event.bottom, threw=event.thrown)
    return replace(state, phase=Over(event.outcome), secret=secret)


EVOLVE: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    PhaseBegan: _phase_began,
    FirstChosen: _first_chosen,
    CardsDealt: _cards_dealt,
    Sealed: _sealed,
    HandsOpened: _hands_opened,
    BidMade: _bid_made,
    Called: _called,
    Robbed: _robbed,
    Kicked: _kicked,
    LandlordSettled: _landlord_settled,
    BottomTaken: _bottom_taken,
    CardGiven: _card_given,
    WildDrawn: _wild_drawn,
    CardsThrown: _cards_thrown,
    Doubled: _doubled,
    Played: _played,
    Passed: _passed,
    HandEnded: _hand_ended,
}
