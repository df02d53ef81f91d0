"""The contract of a game: pure functions over immutable values.

A ``Game`` implements one ruleset. It holds the rules and the tables compiled from them, but no state of a
hand. Everything that happens in a hand is an event. ``start`` gives the first state. ``evolve`` applies one
event to a state; applied to the events in turn, it gives every later state.

**A view has the type of a state.** ``view(state, viewer)`` contains None in place of everything that the
viewer may not know (an unseen hand, the bottom, another seat's secret choice). Therefore ``legal``, ``check``
and ``evolve`` also work on the view of the seat that acts, and this diagram commutes::

    state ──evolve(event)──────────────────▶ state
      │ view                                   │ view
      ▼                                        ▼
    view ───evolve(redact(event, viewer))──▶ view

**Chance acts as a seat.** The ``Deal`` contains all random values of a hand from the start. It is hidden in
the state. Sometimes the game continues without a choice of a player, for instance when it deals the next
packet. Then it is the turn of ``DEALER``. The only action of ``DEALER`` is in ``legal(state, DEALER)``. The
caller takes that action when the game should go on.

**Secret choices** that several seats make at once are ordinary events. ``redact`` lets the other seats know
that a seat has chosen, but not which action. A later event reveals the choices.
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
from paiju.core.score_breakdown import LeaveCostBounds, Outcome, ScoreLine, Settlement, forfeit_gains
from paiju.core.seats import DEALER, Seat, Teams, Viewer


class Match(Struct, frozen=True, kw_only=True):
    """The state that is carried from one hand to the next. All of it is public. The families add fields.

    ``hand`` is the number of hands dealt so far; a redeal counts as a hand here. ``points`` are the running
    totals of the seats.
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
    """Cards in one place on the table, for displays that do not know the game.

    ``place`` names the zone: "hand", or a code of the family with the locale key ``pile.<place>``. ``seat`` is the owner, or
    None for the middle of the table. ``cards`` are the open cards as text. ``hidden`` is the number of face-down cards.
    """

    place: str
    seat: Seat | None = None
    cards: tuple[str, ...] = ()
    hidden: int = 0

    @classmethod
    def of(cls, place: str, seat: Seat | None, cards: Iterable[str] | None, size: int) -> Self:
        """Return a zone of open cards. If ``cards`` is None, return a zone of ``size`` face-down cards."""
        return cls(place, seat, hidden=size) if cards is None else cls(place, seat, tuple(cards))

    @property
    def is_empty(self) -> bool:
        """Whether the zone has no cards."""
        return not (self.cards or self.hidden)


