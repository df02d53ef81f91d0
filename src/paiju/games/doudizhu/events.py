"""The events of Dou Dizhu. Each event class defines how it changes a state, and which seats see each of its fields."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec.structs import replace

from paiju.core import events
from paiju.core.events import Own, OwnOrOpen, Public, VisiblePerSeat, VisibleToSeats
from paiju.core.history import PastAction
from paiju.core.seats import Seat, next_seat, replace_at
from paiju.games.doudizhu.actions import PASS, Action, Bid, Choose, HistoryAction, Play
from paiju.games.doudizhu.cards import NO_CARDS, Cards
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.state import (
    Asking,
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
from paiju.games.doudizhu.yes_no_questions import (
    BACK,
    CALL,
    DOUBLE,
    DOUBLES,
    KICK,
    OPEN,
    ROB,
    with_agreement,
    with_doubles,
)

PastActions = tuple[PastAction[HistoryAction], ...]


class PhaseBegan(events.PhaseBegan[State], frozen=True):
    """A phase began. ``stage`` is the index of its stage in the ruleset's list of stages."""

    stage: Public[int]
    phase: Public[Phase]

    def apply(self, state: State) -> State:
        phase = self.phase
        if isinstance(phase, Over) and isinstance(state.phase, Playing):
            phase = replace(phase, lay=state.phase)
        return replace(state, stage=self.stage, phase=phase)


class FirstChosen(events.Event[State], frozen=True):
    """The first bidder was determined (DDZ-2.7).

    ``upcard`` is the face-up card whose receiver bids first; None if the ruleset has no such card.
    """

    seat: Public[Seat]
    upcard: Public[Cards | None] = None

    def apply(self, state: State) -> State:
        return _with_public(state, first=self.seat, upcard=self.upcard)


class CardsDealt(events.Event[State], frozen=True):
    """Every seat was dealt a packet of cards. All seats see the cards of the seats in ``open``."""

    sizes: Public[tuple[int, ...]]
    hands: Annotated[tuple[Cards | None, ...], VisiblePerSeat(open="open")]
    open: Public[tuple[Seat, ...]] = ()

    def apply(self, state: State) -> State:
        hands = tuple(map(_add_cards, state.secret.hands, self.hands))
        counts = tuple(held + size for held, size in zip(state.public.counts, self.sizes, strict=True))
        return _with_public(_with_secret(state, hands=hands), counts=counts)


class ChoiceSealed(events.Event[State], frozen=True, tag="sealed"):
    """A seat has made its secret choice. No other seat sees ``choice``."""

    seat: Public[Seat]
    choice: Own[Action | None]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Opening | Throwing | Doubling)
        waiting = tuple(seat for seat in phase.waiting if seat != self.seat)
        sealed = replace_at(state.secret.sealed, self.seat, self.choice)
        return replace(_with_secret(state, sealed=sealed), phase=replace(phase, waiting=waiting))


class HandsOpened(events.Event[State], frozen=True):
    """The seats in ``seats`` opened their hands (DDZ-7.7). If ``seats`` is empty, no seat opened its hand.

    An open hand multiplies the stake by ``factor``.
    """

    factor: Public[int]
    seats: Public[tuple[Seat, ...]]
    hands: Public[tuple[Cards, ...]]

    def apply(self, state: State) -> State:
        hands, opened = state.secret.hands, state.public.opened
        for seat, cards in zip(self.seats, self.hands, strict=True):
            hands = replace_at(hands, seat, cards)
            opened = replace_at(opened, seat, self.factor)
        return _with_public(_without_secret_choices(state, hands=hands), opened=opened)

    def past_actions(self, state: State) -> PastActions:
        return tuple(PastAction(seat, Choose(OPEN.what, True)) for seat in self.seats)


class BidMade(events.Event[State], frozen=True):
    """A seat bid 1, 2 or 3 points, or 0 for a pass (DDZ-3.1, 3.2)."""

    seat: Public[Seat]
    points: Public[int]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Bidding)
        passed = self.points == 0
        return replace(
            state,
            phase=Bidding(
                turn=next_seat(self.seat, state.seats),
                once=phase.once,
                high=phase.high if passed else self.points,
                bidder=phase.bidder if passed else self.seat,
                passes=phase.passes + 1 if passed else 0,
                spoken=phase.spoken + 1,
                said=replace_at(phase.said, self.seat, self.points),
            ),
        )

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Bid(self.points)),)


