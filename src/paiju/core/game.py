"""The contract of a game: a handful of pure functions over frozen values.

A ``Game`` is one ruleset put to work: it holds the rules and the tables compiled from them, and no state. Everything that
happens in a hand is an event, and the events are the truth: ``start`` and a fold with ``evolve`` give the state at any point.

**A view is a state with holes.** ``view(state, viewer)`` has the type of a state; what the viewer may not know is None in it
(an unseen hand, the bottom, somebody's secret choice). So ``legal``, ``check`` and ``evolve`` work on a view as they do on a
state, for what the viewer may do, and this square commutes::

    state ──evolve(event)──────────────────▶ state
      │ view                                   │ view
      ▼                                        ▼
    view ───evolve(redact(event, viewer))──▶ view

**Chance is a seat.** All random things lie in the ``Deal`` from the start, hidden in the state. Where the game goes on by
itself (the next packet is dealt) it is ``DEALER``'s turn, whose only action is the one in ``legal(state, DEALER)``; who runs
the game plays it at the pace that suits.

**Secret choices** that several seats make at once are events like any other: ``redact`` tells the others that a seat has
chosen, not what, and a later event opens them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.breakdown import LeaveCostBounds, Outcome, ScoreLine, Settlement, without_gains
from paiju.core.coins import Stakes
from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import Deal, DealPlan
from paiju.core.messages import AnyMessageBuilder, MessageBuilder, TranslatableText
from paiju.core.seats import DEALER, Seat, Teams, Viewer


class Match(Struct, frozen=True, kw_only=True):
    """What goes from one hand to the next; a family adds its own fields. All of it is public.

    ``hand`` counts deals from 0; ``points`` are the running totals of the seats.
    """

    hand: int = 0
    points: tuple[int, ...] = ()


R = TypeVar("R", bound=Struct)
M = TypeVar("M", bound=Match)
S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)


class Step(NamedTuple, Generic[S, E]):
    """What an action leads to: the state after it and the events that happened, in order."""

    state: S
    events: tuple[E, ...]


class Zone(Struct, frozen=True, omit_defaults=True):
    """Cards that lie together, for displays that do not know the game.

    ``place`` names the zone: "hand", or a code of the family's, called ``pile.<place>`` in its catalogue. ``seat`` is the owner,
    None for the middle of the table. ``cards`` lie open, as text; ``hidden`` is the number of cards that lie face down.
    """

    place: str
    seat: Seat | None = None
    cards: tuple[str, ...] = ()
    hidden: int = 0

    @classmethod
    def of(cls, place: str, seat: Seat | None, cards: Iterable[str] | None, size: int) -> Self:
        """A zone of these cards; with ``cards`` None, of ``size`` cards face down."""
        return cls(place, seat, hidden=size) if cards is None else cls(place, seat, tuple(cards))

    @property
    def is_empty(self) -> bool:
        """No card lies there."""
        return not (self.cards or self.hidden)


class Game(ABC, Generic[R, M, S, A, E]):
    """One ruleset put to work. R rules, M match, S state (and view), A actions, E events."""

    rules_type: ClassVar[type[Struct]]
    match_type: ClassVar[Any]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    hints_type: ClassVar[Any] = None
    """What ``hints`` answers; None where it answers nothing."""
    voice: ClassVar[AnyMessageBuilder] = MessageBuilder()
    """How the family speaks to people."""

    def __init__(self, rules: R) -> None:
        self.rules = rules

    # ---- before a hand

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many play."""

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat, the side it plays on whatever happens, from 0; empty where each plays alone or the hand makes the sides."""
        return ()

    @property
    def teams(self) -> Teams:
        """The seats of each side; each alone where nobody is tied to anybody before the hand."""
        sides = self.sides or tuple(range(self.seats))
        return tuple(tuple(seat for seat, of in enumerate(sides) if of == side) for side in sorted(set(sides)))

    @abstractmethod
    def plan(self, match: M) -> DealPlan:
        """What the next hand of a match needs of chance."""

    @abstractmethod
    def new_match(self, first: Seat = 0) -> M:
        """A match before its first hand. ``first`` is the seat of the host, whom a game may let begin."""

    def with_purses(self, match: M, purses: tuple[int, ...], stakes: Stakes) -> M:
        """The match before a hand for coins, where the seats' coins matter in the hand itself."""
        return match

    @abstractmethod
    def start(self, match: M, deal: Deal) -> S:
        """The state before anything has happened: no card dealt, the deal hidden in it. Usually DEALER acts first."""

    # ---- in a hand

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that must act now, ascending: often one, several for secret choices, none at the end.

        DEALER alone where the game goes on by itself.
        """

    def may_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act unasked (declaring trumps while cards are dealt)."""
        return ()

    @property
    def has_windows(self) -> bool:
        """Whether there may be a window in a hand that does not lapse."""
        return False

    def window(self, state: S) -> int:
        """How long all who must act now are waited for together, in beats; 0: each until it has acted.

        For choices that all make at once and in secret, where even having something to choose is a secret (claims on a
        card). Who runs the game gives everybody the same time, keeps the answers to itself, and then does them all,
        with the fallback for who was silent. Follows from what everybody sees.
        """
        return 0

    def is_window_optional(self, state: S) -> bool:
        """Whether nobody need answer in the window: it is an offer (明牌), and for who is silent the fallback is no loss.

        One at the very beginning of a hand is answered with being ready, before anything is dealt.
        """
        return False

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Every action the seat may take now, each once, in a fixed order; empty when it may not act.

        A sequence that need not be a list: it knows its length, the action at an index and ``in`` without listing all.
        Works on the seat's view as well as on the state.
        """

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> None:
        """Raise IllegalAction, with a code that says why, unless the action is legal. Agrees with ``legal`` always."""

    @abstractmethod
    def step(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """Do a legal action: its events and all that follows by itself until somebody must act again. Does not check."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after an event. On a view, with the viewer's redacted event, the view after it."""

    # ---- who sees what

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> S:
        """What a viewer knows, built up from what is allowed."""

    @abstractmethod
    def redact(self, event: E, viewer: Viewer) -> E:
        """What a viewer learns of an event. A closed match: an unknown event is an error."""

    @abstractmethod
    def determinize(self, state: S, viewer: Viewer, random: Random) -> S:
        """A whole state that the viewer cannot tell from this one: unseen cards and secret choices are dealt anew.

        Reads only what the viewer may see, named by place here and not by way of ``view``, so that each proves the other.
        """

    def hints(self, state: S, seat: Seat) -> Struct | None:
        """Hints for a seat about its own hand, in the family's own terms; None if there are none.

        Works on the seat's view, and reveals nothing that does not follow from it.
        """
        return None

    @abstractmethod
    def zones(self, view: S) -> tuple[Zone, ...]:
        """What lies where in a view, hands among it, for who shows it and knows nothing of the game."""

    # ---- the end

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the hand ended, or None while it goes on."""

    @abstractmethod
    def score_lines(self, state: S) -> tuple[ScoreLine, ...]:
        """The account so far, from what is public: what the hand would be worth if it ended without more happening."""

    def settlements(self, state: S, seat: Seat) -> tuple[Settlement, ...]:
        """What the points of a seat at the end are the sum of; nothing where it settles nothing, or the family does not tell."""
        return ()

    def hand_notes(self, view: S) -> tuple[TranslatableText, ...]:
        """What holds for this hand and not for every one, in a word or two each: a wild rank, the fewest points."""
        return ()

    @abstractmethod
    def fallback(self, state: S, seat: Seat) -> A:
        """What is played for a seat whose time ran out: always legal, never costly."""

    @abstractmethod
    def next_hand(self, match: M, state: S) -> M:
        """The match after a hand that has ended in ``state``."""

    def is_hand_of_match(self, state: S) -> bool:
        """Whether a hand that has ended in ``state`` is one of the hands of a match; one that is dealt again is not."""
        return True

    def leave_outcome(self, state: S, seat: Seat) -> Outcome | None:
        """The outcome if a seat left the hand now (``breakdown.outcome_of_leaving``). Needs the whole state, not a view.

        None if the rules have no cost of leaving: then a bot plays for the seat. A ruleset gives None in all hands or in none.
        """
        return None

    def leave_cost_bounds(self, state: S, seat: Seat) -> LeaveCostBounds | None:
        """What ``escape`` may cost a seat, as far as it can know.

        Answers for a state what it answers for the seat's view. Where everybody can know it, this is what it costs; a family in
        which hidden cards count overrides it.
        """
        outcome = self.leave_outcome(state, seat)
        return None if outcome is None else LeaveCostBounds(outcome.cost, outcome.cost)

    def loss_now(self, state: S, seat: Seat) -> int:
        """The points that a seat would lose if its opponents ended the hand now, which leaving never costs less than.

        0 where there is nothing to lose yet, or the rules do not promise that. Needs the whole state, not a view.
        """
        return 0

    @property
    def leavers_gain(self) -> bool:
        """Whether a player who left, and whose seat a bot played to the end of the hand, keeps what it gained."""
        return False

    def outcome_with_leavers(self, outcome: Outcome, seats: tuple[Seat, ...]) -> Outcome:
        """The outcome of a hand that was played to its end, when the players of these seats had left it."""
        return outcome if self.leavers_gain else without_gains(outcome, seats)

    # ---- text

    @abstractmethod
    def format_action(self, action: A) -> str:
        """The action as a person types it, in its one canonical form."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """Read what a person typed, in any order and case. Raises NotationError."""

    @abstractmethod
    def format_card(self, card: int) -> str:
        """A card of ``plan().pack`` as text."""

    @abstractmethod
    def parse_card(self, text: str) -> int:
        """Read one card. Raises NotationError."""

    # ---- for everybody

    def decide(self, state: S, seat: Seat, action: A) -> tuple[E, ...]:
        """What happens when a seat takes a legal action."""
        return self.step(state, seat, action).events

    def act(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """Check, then do."""
        self.check(state, seat, action)
        return self.step(state, seat, action)

    def match_after(self, match: M, state: S, outcome: Outcome) -> M:
        """The match after a hand that has ended so. Of one that somebody left only the points remain."""
        if outcome.left is not None:
            return replace(match, hand=match.hand + 1, points=_add(match.points, outcome.points))
        after = self.next_hand(match, state)
        return replace(after, points=_add(match.points, outcome.points)) if outcome.forfeiters else after

    def is_counted(self, state: S, outcome: Outcome) -> bool:
        """Whether a hand that has ended so is one of the hands of a match. One that was left is, if it moved points."""
        return self.is_hand_of_match(state) if outcome.left is None else any(outcome.points)

    def preview(self, state: S, seat: Seat, text: str) -> tuple[A, ...]:
        """The legal actions that a seat may mean by the cards it has selected, or by what it typed; best first.

        Works on the seat's view. A family whose cards can be read in more than one way overrides it.
        Raises NotationError, IllegalAction.
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


def _add(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(had + won for had, won in zip(points or (0,) * len(more), more, strict=True))


AnyGame = Game[Any, Any, Any, Any, Any]


def subsample_evenly(legal: Sequence[Any], most: int) -> Sequence[Any]:
    """The legal actions, or ``most`` of them at even distances, always the same."""
    count = len(legal)
    return legal if count <= most else [legal[place * count // most] for place in range(most)]


def refuse_unless(condition: bool, code: str, **details: object) -> None:
    """Raise IllegalAction(code) unless the condition holds."""
    if not condition:
        raise IllegalAction(code, **details)
