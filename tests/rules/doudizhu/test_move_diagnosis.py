"""Diagnosis of cards that cannot be played: which part of a combination is missing."""

from __future__ import annotations

import pytest

from paiju.games.doudizhu.cards import parse_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.illegal_play_diagnosis import diagnose_move
from paiju.games.registry import game
from paiju.locale import languages, lookup


@pytest.mark.parametrize(
    ("rules", "cards", "code"),
    [
        ("qq", "34", "pair_differs"),
        ("four", "BR", "two_jokers"),
        ("qq", "345", "straight_short"),
        ("qq", "3456", "straight_short"),
        ("qq", "34578", "straight_gap"),
        ("qq", "TJQKA2", "straight_high"),
        ("qq", "3355", "pair_chain_short"),
        ("qq", "335566", "pair_chain_gap"),
        ("qq", "KKAA22", "pair_chain_high"),
        ("qq", "333555", "trio_chain_gap"),
        ("qq", "AAA222", "trio_chain_high"),
        ("qq", "33345", "trio_attached"),
        ("four", "3334", "trio_attached_pair_only"),
        ("qq", "33344456778", "trio_chain_attached"),
        ("qq", "333444567", "trio_chain_mixed"),
        ("four", "33344456", "trio_chain_attached_pairs"),
        ("classic", "33344455", "attached_twice"),
        ("classic", "333444BR", "attached_both_jokers"),
        ("classic", "333355", "attached_twice"),
        ("classic", "3333BR", "attached_both_jokers"),
        ("qq", "33335", "quad_attached"),
        ("four", "333355", "quad_alone"),
        ("qq", "3345", "no_combination"),
    ],
)
def test_diagnosis_names_what_a_combination_lacks(rules: str, cards: str, code: str) -> None:
    compiled = compiled_of(rules)
    assert not compiled.readings(parse_ranks(cards))
    assert diagnose_move(compiled, parse_ranks(cards), (), None).code == code
    assert all(lookup(lang, f"illegal.{code}", "doudizhu") for lang in languages())


@pytest.mark.parametrize(
    ("cards", "standing", "code"),
    [
        ("4", "5", "not_higher"),
        ("44", "5", "wrong_category"),
        ("34567", "456789", "wrong_length"),
        ("4444", "5555", "bomb_not_higher"),
        ("4", "5555", "needs_bomb"),
        ("2222", "BR", "rocket_stands"),
    ],
)
def test_diagnosis_names_why_a_play_does_not_beat(cards: str, standing: str, code: str) -> None:
    found = diagnose_move(compiled_of("qq"), parse_ranks(cards), (), Combination.parse(standing))
    assert found.code == code
    assert all(lookup(lang, f"illegal.{code}", "doudizhu") for lang in languages())


def test_with_wild_cards_diagnosis_names_no_missing_shape() -> None:
    assert diagnose_move(compiled_of("wild"), parse_ranks("5349"), (2,), None).code == "no_combination"


def compiled_of(rules: str):  # type: ignore[no-untyped-def]
    found = game(f"doudizhu/{rules}")
    assert isinstance(found, DouDizhu)
    return found.compiled
