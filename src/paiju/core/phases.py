"""A hand as a sequence of phases, and ``PhaseGame``, the base class of all built-in games.

A family has an immutable class for each kind of phase, such as ``Bidding``. The field ``phase`` of the state
is a value of such a class. This value says how far the phase has progressed. For each kind of phase there is
one ``PhaseRules``, which reads the state and returns events. ``PhaseGame`` calls the rules of the current
phase, applies the events to the state, and redacts the events. Only the family's ``PhaseBegan`` event changes
the kind of phase.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.events import Event, VisibilityTable, make_visibility_table
from paiju.core.game import A, E, Game, M, R, S, Step, refuse_unless
from paiju.core.seats import DEALER, Seat, Viewer

C = TypeVar("C")
P = TypeVar("P", bound=Struct)


class PhaseRules(ABC, Generic[C, S, P, A, E]):
    """The rules of one kind of phase.

    The type variables are C context (``PhaseGame.context``), S state, P phase, A action, E event. All methods are pure. All
    except ``events_of_action`` and ``follow_up_events`` also accept a view in place of the state.
    """

    beats: ClassVar[int] = 0
    """Duration of the phase's decision window in beats (``Game.window_duration``); 0 if the phase has no window."""

    is_window_optional: ClassVar[bool] = False
    """Whether the window is optional (``Game.is_window_optional``)."""

    accepted_actions: ClassVar[tuple[type[Any], ...]] = (object,)
    """The action classes that players may use in the phase. ``PhaseGame.check`` refuses all others."""

    any_seat_may_act: ClassVar[bool] = False
    """Whether every seat may act during the whole phase, even a seat that is not in ``to_act``.

    If so, the method ``check`` decides whether an action is legal.
    """

    @abstractmethod
    def to_act(self, state: S, phase: P) -> tuple[Seat, ...]:
        """Return the seats that must act."""

    def may_act(self, context: C, state: S, phase: P) -> tuple[Seat, ...]:
        """Return the seats that may act but need not."""
        return ()

    @abstractmethod
    def legal(self, context: C, state: S, phase: P, seat: Seat) -> Sequence[A]:
        """Return the legal actions of a seat that must or may act."""

    def check(self, context: C, state: S, phase: P, seat: Seat, action: Any) -> None:
        """Raise IllegalAction unless the action is legal for a seat that must or may act."""
        if action not in self.legal(context, state, phase, seat):
            raise self.illegal_action(context, state, phase, seat, action)

    def illegal_action(self, context: C, state: S, phase: P, seat: Seat, action: Any) -> IllegalAction:
        """Return the error for an illegal action."""
        return IllegalAction("not_asked_for")

    @abstractmethod
    def events_of_action(self, context: C, state: S, phase: P, seat: Seat, action: Any) -> tuple[E, ...]:
        """Return the events that a legal action causes directly. ``follow_up_events`` returns what follows from them."""

    def follow_up_events(self, context: C, state: S, phase: P) -> tuple[E, ...]:
        """Return the events of the next automatic step, or the event that starts the next phase.

        The result is empty while a seat must act.
        """
        return ()

    def fallback(self, context: C, state: S, phase: P, seat: Seat) -> A:
        """Return the action for a seat whose time has run out."""
        return self.legal(context, state, phase, seat)[0]


class ChanceRules(PhaseRules[C, S, P, A, E]):
    """Rules of a phase without choices of players. DEALER acts step by step; ``go_on`` is its only action."""

    go_on: ClassVar[Any]

    def to_act(self, state: S, phase: P) -> tuple[Seat, ...]:
        return (DEALER,)

    def legal(self, context: C, state: S, phase: P, seat: Seat) -> Sequence[A]:
        return (self.go_on,)


class OverRules(PhaseRules[C, S, P, A, E]):
    """Rules of the last phase: the hand is over, and no seat may act."""

    def to_act(self, state: S, phase: P) -> tuple[Seat, ...]:
        return ()

    def legal(self, context: C, state: S, phase: P, seat: Seat) -> Sequence[A]:
        return ()

    def events_of_action(self, context: C, state: S, phase: P, seat: Seat, action: Any) -> tuple[E, ...]:
        raise IllegalAction("hand_is_over")


