"""What a phase is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, Choose
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.events import Event, Sealed
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import State

P = TypeVar("P", bound=Struct)

Events = tuple[Event, ...]


class PhaseRules(ABC, Generic[P]):
    """The rules of one kind of phase. ``P`` is the struct that holds where it stands."""

    @abstractmethod
    def to_act(self, phase: P) -> tuple[Seat, ...]:
        """Who must act."""

    @abstractmethod
    def legal(self, g: Compiled, state: State, phase: P, seat: Seat) -> Sequence[Action]:
        """What a seat that must act may do."""

    def check(self, g: Compiled, state: State, phase: P, seat: Seat, action: Action) -> None:
        """Raise IllegalAction unless the action, by a seat that must act, is legal."""
        if action not in self.legal(g, state, phase, seat):
            raise IllegalAction("not_asked_for")

    @abstractmethod
    def do(self, g: Compiled, state: State, phase: P, seat: Seat, action: Action) -> Events:
        """What a legal action leads to at once."""

    @abstractmethod
    def finish(self, g: Compiled, state: State, phase: P) -> Events | None:
        """What ends the phase: events, perhaps none; None while it goes on."""

    @abstractmethod
    def fallback(self, g: Compiled, state: State, phase: P, seat: Seat) -> Action:
        """What is done for a seat whose time ran out."""


class YesNo(PhaseRules[P]):
    """A phase that asks for a yes or no; no is the fallback."""

    asks: ClassVar[str]

    def legal(self, g: Compiled, state: State, phase: P, seat: Seat) -> Sequence[Action]:
        what = self.question(state, phase, seat)
        return (Choose(what, True), Choose(what, False))

    def question(self, state: State, phase: P, seat: Seat) -> str:
        """What is asked."""
        return self.asks

    def fallback(self, g: Compiled, state: State, phase: P, seat: Seat) -> Action:
        return Choose(self.question(state, phase, seat), False)


def seal(seat: Seat, action: Action) -> Events:
    """A secret choice has been made."""
    return (Sealed(seat, action),)


def said_yes(state: State) -> tuple[Seat, ...]:
    """The seats whose sealed choice is a yes."""
    return tuple(seat for seat, choice in enumerate(state.secret.sealed) if isinstance(choice, Choose) and choice.yes)


class Stage(ABC):
    """One entry of a ruleset's list of phases."""

    @abstractmethod
    def applies(self, rules: Rules) -> bool:
        """Whether a ruleset has it."""

    @abstractmethod
    def enter(self, g: Compiled, state: State, stage: int) -> Events:
        """What begins it; nothing if it is passed over this time."""