class Game(ABC, Generic[R, M, S, A, E]):
    """The game of one ruleset.

    The type variables are R rules, M match, S state (and view), A action, E event.
    """

    rules_type: ClassVar[type[Struct]]
    match_type: ClassVar[Any]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    hints_type: ClassVar[Any] = None
    """Type of the hints that ``hand_hints`` returns; None if the game has no hints."""
    voice: ClassVar[AnyMessageBuilder] = MessageBuilder()
    """The builder of the family's messages."""

    def __init__(self, rules: R) -> None:
        self.rules = rules

    # ---- before a hand

    @property
    @abstractmethod
    def seats(self) -> int:
        """Number of seats."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The index of each seat's side. Empty if there are no sides, or if they differ from hand to hand."""
        return ()

    @property
    def teams(self) -> Teams:
        """The seats of each side. If ``sides`` is empty, each seat is a team of its own."""
        sides = self.sides or tuple(range(self.seats))
        return tuple(tuple(seat for seat, of in enumerate(sides) if of == side) for side in sorted(set(sides)))

    @abstractmethod
    def deal_plan(self, match: M) -> DealPlan:
        """Return the cards to shuffle and the random numbers to draw for the next hand."""

    @abstractmethod
    def new_match(self, first: Seat = 0) -> M:
        """Return a match before its first hand. ``first`` is the host's seat, which begins the first hand in some games."""

    def with_wallets(self, match: M, purses: tuple[int, ...], stakes: Stakes) -> M:
        """Return ``match`` with the wallets that the seats bring to its next hand.

        It is called before each hand that is played for coins. By default it returns ``match`` unchanged. Games in
        which the wallets affect the hand override it.
        """
        return match

    @abstractmethod
    def start(self, match: M, deal: Deal) -> S:
        """Return the state before the first event. Nothing is dealt yet; the deal is hidden in the state.

        Usually DEALER acts first.
        """

    # ---- in a hand

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must act now, in ascending order.

        Usually this is one seat. If seats choose in secret, there may be several. At the end of the hand there are
        none. If the game continues without a choice, the only seat is DEALER.
        """

    def may_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may act but need not, such as seats that may declare trumps during the deal."""
        return ()

    @property
    def has_windows(self) -> bool:
        """Whether a hand may have decision windows (``window_duration``) that are not optional."""
        return False

    def window_duration(self, state: S) -> int:
        """Return the duration of the current decision window in beats; 0 if there is no window.

        In a window, several seats choose at once and in secret, for example whether to claim a card. The other seats
        must not even notice which seats have a choice. Therefore the caller gives every seat the same time, and holds
        back the answers until the end of the window. Then it applies all answers. For every seat that did not answer,
        it applies the fallback action.

        Outside a window, each decision has its own time. The caller sets the length of a beat. The duration depends
        on public information alone.
        """
        return 0

    def is_window_optional(self, state: S) -> bool:
        """Whether the current window is an offer that no seat has to answer, such as opening the hand (明牌).

        For a seat that does not answer, the caller applies the fallback action, which costs nothing.

        In some rulesets a hand begins with such a window, before any card is dealt. Players then send their answers
        when they report that they are ready.
        """
        return False

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return all legal actions of a seat, without duplicates and in a fixed order; empty if it may not act.

        The sequence may be lazy: it supports ``len``, indexing and ``in`` without enumerating all actions. ``state`` may be
        the seat's view.
        """

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalAction, with a code for the reason, unless ``legal`` contains the action."""

    @abstractmethod
    def step(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """Apply a legal action, and continue until a seat or DEALER must act.

        Everything that follows from the action is applied, too. Whether the action is legal is not checked.
        """

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event.

        If ``state`` is a viewer's view, and the event is redacted for the same viewer, the result is that viewer's view after
        the event.
        """

    # ---- visibility

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> S:
        """Return the viewer's view: the state with only the information that the viewer may have."""

    @abstractmethod
    def redact(self, event: E, viewer: Viewer) -> E:
        """Return the event without the values that the viewer may not know. Raises an error for an unknown event class."""

    @abstractmethod
    def determinize(self, state: S, viewer: Viewer, random: Random) -> S:
        """Return a random full state that looks the same to the viewer as ``state``.

        Unseen cards and secret choices are drawn at random. ``state`` may be a full state or the viewer's view.

        The method reads only the fields that the viewer may see. It does not call ``view``, so that tests can check
        the result against ``view``.
        """

    def hand_hints(self, state: S, seat: Seat) -> Struct | None:
        """Return hints for a seat about its own hand, of the type ``hints_type``; None if there are none.

        The hints are computed from the seat's view, so they reveal nothing hidden.
        """
        return None

    @abstractmethod
    def zones(self, view: S) -> tuple[Zone, ...]:
        """Return all zones of a view, including hands, for displays that do not know the game."""

    # ---- the end

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome of the hand; None if it has not ended."""

    @abstractmethod
    def score_lines(self, state: S) -> tuple[ScoreLine, ...]:
        """Return the public score breakdown of the hand so far.

        The final amount of the breakdown is the stake that the hand would have if it ended without further lines.
        """

    def settlements(self, state: S, seat: Seat) -> tuple[Settlement, ...]:
        """Return the settlements between a seat and other seats.

        At the stake of the hand, their points add up to the absolute value of the seat's points. The result is empty
        if the family has no settlements.
        """
        return ()

    def hand_terms(self, view: S) -> tuple[TranslatableText, ...]:
        """Return short public notes about this hand, such as its wild rank or its minimum of points."""
        return ()

    @abstractmethod
    def fallback(self, state: S, seat: Seat) -> A:
        """Return the action for a seat whose time has run out. It is always legal and never costly."""

    @abstractmethod
    def next_hand(self, match: M, state: S) -> M:
        """Return the match after a hand that ended in ``state``."""

    def is_redeal(self, state: S) -> bool:
        """Whether a hand that ended in ``state`` is dealt again and therefore does not count as a hand of the match."""
        return False

    def leave_outcome(self, state: S, seat: Seat) -> Outcome | None:
        """Return the outcome of the hand if a seat leaves it now; None if the hand does not end.

        The hand does not end if the ruleset lets a bot play the seat to the end. This depends only on the ruleset:
        for one ruleset, the result is None either always or never. ``state`` must be the full state, not a view.
        """
        return None

    def leave_cost_bounds(self, state: S, seat: Seat) -> LeaveCostBounds | None:
        """Return a lower and an upper bound of the cost of leaving, computed only from what the seat may know.

        The result is therefore the same for a state and for the seat's view of this state. It is None whenever
        ``leave_outcome`` is None.

        By default, both bounds are the exact cost. A family in which hidden cards affect the cost overrides this
        method.
        """
        outcome = self.leave_outcome(state, seat)
        return None if outcome is None else LeaveCostBounds(outcome.cost, outcome.cost)

    def loss_if_beaten_after(self, view: S, seat: Seat, action: A) -> int | None:
        """Return the points that a seat loses if it takes this action and then loses the hand at the new stake.

        Return None if the action does not raise the stake. The result is computed from the seat's view, so it reveals
        nothing hidden.
        """
        return None

    def breaks_bomb(self, view: S, seat: Seat, action: A) -> bool:
        """Whether an action plays cards of a bomb in the seat's hand, but not as a bomb.

        Clients ask the player to confirm such an action. The result is computed from the seat's view. It is False
        in families without bombs.
        """
        return False

    def loss_now(self, state: S, seat: Seat) -> int:
        """Return a loss that leaving must not undercut: what a seat would lose if its opponents won the hand now.

        The result is in points. ``state`` must be the full state, not a view. The result is 0 in two cases:

        * The ruleset does not guarantee that leaving costs at least as much as losing.
        * The seat would not lose anything yet, for instance during an auction.
        """
        return 0

    @property
    def leavers_gain(self) -> bool:
        """Whether a player who left receives the points that a bot then wins in the player's seat."""
        return False

    def outcome_with_leavers(self, outcome: Outcome, seats: tuple[Seat, ...]) -> Outcome:
        """Return the outcome of a hand that bots finished for the players of ``seats``, who had left.

        Unless ``leavers_gain`` is true, these seats lose their gains (``forfeit_gains``).
        """
        return outcome if self.leavers_gain else forfeit_gains(outcome, seats)

    # ---- text

    @abstractmethod
    def format_action(self, action: A) -> str:
        """Return an action in canonical notation.

        The history may contain actions whose text is only for people. ``parse_action`` does not read such a text.
        """

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """Return the action that a text denotes, with cards in any order and case. Raises NotationError."""

    @abstractmethod
    def format_card(self, card: int) -> str:
        """Return a card of ``deal_plan().pack`` as text."""

    @abstractmethod
    def parse_card(self, text: str) -> int:
        """Return the card that a text denotes. Raises NotationError."""

    # ---- methods that families need not override

    def decide(self, state: S, seat: Seat, action: A) -> tuple[E, ...]:
        """Return the events of a legal action."""
        return self.step(state, seat, action).events

    def act(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """Check an action and apply it. Raises IllegalAction."""
        self.check(state, seat, action)
        return self.step(state, seat, action)

    def match_after(self, match: M, state: S, outcome: Outcome) -> M:
        """Return the match after a hand with this outcome.

        If the hand ended because a player left, only the points and the number of the hand change.
        """
        if outcome.left is not None:
            return replace(match, hand=match.hand + 1, points=_add_points(match.points, outcome.points))
        after = self.next_hand(match, state)
        return replace(after, points=_add_points(match.points, outcome.points)) if outcome.forfeiters else after

    def is_counted(self, state: S, outcome: Outcome) -> bool:
        """Return whether a hand with this outcome counts as a hand of the match.

        A redeal does not count. A hand that ended because a player left counts if it has moved points.
        """
        return not self.is_redeal(state) if outcome.left is None else any(outcome.points)

    def preview(self, state: S, seat: Seat, text: str) -> tuple[A, ...]:
        """Return the legal actions that ``text`` may denote, the most likely first.

        ``text`` is a list of cards or an action. ``state`` may be the seat's view. A family in which the same cards
        can be played in several ways overrides this method. Raises NotationError, IllegalAction.
        """
        action = self.parse_action(text)
        self.check(state, seat, action)
        return (action,)

    def run_dealer(self, state: S) -> Step[S, E]:
        """Let DEALER act until a player must or may act, or the hand is over, and return the result of all these actions."""
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
    """Return at most ``most`` legal actions: all of them, or else ``most`` evenly spaced ones. Nothing is random."""
    count = len(legal)
    return legal if count <= most else [legal[place * count // most] for place in range(most)]


def refuse_unless(condition: bool, code: str, **details: object) -> None:
    """Raise IllegalAction with this code and details unless the condition is true."""
    if not condition:
        raise IllegalAction(code, **details)
