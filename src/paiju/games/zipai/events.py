"""The events of Da Zi Pai. Each event class defines how it changes a state, and which seats see each of its fields."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

from msgspec.structs import replace

from paiju.core import events
from paiju.core.events import Own, Public, VisiblePerSeat, VisibleToSeats
from paiju.core.history import PastAction
from paiju.core.seats import Seat, replace_at
from paiju.games.zipai.actions import (
    Action,
    BeCaught,
    Discard,
    HistoryAction,
    LayMelds,
    PutOut,
    SetMinimum,
)
from paiju.games.zipai.cards import Counts, Kind, with_card, without
from paiju.games.zipai.melds import HIDDEN, Meld, meld_size
from paiju.games.zipai.state import (
    BANKER_CARDS,
    OTHER_CARDS,
    Catching,
    Claiming,
    Dealing,
    Opening,
    Phase,
    Reason,
    SecretState,
    State,
    Winner,
)

PastActions = tuple[PastAction[HistoryAction], ...]


def _redact_face_down_melds(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Return melds as the other seats see them: the cards of face-down melds are None (ZP-5.7)."""
    return tuple(Meld(meld.way, None) if meld.way in HIDDEN else meld for meld in melds)


class PhaseBegan(events.PhaseBegan[State], frozen=True):
    """A phase began."""

    phase: Public[Phase]


class MinimumSet(events.Event[State], frozen=True):
    """The banker has set the minimum of points (ZP-2.2)."""

    seat: Public[Seat]
    points: Public[int]

    def apply(self, state: State) -> State:
        return replace(state, public=replace(state.public, minimum=self.points))

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, SetMinimum(self.points)),)


class CardsDealt(events.Event[State], frozen=True):
    """The hands were dealt (ZP-2.3)."""

    hands: Annotated[tuple[Counts | None, ...], VisiblePerSeat()]

    def apply(self, state: State) -> State:
        sizes = tuple(BANKER_CARDS if seat == state.match.banker else OTHER_CARDS for seat in range(state.seats))
        public = replace(state.public, sizes=sizes, stock=state.public.stock - sum(sizes))
        hands = tuple(known and new for known, new in zip(state.secret.hands, self.hands, strict=True))
        secret = replace(state.secret, hands=hands, stock=_stock_after(state.secret, sum(sizes)))
        return State(state.match, state.phase, public, secret, state.history)


class ExtraDrawn(events.Event[State], frozen=True):
    """A seat drew an extra card during the deal, because it laid a second or later four of a kind (ZP-2.4)."""

    seat: Public[Seat]
    card: Own[Kind | None]

    def apply(self, state: State) -> State:
        seat, public, secret = self.seat, state.public, state.secret
        public = replace(public, sizes=replace_at(public.sizes, seat, public.sizes[seat] + 1), stock=public.stock - 1)
        hand = secret.hands[seat]
        if hand is not None and self.card is not None:
            secret = replace(secret, hands=replace_at(secret.hands, seat, with_card(hand, self.card)))
        return replace(state, public=public, secret=replace(secret, stock=_stock_after(secret, 1)))


