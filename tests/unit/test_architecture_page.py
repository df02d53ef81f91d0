"""The architecture page names functions and files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
PICTURE = (ROOT / "docs/images/journey.svg").read_text(encoding="utf-8")
STEPS = [line.split(" | ")[:3] for line in PAGE.splitlines() if re.match(r"\| \d+ \|", line)]


@pytest.mark.parametrize(("step", "names", "file"), STEPS, ids=[names for _, names, _ in STEPS])
def test_functions_named_on_the_architecture_page_exist(step: str, names: str, file: str) -> None:
    code = (ROOT / file.strip("`")).read_text(encoding="utf-8")
    for name in re.findall(r"[\w.]+", names):
        kind, _, function = name.rpartition(".")
        assert re.search(rf"(def | )\b{function}\(", code), name
        assert not kind or f"class {kind}" in code, name
        assert function in PICTURE, name


def test_the_diagram_numbers_the_steps_of_the_page() -> None:
    assert [step.strip("| ") for step, _, _ in STEPS] == re.findall(r">(\d+)</text>", PICTURE)