class LandlordCalled(events.Event[State], frozen=True, omit_defaults=True, tag="called"):
    """A seat called the landlord or declined (DDZ-3.7, 3.8).

    After a call, the other seats are asked to rob. The questions go in playing order if ``in_turn`` is true,
    otherwise in the opposite order.
    """

    seat: Public[Seat]
    yes: Public[bool]
    in_turn: Public[bool] = False

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Robbing)
        declarations = replace_at(phase.said, self.seat, "call" if self.yes else "no-call")
        if not self.yes:
            return replace(state, phase=replace(phase, left=phase.left[1:], said=declarations))
        # Seats are asked to rob clockwise, against the playing order (DDZ-3.7, R6). With two seats, the other is asked (3.8).
        way = 1 if self.in_turn else -1
        others = tuple((self.seat + way * step) % state.seats for step in range(1, state.seats))
        return replace(state, phase=Robbing(left=others, caller=self.seat, last=self.seat, said=declarations))

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Choose(CALL.what, self.yes)),)


MOST_ROBBERIES: Final = 4
"""The number of robberies after which the auction ends in a hand with two players (DDZ-3.8).

The two players rob in turn until one declines or this number is reached.
"""


class LandlordRobbed(events.Event[State], frozen=True, tag="robbed"):
    """A seat robbed the landlord or declined (DDZ-3.7, 3.8)."""

    seat: Public[Seat]
    yes: Public[bool]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Robbing)
        declarations = replace_at(phase.said, self.seat, "rob" if self.yes else "no-rob")
        robs = phase.robs + self.yes
        last = self.seat if self.yes else phase.last
        left = self._seats_asked_next(state.seats, phase, robs)
        return replace(state, phase=Robbing(left=left, caller=phase.caller, last=last, robs=robs, said=declarations))

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Choose(ROB.what, self.yes)),)

    def _seats_asked_next(self, seats: int, phase: Robbing, robs: int) -> tuple[Seat, ...]:
        if seats == 2:
            return (1 - self.seat,) if self.yes and robs < MOST_ROBBERIES else ()
        assert phase.caller is not None
        last_chance = len(phase.left) == 1 and robs > 0 and self.seat != phase.caller
        return (phase.caller,) if last_chance else phase.left[1:]


class StakeKicked(events.Event[State], frozen=True, tag="kicked"):
    """A farmer said whether to kick, or the landlord said whether to kick back (DDZ-3.6).

    If ``back`` is true, it was the landlord.
    """

    seat: Public[Seat]
    yes: Public[bool]
    back: Public[bool] = False

    def apply(self, state: State) -> State:
        phase, landlord = state.phase, state.public.landlord
        assert isinstance(phase, Kicking)
        if self.seat == landlord:
            return _with_public(replace(state, phase=Kicking(())), kicked_back=self.yes)
        kicked = replace_at(state.public.kicked, self.seat, self.yes)
        left = phase.left[1:]
        if not left and any(kicked):
            assert landlord is not None
            left = (landlord,)
        return _with_public(replace(state, phase=Kicking(left)), kicked=kicked)

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Choose((BACK if self.back else KICK).what, self.yes)),)


class LandlordSettled(events.Event[State], frozen=True):
    """The landlord and the base were determined.

    ``forced`` is true if the seat had to become landlord because of its strong hand (DDZ-3.5). ``silent`` are the seats
    that had neither bid nor passed when the auction ended.
    """

    seat: Public[Seat]
    base: Public[int]
    robs: Public[int] = 0
    forced: Public[bool] = False
    silent: Public[tuple[Seat, ...]] = ()

    def apply(self, state: State) -> State:
        return _with_public(state, landlord=self.seat, base=self.base, robs=self.robs, silent=self.silent)


class BottomTaken(events.Event[State], frozen=True):
    """The landlord took the bottom (DDZ-2.6). ``open`` says whether all seats see it."""

    seat: Public[Seat]
    size: Public[int]
    open: Public[bool]
    cards: OwnOrOpen[Cards | None]

    def apply(self, state: State) -> State:
        seat = self.seat
        hands = replace_at(state.secret.hands, seat, _add_cards(state.secret.hands[seat], self.cards))
        counts = replace_at(state.public.counts, seat, state.public.counts[seat] + self.size)
        bottom = self.cards if self.open else None
        return _with_public(_with_secret(state, hands=hands, bottom=self.cards), counts=counts, bottom=bottom)


