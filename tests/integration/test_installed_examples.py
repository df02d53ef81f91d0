"""The code in the documentation and the examples run with only the wheel and its extras installed."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conformance.test_doc_examples import DOCS, blocks

pytestmark = pytest.mark.deep
ROOT = DOCS.parent
EXAMPLES = ROOT / "examples"
PAGES = (
    "tutorial/first-hand.md",
    "explanation/fair-deal.md",
    "explanation/views.md",
    "how-to/play-thousands-of-hands.md",
    "how-to/learn-with-cleanrl.md",
    "how-to/learning-environments.md",
    "how-to/solve-endings.md",
    "how-to/make-puzzles.md",
    "zh/how-to/play-thousands-of-hands.md",
    "zh/how-to/learning-environments.md",
    "zh/how-to/solve-endings.md",
    "zh/how-to/make-puzzles.md",
)

Ran = Callable[..., str]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """Python of an environment of its own, where the arrays are still to be compiled."""
    folder, elsewhere = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("elsewhere")
    subprocess.run([ROOT / "scripts/install-built", folder, "batch,envs"], check=True)
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PAIJU_CACHE": str(elsewhere)}

    def run(*words: str | Path) -> str:
        command = (folder / "venv/bin/python", *words)
        ran = subprocess.run(command, cwd=elsewhere, env=env, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    return run


@pytest.mark.parametrize("page", PAGES)
def test_code_of_a_documentation_page_prints_the_shown_output(python: Ran, page: str) -> None:
    found = blocks(DOCS / page)
    code, told = ("".join(body for language, body in found if language == kind) for kind in ("python", "text"))
    assert python("-c", code) == told


def test_learner_example_trains(python: Ran) -> None:
    assert "%" in python(EXAMPLES / "deep_monte_carlo.py", "--ruleset", "doudizhu/qq", "--steps", "20")


@pytest.mark.parametrize("name", ["batch_random_play", "greedy_policy"])
def test_short_training_examples_run(python: Ran, name: str) -> None:
    assert "%" in python(EXAMPLES / f"{name}.py", "--ruleset", "zipai/guilin-3", "--steps", "100")


def test_the_notebook_runs(python: Ran) -> None:
    cells = json.loads((EXAMPLES / "learning.ipynb").read_text("utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    shorter = code.replace(", 1000, 1", ", 10, 1").replace("steps=400", "steps=20")
    assert "after 10 steps" in python("-c", f"import sys; sys.path.append({str(EXAMPLES)!r})\n{shorter}")
