"""Batched hands with history: layouts, the history kept in a row, and nets with and without history input."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paiju import batch
from paiju.core.family import load_object
from paiju.envs.opponents import NetPolicy
from paiju.features.doudizhu.history_layout import CALLS_KEPT, MOVES_KEPT
from paiju.features.feature_layout import find_layout_by_name, mark_layout_extension
from paiju.games.registry import family_of, ruleset
from paiju.nets.net import Net, NetMetadata
from tests.batch.random_weights import random_weights
from tests.readings import READINGS
from tests.ruleset_selection import one_each

ONE_EACH = one_each("doudizhu/happy")
QQ = "doudizhu/qq"
SUPER = next(name for name in READINGS if "super_double" in name)


def both(name: str, n: int, seed: int = 1, **options: Any) -> tuple[batch.Hands, batch.Hands]:
    """The same hands without and with history."""
    return batch.new_hands(name, n, seed, **options), batch.new_hands(name, n, seed, history=True, **options)


def test_layouts_with_history_have_their_own_names() -> None:
    found = {name: batch.new_hands(name, 1, history=True).layout for name in (QQ, "zipai/guilin-3", "gunzi/six")}
    assert [layout.name for layout in found.values()] == ["doudizhu-1-history", "zipai-1-history", "gunzi-2-history"]
    assert all([one.name for one in layout.extends] == [layout.name[:-8]] for layout in found.values())
    layout = batch.new_hands(READINGS[SUPER], 1, history=True).layout
    names = [one.name for one in layout.extends]
    assert layout.name == "doudizhu-1-doubles-redouble-history"
    assert names[:3] == ["doudizhu-1-doubles-history", "doudizhu-1-history", "doudizhu-1-doubles-redouble"]
    assert names[-1] == "doudizhu-1"
    for one in layout.extends:
        assert mark_layout_extension(one, layout)
    with pytest.raises(ValueError, match="does not extend"):
        mark_layout_extension(layout, layout.extends[-1])


@pytest.mark.parametrize("name", ONE_EACH)
def test_observations_with_history_begin_with_the_words_of_those_without(name: str) -> None:
    plain, hands = both(name, 32)
    told = np.zeros(64 * hands.layout.words, bool)
    for part in hands.layout.slices:
        assert not told[hands.layout.slice_of(part.name)].any()  # no two slices share a bit
        told[hands.layout.slice_of(part.name)] = True
    for _ in range(80):
        seen = hands.observe()
        assert (seen[:, : plain.layout.words] == plain.observe()).all()
        assert not np.unpackbits(seen.view(np.uint8), axis=1, bitorder="little")[:, ~told].any()
        chosen = hands.sample()
        assert (plain.sample() == chosen).all()
        hands.step(chosen)
        plain.step(chosen)


def entries(hands: batch.Hands, name: str, bits: slice = slice(None)) -> Any:
    """The bits of a slice of the history for the first hand, as seat 0 sees it."""
    return hands.observe(np.zeros(len(hands), np.int64), planes=True)[0, hands.layout.slice_of(name)][bits].tolist()


def act(hands: batch.Hands, text: str) -> None:
    """Take the action that is written so in every hand."""
    format_action = hands.game.format_action
    numbers = [
        next(at for at, action in enumerate(hands.actions(row)) if format_action(action).startswith(text))
        for row in range(len(hands))
    ]
    hands.step(np.array(numbers))


def test_history_entries_encode_seat_and_action() -> None:
    hands = batch.new_hands("doudizhu/classic", 1, history=True, anew=False)
    seat = int(hands.turns[0])
    act(hands, "bid 0")
    act(hands, "bid 3")
    assert entries(hands, "call_there.0") == entries(hands, "call_there.1") == [1]
    assert entries(hands, "call_there.2") == [0]
    assert entries(hands, "call_by.0").index(1) == seat
    assert [entries(hands, f"call_rank.{at}").index(1) for at in (0, 1)] == [0, 3]
    assert entries(hands, "past_there.0") == [0]
    landlord = int(hands.turns[0])
    hands.step(np.array([0]))
    if hands.counts[0]:
        act(hands, "pass")
    assert entries(hands, "past_by.0").index(1) == (landlord + 1) % 3
    assert entries(hands, "past_by.1").index(1) == landlord
    assert not any(entries(hands, "past_cards.0"))
    assert sum(entries(hands, "past_cards.1")) == hands.to_state(0).history[-2].action.what.size


@pytest.mark.parametrize("name", ONE_EACH)
def test_saved_taken_and_branched_hands_keep_their_history(name: str) -> None:
    hands = batch.new_hands(name, 4, seed=3, history=True, anew=False)
    for _ in range(12):
        hands.step(hands.sample())
    hands = hands.take(np.flatnonzero((hands.counts > 0) & (hands.counts < 500)))
    histories = [hands.to_state(row).history for row in range(len(hands))]
    assert any(histories)
    saved = hands.save()
    hands.step(hands.sample())
    hands.restore(saved)
    assert [hands.take([row]).to_state(0).history for row in range(len(hands))] == histories
    counts, expanded = hands.counts, hands.branch_on_actions()
    for at, row in enumerate(np.repeat(np.arange(len(hands)), counts).tolist()):
        kept = histories[row]
        assert expanded.to_state(at).history[: len(kept)] == kept or len(kept) >= MOVES_KEPT


def test_full_history_drops_the_oldest_moves_but_keeps_the_calls() -> None:
    hands = batch.new_hands("doudizhu/four", 1, seed=2, history=True, anew=False)
    state: Any = hands.to_state(0)
    while len(state.history) < CALLS_KEPT + MOVES_KEPT + 5:
        (action,), seat = hands.actions(0, chosen := hands.sample()), int(hands.turns[0])
        state = hands.game.run_dealer(hands.game.step(state, seat, action).state).state
        hands.step(chosen)
    kept = hands.to_state(0).history
    calls = len(kept) - MOVES_KEPT
    assert kept == state.history[:calls] + state.history[-MOVES_KEPT:]
    assert 0 < calls < len(state.history) - MOVES_KEPT


@pytest.mark.parametrize("name", ONE_EACH)
def test_from_state_accepts_states_without_history(name: str) -> None:
    hands, other = (batch.new_hands(name, 1, seed=5, history=True, anew=False) for _ in range(2))
    for _ in range(10):
        hands.step(hands.sample())
    state = replace(hands.to_state(0), history=())
    other.from_state(0, state)
    words = batch.new_hands(name, 1).layout.words
    assert other.to_state(0).history == ()
    plain = batch.new_hands(name, 1)
    plain.from_state(0, state)
    assert other.observe()[0, :words].tolist() == plain.observe()[0].tolist()


def test_net_without_history_input_plays_hands_with_history_unchanged() -> None:
    plain, hands = both(QQ, 24, seed=9)
    policies = NetPolicy(ruleset(QQ)), NetPolicy(ruleset(QQ))
    for _ in range(30):
        one, other = policies[0](plain), policies[1](hands)
        assert (one == other).all()
        plain.step(one)
        hands.step(other)


@pytest.mark.parametrize("name", ONE_EACH)
def test_net_with_history_input_receives_the_history(name: str) -> None:
    bits = load_object(family_of(name).feature_encoder)
    game = batch.new_hands(name, 1).game
    plain, told = bits(game), bits(game, history=True)
    net = Net(NetMetadata((name,), told.layout.name, told.action_layout.name, 0), {})
    assert net.reads_history
    shape = net.input_spec(told.layout, told.action_layout)
    rows = shape.rows, shape.roles
    net.weights = random_weights(*rows)
    hands = batch.new_hands(name, 1, seed=4, history=True, anew=False)
    for _ in range(14):
        hands.step(hands.sample() * (hands.counts < 500))
    state, seat, random = hands.to_state(0), int(hands.turns[0]), Random(1)
    view = game.view(state, seat)
    legal = random.sample(list(hands.actions(0, np.arange(min(int(hands.counts[0]), 40)))), 1)
    values = [
        net.values(shape, shape.make_network_inputs(told.encode_observation(one, seat)[None, :], 0)[0], actions)
        for one in (view, replace(view, history=()))
        for actions in [told.encode_actions(view, seat, legal)]
    ]
    assert not np.allclose(values[0], values[1])
    with pytest.raises(ValueError, match=f"reads {told.layout.words} words"):
        shape.make_network_inputs(plain.encode_observation(view, seat)[None, :], 0)
    assert find_layout_by_name(plain.layout, told.layout.name) is None
