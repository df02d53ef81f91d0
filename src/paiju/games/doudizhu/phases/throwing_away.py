"""Throwing cards away (弃牌, DDZ-7.10)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action, ThrowAway
from paiju.games.doudizhu.attachments import sub_multisets
from paiju.games.doudizhu.cards import (
    RANKS,
    Cards,
    card_count,
    contains_counts,
    count_ranks,
    parse_ranks,
    pick_cards,
    ranks_text,
)
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import CardsThrown
from paiju.games.doudizhu.phases.base import Actions, Events, PhaseRules, Seats, sealed_choice_events
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import throw_factor
from paiju.games.doudizhu.state import Phase, State, Throwing

FARMER_THROWS: Final = 3
LANDLORD_THROWS: Final = 2
"""The largest number of cards that the landlord may throw away.

For a farmer, the largest number is ``FARMER_THROWS``.
"""


def max_thrown_cards(state: State, seat: Seat) -> int:
    """Return the maximum number of cards that a seat may throw away."""
    return LANDLORD_THROWS if seat == state.public.landlord else FARMER_THROWS


class ThrowingRules(PhaseRules[Throwing]):
    """Each seat chooses in secret the ranks that it throws away. Of cards of equal rank, spades are thrown away first."""

    accepted_actions = (ThrowAway,)

    def to_act(self, state: State, phase: Throwing) -> Seats:
        return phase.waiting

    def legal(self, compiled: CompiledRuleset, state: State, phase: Throwing, seat: Seat) -> Actions:
        return _legal_throws(count_ranks(state.secret.hands[seat] or 0), max_thrown_cards(state, seat))

    def illegal_action(
        self, compiled: CompiledRuleset, state: State, phase: Throwing, seat: Seat, action: ThrowAway
    ) -> IllegalAction:
        if not set(action.ranks) <= set(RANKS):
            return IllegalAction("not_held", cards=action.ranks)
        if len(action.ranks) > max_thrown_cards(state, seat):
            return IllegalAction("throws_too_many", most=max_thrown_cards(state, seat))
        if not contains_counts(count_ranks(state.secret.hands[seat] or 0), parse_ranks(action.ranks)):
            return IllegalAction("not_held", cards=action.ranks)
        return super().illegal_action(compiled, state, phase, seat, action)

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Throwing, seat: Seat, action: Action
    ) -> Events:
        return sealed_choice_events(seat, action)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Throwing) -> Events | None:
        if phase.waiting:
            return None
        counts = [parse_ranks(choice.ranks) for choice in state.secret.sealed if isinstance(choice, ThrowAway)]
        cards = tuple(
            Cards(pick_cards(hand or 0, thrown)) for hand, thrown in zip(state.secret.hands, counts, strict=True)
        )
        opened = tuple(seat for seat, factor in enumerate(state.public.opened) if factor)
        return (CardsThrown(tuple(map(card_count, counts)), tuple(map(throw_factor, counts)), opened, cards),)

    def fallback(self, compiled: CompiledRuleset, state: State, phase: Throwing, seat: Seat) -> Action:
        """Return the choice with the lowest factor. This is usually to throw one low card away.

        To throw nothing away would be a bad fallback, because that choice multiplies the stake by 4.
        """
        return min(_legal_throws(count_ranks(state.secret.hands[seat] or 0), 1), key=_factor_of_throw)


def _factor_of_throw(action: Action) -> int:
    assert isinstance(action, ThrowAway)
    return throw_factor(parse_ranks(action.ranks))


@lru_cache(maxsize=256)
def _legal_throws(counts: int, most: int) -> tuple[Action, ...]:
    return tuple(
        ThrowAway(ranks_text(thrown)) for number in range(most + 1) for thrown in sub_multisets(counts, number)
    )


class ThrowingStage(Stage):
    """The throwing stage, which asks every seat."""

    def applies(self, rules: Rules) -> bool:
        return rules.discard

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        return Throwing(tuple(range(state.seats)))
