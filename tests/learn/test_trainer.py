"""Training of nets with PyTorch (``make test-learn``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from paiju import batch
from paiju.arena import Entrant, run_match
from paiju.batch.decision_batch import gather_decisions
from paiju.batch.net_inference import BatchInference
from paiju.cli.main import main
from paiju.cli.train import CURVE
from paiju.core.errors import UnknownName
from paiju.learn.behaviour_cloning import clone_behaviour
from paiju.learn.demonstrations import collect_demonstrations
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.ruleset_group import make_group
from paiju.learn.torch_net import embedding_sum, embedding_sum_by_matmul
from paiju.learn.trainer import LAST_STATE, LOG, NET, Trainer
from paiju.nets.net import HEADS, load_net
from paiju.nets.policy import NetPlayer

pytestmark = pytest.mark.learn

QQ = "doudizhu/qq"
SHORT = Hyperparameters(seconds=40, hands=256, batch=1024, first_mark=10, every=10)


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def learn_until(learner: Trainer, updates: int) -> None:
    """Play and learn until so many steps are made."""
    while learner.updates < updates:
        learner.collect_experience(0.1)
        learner.run_due_updates()


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a net has learned for forty seconds."""
    folder = tmp_path_factory.mktemp("net")
    lines: list[Mapping[str, Any]] = []
    Trainer([QQ], SHORT).run(folder, lines.append)
    assert [json.loads(line) for line in (folder / LOG).read_text().splitlines()] == json.loads(json.dumps(lines))
    assert len([line for line in lines if "against_half" in line]) >= 1
    return folder


def test_net_trained_for_forty_seconds_beats_an_untrained_one(learned: Path) -> None:
    learner, other = Trainer([QQ], SHORT), Trainer([QQ], SHORT._replace(seed=2))
    learner.load(learned / LAST_STATE)
    match = learner.evaluate_against({**other.net.arrays(), "mix": other.mix}, 500)
    assert match.wins - match.margin > 0.6


def test_trained_net_file_plays_against_other_bots(learned: Path) -> None:
    report = run_match([Entrant("net", NetPlayer(str(learned / NET))), "random"], QQ, 20, 1)
    assert report.overall.wins.mean > 0.6


def test_training_resumes_from_its_last_state(learned: Path, tmp_path: Path) -> None:
    learner = Trainer([QQ], SHORT)
    learner.load(learned / LAST_STATE)
    assert learner.used >= SHORT.seconds
    assert learner.decisions > 0
    assert SHORT.first_mark * 2 ** len(learner.ancestors) == learner.mark
    with pytest.raises(ValueError, match=QQ):
        Trainer(["doudizhu/kick"], SHORT).load(learned / LAST_STATE)


@pytest.mark.parametrize("choose", [False, True])
def test_training_with_equal_seeds_gives_equal_nets(choose: bool) -> None:
    """Single steps do; how many there are in a second does not hang on the seed."""
    nets = []
    for _ in range(2):
        learner = Trainer([QQ], Hyperparameters(hands=64, batch=256, seed=5, choose=choose))
        learn_until(learner, 3)
        nets.append(learner.net.state_dict())
    assert all(torch.equal(nets[0][name], nets[1][name]) for name in nets[0])


