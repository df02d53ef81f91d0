"""The page about the architecture names what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
PICTURE = (ROOT / "docs/images/journey.svg").read_text(encoding="utf-8")
STEPS = [line.split(" | ")[:3] for line in PAGE.splitlines() if re.match(r"\| \d+ \|", line)]


@pytest.mark.parametrize(("step", "names", "file"), STEPS, ids=[names for _, names, _ in STEPS])
def test_a_step_of_a_move_is_done_where_the_page_says(step: str, names: str, file: str) -> None:
    code = (ROOT / file.strip("`")).read_text(encoding="utf-8")
    for name in re.findall(r"[\w.]+", names):
        kind, _, function = name.rpartition(".")
        assert re.search(rf"(def | )\b{function}\(", code), name
        assert not kind or f"class {kind}" in code, name
        assert function in PICTURE, name


def test_the_picture_counts_the_same_steps() -> None:
    assert [step.strip("| ") for step, _, _ in STEPS] == re.findall(r">(\d+)</text>", PICTURE)
