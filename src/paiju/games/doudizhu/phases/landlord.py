"""What happens by itself once the landlord is settled: the bottom, the cards drawn from the others, the wild rank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from paiju.core.seats import Seat, round_from
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.cards import NO_CARDS, card_list, cards_of
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.events import BottomTaken, CardGiven, PhaseBegan, WildDrawn
from paiju.games.doudizhu.phases.base import Events, PhaseRules, Stage
from paiju.games.doudizhu.phases.dealing import bottom_of, drawn
from paiju.games.doudizhu.rules import NUMBERS, Rules
from paiju.games.doudizhu.state import Automatic, State


class AutomaticRules(PhaseRules[Automatic]):
    """Nobody acts, and it is over at once."""

    def to_act(self, phase: Automatic) -> tuple[Seat, ...]:
        return ()

    def legal(self, g: Compiled, state: State, phase: Automatic, seat: Seat) -> Sequence[Action]:
        return ()

    def do(self, g: Compiled, state: State, phase: Automatic, seat: Seat, action: Action) -> Events:
        raise AssertionError("nobody acts in an automatic phase")

    def finish(self, g: Compiled, state: State, phase: Automatic) -> Events | None:
        return ()

    def fallback(self, g: Compiled, state: State, phase: Automatic, seat: Seat) -> Action:
        raise AssertionError("nobody acts in an automatic phase")


def _take_bottom(g: Compiled, state: State) -> Events:
    """The bottom goes into the landlord's hand (DDZ-2.6); an open hand hides nothing."""
    landlord, deal = state.public.landlord, state.secret.deal
    assert landlord is not None
    assert deal is not None
    shown = g.rules.bottom_shown or state.public.opened[landlord] > 0
    return (BottomTaken(landlord, g.rules.bottom_size, shown, bottom_of(g.rules, deal)),)


def _draw_from_others(g: Compiled, state: State) -> Events:
    """One card at random from each of the others, the one on the right first, which is the next to play (DDZ-2.5)."""
    landlord, deal = state.public.landlord, state.secret.deal
    assert landlord is not None
    assert deal is not None
    events = []
    for giver, at in zip(round_from(landlord, state.seats)[1:], drawn(g.rules, deal, "drawn"), strict=True):
        held = card_list(state.secret.hands[giver] or NO_CARDS)
        known = state.public.opened[giver] > 0 or state.public.opened[landlord] > 0
        events.append(CardGiven(giver, landlord, known, cards_of((held[at % len(held)],))))
    return tuple(events)


def _draw_wild(g: Compiled, state: State) -> Events:
    """A rank of the pack, never a joker (DDZ-8.1)."""
    assert state.secret.deal is not None
    (at,) = drawn(g.rules, state.secret.deal, "wild")
    ranks = [rank for rank, letter in enumerate(NUMBERS) if letter not in g.rules.stripped_ranks]
    return (WildDrawn(ranks[at]),)


_ROWS: Final[dict[str, tuple[Callable[[Rules], bool], Callable[[Compiled, State], Events]]]] = {
    "bottom": (lambda rules: rules.bottom_size > 0, _take_bottom),
    "drawing": (lambda rules: rules.draw_from_others, _draw_from_others),
    "wild": (lambda rules: rules.wild, _draw_wild),
}


class AutomaticStage(Stage):
    """One of the rows above."""

    def __init__(self, what: str) -> None:
        self.what = what

    def applies(self, rules: Rules) -> bool:
        return _ROWS[self.what][0](rules)

    def enter(self, g: Compiled, state: State, stage: int) -> Events:
        return (PhaseBegan(stage, Automatic(self.what)), *_ROWS[self.what][1](g, state))
