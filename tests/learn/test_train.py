"""Learning itself, with PyTorch (``make test-learn``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from paiju.arena import Entrant, run
from paiju.cli.main import main
from paiju.core.errors import UnknownName
from paiju.learn.settings import Settings
from paiju.learn.train import LAST, LOG, NET, Learner
from paiju.nets.net import net_of
from paiju.nets.strong import Player

pytestmark = pytest.mark.learn

QQ = "doudizhu/qq"
SHORT = Settings(seconds=40, hands=256, batch=1024, first_mark=10, every=10)


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a net has learned for forty seconds."""
    folder = tmp_path_factory.mktemp("net")
    lines: list[Mapping[str, Any]] = []
    Learner([QQ], SHORT).run(folder, lines.append)
    assert [json.loads(line) for line in (folder / LOG).read_text().splitlines()] == json.loads(json.dumps(lines))
    assert len([line for line in lines if "against_half" in line]) >= 1
    return folder


def test_forty_seconds_are_enough_to_beat_who_has_learned_nothing(learned: Path) -> None:
    learner, other = Learner([QQ], SHORT), Learner([QQ], SHORT._replace(seed=2))
    learner.load(learned / LAST)
    match = learner.measure(other.net.arrays(), 500)
    assert match.wins - match.margin > 0.6


def test_the_file_plays_against_others(learned: Path) -> None:
    report = run([Entrant("net", Player(str(learned / NET))), "random"], QQ, 20, 1)
    assert report.overall.wins.mean > 0.6


def test_it_goes_on_from_where_it_was(learned: Path, tmp_path: Path) -> None:
    learner = Learner([QQ], SHORT)
    learner.load(learned / LAST)
    assert learner.used >= SHORT.seconds
    assert learner.decisions > 0
    assert SHORT.first_mark * 2 ** len(learner.ancestors) == learner.mark
    with pytest.raises(ValueError, match=QQ):
        Learner(["doudizhu/kick"], SHORT).load(learned / LAST)


def test_equal_seeds_learn_the_same() -> None:
    """Single steps do; how many there are in a second does not hang on the seed."""
    nets = []
    for _ in range(2):
        learner = Learner([QQ], Settings(hands=64, batch=256, seed=5))
        while learner.updates < 3:
            learner.play(0.1)
            learner.learn()
        nets.append(learner.net.state_dict())
    assert all(torch.equal(nets[0][name], nets[1][name]) for name in nets[0])


def test_paiju_train(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", QQ, "--out", str(tmp_path), "--minutes", "1", "--hands", "64"]) == 0
    assert str(tmp_path / NET) in capsys.readouterr().out


def test_a_net_begins_with_what_another_knows(learned: Path) -> None:
    """Of the same ruleset all of it; of one with other players what both see, and the roles that both have."""
    old = net_of(learned / NET)
    again = Learner([QQ, "doudizhu/wild"], SHORT, old)
    shape = old.shape(*again.group.layouts)
    table, before = again.net.arrays()["table"], old.weights["table"]
    flag = again.group.layouts[0].words * 64
    assert (table[again.group.shape.seen[:flag]] == before[shape.seen[:flag]]).all()
    flags = again.group.shape.seen[flag : flag + 2]
    assert (table[flags] == before[shape.seen[flag]]).all()
    duel = Learner(["doudizhu/duel"], SHORT, old)
    assert (duel.net.arrays()["head"] == old.weights["head"][: duel.group.shape.roles]).all()
    assert duel.group.shape.rows < len(before)


def test_rulesets_whose_hands_do_not_look_alike_do_not_share_a_net() -> None:
    with pytest.raises(UnknownName) as caught:
        Learner(["zipai/guilin-3", "zipai/guilin-2"], SHORT)
    assert caught.value.code == "unlike_group"
