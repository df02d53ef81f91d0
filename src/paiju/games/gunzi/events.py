"""The events of Gunzi. Each event class defines how it changes a state, and which seats see each of its fields."""

from __future__ import annotations

from msgspec.structs import replace

from paiju.core import events
from paiju.core.events import Own, OwnOrOpen, Public
from paiju.core.history import PastAction
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Bury, Declare, GiveBack, HistoryAction, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.cards import NONE, Cards, kinds_of, size, suit_of, union, without
from paiju.games.gunzi.state import (
    BOTTOM,
    SEATS,
    Closing,
    Cut,
    Cutting,
    Dealing,
    GivingBack,
    Paying,
    Phase,
    Playing,
    Secret,
    Shown,
    State,
    Tribute,
    Trick,
    TurnedCard,
    cast_phase,
    payers_to,
    team_of,
)
from paiju.games.gunzi.trick_rules import beats, led_suit
from paiju.games.gunzi.trumps import CALLS, Call

PastActions = tuple[PastAction[HistoryAction], ...]


class PhaseBegan(events.PhaseBegan[State], frozen=True):
    """A phase began."""

    phase: Public[Phase]


class CardsCut(events.Event[State], frozen=True):
    """Seats cut cards to determine who receives the first card (GZ-3.1).

    ``cards`` are the cards that were cut, in the order of ``seats``. ``best`` are the seats with the highest
    card. If there are several such seats, they cut again.
    """

    seats: Public[tuple[Seat, ...]]
    cards: Public[tuple[Cards, ...]]
    best: Public[tuple[Seat, ...]]

    def apply(self, state: State) -> State:
        state = replace(state, cut=(*state.cut, Cut(self.seats, self.cards, self.best)))
        if len(self.best) == 1:
            return replace(state, first=self.best[0], secret=replace(state.secret, cuts=()))
        cuts = state.secret.cuts
        return replace(state, phase=Cutting(self.best), secret=replace(state.secret, cuts=cuts and cuts[SEATS:]))


class CardDealt(events.Event[State], frozen=True, omit_defaults=True):
    """A card was dealt.

    If ``open`` is true, the card was dealt face up, because it may determine the trump suit (GZ-4.1).
    """

    seat: Public[Seat]
    card: OwnOrOpen[Cards | None]
    open: Public[bool] = False

    def apply(self, state: State) -> State:
        dealt = cast_phase(state, Dealing).dealt + 1
        secret = state.secret
        dealt_state = replace(
            state,
            phase=Dealing(dealt),
            counts=_add_at(state.counts, self.seat, 1),
            secret=replace(
                secret, hands=_change_hand(secret, self.seat, self.card), deck=secret.deck and secret.deck[1:]
            ),
        )
        return _apply_open_card(dealt_state, self.seat, self.card) if self.open and self.card else dealt_state


class TrumpsDeclared(events.Event[State], frozen=True, tag="trumps_shown", omit_defaults=True):
    """A seat declared trumps (GZ-4). ``call`` is the trump suit or "none"; None if a later card determines it."""

    seat: Public[Seat]
    cards: Public[Cards]
    call: Public[Call | None] = None

    def apply(self, state: State) -> State:
        seat = self.seat
        first_hand = state.match.banker is None
        return replace(
            state,
            phase=Closing() if isinstance(state.phase, Closing) else state.phase,
            shown=Shown(seat, self.cards, self.call),
            banker=seat if state.banker is None else state.banker,
            call=self.call,
            awaited=seat if first_hand else None,
            known=_replace_cards(state.known, seat, union(state.known[seat], self.cards)),
        )

    def past_actions(self, state: State) -> PastActions:
        is_suited = suit_of(next(kinds_of(self.cards))) is not None
        return (PastAction(self.seat, Declare(self.cards, None if is_suited else self.call)),)


class DeclarePassed(events.Event[State], frozen=True, tag="show_passed"):
    """A seat passed instead of declaring. It cannot declare again until another seat declares (GZ-4.4)."""

    seat: Public[Seat]

    def apply(self, state: State) -> State:
        passed = cast_phase(state, Closing).passed
        return replace(state, phase=Closing(tuple(sorted((*passed, self.seat)))))

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Pass()),)


class BottomTurned(events.Event[State], frozen=True):
    """A seat turned up a bottom card to determine trumps (GZ-4.1, 4.2, 4.5)."""

    seat: Public[Seat]
    card: Public[Cards]

    def apply(self, state: State) -> State:
        return replace(
            state, turned=(*state.turned, TurnedCard(self.seat, self.card)), seen=Cards(state.seen + self.card)
        )


class TrumpsFixed(events.Event[State], frozen=True):
    """Banker and trumps were fixed (GZ-4)."""

    banker: Public[Seat]
    call: Public[Call]

    def apply(self, state: State) -> State:
        secret = replace(state.secret, sealed=(NONE,) * len(payers_to(state.match, self.banker)))
        return replace(state, banker=self.banker, call=self.call, awaited=None, secret=secret)