def test_paiju_train_writes_a_net(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", QQ, "--out", str(tmp_path), "--minutes", "1", "--hands", "64"]) == 0
    assert str(tmp_path / NET) in capsys.readouterr().out


def test_a_net_can_start_from_the_weights_of_another(learned: Path) -> None:
    """Of the same ruleset all of it; of one with other players what both see, and the roles that both have."""
    old = load_net(learned / NET)
    again = Trainer([QQ, "doudizhu/wild"], SHORT, old)
    shape = old.input_spec(*again.group.layouts)
    table, before = again.net.arrays()["table"], old.weights["table"]
    flag = again.group.layouts[0].words * 64
    assert (table[again.group.shape.observation_rows[:flag]] == before[shape.observation_rows[:flag]]).all()
    flags = again.group.shape.observation_rows[flag : flag + 2]
    assert (table[flags] == before[shape.observation_rows[flag]]).all()
    duel = Trainer(["doudizhu/duel"], SHORT, old)
    assert (duel.net.arrays()["head"] == old.weights["head"][: duel.group.shape.roles]).all()
    assert duel.group.shape.rows < len(before)


@pytest.mark.parametrize("choose", [False, True])
def test_a_widened_net_keeps_its_outputs(learned: Path, tmp_path: Path, choose: bool) -> None:
    """Its new cells say nothing yet, and learn; it does not shrink."""
    old = load_net(learned / NET)
    assert old.widths == (256, 128, 64)
    wide = SHORT._replace(widths=(288, 160, 96), choose=choose)
    grown = Trainer([QQ], wide, old)
    begun = grown.average.arrays()
    assert begun["second"].shape[1:] == (288, 160)
    shape = old.input_spec(*grown.group.layouts)
    at = gather_decisions(batch.new_hands(QQ, 64, 1), shape, 0, np.random.default_rng(1))
    said, before = (BatchInference(weights, shape).values(at) for weights in (begun, old.weights))
    assert said[:, : len(HEADS)] == pytest.approx(before, abs=1e-4)
    learn_until(grown, 20)
    assert (grown.net.arrays()["third"][:, 128:, :64] != 0).any()
    grown.save(tmp_path)
    assert Trainer([QQ], SHORT, load_net(tmp_path / NET)).settings.widths == wide.widths


def test_a_saved_state_is_not_resumed_with_other_layer_widths(learned: Path) -> None:
    with pytest.raises(ValueError, match="cells"):
        Trainer([QQ], SHORT._replace(widths=(288, 160, 96))).load(learned / LAST_STATE)


def test_a_value_net_gains_a_policy_head(learned: Path, tmp_path: Path) -> None:
    """It begins with choosing what it values most, and goes on from where it was; the file has a third head, and plays."""
    settings = SHORT._replace(seconds=20).for_policy_head()
    old = load_net(learned / NET)
    begun = Trainer([QQ], settings, old)
    assert begun.evaluate_against({**old.weights}, 200).wins == 0.5
    begun.run(tmp_path, lambda line: None)
    assert begun.updates > 0
    net = load_net(tmp_path / NET)
    assert net.weights["head"].shape[2] == 3
    again = Trainer([QQ], settings._replace(seconds=begun.used + 2))
    again.run(tmp_path, lambda line: None)
    assert again.decisions > begun.decisions
    assert run_match([Entrant("net", NetPlayer(str(tmp_path / NET))), "random"], QQ, 20, 1).overall.wins.mean > 0.6


def test_entropy_bonus_decays_during_training(learned: Path) -> None:
    """Of the same decisions the error is the less, the more doubt is worth; and the worth goes from the first to the last."""
    settings = SHORT._replace(seconds=20, doubt=(0.08, 0.02)).for_policy_head()
    learner = Trainer([QQ], settings, load_net(learned / NET))
    while not len(learner.memory):
        learner.collect_experience(0.0)
    rows = learner.memory.rows[: len(learner.memory)]
    errors = [float(learner.objective.loss(rows, 10**6, doubt)[0].detach()) for doubt in (0.0, 0.1, 0.2)]
    assert errors[0] - errors[1] == pytest.approx(errors[1] - errors[2], rel=1e-2)
    assert errors[0] > errors[1]
    for done, due in ((0.0, 0.08), (0.5, 0.04), (1.0, 0.02), (2.0, 0.02)):
        learner._anneal_schedules(done)
        assert learner.doubt == pytest.approx(due)


@pytest.mark.parametrize("choose", [False, True])
def test_embedding_sum_by_matmul_learns_the_same_as_by_loops(choose: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are two ways to sum rows, by loops and by a product: from equal hands they learn the same."""
    nets = []
    for way in (embedding_sum, embedding_sum_by_matmul):
        monkeypatch.setattr("paiju.learn.torch_net.embedding_sum", way)
        learner = Trainer([QQ], Hyperparameters(hands=64, batch=256, seed=5, choose=choose))
        learn_until(learner, 3)
        nets.append(learner.net.state_dict())
    for name, weights in nets[0].items():
        assert torch.allclose(weights, nets[1][name], atol=2e-4), name


def test_imitation_learning_reproduces_the_choices_of_the_bot(learned: Path) -> None:
    """Of a dozen actions it finds the one that steady takes more often than not; the net that it began with does not."""
    group, begin = make_group([QQ]), load_net(learned / NET)
    watched = collect_demonstrations(group, "steady", None, 20_000, 3)
    weights, alike = clone_behaviour(group, watched, begin, 1)
    assert alike > 0.6
    assert weights["head"].shape[2] == 1


def test_decisions_of_a_fixed_opponent_are_not_learned_from() -> None:
    rival = Trainer([QQ], SHORT)
    settings = Hyperparameters(hands=64, batch=256, seed=5, rivals=1.0)
    learner = Trainer([QQ], settings, rivals=[{**rival.net.arrays(), "mix": rival.mix}])
    learn_until(learner, 20)
    assert 0 < learner.memory.added < 0.75 * learner.decisions


def test_paiju_train_runs_against_a_fixed_opponent(
    learned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paiju.cli.train.IMITATED_DECISIONS", 600)
    asked = ["train", QQ, "--out", str(tmp_path), "--minutes", "1", "--hands", "64", "--choose"]
    asked += ["--begin", str(learned / NET), "--rivals", f"steady,{learned / NET}"]
    assert main(asked) == 0
    assert "steady" in capsys.readouterr().out
    assert (tmp_path / "rival-0.npz").exists()
    assert (tmp_path / CURVE).read_text().startswith("<svg")
    assert not (tmp_path / "rival-1.npz").exists()


def test_rulesets_with_different_layouts_cannot_share_a_net() -> None:
    with pytest.raises(UnknownName) as caught:
        Trainer(["zipai/guilin-3", "zipai/guilin-2"], SHORT)
    assert caught.value.code == "unlike_group"


def test_a_net_extended_by_history_input_keeps_its_outputs(learned: Path, tmp_path: Path) -> None:
    old = load_net(learned / NET)
    learner = Trainer([QQ], SHORT, old, history=True)
    hands = batch.new_hands(QQ, 64, 5, history=True)
    for _ in range(20):
        hands.step(hands.sample())
    shapes = learner.group.shape, make_group([QQ]).shape
    one, other = (gather_decisions(hands, shape, 0, np.random.default_rng(1)) for shape in shapes)
    said = BatchInference(learner.average.arrays(), shapes[0]).values(one)
    assert said == pytest.approx(BatchInference(old.weights, shapes[1]).values(other), abs=1e-4)
    learn_until(learner, 2)
    learner.save(tmp_path)
    assert load_net(tmp_path / NET).reads_history
    report = run_match([Entrant("net", NetPlayer(str(tmp_path / NET))), "random"], QQ, 2, 1)
    assert report.overall.hands > 0
    with pytest.raises(ValueError, match="with history"):
        Trainer([QQ], SHORT).load(tmp_path / LAST_STATE)
