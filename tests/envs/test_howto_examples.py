"""The how-to on learning environments shows real output in both languages, and its example learns."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.conformance.test_doc_examples import DOCS, run
from tests.ruleset_selection import one_each

EXAMPLES = DOCS.parent / "examples"
LEARNER = EXAMPLES / "deep_monte_carlo.py"


@pytest.mark.parametrize("folder", [DOCS / "how-to", DOCS / "zh" / "how-to"], ids=["en", "zh"])
@pytest.mark.parametrize("page", ["learning-environments.md", "learn-with-cleanrl.md"])
def test_python_blocks_of_the_environments_page_print_the_text_it_shows(folder: Path, page: str) -> None:
    for printed, told in run(folder / page):
        assert printed == told


@pytest.mark.deep
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


def test_the_baseline_wins_more_than_chance() -> None:
    found = runpy.run_path(str(EXAMPLES / "greedy_policy.py"))
    for ruleset in ("doudizhu/duel", "zipai/guilin-2"):
        chance, greed = (found["share_won"](found[name], ruleset, 60, 1, 64) for name in ("at_random", "greedy"))
        assert greed > chance + 0.1


@pytest.mark.parametrize("ruleset", one_each())
def test_random_hands_of_the_example_end_with_a_reason(ruleset: str) -> None:
    told = runpy.run_path(str(EXAMPLES / "batch_random_play.py"))["play"](ruleset, 300, 1, 64)
    assert told.hands == told.ends.total() > 0
    assert sum(told.won) > 0
    assert sum(told.points) == 0
    assert "" not in told.ends


@pytest.mark.deep
def test_the_notebook_runs_and_keeps_a_small_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    text = (EXAMPLES / "learning.ipynb").read_text("utf-8")
    assert len(text) < 20_000
    code = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    for cell in code:
        source = "".join(cell["source"]).replace(", 1000, 1", ", 10, 1").replace("steps=400", "steps=20")
        exec(compile(source, "learning.ipynb", "exec"), names)
    drawn = ET.fromstring(names["Curve"]([one.wins for one in names["told"]])._repr_svg_())
    assert drawn.tag.endswith("svg")
    assert code[-1]["outputs"][0]["data"]["image/svg+xml"][0].startswith("<svg")