class CardGiven(events.Event[State], frozen=True):
    """The landlord drew a card from a farmer's hand (DDZ-2.5).

    Both seats know the card. All seats know it if one of the two hands is open (``open``).
    """

    giver: Public[Seat]
    taker: Public[Seat]
    open: Public[bool]
    card: Annotated[Cards | None, VisibleToSeats(("giver", "taker"), unless="open")]

    def apply(self, state: State) -> State:
        secret, counts = state.secret, state.public.counts
        hands = replace_at(secret.hands, self.giver, _remove_cards(secret.hands[self.giver], self.card))
        hands = replace_at(hands, self.taker, _add_cards(hands[self.taker], self.card))
        counts = replace_at(counts, self.giver, counts[self.giver] - 1)
        counts = replace_at(counts, self.taker, counts[self.taker] + 1)
        gave = replace_at(secret.gave, self.giver, self.card)
        seen = (*state.public.gifts_seen, self.giver) if self.open else state.public.gifts_seen
        return _with_public(_with_secret(state, hands=hands, gave=gave), counts=counts, gifts_seen=seen)


class WildDrawn(events.Event[State], frozen=True, omit_defaults=True):
    """A wild rank was drawn. ``rank`` is its index: 0 is the 3 (DDZ-8.1).

    ``number`` is 0 if the hand has one wild rank. If it has two, ``number`` is 1 for the first and 2 for the second
    (DDZ-8.10).
    """

    rank: Public[int]
    number: Public[int] = 0

    def apply(self, state: State) -> State:
        return _with_public(state, second_wild=self.rank) if self.number == 2 else _with_public(state, wild=self.rank)


class CardsThrown(events.Event[State], frozen=True):
    """All seats threw cards away; a seat may have thrown none (DDZ-7.10).

    ``sizes`` contains, for each seat, the number of cards that it threw away, and ``factors`` the factor that
    results from these cards. Everybody sees the cards thrown from open hands.
    """

    sizes: Public[tuple[int, ...]]
    factors: Public[tuple[int, ...]]
    open: Public[tuple[Seat, ...]]
    cards: Annotated[tuple[Cards | None, ...], VisiblePerSeat(open="open")]

    def apply(self, state: State) -> State:
        hands = tuple(map(_remove_cards, state.secret.hands, self.cards))
        counts = tuple(held - size for held, size in zip(state.public.counts, self.sizes, strict=True))
        seen = tuple(seat in self.open for seat in range(state.seats))
        state = _without_secret_choices(state, hands=hands, threw=self.cards)
        return _with_public(state, counts=counts, thrown=self.sizes, throws_seen=seen, throw_factors=self.factors)


class StakesDoubled(events.Event[State], frozen=True, omit_defaults=True, tag="doubled"):
    """The secret choices to double were revealed (DDZ-7.8).

    ``seats`` are the seats that doubled. ``factors`` contains the factor of each of them. It is empty if each of
    them doubled with the factor 2; the property ``doubles`` covers both cases.
    """

    seats: Public[tuple[Seat, ...]]
    factors: Public[tuple[int, ...]] = ()

    @property
    def doubles(self) -> tuple[tuple[Seat, int], ...]:
        """The seats that doubled, each with its factor."""
        return tuple(zip(self.seats, self.factors or (DOUBLE.factor,) * len(self.seats), strict=True))

    def apply(self, state: State) -> State:
        chosen = dict(self.doubles)
        factors = tuple(chosen.get(seat, 1) for seat in range(state.seats))
        return replace(_without_secret_choices(state), public=with_doubles(state.public, factors))

    def past_actions(self, state: State) -> PastActions:
        questions = {question.factor: question.what for question in DOUBLES}
        return tuple(PastAction(seat, Choose(questions[factor], True)) for seat, factor in self.doubles)


