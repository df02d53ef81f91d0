"""High Card 比大小: each seat in turn plays a card, and the highest card takes the trick."""

from __future__ import annotations

from operator import add
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from paiju.core import events
from paiju.core.codec import Tagged
from paiju.core.errors import NotationError
from paiju.core.events import Event, Public
from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.family import Family
from paiju.core.game import Match, Zone
from paiju.core.phases import OverRules, PhaseGame, PhaseRules
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.core.seats import Seat, Viewer, next_seat, replace_at

Cards = tuple[int, ...]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of players, and the number of cards that each is dealt."""

    players: Annotated[int, Meta(ge=2, le=4)] = 3
    cards: Annotated[int, Meta(ge=1, le=10)] = 5


class Play(Tagged, frozen=True):
    """A seat plays a card."""

    card: int


class Playing(Tagged, frozen=True):
    """The phase in which it is this seat's turn to play a card."""

    seat: Seat


class Over(Tagged, frozen=True):
    """The phase after all cards are played."""


class State(Struct, frozen=True):
    """A hand, or a view of it, in which the hands of the other seats are None.

    All other fields are public. Each has an entry for each seat, except ``gone``, the cards played so far.
    """

    phase: Playing | Over
    hands: tuple[Cards | None, ...]
    sizes: tuple[int, ...]
    taken: tuple[int, ...]
    trick: tuple[int | None, ...]
    gone: Cards = ()


# ---- what happens


class CardPlayed(Event[State], frozen=True):
    """A seat played a card."""

    seat: Public[Seat]
    card: Public[int]

    def apply(self, state: State) -> State:
        hand = state.hands[self.seat]
        left = None if hand is None else tuple(card for card in hand if card != self.card)
        return replace(
            state,
            phase=Playing(next_seat(self.seat, len(state.sizes))),
            hands=replace_at(state.hands, self.seat, left),
            sizes=replace_at(state.sizes, self.seat, state.sizes[self.seat] - 1),
            trick=replace_at(state.trick, self.seat, self.card),
            gone=(*state.gone, self.card),
        )


class TrickTaken(Event[State], frozen=True):
    """A seat played the highest card of the trick, and leads to the next one."""

    seat: Public[Seat]

    def apply(self, state: State) -> State:
        taken = replace_at(state.taken, self.seat, state.taken[self.seat] + 1)
        return replace(state, phase=Playing(self.seat), taken=taken, trick=(None,) * len(taken))


class PhaseBegan(events.PhaseBegan[State], frozen=True):
    """The hand ended."""

    phase: Public[Over]


class PlayingRules(PhaseRules[Rules, State, Playing, Play, Any]):
    """The rules of the play: a seat may play any card of its hand."""

    def to_act(self, state: State, phase: Playing) -> tuple[Seat, ...]:
        return (phase.seat,)

    def legal(self, context: Rules, state: State, phase: Playing, seat: Seat) -> tuple[Play, ...]:
        return tuple(map(Play, state.hands[seat] or ()))

    def events_of_action(
        self, context: Rules, state: State, phase: Playing, seat: Seat, action: Play
    ) -> tuple[CardPlayed, ...]:
        return (CardPlayed(seat, action.card),)

    def follow_up_events(self, context: Rules, state: State, phase: Playing) -> tuple[TrickTaken | PhaseBegan, ...]:
        played = [card for card in state.trick if card is not None]
        if len(played) == context.players:
            return (TrickTaken(state.trick.index(max(played))),)
        return () if any(state.sizes) else (PhaseBegan(Over()),)


# ---- the game


class HighCard(PhaseGame[Rules, Match, State, Play, CardPlayed | TrickTaken | PhaseBegan]):
    """The game with one ruleset. Cards are different numbers, and all are dealt before the first one is played."""

    rules_type = Rules
    match_type = Match
    state_type = State
    action_type = Play
    event_type = CardPlayed | TrickTaken | PhaseBegan
    phases: ClassVar = {Playing: PlayingRules(), Over: OverRules()}

    @property
    def seats(self) -> int:
        return self.rules.players

    def deal_plan(self, match: Match) -> DealPlan:
        return DealPlan(tuple(range(1, self.seats * self.rules.cards + 1)))

    def new_match(self, first: Seat = 0) -> Match:
        return Match(points=(0,) * self.seats)

    def start(self, match: Match, deal: Deal) -> State:
        hands = tuple(tuple(sorted(deal.deck[seat :: self.seats])) for seat in range(self.seats))
        none = (0,) * self.seats
        return State(Playing(match.hand % self.seats), hands, tuple(map(len, hands)), none, (None,) * self.seats)

    def view(self, state: State, viewer: Viewer) -> State:
        return replace(state, hands=tuple(hand if seat == viewer else None for seat, hand in enumerate(state.hands)))

    def determinize(self, state: State, viewer: Viewer, random: Random) -> State:
        own = () if viewer is None else state.hands[viewer] or ()
        unseen = [card for card in self.deal_plan(self.new_match()).pack if card not in (*own, *state.gone)]
        random.shuffle(unseen)
        sizes = (0 if seat == viewer else size for seat, size in enumerate(state.sizes))
        dealt = [tuple(sorted(unseen.pop() for _ in range(size))) for size in sizes]
        return replace(state, hands=tuple(own if seat == viewer else hand for seat, hand in enumerate(dealt)))

    def zones(self, view: State) -> tuple[Zone, ...]:
        return tuple(pile for seat in range(self.seats) for pile in self._piles(view, seat))

    def _piles(self, view: State, seat: Seat) -> tuple[Zone, ...]:
        hand, card = view.hands[seat], view.trick[seat]
        return (
            Zone.of("hand", seat, None if hand is None else map(str, hand), view.sizes[seat]),
            Zone("played", seat, () if card is None else (str(card),)),
            Zone("taken", seat, hidden=view.taken[seat] * self.seats),
        )

    def score_lines(self, state: State) -> tuple[ScoreLine, ...]:
        return (ScoreLine("trick", 1, "base"),)

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.phase, Over):
            return None
        points = tuple(self.seats * taken - self.rules.cards for taken in state.taken)
        winners = tuple(seat for seat, taken in enumerate(state.taken) if taken == max(state.taken))
        return Outcome("tricks", winners, points, self.score_lines(state))

    def next_hand(self, match: Match, state: State) -> Match:
        outcome = self.outcome(state)
        won = outcome.points if outcome else (0,) * self.seats
        return Match(hand=match.hand + 1, points=tuple(map(add, match.points, won)))

    def format_action(self, action: Play) -> str:
        return str(action.card)

    def parse_action(self, text: str) -> Play:
        return Play(self.parse_card(text))

    def format_card(self, card: int) -> str:
        return str(card)

    def parse_card(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal()):
            raise NotationError("bad_card", text=text, at=0)
        return int(text)


FAMILY = Family(
    name="highcard",
    game=HighCard,
    bots={"steady": "highcard.bot:choose"},
)
