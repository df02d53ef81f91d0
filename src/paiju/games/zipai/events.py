"""What can happen in a hand of Da Zi Pai: past facts, and what each of them makes of a state.

An event tells everything that somebody may learn from it; ``redact`` in ``view.py`` says who. ``EVOLVE`` has one function an
event, which works on views as well: a hole stays a hole.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.seats import Seat, after, put
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import Counts, Kind, with_card, without
from paiju.games.zipai.melds import FOURS, HIDDEN, Meld, fours_in, size_of
from paiju.games.zipai.state import (
    BANKER_CARDS,
    OTHER_CARDS,
    Claiming,
    Dealing,
    Discarding,
    Drawing,
    Looking,
    Opening,
    Over,
    Phase,
    Reason,
    Secret,
    State,
    Winner,
)


class MinimumSet(Struct, frozen=True, tag="minimum_set"):
    """The banker has set the fewest points (ZP-2.2)."""

    seat: Seat
    points: int


class CardsDealt(Struct, frozen=True, tag="cards_dealt"):
    """The hands are dealt (ZP-2.3)."""

    hands: tuple[Counts | None, ...]


class ExtraDrawn(Struct, frozen=True, tag="extra_drawn"):
    """A card more for a seat with two fours of a kind on the deal (ZP-2.4)."""

    seat: Seat
    card: Kind | None


class MeldsLaid(Struct, frozen=True, tag="melds_laid"):
    """A seat has laid melds: fours on the deal, what its drawn card made, or what it made of a card put out.

    ``raised`` is the place of the meld that became a four, None where the melds are new.
    """

    seat: Seat
    melds: tuple[Meld, ...]
    raised: int | None = None


class OpeningPassed(Struct, frozen=True, tag="opening_passed"):
    """Nobody wins on the deal; the banker begins (ZP-3.1)."""


class CardPutOut(Struct, frozen=True, tag="card_put_out"):
    """A card lies face up, drawn or from the hand (ZP-3.4); ``asked`` are the seats asked for their claims (ZP-6.3)."""

    seat: Seat
    card: Kind
    drawn: bool
    asked: tuple[Seat, ...]


class Answered(Struct, frozen=True, tag="answered"):
    """A seat has said, in secret, what it claims."""

    seat: Seat
    answer: Action | None


class ClaimsClosed(Struct, frozen=True, tag="claims_closed"):
    """All have answered. ``taken``: somebody takes the card, as the next event tells.

    ``declined`` says of each seat whether it was offered 碰 and declined (ZP-5.5).
    """

    taken: bool
    declined: tuple[bool | None, ...]


class CardDrawn(Struct, frozen=True, tag="card_drawn"):
    """A seat has drawn the top card of the stock and looks at it (ZP-3.3)."""

    seat: Seat
    card: Kind | None


class HandWon(Struct, frozen=True, tag="hand_won"):
    """Somebody has won, and shows the hand."""

    reason: Reason
    winners: tuple[Winner, ...]
    card: Kind | None = None
    payer: Seat | None = None


class StockEmpty(Struct, frozen=True, tag="stock_empty"):
    """A seat should draw and there is nothing left: nobody wins (ZP-3.5)."""


Event = (
    MinimumSet
    | CardsDealt
    | ExtraDrawn
    | MeldsLaid
    | OpeningPassed
    | CardPutOut
    | Answered
    | ClaimsClosed
    | CardDrawn
    | HandWon
    | StockEmpty
)


# ---- what an event makes of a state


def _minimum_set(state: State, event: MinimumSet) -> State:
    return replace(state, phase=Dealing(), public=replace(state.public, minimum=event.points))


def _cards_dealt(state: State, event: CardsDealt) -> State:
    seats = range(state.seats)
    sizes = tuple(BANKER_CARDS if seat == state.match.banker else OTHER_CARDS for seat in seats)
    public = replace(state.public, sizes=sizes, stock=state.public.stock - sum(sizes))
    hands = tuple(known and new for known, new in zip(state.secret.hands, event.hands, strict=True))
    secret = replace(state.secret, hands=hands, stock=_stock_after(state.secret, sum(sizes)))
    return State(state.match, Opening(tuple(seats)), public, secret)


def _stock_after(secret: Secret, cards: int) -> tuple[Kind, ...] | None:
    return secret.stock and secret.stock[cards:]


def _extra_drawn(state: State, event: ExtraDrawn) -> State:
    seat, public, secret = event.seat, state.public, state.secret
    public = replace(public, sizes=put(public.sizes, seat, public.sizes[seat] + 1), stock=public.stock - 1)
    hand = secret.hands[seat]
    if hand is not None and event.card is not None:
        secret = replace(secret, hands=put(secret.hands, seat, with_card(hand, event.card)))
    return replace(state, public=public, secret=replace(secret, stock=_stock_after(secret, 1)))


def _masked(meld: Meld) -> Meld:
    return Meld(meld.way, None) if meld.way in HIDDEN else meld


def _melds_laid(state: State, event: MeldsLaid) -> State:
    """The cards come from the hand, but for the card on the table and those that lay there already."""
    seat, lying = event.seat, state.public.melds[event.seat]
    before = () if event.raised is None else (lying[event.raised],)
    masked = tuple(map(_masked, event.melds))
    now = lying + masked if event.raised is None else put(lying, event.raised, masked[0])
    on_table = not isinstance(state.phase, Opening)
    used = sum(map(size_of, event.melds)) - sum(map(size_of, before)) - on_table
    public = replace(
        state.public,
        sizes=put(state.public.sizes, seat, state.public.sizes[seat] - used),
        melds=put(state.public.melds, seat, now),
    )
    secret = _secret_after(state, event)
    return State(state.match, _phase_after(state, event, now), public, secret)


def _secret_after(state: State, event: MeldsLaid) -> Secret:
    """What the seat itself knows after laying melds."""
    seat, secret = event.seat, state.secret
    hand, hidden = secret.hands[seat], secret.hidden[seat]
    if hand is None or hidden is None:
        return replace(secret, drawn=None)
    hand = without(hand, _from_hand(state, event))
    hidden = _hidden_after(state.public.melds[seat], hidden, event)
    return replace(secret, hands=put(secret.hands, seat, hand), hidden=put(secret.hidden, seat, hidden), drawn=None)


def _from_hand(state: State, event: MeldsLaid) -> tuple[Kind, ...]:
    """The cards that the seat laid from its hand."""
    if event.raised is not None:
        return ()
    cards = list(chain.from_iterable(meld.cards or () for meld in event.melds))
    if isinstance(state.phase, Claiming):
        cards.remove(state.phase.card)
    elif state.secret.drawn is not None:
        cards.remove(state.secret.drawn)
    return tuple(cards)


def _hidden_after(lying: tuple[Meld, ...], hidden: tuple[Kind, ...], event: MeldsLaid) -> tuple[Kind, ...]:
    """The kinds of the melds face down: a new one comes last; one that is opened is no longer among them."""
    if event.raised is None:
        return hidden + tuple(meld.cards[0] for meld in event.melds if meld.way in HIDDEN and meld.cards)
    if event.melds[0].way in HIDDEN or lying[event.raised].way not in HIDDEN:
        return hidden
    place = sum(meld.way in HIDDEN for meld in lying[: event.raised])
    return hidden[:place] + hidden[place + 1 :]


def _phase_after(state: State, event: MeldsLaid, melds: tuple[Meld, ...]) -> Phase:
    """After a second four nothing is discarded, and the next one draws (ZP-5.6)."""
    if isinstance(state.phase, Opening):
        return state.phase
    if event.melds[0].way in FOURS and fours_in(melds) > 1:
        return Drawing(after(event.seat, state.seats))
    return Discarding(event.seat)


def _opening_passed(state: State, event: OpeningPassed) -> State:
    return replace(state, phase=Discarding(state.match.banker), secret=_unsealed(state.secret))


def _unsealed(secret: Secret) -> Secret:
    return replace(secret, sealed=(None,) * len(secret.sealed))


def _card_put_out(state: State, event: CardPutOut) -> State:
    phase = Claiming(event.card, event.seat, event.drawn, event.asked)
    if event.drawn:
        return replace(state, phase=phase, secret=replace(state.secret, drawn=None))
    seat, public, secret = event.seat, state.public, state.secret
    public = replace(public, sizes=put(public.sizes, seat, public.sizes[seat] - 1))
    hand = secret.hands[seat]
    if hand is not None:
        secret = replace(secret, hands=put(secret.hands, seat, without(hand, (event.card,))))
    return State(state.match, phase, public, secret)


def _answered(state: State, event: Answered) -> State:
    phase = state.phase
    assert isinstance(phase, Opening | Claiming)
    waiting = tuple(seat for seat in phase.waiting if seat != event.seat)
    secret = replace(state.secret, sealed=put(state.secret.sealed, event.seat, event.answer))
    phase = replace(phase, waiting=waiting, answered=(*phase.answered, event.seat))
    return replace(state, phase=phase, secret=secret)


def _claims_closed(state: State, event: ClaimsClosed) -> State:
    phase = state.phase
    assert isinstance(phase, Claiming)
    secret = _unsealed(state.secret)
    if any(event.declined):
        declined = tuple(
            (*known, phase.card) if new and known is not None else known
            for known, new in zip(secret.declined, event.declined, strict=True)
        )
        secret = replace(secret, declined=declined)
    if event.taken:
        return replace(state, secret=secret)
    by, discards = phase.by, state.public.discards
    public = replace(state.public, discards=put(discards, by, (*discards[by], phase.card)))
    return State(state.match, Drawing(after(by, state.seats)), public, secret)


def _card_drawn(state: State, event: CardDrawn) -> State:
    public = replace(state.public, stock=state.public.stock - 1)
    secret = replace(state.secret, stock=_stock_after(state.secret, 1), drawn=event.card)
    return State(state.match, Looking(event.seat), public, secret)


def _hand_won(state: State, event: HandWon) -> State:
    """The winners' hands are seen by all, and their melds face down as well."""
    hands, melds, secret = state.secret.hands, state.public.melds, _unsealed(state.secret)
    for winner in event.winners:
        hands, melds = put(hands, winner.seat, winner.hand), put(melds, winner.seat, winner.laid)
    phase = Over(event.reason, event.winners, event.card, event.payer)
    hidden = tuple(
        () if any(winner.seat == seat for winner in event.winners) else known
        for seat, known in enumerate(secret.hidden)
    )
    secret = replace(secret, hands=hands, hidden=hidden, drawn=None)
    return State(state.match, phase, replace(state.public, melds=melds), secret)


def _stock_empty(state: State, event: StockEmpty) -> State:
    return replace(state, phase=Over("empty"))


EVOLVE: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    MinimumSet: _minimum_set,
    CardsDealt: _cards_dealt,
    ExtraDrawn: _extra_drawn,
    MeldsLaid: _melds_laid,
    OpeningPassed: _opening_passed,
    CardPutOut: _card_put_out,
    Answered: _answered,
    ClaimsClosed: _claims_closed,
    CardDrawn: _card_drawn,
    HandWon: _hand_won,
    StockEmpty: _stock_empty,
}


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    return EVOLVE[type(event)](state, event)
