"""Net files, and that a single decision gets the same values as in a batch."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from paiju import batch
from paiju.batch.decision_batch import gather_decisions
from paiju.batch.net_inference import BatchInference
from paiju.bots.registry import make_bot
from paiju.core.errors import UnknownName
from paiju.features.gunzi.bit_encoding import PASS, SHOW
from paiju.games.gunzi.actions import Declare
from paiju.games.gunzi.cards import Cards
from paiju.games.registry import game, ruleset
from paiju.nets.net import HEADS, POLICY_HEAD, POLICY_TEMPERATURE, Net, NetMetadata, load_net, read_net, write_net
from paiju.nets.network_inputs import InputSpec, make_input_spec
from paiju.nets.policy import NetPlayer
from tests.batch.random_weights import random_weights
from tests.rules.gunzi.table import table

GROUP = ("doudizhu/qq", "doudizhu/happy")


def shape(name: str = GROUP[0]) -> InputSpec:
    hands = batch.new_hands(name, 1)
    return make_input_spec(hands.layout, hands.action_layout, len(GROUP))


def facts() -> NetMetadata:
    hands = batch.new_hands(GROUP[0], 1)
    return NetMetadata(GROUP, hands.layout.name, hands.action_layout.name, 7)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net.npz"
    with path.open("wb") as opened:
        write_net(opened, facts(), random_weights(shape().rows, shape().roles))
    return path


def test_net_file_round_trips(file: Path) -> None:
    with file.open("rb") as opened:
        net = read_net(opened)
    assert net.facts == facts()


def test_net_with_other_layouts_is_refused() -> None:
    hands = batch.new_hands(GROUP[0], 1)
    net = Net(facts()._replace(seen="doudizhu-0"), random_weights(shape().rows, shape().roles))
    with pytest.raises(UnknownName, match="doudizhu-0"):
        net.input_spec(hands.layout, hands.action_layout)


@pytest.mark.parametrize("heads", [len(HEADS), len(HEADS) + 1])
@pytest.mark.parametrize("flag", range(len(GROUP)))
def test_single_decision_gets_the_same_values_as_in_a_batch(flag: int, heads: int) -> None:
    of, hands = shape(), batch.new_hands(GROUP[flag], 32, 3)
    made = random_weights(of.rows, of.roles, heads)
    net, acting = Net(facts(), made), BatchInference(made, of)
    for _ in range(40):
        at = gather_decisions(hands, of, flag, np.random.default_rng(1))
        together, weighed = acting.values(at), acting.scores(at)
        for decision in range(0, len(at.live), 5):
            part = slice(at.starts[decision], at.starts[decision + 1])
            alone = net.values(of, at.seen[decision], at.actions[part])
            assert np.allclose(alone, together[part], atol=1e-3)
            assert np.allclose(net.scores(of, at.seen[decision], alone), weighed[part], atol=1e-3)
        hands.step(hands.sample())


def test_highest_value_is_chosen_unless_the_net_has_a_policy_head() -> None:
    of, hands = shape(), batch.new_hands(GROUP[0], 1, 3)
    at = gather_decisions(hands, of, 0, np.random.default_rng(1))
    values = Net(facts(), random_weights(of.rows, of.roles))
    found = values.values(of, at.seen[0], at.actions)
    assert np.array_equal(values.scores(of, at.seen[0], found), values.expected_worth(of, at.seen[0], found))
    made = random_weights(of.rows, of.roles, len(HEADS) + 1)
    mix = np.zeros_like(made["mix"])
    mix[:, POLICY_HEAD] = POLICY_TEMPERATURE
    chooses = Net(facts(), {**made, "mix": mix, "worth": made["mix"][:, : len(HEADS)]})
    found = chooses.values(of, at.seen[0], at.actions)
    role = int(of.role_of_decisions(at.seen)[0])
    assert chooses.scores(of, at.seen[0], found) == pytest.approx(POLICY_TEMPERATURE * found[:, POLICY_HEAD])
    assert chooses.expected_worth(of, at.seen[0], found) == pytest.approx(
        found[:, : len(HEADS)] @ made["mix"][role, : len(HEADS)]
    )


def test_net_file_can_be_used_as_a_bot(file: Path) -> None:
    plays = make_bot(str(file), "doudizhu")
    of = game(GROUP[0])
    state = batch.new_hands(GROUP[0], 1, 2).to_state(0)
    seat = of.to_act(state)[0]
    legal = of.legal(state, seat)
    assert plays(of, of.view(state, seat), seat, legal, Random(1)) in legal


def test_a_net_of_another_format_is_refused(file: Path) -> None:
    with np.load(file) as found:
        kept = dict(found)
    told = json.loads(kept.pop("facts").tobytes())
    newer = np.frombuffer(json.dumps({**told, "format": 2}).encode(), np.uint8)
    np.savez(file, facts=newer, **kept)
    with pytest.raises(UnknownName, match="not_a_net"):
        load_net(file)


@pytest.mark.parametrize("what", [None, b"", b"PK no archive", b"\x93NUMPY"])
def test_file_that_is_no_net_is_refused_by_name(tmp_path: Path, what: bytes | None) -> None:
    path = tmp_path / "any.npz"
    if what is not None:
        path.write_bytes(what)
    with pytest.raises(UnknownName) as caught:
        load_net(path)
    assert caught.value.code == ("no_net_file" if what is None else "not_a_net")
    assert caught.value.details["name"] == str(path)
    with pytest.raises(UnknownName):
        NetPlayer(str(path))(
            of := game(GROUP[0]), of.view(batch.new_hands(GROUP[0], 1, 2).to_state(0), 0), 0, (1, 2), Random(1)
        )


def test_ruleset_the_net_was_not_trained_on_is_named_in_the_error(file: Path) -> None:
    of = game("doudizhu/wild")
    state = batch.new_hands("doudizhu/wild", 1, 2).to_state(0)
    seat = of.to_act(state)[0]
    with pytest.raises(UnknownName) as refused:
        NetPlayer(str(file))(of, of.view(state, seat), seat, of.legal(state, seat), Random(1))
    assert refused.value.details["name"] == "doudizhu/wild"


def test_changed_options_are_played_by_the_net_of_the_closest_ruleset(file: Path) -> None:
    """Rules of one's own are played by the net of the ruleset that is most like them."""
    found = ruleset(GROUP[0])
    of = type(game(GROUP[0]))(replace(found.rules, spring=not found.rules.spring))
    state = batch.new_hands(GROUP[0], 1, 2).to_state(0)
    seat = of.to_act(state)[0]
    legal = of.legal(state, seat)
    assert NetPlayer(str(file))(of, of.view(state, seat), seat, legal, Random(1)) in legal


