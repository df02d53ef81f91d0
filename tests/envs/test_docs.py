"""The how-to says what happens, in both languages, and the example learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.conformance.test_docs import DOCS, run

LEARNER = DOCS.parent / "examples" / "deep_monte_carlo.py"


@pytest.mark.parametrize("folder", [DOCS / "how-to", DOCS / "zh" / "how-to"], ids=["en", "zh"])
def test_learning_environments(folder: Path) -> None:
    for printed, told in run(folder / "learning-environments.md"):
        assert printed == told


def test_what_is_learned_follows_from_the_seed() -> None:
    learn = runpy.run_path(str(LEARNER))["learn"]
    one, two, other = (
        [(told.step, told.error, told.wins) for told in learn("doudizhu/qq", 80, seed, every=80, n=128)]
        for seed in (1, 1, 2)
    )
    assert one == two
    assert one != other
    assert len(one) == 2
    assert one[1][1] > 0


def test_the_learner_is_one_small_file() -> None:
    text = LEARNER.read_text("utf-8")
    assert len(text.splitlines()) <= 200
    assert {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))} == {
        "__future__",
        "argparse",
        "collections.abc",
        "numpy",
        "paiju",
        "time",
        "typing",
    }
