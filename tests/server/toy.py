"""A tiny game family, with which the server is tested, so that the server depends on no real family.

It has three seats and nine cards, and each seat is dealt a packet of three. A seat may shout once while cards are dealt. Then
all seats pledge at once and in secret, and the pledges are opened together. Then three tricks are played. The highest card
wins a trick, and seats need not follow suit. Each point pledged makes a trick worth one point more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import NotationError
from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.family import Family
from paiju.core.game import Game, Match, Step, Zone, refuse_unless
from paiju.core.ruleset import Ruleset
from paiju.core.score_breakdown import LeaveCostBounds, Outcome, ScoreLine, outcome_of_leaving
from paiju.core.seats import DEALER, Seat, Viewer
from paiju.core.stake_rooms import StakeRoom

SEATS = 3


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    pledge: int = 2
    shouting: bool = False
    seats: int = SEATS
    """Number of seats. With another number than 3, players can sit down but not play."""
    redeals: bool = False
    """Whether a hand in which no seat pledges a point is dealt again."""
    beats: int = 0
    """Number of beats of the window for pledges. With a window, only the seat with the nine has a choice, which is secret."""
    early: bool = False
    """Whether seats pledge before the deal. They may pledge then, but need not."""
    leaving: int | None = None
    """The cost of leaving a hand, to which each point pledged adds one; None if the rules have no such cost."""
    to_others: bool = False
    """Whether the other seats get the cost of leaving."""


class ToyMatch(Match, frozen=True, kw_only=True):
    first: Seat = 0
    """The seat that leads in the first hand."""


class State(Struct, frozen=True):
    deck: tuple[int, ...] | None
    hands: tuple[tuple[int, ...] | None, ...] = ((), (), ())
    counts: tuple[int, ...] = (0, 0, 0)
    shouted: tuple[bool, ...] = (False, False, False)
    pledged: tuple[bool, ...] = (False, False, False)
    pledges: tuple[int | None, ...] = (None, None, None)
    opened: bool = False
    turn: Seat = 0
    trick: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    """Every card that was played, in order."""
    won: tuple[int, ...] = (0, 0, 0)


class DealOut(Struct, frozen=True, tag=True, tag_field="t"):
    pass


class Shout(Struct, frozen=True, tag=True, tag_field="t"):
    pass


class Pledge(Struct, frozen=True, tag=True, tag_field="t"):
    amount: int


class Play(Struct, frozen=True, tag=True, tag_field="t"):
    card: int


class Dealt(Struct, frozen=True, tag=True, tag_field="t"):
    seat: Seat
    cards: tuple[int, ...] | None


class Shouted(Struct, frozen=True, tag=True, tag_field="t"):
    seat: Seat


class Pledged(Struct, frozen=True, tag=True, tag_field="t"):
    seat: Seat
    amount: int | None


class Opened(Struct, frozen=True, tag=True, tag_field="t"):
    pledges: tuple[int, ...]


class Played(Struct, frozen=True, tag=True, tag_field="t"):
    seat: Seat
    card: int


class TrickWon(Struct, frozen=True, tag=True, tag_field="t"):
    seat: Seat


Action = DealOut | Shout | Pledge | Play
Event = Dealt | Shouted | Pledged | Opened | Played | TrickWon


def put(values: tuple[Any, ...], at: int, value: object) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


class Toy(Game[Rules, ToyMatch, State, Any, Any]):
    rules_type = Rules
    match_type = ToyMatch
    state_type = State
    action_type = Action
    event_type = Event

    @property
    def seats(self) -> int:
        return self.rules.seats

    def deal_plan(self, match: ToyMatch) -> DealPlan:
        return DealPlan(tuple(range(1, 10)))

    def new_match(self, first: Seat = 0) -> ToyMatch:
        return ToyMatch(points=(0,) * SEATS, first=first)

    def start(self, match: ToyMatch, deal: Deal) -> State:
        return State(deal.deck, turn=(match.first + match.hand) % SEATS)

    def _is_dealing(self, state: State) -> bool:
        return (
            self._has_undealt_cards(state) and state.opened == self.rules.early and any(state.pledged) <= state.opened
        )

    def _has_undealt_cards(self, state: State) -> bool:
        return sum(state.counts) + len(state.gone) < 9

    def _most_points_to_pledge(self, hand: tuple[int, ...] | None) -> int:
        """Return the most points that a seat with this hand may pledge."""
        return self.rules.pledge if self.rules.early or not self.rules.beats or 9 in (hand or ()) else 0

    def _is_over(self, state: State) -> bool:
        return sum(state.won) == 3

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if self._is_over(state):
            return ()
        if self._is_dealing(state):
            return (DEALER,)
        if not state.opened:
            return tuple(seat for seat in range(SEATS) if not state.pledged[seat])
        return (state.turn,)

    @property
    def has_windows(self) -> bool:
        return bool(self.rules.beats) and not self.rules.early

    def is_window_optional(self, state: State) -> bool:
        return self.rules.early and self.window_duration(state) > 0

    def window_duration(self, state: State) -> int:
        return self.rules.beats if self.to_act(state) and not (self._is_dealing(state) or state.opened) else 0

    def may_act(self, state: State) -> tuple[Seat, ...]:
        if not (self.rules.shouting and self._is_dealing(state)):
            return ()
        return tuple(seat for seat in range(SEATS) if state.counts[seat] and not state.shouted[seat])

    def legal(self, state: State, seat: Seat) -> Sequence[Any]:
        if seat in self.may_act(state):
            return (Shout(),)
        if seat not in self.to_act(state):
            return ()
        if seat == DEALER:
            return (DealOut(),)
        if not state.opened:
            return tuple(Pledge(amount) for amount in range(self._most_points_to_pledge(state.hands[seat]) + 1))
        return tuple(Play(card) for card in state.hands[seat] or ())

    def check(self, state: State, seat: Seat, action: Any) -> None:
        refuse_unless(action in self.legal(state, seat), "not_allowed")

    def step(self, state: State, seat: Seat, action: Any) -> Step[State, Any]:
        events = self._events(state, seat, action)
        for event in events:
            state = self.evolve(state, event)
        return Step(state, events)

    def _events(self, state: State, seat: Seat, action: Any) -> tuple[Any, ...]:
        if isinstance(action, DealOut):
            to = state.counts.index(0)
            assert state.deck is not None
            return (Dealt(to, tuple(sorted(state.deck[:3]))),)
        if isinstance(action, Shout):
            return (Shouted(seat),)
        if isinstance(action, Pledge):
            chosen = put(state.pledges, seat, action.amount)
            opened = (Opened(chosen),) if None not in chosen else ()
            return (Pledged(seat, action.amount), *opened)
        played = Played(seat, action.card)
        if len(state.trick) < 2:
            return (played,)
        trick = (*state.trick, action.card)
        leader = (seat + 1) % SEATS
        return (played, TrickWon((leader + trick.index(max(trick))) % SEATS))

    def evolve(self, state: State, event: Any) -> State:
        match event:
            case Dealt(seat, cards):
                deck = state.deck[3:] if state.deck is not None else None
                counts = put(state.counts, seat, 3)
                return replace(state, deck=deck, hands=put(state.hands, seat, cards), counts=counts)
            case Shouted(seat):
                return replace(state, shouted=put(state.shouted, seat, True))
            case Pledged(seat, amount):
                pledged = put(state.pledged, seat, True)
                return replace(state, pledged=pledged, pledges=put(state.pledges, seat, amount))
            case Opened(pledges):
                return replace(state, opened=True, pledges=pledges)
            case Played(seat, card):
                hand = state.hands[seat]
                counts = put(state.counts, seat, state.counts[seat] - 1)
                left = tuple(other for other in hand if other != card) if hand is not None else None
                left = left if counts[seat] else ()
                return replace(
                    state, hands=put(state.hands, seat, left), counts=counts, trick=(*state.trick, card),
                    gone=(*state.gone, card),
                    turn=(seat + 1) % SEATS,
                )  # fmt: skip
            case TrickWon(seat):
                return replace(state, trick=(), turn=seat, won=put(state.won, seat, state.won[seat] + 1))
        raise TypeError(event)

    def view(self, state: State, viewer: Viewer) -> State:
        def mine(values: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(value if seat == viewer else None for seat, value in enumerate(values))

        hands = tuple(hand if hand == () else seen for hand, seen in zip(state.hands, mine(state.hands), strict=True))
        return replace(
            state, deck=None, hands=hands, pledges=state.pledges if state.opened else mine(state.pledges)
        )  # fmt: skip

    def redact(self, event: Any, viewer: Viewer) -> Any:
        match event:
            case Dealt(seat, _):
                return event if seat == viewer else Dealt(seat, None)
            case Pledged(seat, _):
                return event if seat == viewer else Pledged(seat, None)
            case Shouted() | Opened() | Played() | TrickWon():
                return event
        raise TypeError(event)

    def determinize(self, state: State, viewer: Viewer, random: Random) -> State:
        own = (state.hands[viewer] or ()) if viewer is not None else ()
        unseen = [card for card in range(1, 10) if card not in (*own, *state.gone)]
        random.shuffle(unseen)
        hands = list(state.hands)
        pledges = list(state.pledges)
        for seat in range(SEATS):
            if seat == viewer:
                continue
            size = state.counts[seat]
            hands[seat], unseen = tuple(sorted(unseen[:size])), unseen[size:]
            if state.pledged[seat] and not state.opened:
                pledges[seat] = random.randrange(self._most_points_to_pledge(hands[seat]) + 1)
        deck = tuple(unseen) if self._has_undealt_cards(state) else ()
        return replace(state, deck=deck, hands=tuple(hands), pledges=tuple(pledges))

    def zones(self, view: State) -> tuple[Zone, ...]:
        each = enumerate(zip(view.hands, view.counts, strict=True))
        return tuple(
            Zone.of("hand", seat, None if hand is None else map(str, hand), size) for seat, (hand, size) in each
        )

    def outcome(self, state: State) -> Outcome | None:
        if not self._is_over(state):
            return None
        worth = 1 + sum(amount or 0 for amount in state.pledges)
        points = tuple((3 * won - 3) * worth for won in state.won)
        best = max(state.won)
        winners = tuple(seat for seat in range(SEATS) if state.won[seat] == best)
        return Outcome("tricks", winners, points, self.score_lines(state))

    def score_lines(self, state: State) -> tuple[ScoreLine, ...]:
        pledged = sum(amount or 0 for amount in state.pledges) if state.opened else 0
        return (ScoreLine("base", 3, "base"), ScoreLine("pledge", 1 + pledged))

    def fallback(self, state: State, seat: Seat) -> Any:
        return self.legal(state, seat)[0]

    def is_redeal(self, state: State) -> bool:
        return self.rules.redeals and not any(state.pledges)

    def next_hand(self, match: ToyMatch, state: State) -> ToyMatch:
        outcome = self.outcome(state)
        assert outcome is not None
        points = tuple(a + b for a, b in zip(match.points, outcome.points, strict=True))
        return replace(match, hand=match.hand + 1, points=points)

    def leave_outcome(self, state: State, seat: Seat) -> Outcome | None:
        if self.rules.leaving is None:
            return None
        lines = (
            ScoreLine("leaving", self.rules.leaving, "base"),
            ScoreLine("pledged", sum(filter(None, state.pledges)), "plus"),
        )
        return outcome_of_leaving(seat, SEATS, lines, to_others=self.rules.to_others)

    def leave_cost_bounds(self, state: State, seat: Seat) -> LeaveCostBounds | None:
        if self.rules.leaving is None:
            return None
        view = self.view(state, seat)
        least = self.rules.leaving + sum(filter(None, view.pledges))
        hidden = sum(known is None and made for known, made in zip(view.pledges, view.pledged, strict=True))
        return LeaveCostBounds(least, least + hidden * self.rules.pledge)

    def format_action(self, action: Any) -> str:
        match action:
            case DealOut():
                return "deal"
            case Shout():
                return "shout"
            case Pledge(amount):
                return f"pledge {amount}"
        return str(action.card)

    def parse_action(self, text: str) -> Any:
        head, _, rest = text.strip().partition(" ")
        if text in ("deal", "shout"):
            return DealOut() if text == "deal" else Shout()
        number = rest if head == "pledge" else head
        if not (number.isascii() and number.isdigit()):
            raise NotationError("bad_toy", text=text)
        return Pledge(int(number)) if head == "pledge" else Play(int(number))

    def format_card(self, card: int) -> str:
        return str(card)

    def parse_card(self, text: str) -> int:
        return int(text)


TITLE = {"zh": "玩具", "en": "Toy"}
FAMILY = Family("toy", Toy)
RULESETS = {
    "toy/plain": Ruleset("toy", "plain", TITLE, Rules()),
    "toy/loud": Ruleset("toy", "loud", TITLE, Rules(shouting=True)),
    "toy/two": Ruleset("toy", "two", TITLE, Rules(seats=2)),
    "toy/redealt": Ruleset("toy", "redealt", TITLE, Rules(redeals=True)),
    "toy/dear": Ruleset("toy", "dear", TITLE, Rules(leaving=5)),
    "toy/paid": Ruleset("toy", "paid", TITLE, Rules(leaving=5, to_others=True)),
    "toy/sealed": Ruleset("toy", "sealed", TITLE, Rules(beats=8)),
    "toy/early": Ruleset("toy", "early", TITLE, Rules(beats=4, early=True)),
}

HALL: Any = {"family": "toy", "title": TITLE, "ruleset": "plain"}
ROOMS = {
    room.id: room
    for room in (
        StakeRoom(name="small", coefficient=10, rake=5, enter=200, stay=100, bots=8, **HALL),
        StakeRoom(name="tiny", coefficient=1, rake=1, bots=0, **HALL),
        StakeRoom(name="large", coefficient=1000, rake=50, enter=900, stay=500, **HALL),
    )
}