class TributeChosen(events.Event[State], frozen=True):
    """A payer laid its tribute face down. The tributes are opened when all payers have chosen (GZ-8.1)."""

    seat: Public[Seat]
    cards: Own[Cards | None]

    def apply(self, state: State) -> State:
        phase, sealed = cast_phase(state, Paying), state.secret.sealed
        at = phase.payers.index(self.seat)
        secret = replace(state.secret, sealed=(*sealed[:at], self.cards, *sealed[at + 1 :]))
        return replace(state, phase=Paying(phase.payers, (*phase.chosen, self.seat)), secret=secret)


class TributePaid(events.Event[State], frozen=True):
    """The tributes were opened and went to the banker (GZ-8.1)."""

    seats: Public[tuple[Seat, ...]]
    cards: Public[tuple[Cards, ...]]

    def apply(self, state: State) -> State:
        banker = state.banker_seat
        for payer, cards in zip(self.seats, self.cards, strict=True):
            state = _give_cards(state, payer, banker, cards)
        return replace(state, paid=Tribute(self.seats, self.cards), secret=replace(state.secret, sealed=()))

    def past_actions(self, state: State) -> PastActions:
        return tuple(PastAction(seat, Pay(cards)) for seat, cards in zip(self.seats, self.cards, strict=True))


class BottomShown(events.Event[State], frozen=True):
    """The bottom was shown to all seats, before the banker takes it (GZ-5.1)."""

    cards: Public[Cards]

    def apply(self, state: State) -> State:
        return replace(state, seen=self.cards)


class CardsGivenBack(events.Event[State], frozen=True, tag="given_back"):
    """The banker gave cards to a payer, face up (GZ-8.7)."""

    seat: Public[Seat]
    cards: Public[Cards]

    def apply(self, state: State) -> State:
        phase = cast_phase(state, GivingBack)
        state = _give_cards(state, state.banker_seat, self.seat, self.cards)
        return replace(state, phase=GivingBack(phase.owed[1:]))

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(state.banker_seat, GiveBack(self.cards)),)


class BottomTaken(events.Event[State], frozen=True, omit_defaults=True):
    """The banker took the bottom (GZ-5.2). ``open`` says whether all seats had seen it."""

    seat: Public[Seat]
    cards: OwnOrOpen[Cards | None]
    open: Public[bool] = False

    def apply(self, state: State) -> State:
        seat = self.seat
        secret = replace(state.secret, hands=_change_hand(state.secret, seat, self.cards), deck=())
        return replace(
            state,
            secret=secret,
            counts=_add_at(state.counts, seat, BOTTOM),
            known=_replace_cards(state.known, seat, state.known[seat] + state.seen),
        )


class CardsBuried(events.Event[State], frozen=True, omit_defaults=True):
    """The banker buried six cards.

    If a joker is among the six cards, all seats see them (``open``). ``takeable`` is how many of them may be
    taken back in exchange for jokers (GZ-5.3).
    """

    seat: Public[Seat]
    cards: OwnOrOpen[Cards | None]
    takeable: Public[int]
    open: Public[bool] = False

    def apply(self, state: State) -> State:
        seat, cards = self.seat, self.cards
        known = state.known
        if self.open and cards is not None:
            known = _replace_cards(known, seat, without(known[seat], cards))
        return replace(
            state,
            secret=replace(
                state.secret, hands=_change_hand(state.secret, seat, -cards if cards else None), bottom=cards
            ),
            counts=_add_at(state.counts, seat, -BOTTOM),
            known=known,
            bottom_open=self.open,
            takeable=self.takeable,
        )


class JokersPassed(events.Event[State], frozen=True):
    """A seat buried no jokers (GZ-5.4)."""

    seat: Public[Seat]

    def apply(self, state: State) -> State:
        return state

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Pass()),)


class JokersBuried(events.Event[State], frozen=True):
    """A seat buried jokers, and the bottom was shown together with them (GZ-5.4)."""

    seat: Public[Seat]
    cards: Public[Cards]
    bottom: Public[Cards]

    def apply(self, state: State) -> State:
        seat, cards, banker = self.seat, self.cards, state.banker_seat
        known = _replace_cards(state.known, seat, without(state.known[seat], cards))
        if not state.bottom_open:  # the cards that the banker buried were unknown until now
            known = _replace_cards(known, banker, without(known[banker], self.bottom - cards))
        number = size(cards)
        return replace(
            state,
            secret=replace(state.secret, hands=_change_hand(state.secret, seat, -cards), bottom=self.bottom),
            counts=_add_at(state.counts, seat, -number),
            known=known,
            bottom_open=True,
        )

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Bury(self.cards)),)


