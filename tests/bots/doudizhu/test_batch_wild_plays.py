"""The compiled steady bot knows the order, the attached cards and the numbers of plays with wild cards (DDZ-8)."""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from paiju import batch
from paiju.batch.doudizhu.cards import counts_to_unary
from paiju.bots.doudizhu.batch_wild_plays import attached_ranks, find_wild_lead, is_listed_before_with_wilds
from paiju.bots.doudizhu.batch_workspace import WORKSPACE, card_total
from paiju.core.ruleset import Ruleset, with_options
from paiju.features.doudizhu.bit_encoding import KINDS
from paiju.games.doudizhu.actions import Play
from paiju.games.doudizhu.cards import RANKS, WildRanks, cards_from_numbers, cards_in_pack, count_of, count_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.state import Playing
from paiju.games.registry import game_of, ruleset
from tests.batch.conftest import compiled
from tests.readings import READINGS

__all__ = ["compiled"]
ONE_WILD_RANK = ruleset("doudizhu/wild")
TWO_WILD_RANKS = READINGS["doudizhu/wild second_wild=True"]
WILD_RULESETS = {
    "loose": ONE_WILD_RANK,
    "strict": with_options(ONE_WILD_RANK, attached="strict"),
    "two wild ranks": TWO_WILD_RANKS,
    "two wild ranks, strict": with_options(TWO_WILD_RANKS, attached="strict"),
}


def packed(counts: int) -> int:
    """Convert rank counts of the exact rules to the packed rank counts of the compiled bot."""
    return sum(count_of(counts, rank) << 4 * rank for rank in range(len(RANKS)))


def workspace(wilds: WildRanks) -> Any:
    """A workspace of the compiled bot that has only the wild ranks."""
    work = np.zeros(1, WORKSPACE)
    work["wild"], work["second_wild"] = (*wilds, -1)[:2]
    return work[0]


def leads_with_wilds(compiled: CompiledRuleset, wilds: WildRanks, random: Random) -> list[Combination]:
    """The leads of a random hand with all its wild cards, or nearly all, in the order of the exact rules."""
    pack = cards_in_pack(1, "")
    wild = [card for card in pack if card >> 2 in wilds]
    cards = {*random.sample(wild, min(len(wild), random.choice([3, 4, 6]))), *random.sample(pack, 6)}
    leads = compiled.find_leading_plays(count_ranks(cards_from_numbers(cards)), wilds)
    return [lead.what for lead in leads if lead.what.category != "rocket"]


def description(combo: Combination) -> tuple[int, int, int]:
    """The kind, the length and the rank of a play."""
    return KINDS.index(combo.category), combo.length, combo.rank


@pytest.mark.parametrize("name", WILD_RULESETS)
def test_plays_with_the_same_body_are_in_the_order_of_the_exact_rules(name: str) -> None:
    game, random, compared = game_of(WILD_RULESETS[name]), Random(1), 0
    for _ in range(25):
        wilds = tuple(random.sample(range(13), 2 if "two" in name else 1))
        work = workspace(wilds)
        leads = leads_with_wilds(game.compiled, wilds, random)  # type: ignore[attr-defined]
        for what, group in groupby(leads, description):
            cards = [packed(combo.used) for combo in group]
            for first, second in pairwise(cards):
                assert is_listed_before_with_wilds(work, *what, first, second)
                assert not is_listed_before_with_wilds(work, *what, second, first)
                compared += 1
    assert compared > 1000


@pytest.mark.parametrize("name", WILD_RULESETS)
def test_attached_wild_cards_stand_for_the_ranks_that_the_exact_rules_choose(name: str) -> None:
    game, random = game_of(WILD_RULESETS[name]), Random(2)
    for _ in range(25):
        wilds = tuple(random.sample(range(13), 2 if "two" in name else 1))
        work = workspace(wilds)
        for combo in leads_with_wilds(game.compiled, wilds, random):  # type: ignore[attr-defined]
            if combo.attached:
                found = attached_ranks("strict" in name, work, *description(combo), packed(combo.used))
                assert found == packed(combo.attached), combo


@njit
def find_wild_leads(rules: Any, rows: Any, leads: Any, found: Any) -> None:
    for number in range(len(leads)):
        lead = leads[number]
        wanted = lead[0], lead[1], lead[2], lead[3], 0
        found[number] = find_wild_lead(rules[0], rows[0], rows[0].hand[rows[0].turn], wanted)


@pytest.mark.parametrize("ruleset", [ONE_WILD_RANK, TWO_WILD_RANKS])
def test_leads_of_hands_with_wild_cards_have_the_numbers_of_the_batch_engine(ruleset: Ruleset) -> None:
    hands, searched = batch.new_hands(ruleset, 1, seed=2), 0
    while searched < 8:
        state, seat = hands.to_state(0), int(hands.turns[0])
        wilds = state.public.wilds
        counts = count_ranks(state.secret.hands[seat] or 0) if seat >= 0 else 0
        is_lead = isinstance(state.phase, Playing) and state.phase.standing is None
        if is_lead and any(count_of(counts, rank) for rank in wilds) and hands.counts[0] < 1000:
            numbers = np.arange(int(hands.counts[0]))
            plays = [action.what for action in hands.actions(0, numbers) if isinstance(action, Play)]
            leads = [
                [*description(combo)[:1], 1 if combo.category == "rocket" else combo.length, combo.rank, cards]
                for combo in plays
                for cards, _ in [counts_to_unary(combo.used)]
            ]
            found = np.empty(len(leads), np.int64)
            hands.run_kernel(find_wild_leads, np.array(leads, np.int64), found)
            assert (found == numbers).all()
            searched += 1
        hands.step(hands.sample())


def has_at_most_eight_cards(counts: int) -> bool:
    return card_total(counts) <= 8


def test_compiled_code_compares_numbers_of_cards() -> None:
    has_few_cards: Any = njit(has_at_most_eight_cards)
    assert has_few_cards(0x2222)
    assert not has_few_cards(0x3333)
