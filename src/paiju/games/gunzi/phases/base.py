"""Base classes of the phase rules, and functions that return the events at the end of a phase."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from paiju.core import phases
from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Action, Deal
from paiju.games.gunzi.events import Event, PhaseBegan, TrumpsFixed
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, BuryingJokers, GivingBack, Paying, Playing, State, payers_to
from paiju.games.gunzi.trumps import Call

P = TypeVar("P", bound=Struct)

Events = tuple[Event, ...]


class PhaseRules(phases.PhaseRules[Rules, State, P, Action, Event]):
    """The rules of one kind of phase."""


class ChanceRules(phases.ChanceRules[Rules, State, P, Action, Event]):
    """The rules of a phase that DEALER carries on, step by step, without waiting for a player."""

    go_on = Deal()


def trumps_fixed_events(state: State, banker: Seat, call: Call) -> Events:
    """Return the events that fix banker and trumps, and begin the next phase.

    If a seat owes tribute, tribute is paid in the next phase (GZ-8.1). Otherwise the banker takes the bottom in
    the next phase.
    """
    payers = payers_to(state.match, banker)
    return TrumpsFixed(banker, call), PhaseBegan(Paying(payers) if payers else GivingBack())


def next_joker_burial_event(state: State, seat: Seat, takeable: int) -> PhaseBegan:
    """Return the next event: the player after ``seat`` is asked to bury jokers, or the play begins.

    ``takeable`` is the number of cards that a seat may still take back from the bottom. The play begins if the
    player after ``seat`` is the banker, or if ``takeable`` is 0 (GZ-5.4, 5.5, 6.2).
    """
    asked = (seat + 1) % SEATS
    over = asked == state.banker_seat or not takeable
    return PhaseBegan(Playing(state.banker_seat) if over else BuryingJokers(asked))
