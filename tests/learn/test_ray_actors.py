"""Training with remote actors by Ray, on a local cluster with two of them (``make test-learn``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import ray

from paiju.cli.main import main
from paiju.learn.actors import LeagueActors
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.ray_actors import RayActorPool
from paiju.learn.ruleset_group import make_group
from paiju.learn.torch_net import TrainableNet
from paiju.learn.trainer import NET, Trainer

pytestmark = pytest.mark.learn

QQ = "doudizhu/qq"
SMALL = Hyperparameters(seconds=20, hands=128, batch=512, first_mark=5, every=5)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_remote_actor_plays_as_a_local_one() -> None:
    group = make_group([QQ])
    weights = {**TrainableNet(group.shape.rows, group.shape.roles).arrays(), "mix": group.mix}
    there, here = RayActorPool(group, SMALL, 1, [weights]), LeagueActors(group, SMALL, SMALL.seed, [weights])
    for pool in (there, here):
        pool.add_opponent(weights)
    learned = 0
    for _ in range(8):
        found, due = there.play(weights, 0.1), here.play(weights, 0.1)
        assert (found.decisions, found.hands) == (due.decisions, due.hands)
        for one, other in zip(found.rows, due.rows, strict=True):
            assert np.array_equal(one, other)
            learned += len(one)
    assert learned


def test_training_with_remote_actors_resumes(tmp_path: Path) -> None:
    learner = Trainer([QQ], SMALL, players=2)
    learner.run(tmp_path, lambda line: None)
    assert learner.updates > 0
    assert learner.hands > 0
    assert len(learner.ancestors) >= 2
    used, decisions = learner.used, learner.decisions
    del learner  # and its players, for there is room for two
    again = Trainer([QQ], SMALL._replace(seconds=used + 2), players=2)
    again.run(tmp_path, lambda line: None)
    assert again.decisions > decisions


def test_paiju_train_runs_with_remote_actors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", QQ, "--out", str(tmp_path), "--minutes", "1", "--hands", "64", "--players", "2"]) == 0
    assert str(tmp_path / NET) in capsys.readouterr().out
