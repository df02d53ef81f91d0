"""Views and actions of the exact rules are encoded into the same bits as the batch engine writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from paiju import batch
from paiju.core.family import load_object
from paiju.features.family_encoder import FamilyEncoder
from paiju.features.feature_layout import FeatureLayout
from paiju.games.registry import family_of, ruleset, rulesets
from tests.readings import READINGS

TOLD = {name: ruleset(name) for name in rulesets() if family_of(name).feature_encoder} | READINGS
HANDS = 3
STEPS = 90
LISTED = 40


def bits_of(hands: batch.Hands) -> FamilyEncoder:
    found: FamilyEncoder = load_object(family_of(hands.ruleset.family).feature_encoder)(hands.game)
    return found


def mask_of(layout: FeatureLayout, names: tuple[str, ...]) -> Any:
    """The words with all bits set of slices whose names begin so."""
    bits = np.zeros(layout.words * 64, np.uint8)
    for one in layout.slices:
        if one.name.startswith(names):
            bits[one.first : one.first + one.size] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


def names_of(layout: FeatureLayout, different: Any) -> list[str]:
    """The slices in which some words differ."""
    rows = different.view(np.uint8).reshape(-1, layout.words * 8)
    bits = np.unpackbits(np.bitwise_or.reduce(rows, 0), bitorder="little")
    return [one.name for one in layout.slices if bits[one.first : one.first + one.size].any()]


@pytest.mark.parametrize("name", TOLD)
def test_encoded_view_equals_the_batch_observation(name: str) -> None:
    hands = batch.new_hands(TOLD[name], HANDS, 5)
    bits, layout = bits_of(hands), hands.layout
    never, sometimes = mask_of(layout, layout.masked), mask_of(layout, layout.conditional.names)
    phases = set()
    for _ in range(STEPS):
        seen = hands.observe()
        for row in np.flatnonzero(hands.counts).tolist():
            seat, phase = int(hands.turns[row]), int(hands.rows["phase"][row])
            hidden = never if phase in layout.conditional.phases else never | sometimes
            view = hands.game.view(hands.to_state(row), seat)
            assert names_of(layout, bits.encode_observation(view, seat).view(np.uint64) ^ (seen[row] & ~hidden)) == []
            phases.add(phase)
        hands.step(hands.sample())
    assert phases  # hands have been looked at


@pytest.mark.parametrize("name", TOLD)
def test_encoded_action_equals_the_batch_action_features(name: str) -> None:
    hands = batch.new_hands(TOLD[name], HANDS, 6)
    bits = bits_of(hands)
    for _ in range(STEPS):
        for row in np.flatnonzero(hands.counts).tolist():
            numbers = np.arange(hands.counts[row])[:LISTED]
            seat = int(hands.turns[row])
            view = hands.game.view(hands.to_state(row), seat)
            mine = bits.encode_actions(view, seat, hands.actions(row, numbers)).view(np.uint64)
            theirs = hands.describe(np.full(len(numbers), row), numbers)
            assert names_of(hands.action_layout, mine ^ theirs) == []
        hands.step(hands.sample())


@pytest.mark.parametrize("name", TOLD)
def test_no_two_slices_of_an_action_overlap(name: str) -> None:
    layout = batch.new_hands(TOLD[name], 1).action_layout
    taken = np.zeros(layout.words * 64, int)
    for one in layout.slices:
        taken[one.first : one.first + one.size] += 1
    assert taken.max() == 1
