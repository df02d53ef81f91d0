"""What a phase is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from paiju.core.seats import DEALER, Seat
from paiju.games.gunzi.actions import Action, Deal
from paiju.games.gunzi.events import Event
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import State

P = TypeVar("P", bound=Struct)


class PhaseRules(ABC, Generic[P]):
    """The rules of one kind of phase. ``P`` is the struct that holds where it stands.

    ``takes`` are the kinds of action that a player may take in it; ``check`` and ``do`` are given no others. ``unasked`` says
    that every player may, at any time.
    """

    takes: ClassVar[tuple[type[Struct], ...]] = ()
    unasked: ClassVar[bool] = False

    @abstractmethod
    def to_act(self, state: State, phase: P) -> tuple[Seat, ...]:
        """Who must act."""

    def may_act(self, rules: Rules, state: State, phase: P) -> tuple[Seat, ...]:
        """Who may act unasked."""
        return ()

    @abstractmethod
    def legal(self, rules: Rules, state: State, phase: P, seat: Seat) -> Sequence[Action]:
        """What a seat that must or may act may do."""

    @abstractmethod
    def check(self, rules: Rules, state: State, phase: P, seat: Seat, action: Any) -> None:
        """Raise IllegalAction unless the action, by a seat that must or may act, is legal."""

    @abstractmethod
    def do(self, rules: Rules, state: State, phase: P, seat: Seat, action: Any) -> Event:
        """What a legal action is told as."""

    def finish(self, rules: Rules, state: State, phase: P) -> Event | None:
        """What happens by itself next; None while somebody has to act."""
        return None

    @abstractmethod
    def fallback(self, rules: Rules, state: State, phase: P, seat: Seat) -> Action:
        """What is done for a seat whose time ran out."""


class Chance(PhaseRules[P]):
    """A phase in which the game goes on by itself, step by step."""

    def to_act(self, state: State, phase: P) -> tuple[Seat, ...]:
        return (DEALER,)

    def legal(self, rules: Rules, state: State, phase: P, seat: Seat) -> Sequence[Action]:
        return (Deal(),)

    def check(self, rules: Rules, state: State, phase: P, seat: Seat, action: Any) -> None:
        """There is but one action."""

    def fallback(self, rules: Rules, state: State, phase: P, seat: Seat) -> Action:
        return Deal()
