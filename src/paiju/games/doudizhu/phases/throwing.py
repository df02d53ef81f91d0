"""Throwing cards away 弃牌 (DDZ-7.10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, Throw
from paiju.games.doudizhu.attached import multisets
from paiju.games.doudizhu.cards import RANKS, Cards, holds, parse_ranks, pick, ranks_of, ranks_text, total
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.events import CardsThrown, PhaseBegan
from paiju.games.doudizhu.phases.base import Events, PhaseRules, Stage, seal
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import throw_factor
from paiju.games.doudizhu.state import State, Throwing

FARMER_THROWS: Final = 3
LANDLORD_THROWS: Final = 2
"""The most cards each may throw away."""


def most_thrown(state: State, seat: Seat) -> int:
    """How many cards a seat may throw away."""
    return LANDLORD_THROWS if seat == state.public.landlord else FARMER_THROWS


class ThrowingRules(PhaseRules[Throwing]):
    """Everyone chooses in secret; ranks are named, spades go first."""

    def to_act(self, phase: Throwing) -> tuple[Seat, ...]:
        return phase.waiting

    def legal(self, g: Compiled, state: State, phase: Throwing, seat: Seat) -> Sequence[Action]:
        return _throws(ranks_of(state.secret.hands[seat] or 0), most_thrown(state, seat))

    def check(self, g: Compiled, state: State, phase: Throwing, seat: Seat, action: Action) -> None:
        if not isinstance(action, Throw):
            raise IllegalAction("not_asked_for")
        if not set(action.ranks) <= set(RANKS):
            raise IllegalAction("not_held", cards=action.ranks)
        if len(action.ranks) > most_thrown(state, seat):
            raise IllegalAction("throws_too_many", most=most_thrown(state, seat))
        if not holds(ranks_of(state.secret.hands[seat] or 0), parse_ranks(action.ranks)):
            raise IllegalAction("not_held", cards=action.ranks)
        super().check(g, state, phase, seat, action)

    def do(self, g: Compiled, state: State, phase: Throwing, seat: Seat, action: Action) -> Events:
        return seal(seat, action)

    def finish(self, g: Compiled, state: State, phase: Throwing) -> Events | None:
        if phase.waiting:
            return None
        counts = [parse_ranks(choice.ranks) for choice in state.secret.sealed if isinstance(choice, Throw)]
        cards = tuple(Cards(pick(hand or 0, thrown)) for hand, thrown in zip(state.secret.hands, counts, strict=True))
        opened = tuple(seat for seat, factor in enumerate(state.public.opened) if factor)
        return (CardsThrown(tuple(map(total, counts)), tuple(map(throw_factor, counts)), opened, cards),)

    def fallback(self, g: Compiled, state: State, phase: Throwing, seat: Seat) -> Action:
        """What multiplies least: nobody who was away has kept all for ×4. The lowest card, a J to A before a 2 or a joker."""
        return min(_throws(ranks_of(state.secret.hands[seat] or 0), 1), key=_factor)


def _factor(action: Action) -> int:
    assert isinstance(action, Throw)
    return throw_factor(parse_ranks(action.ranks))


@lru_cache(maxsize=256)
def _throws(counts: int, most: int) -> tuple[Action, ...]:
    return tuple(Throw(ranks_text(thrown)) for number in range(most + 1) for thrown in multisets(counts, number))


class ThrowingStage(Stage):
    """Everyone is asked."""

    def applies(self, rules: Rules) -> bool:
        return rules.discard

    def enter(self, g: Compiled, state: State, stage: int) -> Events:
        return (PhaseBegan(stage, Throwing(tuple(range(state.seats)))),)