class MeldsLaid(events.Event[State], frozen=True):
    """A seat has laid melds.

    During the deal, a seat lays a four from its hand. Later, one card of the melds is the card on the table,
    which the seat has drawn or another seat has put out. All other cards come from the seat's hand.

    - New melds: ``raised`` is None.
    - A fourth card for a meld that the seat laid earlier: ``melds`` contains only this meld, with its four cards,
      and ``raised`` is its index among the seat's melds.
    """

    seat: Public[Seat]
    melds: Annotated[tuple[Meld, ...], VisibleToSeats(otherwise=_redact_face_down_melds)]
    raised: Public[int | None] = None

    def apply(self, state: State) -> State:
        seat, lying = self.seat, state.public.melds[self.seat]
        before = () if self.raised is None else (lying[self.raised],)
        masked = _redact_face_down_melds(self.melds)
        now = lying + masked if self.raised is None else replace_at(lying, self.raised, masked[0])
        on_table = not isinstance(state.phase, Dealing)
        used = sum(map(meld_size, self.melds)) - sum(map(meld_size, before)) - on_table
        public = replace(
            state.public,
            sizes=replace_at(state.public.sizes, seat, state.public.sizes[seat] - used),
            melds=replace_at(state.public.melds, seat, now),
        )
        return State(state.match, state.phase, public, self._secret_after(state), state.history)

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, LayMelds(_redact_face_down_melds(self.melds), self.raised)),)

    def _secret_after(self, state: State) -> SecretState:
        """Return the secret state after the melds have been laid."""
        seat, secret = self.seat, state.secret
        hand, hidden = secret.hands[seat], secret.hidden[seat]
        if hand is None or hidden is None:
            return replace(secret, drawn=None)
        hand = without(hand, self._cards_from_hand(state))
        hidden = self._hidden_after(state.public.melds[seat], hidden)
        return replace(
            secret,
            hands=replace_at(secret.hands, seat, hand),
            hidden=replace_at(secret.hidden, seat, hidden),
            drawn=None,
        )

    def _cards_from_hand(self, state: State) -> tuple[Kind, ...]:
        """Return the cards of the melds that come from the seat's hand."""
        if self.raised is not None:
            return ()
        cards = list(chain.from_iterable(meld.cards or () for meld in self.melds))
        if isinstance(state.phase, Claiming):
            cards.remove(state.phase.card)
        elif state.secret.drawn is not None:
            cards.remove(state.secret.drawn)
        return tuple(cards)

    def _hidden_after(self, lying: tuple[Meld, ...], hidden: tuple[Kind, ...]) -> tuple[Kind, ...]:
        """Return the kinds of the seat's face-down melds after this event.

        ``lying`` contains the seat's melds before the event, and ``hidden`` the kinds of the face-down ones. The
        event adds the kind of a new face-down meld at the end. It removes the kind of a meld that becomes a face-up
        four.
        """
        if self.raised is None:
            return hidden + tuple(meld.cards[0] for meld in self.melds if meld.way in HIDDEN and meld.cards)
        if self.melds[0].way in HIDDEN or lying[self.raised].way not in HIDDEN:
            return hidden
        place = sum(meld.way in HIDDEN for meld in lying[: self.raised])
        return hidden[:place] + hidden[place + 1 :]


class OpeningPassed(events.Event[State], frozen=True):
    """No seat won on the deal. The banker begins (ZP-3.1)."""

    def apply(self, state: State) -> State:
        return replace(state, secret=_without_answers(state.secret))


class CardPutOut(events.Event[State], frozen=True):
    """A seat put a card out, face up (ZP-3.4): the card that it drew (``drawn``), or a card from its hand."""

    seat: Public[Seat]
    card: Public[Kind]
    drawn: Public[bool]

    def apply(self, state: State) -> State:
        if self.drawn:
            return replace(state, secret=replace(state.secret, drawn=None))
        seat, public, secret = self.seat, state.public, state.secret
        public = replace(public, sizes=replace_at(public.sizes, seat, public.sizes[seat] - 1))
        hand = secret.hands[seat]
        if hand is not None:
            secret = replace(secret, hands=replace_at(secret.hands, seat, without(hand, (self.card,))))
        return State(state.match, state.phase, public, secret, state.history)

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, PutOut(self.card) if self.drawn else Discard(self.card)),)


class Answered(events.Event[State], frozen=True):
    """A seat has answered in secret, with a claim or a pass."""

    seat: Public[Seat]
    answer: Own[Action | None]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Opening | Claiming | Catching)
        waiting = tuple(seat for seat in phase.waiting if seat != self.seat)
        secret = replace(state.secret, sealed=replace_at(state.secret.sealed, self.seat, self.answer))
        phase = replace(phase, waiting=waiting, answered=(*phase.answered, self.seat))
        return replace(state, phase=phase, secret=secret)