Phases = Mapping[type[Any], PhaseRules[Any, Any, Any, Any, Any]]
"""The rules by kind of phase."""


def apply_events(state: S, events: Iterable[Event[S]]) -> S:
    """Return the state after the events. Each event also adds its actions to the history (``Event.past_actions``)."""
    for event in events:
        done = event.past_actions(state)
        state = event.apply(state)
        if done:
            state = replace(state, history=state.history + done)  # type: ignore[attr-defined]  # such a state has one
    return state


class PhaseGame(Game[R, M, S, A, E]):
    """A game whose states have a field ``phase``. It delegates to the rules of the current phase.

    Parameters ``state`` have type ``Any``, because a type variable cannot express that a Struct has a field ``phase``.
    """

    phases: ClassVar[Phases]
    visibility_table: ClassVar[VisibilityTable]

    def __init_subclass__(cls) -> None:
        """Compute the visibility table of the game's events.

        Raises TypeError if an event class does not declare the visibility of its fields.
        """
        super().__init_subclass__()
        cls.visibility_table = make_visibility_table(get_args(cls.event_type))

    def __init__(self, rules: R) -> None:
        super().__init__(rules)
        self.context: Any = rules
        """The context that phase rules receive: the ruleset's parameters, or the tables that a family compiles from them."""

    # ---- in a hand

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        phase = state.phase
        return self.phases[type(phase)].to_act(state, phase)

    def may_act(self, state: Any) -> tuple[Seat, ...]:
        phase = state.phase
        return self.phases[type(phase)].may_act(self.context, state, phase)

    @property
    def has_windows(self) -> bool:
        return any(rules.beats and not rules.is_window_optional for rules in self.phases.values())

    def window_duration(self, state: Any) -> int:
        phase = state.phase
        rules = self.phases[type(phase)]
        return rules.beats if rules.beats and rules.to_act(state, phase) != (DEALER,) else 0

    def is_window_optional(self, state: Any) -> bool:
        return self.phases[type(state.phase)].is_window_optional

    def legal(self, state: Any, seat: Seat) -> Sequence[A]:
        phase = state.phase
        rules = self.phases[type(phase)]
        acts = seat in rules.to_act(state, phase) or seat in rules.may_act(self.context, state, phase)
        return rules.legal(self.context, state, phase, seat) if acts else ()

    def check(self, state: Any, seat: Seat, action: A) -> None:
        phase = state.phase
        rules = self.phases[type(phase)]
        if seat not in rules.to_act(state, phase) and not (rules.any_seat_may_act and 0 <= seat < self.seats):
            refuse_unless(not isinstance(rules, OverRules), "hand_is_over")
            raise IllegalAction("not_your_turn", seat=seat)
        if seat != DEALER and not isinstance(action, rules.accepted_actions):
            raise IllegalAction("not_asked_for")
        rules.check(self.context, state, phase, seat, action)

    def step(self, state: Any, seat: Seat, action: A) -> Step[S, E]:
        phase = state.phase
        rules = self.phases[type(phase)]
        events = rules.events_of_action(self.context, state, phase, seat, action)
        return self.advance(apply_events(state, events), events)

    def advance(self, state: Any, events: tuple[E, ...] = ()) -> Step[S, E]:
        """Continue a hand until a seat or DEALER must act.

        ``events`` are the earlier events that led to ``state``. The result contains these events, followed by the new
        ones.
        """
        while True:
            phase = state.phase
            rules = self.phases[type(phase)]
            more = rules.follow_up_events(self.context, state, phase)
            if not more:
                return Step(state, events)
            state, events = apply_events(state, more), events + more

    def fallback(self, state: Any, seat: Seat) -> A:
        phase = state.phase
        rules = self.phases[type(phase)]
        refuse_unless(seat in rules.to_act(state, phase), "not_your_turn", seat=seat)
        action: A = rules.fallback(self.context, state, phase, seat)
        return action

    # ---- events

    def evolve(self, state: S, event: E) -> S:
        return apply_events(state, (event,))  # type: ignore[arg-type]  # E is bound to Struct in the contract

    def redact(self, event: E, viewer: Viewer) -> E:
        hidden = self.visibility_table[type(event)]
        if not hidden:
            return event
        return replace(
            event, **{name: sight.redact_value(getattr(event, name), event, viewer) for name, sight in hidden}
        )