class QuestionAnswered(events.Event[State], frozen=True, tag="answered"):
    """A seat answered a question that has its own phase (``yes_no_questions.PHASE_QUESTIONS``)."""

    seat: Public[Seat]
    what: Public[str]
    yes: Public[bool]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Asking)
        public = with_agreement(state.public, self.what, self.seat) if self.yes else state.public
        answered = Asking(phase.what, phase.left[1:], replace_at(phase.said, self.seat, self.yes))
        return replace(state, phase=answered, public=public)

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Choose(self.what, self.yes)),)


class CombinationPlayed(events.Event[State], frozen=True, tag="played"):
    """A seat played a combination (DDZ-6.1)."""

    seat: Public[Seat]
    what: Public[Combination]
    cards: Public[Cards]

    def apply(self, state: State) -> State:
        phase, public, secret, seat = state.phase, state.public, state.secret, self.seat
        assert isinstance(phase, Playing)
        none = (None,) * state.seats
        last, made = (none, none) if phase.standing is None else (phase.last, phase.made or none)
        hand = secret.hands[seat]
        if hand is not None:
            secret = replace(secret, hands=replace_at(secret.hands, seat, Cards(hand - self.cards)))
        return State(
            state.match,
            state.stage,
            Playing(
                next_seat(seat, state.seats),
                self.what,
                seat,
                0,
                replace_at(last, seat, self.cards),
                replace_at(made, seat, self.what),
            ),
            replace(
                public,
                counts=replace_at(public.counts, seat, public.counts[seat] - self.what.size),
                plays=replace_at(public.plays, seat, public.plays[seat] + 1),
                played=replace_at(public.played, seat, Cards(public.played[seat] + self.cards)),
                bombs=(*public.bombs, self.what) if self.what.bomb else public.bombs,
            ),
            secret,
            state.history,
        )

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, Play(self.what, self.cards)),)


class TurnPassed(events.Event[State], frozen=True, tag="passed"):
    """A seat did not beat the standing play (DDZ-6.1)."""

    seat: Public[Seat]

    def apply(self, state: State) -> State:
        phase = state.phase
        assert isinstance(phase, Playing)
        passes = phase.passes + 1
        turn = next_seat(self.seat, state.seats)
        last = replace_at(phase.last, self.seat, NO_CARDS)
        made = replace_at(phase.made or (None,) * state.seats, self.seat, None)
        if passes == state.seats - 1:
            after_trick = Playing(turn, None, None, 0, last, made)
        else:
            after_trick = Playing(turn, phase.standing, phase.by, passes, last, made)
        return State(state.match, state.stage, after_trick, state.public, state.secret, state.history)

    def past_actions(self, state: State) -> PastActions:
        return (PastAction(self.seat, PASS),)


class HandsRevealed(events.Event[State], frozen=True, tag="hand_ended"):
    """All hidden cards were shown: hands, bottom, and cards thrown away."""

    hands: Public[tuple[Cards, ...]]
    bottom: Public[Cards | None]
    thrown: Public[tuple[Cards | None, ...]]

    def apply(self, state: State) -> State:
        return _with_secret(state, hands=self.hands, bottom=self.bottom, threw=self.thrown)


Event = (
    PhaseBegan
    | FirstChosen
    | CardsDealt
    | ChoiceSealed
    | HandsOpened
    | BidMade
    | LandlordCalled
    | LandlordRobbed
    | StakeKicked
    | LandlordSettled
    | BottomTaken
    | CardGiven
    | WildDrawn
    | CardsThrown
    | StakesDoubled
    | QuestionAnswered
    | CombinationPlayed
    | TurnPassed
    | HandsRevealed
)


def _with_public(state: State, **changes: Any) -> State:
    public = replace(state.public, **changes)
    return State(state.match, state.stage, state.phase, public, state.secret, state.history)


def _with_secret(state: State, **changes: Any) -> State:
    secret = replace(state.secret, **changes)
    return State(state.match, state.stage, state.phase, state.public, secret, state.history)


def _without_secret_choices(state: State, **changes: Any) -> State:
    """Return the state without its secret choices, which have been revealed.

    ``changes`` are further changes of the secret part of the state.
    """
    return _with_secret(state, sealed=(None,) * state.seats, **changes)


def _add_cards(hand: Cards | None, cards: Cards | None) -> Cards | None:
    return None if hand is None or cards is None else Cards(hand + cards)


def _remove_cards(hand: Cards | None, cards: int | None) -> Cards | None:
    return None if hand is None or cards is None else Cards(hand - cards)
