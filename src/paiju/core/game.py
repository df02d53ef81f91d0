"""The contract of a game: a handful of pure functions over frozen values.

A ``Game`` implements one ruleset: it holds the rules and the tables compiled from them, and no state. Everything that happens
in a hand is an event: ``start`` and a fold with ``evolve`` give the state at any point.

**A view has the type of a state.** ``view(state, viewer)`` has None in place of everything that the viewer may not know (an
unseen hand, the bottom, another seat's secret choice). Therefore ``legal``, ``check`` and ``evolve`` also work on the view of
the seat that acts, and this diagram commutes::

    state ──evolve(event)──────────────────▶ state
      │ view                                   │ view
      ▼                                        ▼
    view ───evolve(redact(event, viewer))──▶ view

**Chance acts as a seat.** The ``Deal`` contains all random values from the start, hidden in the state. Where the game continues
without a choice (it deals the next packet), it is the turn of ``DEALER``, whose only action is in ``legal(state, DEALER)``. The
caller takes that action when it wants the game to go on.

**Secret choices** that several seats make at once are ordinary events: ``redact`` tells the other seats that a seat has chosen,
but not what, and a later event reveals the choices.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.coins import Stakes
from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.messages import AnyMessageBuilder, MessageBuilder, TranslatableText
from paiju.core.score_breakdown import LeaveCostBounds, Outcome, ScoreLine, Settlement, without_gains
from paiju.core.seats import DEALER, Seat, Teams, Viewer


class Match(Struct, frozen=True, kw_only=True):
    """The state that is carried from one hand to the next. It is public, and families add fields.

    ``hand`` counts deals from 0. ``points`` are the running totals of the seats.
    """

    hand: int = 0
    points: tuple[int, ...] = ()


R = TypeVar("R", bound=Struct)
M = TypeVar("M", bound=Match)
S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)


class Step(NamedTuple, Generic[S, E]):
    """The result of an action: the new state, and the events that led to it, in order."""

    state: S
    events: tuple[E, ...]


class Zone(Struct, frozen=True, omit_defaults=True):
    """Cards in one place, for displays that do not know the game.

    ``place`` names the zone: "hand", or a code of the family with a text ``pile.<place>`` in its catalogue. ``seat`` is the
    owner, None for the middle of the table. ``cards`` are the open cards as text; ``hidden`` counts the face-down ones.
    """

    place: str
    seat: Seat | None = None
    cards: tuple[str, ...] = ()
    hidden: int = 0

    @classmethod
    def of(cls, place: str, seat: Seat | None, cards: Iterable[str] | None, size: int) -> Self:
        """Return a zone of open cards or, if ``cards`` is None, of ``size`` face-down cards."""
        return cls(place, seat, hidden=size) if cards is None else cls(place, seat, tuple(cards))

    @property
    def is_empty(self) -> bool:
        """Whether the zone has no cards."""
        return not (self.cards or self.hidden)


class Game(ABC, Generic[R, M, S, A, E]):
    """The game of one ruleset. R rules, M match, S state (and view), A actions, E events."""

    rules_type: ClassVar[type[Struct]]
    match_type: ClassVar[Any]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    hints_type: ClassVar[Any] = None
    """Type of the hints; None if the game has none."""
    voice: ClassVar[AnyMessageBuilder] = MessageBuilder()
    """Builds the family's messages."""

    def __init__(self, rules: R) -> None:
        self.rules = rules

    # ---- before a hand

    @property
    @abstractmethod
    def seats(self) -> int:
        """Number of seats."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat if it is fixed, from 0; empty if there are no sides, or if each hand forms them."""
        return ()

    @property
    def teams(self) -> Teams:
        """The seats of each fixed side; without sides, each seat alone."""
        sides = self.sides or tuple(range(self.seats))
        return tuple(tuple(seat for seat, of in enumerate(sides) if of == side) for side in sorted(set(sides)))

    @abstractmethod
    def deal_plan(self, match: M) -> DealPlan:
        """Return the cards to shuffle and the random numbers to draw for the next hand."""

    @abstractmethod
    def new_match(self, first: Seat = 0) -> M:
        """Return a match before its first hand. ``first`` is the host's seat, which a game may let begin."""

    def with_wallets(self, match: M, purses: tuple[int, ...], stakes: Stakes) -> M:
        """Return the match before a hand for coins; overridden by games in which wallets affect the hand."""
        return match

    @abstractmethod
    def start(self, match: M, deal: Deal) -> S:
        """Return the state before the first event: nothing dealt, and the deal hidden in it. Usually DEALER acts first."""

    # ---- in a hand

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must act now, ascending: often one, several for secret choices, none at the end.

        DEALER alone if the game continues without a choice.
        """

    def may_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may act without having to (declaring trumps during the deal)."""
        return ()

    @property
    def has_windows(self) -> bool:
        """Whether a hand may have windows that are not optional."""
        return False

    def window_beats(self, state: S) -> int:
        """Return the duration of the current window in beats; 0 if there is none and each decision has its own time.

        A window is for secret choices that several seats make at once, where even having a choice is a secret (claims
        on a card). The caller gives every seat the same time, holds back the answers, and then applies them all, with
        the fallback for silent seats. The value depends on public information alone.
        """
        return 0

    def is_window_optional(self, state: S) -> bool:
        """Whether the window is an offer (明牌) that no seat has to answer.

        The fallback for seats that do not answer then costs nothing.

        An offer at the very beginning of a hand is answered before the deal, when a player reports ready.
        """
        return False

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return every legal action of the seat, without duplicates, in a fixed order; empty if it may not act.

        The sequence need not be a list: it supports ``len``, indexing and ``in`` without enumerating all actions. Works
        on the seat's view as well as on the state.
        """

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalAction, with a code for the reason, unless the action is legal. Always agrees with ``legal``."""

    @abstractmethod
    def step(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """Apply a legal action, and everything that follows until a seat must act. Does not check legality."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event. On a view, with the viewer's redacted event, return the view after it."""

    # ---- who sees what

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> S:
        """Return the viewer's view. It is built from what the viewer may know."""

    @abstractmethod
    def redact(self, event: E, viewer: Viewer) -> E:
        """Return the event without what the viewer may not learn. Raises an error for an unknown event."""

    @abstractmethod
    def determinize(self, state: S, viewer: Viewer, random: Random) -> S:
        """Return a full state with the same view: unseen cards and secret choices are drawn at random.

        Reads only visible fields, by name and without ``view``, so that tests can compare the two.
        """

    def hand_hints(self, state: S, seat: Seat) -> Struct | None:
        """Return hints for a seat about its own hand, in the family's own format; None if there are none.

        The result follows from the seat's view, so it reveals nothing hidden.
        """
        return None

    @abstractmethod
    def zones(self, view: S) -> tuple[Zone, ...]:
        """Return the zones of a view, hands included, for displays that do not know the game."""

    # ---- the end

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the hand ended; None during the hand."""

    @abstractmethod
    def score_lines(self, state: S) -> tuple[ScoreLine, ...]:
        """Return the public score breakdown so far: the value of the hand if nothing were added to it."""

    def settlements(self, state: S, seat: Seat) -> tuple[Settlement, ...]:
        """Return the settlements whose sum is a seat's points; empty if the family does not break points down."""
        return ()

    def hand_notes(self, view: S) -> tuple[TranslatableText, ...]:
        """Return short notes about this hand: a wild rank, a minimum of points."""
        return ()

    @abstractmethod
    def fallback(self, state: S, seat: Seat) -> A:
        """Return the action for a seat whose time has run out: always legal, never costly."""

    @abstractmethod
    def next_hand(self, match: M, state: S) -> M:
        """Return the match after a hand that ended in ``state``."""

    def is_redeal(self, state: S) -> bool:
        """Whether a hand that ended in ``state`` is dealt again and therefore does not count as a hand of the match."""
        return False

    def leave_outcome(self, state: S, seat: Seat) -> Outcome | None:
        """Return the outcome if a seat left the hand now. Needs the full state, not a view.

        None if the rules have no cost of leaving; then a bot takes over the seat. A ruleset returns None in all hands
        or in none.
        """
        return None

    def leave_cost_bounds(self, state: S, seat: Seat) -> LeaveCostBounds | None:
        """Return the bounds of the cost of leaving, as far as the seat can know them.

        The result is the same for a state and for the seat's view. By default the bounds are the exact cost; a family
        in which hidden cards affect the cost overrides this.
        """
        outcome = self.leave_outcome(state, seat)
        return None if outcome is None else LeaveCostBounds(outcome.cost, outcome.cost)

    def loss_after(self, view: S, seat: Seat, action: A) -> int | None:
        """Return the points that a seat loses if it chooses this action and is then beaten.

        The stake is the one after the action. Returns None for an action that does not raise the stake. The result is
        computed from the seat's view, so it reveals nothing hidden.
        """
        return None

    def breaks_bomb(self, view: S, seat: Seat, action: A) -> bool:
        """Whether an action plays cards of a bomb in the seat's hand, but not as a bomb.

        A client may use this to ask the player to confirm the action. Computed from the seat's view. False for
        families without bombs.
        """
        return False

    def loss_now(self, state: S, seat: Seat) -> int:
        """Return the points that a seat would lose if its opponents ended the hand now.

        The cost of leaving is never lower than this. Returns 0 if the seat has nothing to lose yet, and for rulesets
        that do not link the cost of leaving to the possible loss. Needs the full state, not a view.
        """
        return 0

    @property
    def leavers_gain(self) -> bool:
        """Whether a player who left keeps what the bot gains in that seat until the end of the hand."""
        return False

    def outcome_with_leavers(self, outcome: Outcome, seats: tuple[Seat, ...]) -> Outcome:
        """Return the outcome of a hand that was played to its end after the players of these seats had left."""
        return outcome if self.leavers_gain else without_gains(outcome, seats)

    # ---- text

    @abstractmethod
    def format_action(self, action: A) -> str:
        """Return the canonical text of an action."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """Parse an action, in any order and case. Raises NotationError."""

    @abstractmethod
    def format_card(self, card: int) -> str:
        """Return a card of ``deal_plan().pack`` as text."""

    @abstractmethod
    def parse_card(self, text: str) -> int:
        """Parse one card. Raises NotationError."""

    # ---- for everybody

    def decide(self, state: S, seat: Seat, action: A) -> tuple[E, ...]:
        """Return the events of a legal action."""
        return self.step(state, seat, action).events

    def act(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """Check an action and apply it."""
        self.check(state, seat, action)
        return self.step(state, seat, action)

    def match_after(self, match: M, state: S, outcome: Outcome) -> M:
        """Return the match after a hand with this outcome. After a hand that a player left, only the points change."""
        if outcome.left is not None:
            return replace(match, hand=match.hand + 1, points=_add_points(match.points, outcome.points))
        after = self.next_hand(match, state)
        return replace(after, points=_add_points(match.points, outcome.points)) if outcome.forfeiters else after

    def is_counted(self, state: S, outcome: Outcome) -> bool:
        """Return whether a hand with this outcome is one of the hands of a match.

        A hand that a player left counts if points were moved.
        """
        return not self.is_redeal(state) if outcome.left is None else any(outcome.points)

    def preview(self, state: S, seat: Seat, text: str) -> tuple[A, ...]:
        """Return the legal actions that selected or typed cards may mean, best first.

        Works on the seat's view. A family whose cards can have several readings overrides it. Raises NotationError,
        IllegalAction.
        """
        action = self.parse_action(text)
        self.check(state, seat, action)
        return (action,)

    def run_dealer(self, state: S) -> Step[S, E]:
        """Let DEALER act until a player must or may act, or the hand is over."""
        events: list[E] = []
        while self.to_act(state) == (DEALER,):
            state, more = self.step(state, DEALER, self.legal(state, DEALER)[0])
            events.extend(more)
            if self.may_act(state):
                break
        return Step(state, tuple(events))


def _add_points(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(had + won for had, won in zip(points or (0,) * len(more), more, strict=True))


AnyGame = Game[Any, Any, Any, Any, Any]


def subsample_evenly(legal: Sequence[Any], most: int) -> Sequence[Any]:
    """Return all legal actions, or ``most`` evenly spaced ones; deterministic."""
    count = len(legal)
    return legal if count <= most else [legal[place * count // most] for place in range(most)]


def refuse_unless(condition: bool, code: str, **details: object) -> None:
    """Raise IllegalAction(code) unless the condition holds."""
    if not condition:
        raise IllegalAction(code, **details)
