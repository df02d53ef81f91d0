"""What each event makes of a state. All of it works on views as well: what is hidden stays hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from paiju.core.seats import Seat
from paiju.games.gunzi import events as e
from paiju.games.gunzi.cards import NONE, Cards, kinds_of, less, size, suit_of, union
from paiju.games.gunzi.state import (
    BOTTOM,
    HAND,
    SEATS,
    Burying,
    BuryingJokers,
    Closing,
    Cutting,
    Dealing,
    GivingBack,
    Over,
    Paying,
    Phase,
    Playing,
    Secret,
    State,
    TakingBack,
    Trick,
    Turning,
    phase_of,
    team_of,
)
from paiju.games.gunzi.tricks import beats, led_suit
from paiju.games.gunzi.trumps import CALLS

# ---- tuples with one entry changed


def _numbers(items: tuple[int, ...], at: int, change: int) -> tuple[int, ...]:
    return (*items[:at], items[at] + change, *items[at + 1 :])


def _cards(items: tuple[Cards, ...], at: int, cards: int) -> tuple[Cards, ...]:
    return (*items[:at], Cards(cards), *items[at + 1 :])


def _hands(secret: Secret, seat: Seat, change: int | None) -> tuple[Cards | None, ...]:
    """The hands with cards added to (or, negative, taken from) one; a hidden one stays hidden."""
    held = secret.hands[seat]
    if held is None or change is None:
        return secret.hands
    return (*secret.hands[:seat], Cards(held + change), *secret.hands[seat + 1 :])


# ---- dealing and declaring


def _cut(state: State, event: e.CardsCut) -> State:
    state = replace(state, cut=(*state.cut, event))
    if len(event.best) == 1:
        return replace(state, phase=Dealing(), first=event.best[0], secret=replace(state.secret, cuts=()))
    cuts = state.secret.cuts
    return replace(state, phase=Cutting(event.best), secret=replace(state.secret, cuts=cuts and cuts[SEATS:]))


def _dealt(state: State, event: e.CardDealt) -> State:
    dealt = phase_of(state, Dealing).dealt + 1
    secret = state.secret
    dealt_state = replace(
        state,
        phase=Closing() if dealt == SEATS * HAND else Dealing(dealt),
        counts=_numbers(state.counts, event.seat, 1),
        secret=replace(secret, hands=_hands(secret, event.seat, event.card), deck=secret.deck and secret.deck[1:]),
    )
    return _told(dealt_state, event.seat, event.card) if event.open and event.card else dealt_state


def _told(state: State, seat: Seat, card: Cards) -> State:
    """A card came before everybody's eyes; a suited one tells the trump suit (GZ-4.1)."""
    known = _cards(state.known, seat, state.known[seat] + card)
    suit = suit_of(next(kinds_of(card)))
    if suit is None:
        return replace(state, known=known)
    return replace(state, known=known, call=CALLS[suit], awaited=None)


def _shown(state: State, event: e.TrumpsShown) -> State:
    seat = event.seat
    first_hand = state.match.banker is None
    return replace(
        state,
        phase=Closing() if isinstance(state.phase, Closing) else state.phase,
        shown=event,
        banker=seat if state.banker is None else state.banker,
        call=event.call,
        awaited=seat if first_hand else None,
        known=_cards(state.known, seat, union(state.known[seat], event.cards)),
    )


def _passed(state: State, event: e.ShowPassed) -> State:
    passed = phase_of(state, Closing).passed
    return replace(state, phase=Closing(tuple(sorted((*passed, event.seat)))))


def _closed(state: State, event: e.ShowingClosed) -> State:
    return replace(state, phase=Turning())


def _turned(state: State, event: e.BottomTurned) -> State:
    return replace(state, turned=(*state.turned, event.card), seen=Cards(state.seen + event.card))


def _fixed(state: State, event: e.TrumpsFixed) -> State:
    """Trumps stand; tribute if any is due (GZ-8.1)."""
    before = ((event.banker - 1) % SEATS, (event.banker - 2) % SEATS)
    payers = tuple(seat for seat in before if state.match.tribute[seat])
    secret = replace(state.secret, sealed=(NONE,) * len(payers))
    phase: Phase = Paying(payers) if payers else GivingBack()
    return replace(state, phase=phase, banker=event.banker, call=event.call, awaited=None, secret=secret)


# ---- tribute


def _chosen(state: State, event: e.TributeChosen) -> State:
    phase, sealed = phase_of(state, Paying), state.secret.sealed
    at = phase.payers.index(event.seat)
    secret = replace(state.secret, sealed=(*sealed[:at], event.cards, *sealed[at + 1 :]))
    return replace(state, phase=Paying(phase.payers, (*phase.chosen, event.seat)), secret=secret)


def _hand_over(state: State, giver: Seat, taker: Seat, cards: Cards) -> State:
    """Cards go from hand to hand, face up."""
    number = size(cards)
    secret = replace(state.secret, hands=_hands(state.secret, giver, -cards))
    secret = replace(secret, hands=_hands(secret, taker, cards))
    known = _cards(state.known, giver, less(state.known[giver], cards))
    return replace(
        state,
        secret=secret,
        counts=_numbers(_numbers(state.counts, giver, -number), taker, number),
        known=_cards(known, taker, known[taker] + cards),
    )


def _paid(state: State, event: e.TributePaid) -> State:
    banker = state.bank
    for payer, cards in zip(event.seats, event.cards, strict=True):
        state = _hand_over(state, payer, banker, cards)
    owed = tuple((payer, size(cards)) for payer, cards in zip(event.seats, event.cards, strict=True) if cards)
    return replace(state, phase=GivingBack(owed), paid=event, secret=replace(state.secret, sealed=()))