class CardsTakenBack(events.Event[State], frozen=True, tag="taken_back"):
    """A seat took the lowest cards of the bottom in exchange for the jokers it had buried (GZ-5.4).

    ``takeable`` is the number of cards that may still be taken back (GZ-5.3).
    """

    seat: Public[Seat]
    cards: Public[Cards]
    takeable: Public[int]

    def apply(self, state: State) -> State:
        seat, cards = self.seat, self.cards
        return replace(
            state,
            secret=replace(
                state.secret,
                hands=_change_hand(state.secret, seat, cards),
                bottom=Cards((state.secret.bottom or NONE) - cards),
            ),
            counts=_add_at(state.counts, seat, size(cards)),
            known=_replace_cards(state.known, seat, state.known[seat] + cards),
            takeable=self.takeable,
        )

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, TakeBack(self.cards)),)


class CardsPlayed(events.Event[State], frozen=True):
    """A seat led or followed (GZ-6)."""

    seat: Public[Seat]
    cards: Public[Cards]

    def apply(self, state: State) -> State:
        seat, cards, phase = self.seat, self.cards, cast_phase(state, Playing)
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
            secret=replace(secret, hands=_change_hand(secret, seat, -cards)),
            counts=_add_at(state.counts, seat, -number),
            played=Cards(state.played + cards),
            lacks=lacks,
            known=_replace_cards(state.known, seat, without(known, cards)) if known else state.known,
        )

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Play(self.cards)),)


class TrickTaken(events.Event[State], frozen=True):
    """A seat took a trick, and its team gets the points in the trick (GZ-6.7)."""

    seat: Public[Seat]
    points: Public[int]

    def apply(self, state: State) -> State:
        phase = cast_phase(state, Playing)
        state = _add_points_taken(state, self.seat, self.points)
        return replace(state, phase=Playing(self.seat), last=Trick(phase.leader, phase.plays, self.seat))


class BottomOpened(events.Event[State], frozen=True):
    """The last trick was played, and the bottom was shown (GZ-5.6).

    The points of the bottom go to the team of ``seat``, the winner of the last trick.
    """

    seat: Public[Seat]
    cards: Public[Cards]

    def apply(self, state: State) -> State:
        secret = replace(state.secret, bottom=self.cards)
        return replace(state, secret=secret, bottom_open=True)


Event = (
    PhaseBegan
    | CardsCut
    | CardDealt
    | TrumpsDeclared
    | DeclarePassed
    | BottomTurned
    | TrumpsFixed
    | TributeChosen
    | TributePaid
    | BottomShown
    | CardsGivenBack
    | BottomTaken
    | CardsBuried
    | JokersPassed
    | JokersBuried
    | CardsTakenBack
    | CardsPlayed
    | TrickTaken
    | BottomOpened
)


# ---- tuples with one entry changed


def _add_at(items: tuple[int, ...], at: int, change: int) -> tuple[int, ...]:
    return (*items[:at], items[at] + change, *items[at + 1 :])


def _replace_cards(items: tuple[Cards, ...], at: int, cards: int) -> tuple[Cards, ...]:
    return (*items[:at], Cards(cards), *items[at + 1 :])


def _change_hand(secret: Secret, seat: Seat, change: int | None) -> tuple[Cards | None, ...]:
    """Return the hands of all seats after cards were added to the hand of ``seat``, or removed from it.

    ``change`` are the packed cards to add; it is negative to remove them. If ``change`` is None, the hands are
    unchanged. A hidden hand (None) stays hidden.
    """
    held = secret.hands[seat]
    if held is None or change is None:
        return secret.hands
    return (*secret.hands[:seat], Cards(held + change), *secret.hands[seat + 1 :])


def _apply_open_card(state: State, seat: Seat, card: Cards) -> State:
    """Return the state after a card was dealt face up. A suited card determines the trump suit (GZ-4.1)."""
    known = _replace_cards(state.known, seat, state.known[seat] + card)
    suit = suit_of(next(kinds_of(card)))
    if suit is None:
        return replace(state, known=known)
    return replace(state, known=known, call=CALLS[suit], awaited=None)


def _give_cards(state: State, giver: Seat, taker: Seat, cards: Cards) -> State:
    """Return the state after one seat has given cards to another, face up."""
    number = size(cards)
    secret = replace(state.secret, hands=_change_hand(state.secret, giver, -cards))
    secret = replace(secret, hands=_change_hand(secret, taker, cards))
    known = _replace_cards(state.known, giver, without(state.known[giver], cards))
    return replace(
        state,
        secret=secret,
        counts=_add_at(_add_at(state.counts, giver, -number), taker, number),
        known=_replace_cards(known, taker, known[taker] + cards),
    )


def _add_points_taken(state: State, seat: Seat, points: int) -> State:
    """Return the state after the team of ``seat`` took points.

    If this team is not the banker's team, the state records it as the last team that took points (GZ-7.5).
    """
    if not points:
        return state
    team = team_of(seat)
    takes = team != team_of(state.banker_seat)
    return replace(state, points=_add_at(state.points, team, points), scored=team if takes else state.scored)
