"""Counts of winning cards beside the division of every hand."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from random import Random
from typing import Any

import pytest

import paiju
from paiju.core.errors import NotationError
from paiju.games.zipai import card_queries
from paiju.games.zipai.cards import NAMES, PACK
from paiju.solve import BadQuestion, Budget, Wishes, answer_question, answer_state
from paiju.solve.zipai import chance_of_drawing

RULES = "zipai/guilin-3"


def ask(**fields: Any) -> dict[str, Any]:
    return answer_question({"rules": RULES, **fields}, Budget())


def winning_by_division(hand: str, unseen: dict[str, int], minimum: int) -> dict[str, int]:
    """The cards that complete a hand when another draws them, and how many are unseen."""
    found = {}
    for card in NAMES:
        answer = card_queries.is_complete(hand, "", card, "drawn") if unseen[card] else None
        if answer is not None and answer.points >= minimum:
            found[card] = unseen[card]
    return found


def random_hand(random: Random) -> str:
    """A hand of 21 cards that is nearly made of melds, so that it is often ready."""
    cards: list[int] = []
    while len(cards) < 18:
        start, big = random.randrange(8), random.random() < 0.5
        meld = [start + 10 * big + step for step in range(3)] if random.random() < 0.7 else [start] * 3
        if all((cards + meld).count(kind) <= 4 for kind in meld):
            cards += meld
    rest = list(PACK)
    for kind in cards:
        rest.remove(kind)
    return "".join(NAMES[kind] for kind in (*cards, *random.sample(rest, 3)))


@pytest.mark.clause("ZP-7.1")
@pytest.mark.parametrize("seed", range(12))
def test_every_discard_leaves_the_winning_cards_that_a_division_finds(seed: int) -> None:
    random = Random(seed)
    hand, minimum = random_hand(random), random.choice((1, 10))
    gone = "".join(random.sample([name for name in NAMES if hand.count(name) < 4], 6))
    unseen = {name: 4 - (hand + gone).count(name) for name in NAMES}
    answer = ask(hand=hand, gone=gone, minimum=minimum)
    assert answer["unseen"] == sum(unseen.values())
    listed = {one["discard"]: one for one in answer["discards"]}
    for discard in set(hand):
        expected = winning_by_division(hand.replace(discard, "", 1), unseen, minimum)
        found = listed.get(discard, {"waits": [], "winning": 0})
        assert {wait["card"]: wait["unseen"] for wait in found["waits"]} == expected
        assert found["winning"] == sum(expected.values())
    counts = [one["winning"] for one in answer["discards"]]
    assert counts == sorted(counts, reverse=True)


def test_the_chance_is_that_of_all_draws() -> None:
    for unseen, winning, draws in ((7, 2, 3), (6, 0, 2), (5, 5, 1), (8, 3, 0), (6, 4, 4)):
        hits = [any(card < winning for card in drawn) for drawn in combinations(range(unseen), draws)]
        assert isclose(chance_of_drawing(winning, unseen, draws), sum(hits) / len(hits))


@pytest.mark.parametrize(
    "fields", [{}, {"hand": 3}, {"hand": "一", "draws": -1}, {"hand": "一", "draws": 80}, {"hand": "一", "x": 1}]
)
def test_a_question_that_makes_no_sense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(BadQuestion):
        ask(**fields)


def test_too_many_cards_of_a_kind_are_refused() -> None:
    with pytest.raises(NotationError):
        ask(hand="一一一", gone="一一")
    with pytest.raises(NotationError):
        ask(hand="Q")


def test_only_counts_are_answered() -> None:
    with pytest.raises(BadQuestion):
        answer_question({"rules": RULES, "hand": "一"}, Budget(), Wishes(proof=True))
    with pytest.raises(BadQuestion):
        answer_state(RULES, None, Budget())
    assert paiju.game(RULES).seats == 3
