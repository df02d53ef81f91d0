"""Properties of batched hands that hold in every family."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import paiju
from paiju import batch
from paiju.batch.engine import engine_class_of, families_with_engine
from paiju.batch.hands import WORTH_A_THREAD, thread_count
from paiju.core.errors import IllegalAction, UnknownName
from tests.ruleset_selection import one_each

RULESETS = [name for name in paiju.rulesets() if name.split("/")[0] in families_with_engine()]
ONE_EACH = ["doudizhu/four", *one_each("doudizhu/happy")]


def same(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether rows are equal in every field; the bytes between fields do not count."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())


@pytest.mark.parametrize("name", RULESETS)
def test_layout_slices_do_not_overlap(name: str) -> None:
    layout = batch.new_hands(name, 1).layout
    for one, other in pairwise(sorted(layout.slices, key=lambda part: part.first)):
        assert one.first + one.size <= other.first
    last = max(layout.slices, key=lambda part: part.first)
    assert last.first + last.size <= 64 * layout.words
    assert len({part.name for part in layout.slices}) == len(layout.slices)


@pytest.mark.parametrize("name", RULESETS)
def test_no_bit_is_set_outside_of_the_slices(name: str) -> None:
    hands = batch.new_hands(name, 64, seed=5)
    told = np.zeros(64 * hands.layout.words, bool)
    for part in hands.layout.slices:
        told[hands.layout.slice_of(part.name)] = True
    for _ in range(100):
        assert not hands.observe(planes=True)[:, ~told].any()
        hands.step(hands.sample())


def test_unknown_slice_is_named_in_the_error() -> None:
    with pytest.raises(KeyError, match="luck"):
        batch.new_hands("doudizhu/qq", 1).layout.slice_of("luck")


def test_planes_are_the_bits_of_the_words() -> None:
    hands = batch.new_hands("doudizhu/happy", 16)
    hands.play_at_random(20)
    words, planes = hands.observe(), hands.observe(planes=True)
    assert (np.unpackbits(words.view(np.uint8), axis=1, bitorder="little") == planes).all()


@pytest.mark.parametrize("name", ONE_EACH)
def test_results_do_not_depend_on_the_number_of_threads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.batch.hands.WORTH_A_THREAD", 10)
    one, three = batch.new_hands(name, 50, seed=2), batch.new_hands(name, 50, seed=2, threads=3)
    for _ in range(120):
        chosen = one.sample()
        assert (chosen == three.sample()).all()
        one.step(chosen)
        three.step(chosen)
    assert same(one.rows, three.rows)
    assert one.play_at_random(300) == three.play_at_random(300) > 0


def test_small_batches_use_one_thread() -> None:
    works = (0, 1, 2 * WORTH_A_THREAD - 1, 2 * WORTH_A_THREAD, 100 * WORTH_A_THREAD)
    assert [thread_count(3, work) for work in works] == [1, 1, 1, 2, 3]
    assert thread_count(1, 100 * WORTH_A_THREAD) == 1


def test_restored_hands_continue_as_the_originals() -> None:
    hands = batch.new_hands("doudizhu/qq", 8, seed=4)
    hands.play_at_random(10)
    saved = hands.save()
    hands.play_at_random(30)
    went = hands.save()
    hands.restore(saved)
    hands.play_at_random(30)
    assert same(hands.rows, went)
    hands.restore(saved[:1])
    hands.reseed(9)
    hands.play_at_random(30)
    assert len({row.tobytes() for row in hands.rows["played"]}) > 1


def test_exact_deals_equal_those_of_deal_for_row() -> None:
    hands = batch.new_hands("doudizhu/classic", 3, seed=6, exact=True)
    for _ in range(200):
        hands.step(hands.sample())
    number = int(hands.rows["number"][2])
    assert number > 0
    deal = batch.deal_for_row(hands.game, hands.game.new_match(), 6, 2, number)
    assert tuple(hands.rows["deck"][2][: len(deal.deck)]) == deal.deck


def test_finished_hands_stay_unless_auto_reset_is_on() -> None:
    hands = batch.new_hands("doudizhu/qq", 4, anew=False)
    while (hands.turns >= 0).any():
        hands.step(hands.sample())
    assert (hands.end_codes > 0).all()
    assert not hands.counts.any()
    assert not hands.observe().any()
    before = hands.save()
    hands.step(np.zeros(4, np.int64))
    assert same(hands.rows, before)


@pytest.mark.parametrize("name", ONE_EACH)
def test_outcome_of_the_last_hand_is_available_after_the_next_deal(name: str) -> None:
    hands, told = batch.new_hands(name, 32, seed=7), 0
    for _ in range(200):
        chosen, last = hands.sample(), hands.take(slice(None))
        hands.step(chosen)
        last.step(chosen)
        for row in np.flatnonzero(last.turns < 0).tolist():
            assert hands.outcome(row) == last.outcome(row) is not None
        told += sum(hands.outcome(row) is not None for row in range(32))
        assert not hands.turns.min() < 0
    assert told == hands.rows["number"].sum() > 0


@pytest.mark.parametrize("wrong", [-1, 1_000_000])
def test_out_of_range_action_numbers_leave_the_state_unchanged(wrong: int) -> None:
    hands = batch.new_hands("doudizhu/qq", 4)
    before = hands.save()
    with pytest.raises(IllegalAction, match="no_such_number"):
        hands.step(np.array([0, 0, wrong, 0]))
    with pytest.raises(ValueError, match="4 hands"):
        hands.step(np.zeros(3, np.int64))
    assert same(hands.rows, before)


def test_family_without_a_batch_engine_is_named_in_the_error() -> None:
    with pytest.raises(UnknownName, match="no_batch_engine"):
        engine_class_of("mahjong")
    with pytest.raises(UnknownName):
        batch.new_hands("doudizhu/nothing", 1)


@pytest.mark.parametrize("name", ONE_EACH)
def test_step_some_leaves_other_hands_unchanged(name: str) -> None:
    hands, which = batch.new_hands(name, 6, seed=8, anew=False), np.array([1, 4])
    before, taken = hands.save(), hands.take(which)
    chosen = taken.sample()
    taken.step(chosen)
    hands.rows["chance"][which] = taken.rows["chance"]
    hands.step_some(which, chosen)
    assert same(hands.rows[which], taken.rows)
    others = [0, 2, 3, 5]
    assert same(hands.rows[others], before[others])
    hands.restore(before)
    hands.step_some_at_random(which)
    assert same(hands.rows[which], taken.rows)
    assert same(hands.rows[others], before[others])
    with pytest.raises(IllegalAction, match="no_such_number"):
        hands.step_some(which, np.array([0, int(hands.counts[4])]))
    assert same(hands.rows[which], taken.rows)
