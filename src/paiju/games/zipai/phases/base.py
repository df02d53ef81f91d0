"""What a phase is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from paiju.core.errors import IllegalAction
from paiju.core.seats import DEALER, Seat
from paiju.games.zipai.actions import GO_ON, Action
from paiju.games.zipai.events import Event, evolve
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import State

P = TypeVar("P", bound=Struct)

Seats = tuple[Seat, ...]
Actions = tuple[Action, ...]


class Tape:
    """A state as it goes on: what happens is noted, and folded in at once."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Something happens."""
        self.state = evolve(self.state, event)
        self.events.append(event)


class PhaseRules(ABC, Generic[P]):
    """The rules of one kind of phase. ``P`` is the struct that holds where it stands.

    ``beats``: how long those are waited for together who must act (see ``Game.window``).
    """

    beats: ClassVar[int] = 0

    @abstractmethod
    def to_act(self, state: State, phase: P) -> Seats:
        """Who must act."""

    @abstractmethod
    def legal(self, rules: Rules, state: State, phase: P, seat: Seat) -> Actions:
        """What a seat that must act may do."""

    def refusal(self, rules: Rules, state: State, phase: P, seat: Seat, action: Action) -> IllegalAction:
        """Why an action that is not among them is not."""
        return IllegalAction("not_now")

    @abstractmethod
    def do(self, rules: Rules, tape: Tape, phase: P, seat: Seat, action: Action) -> None:
        """Do a legal action, and what follows by itself."""


class Automatic(PhaseRules[P]):
    """A phase in which the game goes on by itself."""

    def to_act(self, state: State, phase: P) -> Seats:
        return (DEALER,)

    def legal(self, rules: Rules, state: State, phase: P, seat: Seat) -> Actions:
        return (GO_ON,)
