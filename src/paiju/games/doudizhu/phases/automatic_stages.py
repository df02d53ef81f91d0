"""Stages without choices.

They start the hand, make a seat landlord by rotation, give the bottom to the landlord, give one random card of each
farmer to the landlord, and draw the wild ranks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat, seats_from
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.cards import NO_CARDS, card_list, cards_from_numbers
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import BottomTaken, CardGiven, LandlordSettled, WildDrawn
from paiju.games.doudizhu.phases.base import Actions, Events, PhaseRules, Seats
from paiju.games.doudizhu.phases.dealing import bottom_of, drawn_values
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Automatic, Phase, State

ROTATING_BASE: Final = 3
"""The base of a hand whose landlord is determined by rotation (DDZ-3.9)."""


def _no_events(compiled: CompiledRuleset, state: State) -> Events:
    return ()


def _landlord_in_rotation_events(compiled: CompiledRuleset, state: State) -> Events:
    """Return the event that makes the first bidder landlord without an auction (DDZ-3.9)."""
    assert state.public.first is not None
    return (LandlordSettled(state.public.first, ROTATING_BASE),)


def _bottom_taken_events(compiled: CompiledRuleset, state: State) -> Events:
    """Return the event that gives the bottom to the landlord (DDZ-2.6).

    All seats see the bottom cards if the rules show the bottom, or if the landlord has opened the hand.
    """
    landlord, deal = state.public.landlord, state.secret.deal
    assert landlord is not None
    assert deal is not None
    shown = compiled.rules.bottom_shown or state.public.opened[landlord] > 0
    return (BottomTaken(landlord, compiled.rules.bottom_size, shown, bottom_of(compiled.rules, deal)),)


def _card_given_events(compiled: CompiledRuleset, state: State) -> Events:
    """Return the events that give the landlord one random card from each farmer, in playing order (DDZ-2.5)."""
    landlord, deal = state.public.landlord, state.secret.deal
    assert landlord is not None
    assert deal is not None
    events = []
    for giver, at in zip(
        seats_from(landlord, state.seats)[1:], drawn_values(compiled.rules, deal, "drawn"), strict=True
    ):
        held = card_list(state.secret.hands[giver] or NO_CARDS)
        known = state.public.opened[giver] > 0 or state.public.opened[landlord] > 0
        events.append(CardGiven(giver, landlord, known, cards_from_numbers((held[at % len(held)],))))
    return tuple(events)


def _wild_drawn_events(compiled: CompiledRuleset, state: State) -> Events:
    """Return the event that draws the wild rank. It may be any rank of the pack except the jokers (DDZ-8.1)."""
    assert state.secret.deal is not None
    (at,) = drawn_values(compiled.rules, state.secret.deal, "wild")
    return (WildDrawn(compiled.rules.non_joker_ranks[at], 1 if compiled.rules.second_wild else 0),)


def _second_wild_drawn_events(compiled: CompiledRuleset, state: State) -> Events:
    """Return the event that draws the second wild rank from the other ranks of the pack (DDZ-8.10)."""
    assert state.secret.deal is not None
    (at,) = drawn_values(compiled.rules, state.secret.deal, "second_wild")
    others = [rank for rank in compiled.rules.non_joker_ranks if rank != state.public.wild]
    return (WildDrawn(others[at], 2),)


_HAPPENS: Final[dict[str, Callable[[CompiledRuleset, State], Events]]] = {
    "start": _no_events,
    "rotating": _landlord_in_rotation_events,
    "bottom": _bottom_taken_events,
    "drawing": _card_given_events,
    "wild": _wild_drawn_events,
    "second_wild": _second_wild_drawn_events,
}


class AutomaticRules(PhaseRules[Automatic]):
    """The rules of an automatic stage: the events of the stage happen at once, and the phase ends."""

    def to_act(self, state: State, phase: Automatic) -> Seats:
        return ()

    def legal(self, compiled: CompiledRuleset, state: State, phase: Automatic, seat: Seat) -> Actions:
        return ()

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Automatic, seat: Seat, action: Action
    ) -> Events:
        raise IllegalAction("not_asked_for")

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Automatic) -> Events | None:
        return _HAPPENS[phase.what](compiled, state)


class AutomaticStage(Stage):
    """A stage without choices of players.

    ``what`` is the code of what happens in the stage, such as ``bottom``. ``applies(rules)`` says whether a
    ruleset has the stage.
    """

    def __init__(self, what: str, applies: Callable[[Rules], bool]) -> None:
        self.what = what
        self._applies = applies

    def applies(self, rules: Rules) -> bool:
        return self._applies(rules)

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        return Automatic(self.what)