@pytest.mark.parametrize("fond", [True, False])
@pytest.mark.clause("GZ-4.1")
def test_net_declares_during_the_deal_when_declaring_has_the_higher_value(tmp_path: Path, fond: bool) -> None:
    """Its values hang on nothing but whether an action declares."""
    hands = batch.new_hands("gunzi/six", 1)
    of, path = make_input_spec(hands.layout, hands.action_layout, 1), tmp_path / "net.npz"
    found = {name: np.zeros_like(value) for name, value in random_weights(of.rows, of.roles).items()}
    for name in ("table", "second", "third", "head", "mix"):
        found[name][..., 0] = 1
    found["table"][:] = 0
    found["table"][of.action_rows[SHOW if fond else PASS], 0] = 1
    with path.open("wb") as opened:
        write_net(opened, NetMetadata(("gunzi/six",), hands.layout.name, hands.action_layout.name, 0), found)
    gunzi = table(["3s", "Rj"]).rounds(1)
    view = gunzi.game.view(gunzi.state, 1)
    said = NetPlayer(str(path)).act_unasked(gunzi.game, view, 1, gunzi.game.legal(view, 1), Random(1))
    assert said == (Declare(Cards.parse("Rj")) if fond else None)


def test_net_file_is_compact() -> None:
    opened, known = BytesIO(), random_weights(shape().rows, shape().roles)
    write_net(opened, facts(), known)
    assert len(opened.getvalue()) < 2 * sum(value.size for value in known.values()) + 8192