class ClaimsClosed(events.Event[State], frozen=True):
    """All seats have answered whether they claim the card. If ``taken``, a seat takes it, and the next event shows how.

    ``declined`` says, for each seat, whether it declined a pong (ZP-5.5).
    """

    taken: Public[bool]
    declined: Annotated[tuple[bool | None, ...], VisiblePerSeat()]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Claiming)
        secret = _without_answers(state.secret)
        if any(self.declined):
            declined = tuple(
                (*known, phase.card) if new and known is not None else known
                for known, new in zip(secret.declined, self.declined, strict=True)
            )
            secret = replace(secret, declined=declined)
        if self.taken:
            return replace(state, secret=secret)
        by, discards = phase.by, state.public.discards
        public = replace(state.public, discards=replace_at(discards, by, (*discards[by], phase.card)))
        return State(state.match, phase, public, secret, state.history)


class CatchesClosed(events.Event[State], frozen=True):
    """All seats have answered whether they accuse ``seat`` of keeping copies of the card it ate (下伙; ZP-R6).

    ``points`` is what ``seat`` pays to each other seat. It is 0 if no seat made an accusation, or if the
    accusation was wrong; the event does not tell which.
    """

    seat: Public[Seat]
    points: Public[int]

    def apply(self, state: State) -> State:
        state = replace(state, secret=_without_answers(state.secret))
        if not self.points:
            return state
        return replace(state, public=replace(state.public, caught=(*state.public.caught, self.seat)))

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, BeCaught(self.points)),) if self.points else ()


class CardDrawn(events.Event[State], frozen=True):
    """A seat has drawn the top card of the stock. Only this seat sees it (ZP-3.3)."""

    seat: Public[Seat]
    card: Own[Kind | None]

    def apply(self, state: State) -> State:
        public = replace(state.public, stock=state.public.stock - 1)
        secret = replace(state.secret, stock=_stock_after(state.secret, 1), drawn=self.card)
        return State(state.match, state.phase, public, secret, state.history)


class HandWon(events.Event[State], frozen=True):
    """One or more seats have won, and show their hands and melds.

    ``payer`` is the only seat that pays; None if all seats that have not won pay. ``card`` is the winning card; None for a
    win on the deal.
    """

    reason: Public[Reason]
    winners: Public[tuple[Winner, ...]]
    card: Public[Kind | None] = None
    payer: Public[Seat | None] = None

    def apply(self, state: State) -> State:
        hands, melds, secret = state.secret.hands, state.public.melds, _without_answers(state.secret)
        for winner in self.winners:
            hands, melds = replace_at(hands, winner.seat, winner.hand), replace_at(melds, winner.seat, winner.laid)
        shown = {winner.seat for winner in self.winners}
        hidden = tuple(() if seat in shown else known for seat, known in enumerate(secret.hidden))
        secret = replace(secret, hands=hands, hidden=hidden, drawn=None)
        return State(state.match, state.phase, replace(state.public, melds=melds), secret, state.history)


class StockEmpty(events.Event[State], frozen=True):
    """The stock was empty when a seat had to draw, so nobody wins (ZP-3.5)."""

    def apply(self, state: State) -> State:
        return state


Event = (
    PhaseBegan
    | MinimumSet
    | CardsDealt
    | ExtraDrawn
    | MeldsLaid
    | OpeningPassed
    | CardPutOut
    | Answered
    | ClaimsClosed
    | CatchesClosed
    | CardDrawn
    | HandWon
    | StockEmpty
)


def _stock_after(secret: SecretState, cards: int) -> tuple[Kind, ...] | None:
    return secret.stock and secret.stock[cards:]


def _without_answers(secret: SecretState) -> SecretState:
    return replace(secret, sealed=(None,) * len(secret.sealed))