def _given_back(state: State, event: e.GivenBack) -> State:
    phase = phase_of(state, GivingBack)
    state = _hand_over(state, state.bank, event.seat, event.cards)
    return replace(state, phase=GivingBack(phase.owed[1:]))


# ---- the bottom


def _bottom_shown(state: State, event: e.BottomShown) -> State:
    return replace(state, seen=event.cards)


def _bottom_taken(state: State, event: e.BottomTaken) -> State:
    seat = event.seat
    secret = replace(state.secret, hands=_hands(state.secret, seat, event.cards), deck=())
    return replace(
        state,
        phase=Burying(),
        secret=secret,
        counts=_numbers(state.counts, seat, BOTTOM),
        known=_cards(state.known, seat, state.known[seat] + state.seen),
    )


def _buried(state: State, event: e.CardsBuried) -> State:
    seat, cards = event.seat, event.cards
    known = state.known
    if event.open and cards is not None:
        known = _cards(known, seat, less(known[seat], cards))
    state = replace(
        state,
        secret=replace(state.secret, hands=_hands(state.secret, seat, -cards if cards else None), bottom=cards),
        counts=_numbers(state.counts, seat, -BOTTOM),
        known=known,
        bottom_open=event.open,
        takeable=event.takeable,
    )
    return _ask_next(state, seat)


def _ask_next(state: State, seat: Seat) -> State:
    """The next player is asked for jokers, or play begins (GZ-5.4, 5.5, 6.2)."""
    asked = (seat + 1) % SEATS
    banker = state.bank
    over = asked == banker or not state.takeable
    return replace(state, phase=Playing(banker) if over else BuryingJokers(asked))


def _no_jokers(state: State, event: e.JokersPassed) -> State:
    return _ask_next(state, event.seat)


def _jokers_buried(state: State, event: e.JokersBuried) -> State:
    seat, cards, banker = event.seat, event.cards, state.bank
    known = _cards(state.known, seat, less(state.known[seat], cards))
    if not state.bottom_open:  # until now nobody could tell which cards the banker had buried
        known = _cards(known, banker, less(known[banker], event.bottom - cards))
    number = size(cards)
    return replace(
        state,
        phase=TakingBack(seat, number),
        secret=replace(state.secret, hands=_hands(state.secret, seat, -cards), bottom=event.bottom),
        counts=_numbers(state.counts, seat, -number),
        known=known,
        bottom_open=True,
    )


def _taken_back(state: State, event: e.TakenBack) -> State:
    seat, cards = event.seat, event.cards
    state = replace(
        state,
        secret=replace(
            state.secret,
            hands=_hands(state.secret, seat, cards),
            bottom=Cards((state.secret.bottom or NONE) - cards),
        ),
        counts=_numbers(state.counts, seat, size(cards)),
        known=_cards(state.known, seat, state.known[seat] + cards),
        takeable=event.takeable,
    )
    return _ask_next(state, seat)


# ---- play


def _played(state: State, event: e.CardsPlayed) -> State:
    seat, cards, phase = event.seat, event.cards, phase_of(state, Playing)
    number = size(cards)
    plays, best, lacks = (*phase.plays, cards), phase.best, state.lacks
    if phase.plays:
        trumps = state.trumps
        if beats(trumps, number, plays[best], cards):
            best = len(plays) - 1
        suit = led_suit(trumps, plays[0])
        if size(cards & trumps.masks[suit]) < number:
            lacks = (*lacks[:seat], lacks[seat] | 1 << suit, *lacks[seat + 1 :])
    known = state.known[seat]
    secret = state.secret
    return replace(
        state,
        phase=Playing(phase.leader, plays, best),
        secret=replace(secret, hands=_hands(secret, seat, -cards)),
        counts=_numbers(state.counts, seat, -number),
        played=Cards(state.played + cards),
        lacks=lacks,
        known=_cards(state.known, seat, less(known, cards)) if known else state.known,
    )


def _trick(state: State, event: e.TrickTaken) -> State:
    phase = phase_of(state, Playing)
    state = _score(state, event.seat, event.points)
    return replace(state, phase=Playing(event.seat), last=Trick(phase.leader, phase.plays, event.seat))


def _score(state: State, seat: Seat, points: int) -> State:
    """Points for the team of a seat; the last such team other than the banker's is kept in mind (GZ-7.5)."""
    if not points:
        return state
    team = team_of(seat)
    takes = team != team_of(state.bank)
    return replace(state, points=_numbers(state.points, team, points), scored=team if takes else state.scored)


def _opened(state: State, event: e.BottomOpened) -> State:
    secret = replace(state.secret, bottom=event.cards)
    return replace(state, phase=Over(event.seat), secret=secret, bottom_open=True)


EVOLVE: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    e.CardsCut: _cut,
    e.CardDealt: _dealt,
    e.TrumpsShown: _shown,
    e.ShowPassed: _passed,
    e.ShowingClosed: _closed,
    e.BottomTurned: _turned,
    e.TrumpsFixed: _fixed,
    e.TributeChosen: _chosen,
    e.TributePaid: _paid,
    e.BottomShown: _bottom_shown,
    e.GivenBack: _given_back,
    e.BottomTaken: _bottom_taken,
    e.CardsBuried: _buried,
    e.JokersPassed: _no_jokers,
    e.JokersBuried: _jokers_buried,
    e.TakenBack: _taken_back,
    e.CardsPlayed: _played,
    e.TrickTaken: _trick,
    e.BottomOpened: _opened,
}
