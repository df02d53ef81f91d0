"""Python blocks of the documentation are run in order, and each must print the text block after it."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

import paiju
from paiju.testing import check_hand

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^( *)```(python|text|toml)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
PAGES = (
    "tutorial/first-hand.md",
    "how-to/test-a-game.md",
    "explanation/fair-deal.md",
    "explanation/views.md",
    "reference/python.md",
)
HOUSE = DOCS / "how-to" / "add-a-ruleset.md"


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page: language and content."""
    return [(language, dedent(body)) for _, language, body in BLOCK.findall(page.read_text("utf-8"))]


def run(page: Path) -> list[tuple[str, str]]:
    """Runs a page; what was printed beside what the page says."""
    names: dict[str, Any] = {}
    found = []
    for language, body in blocks(page):
        if language == "python":
            printed = io.StringIO()
            with redirect_stdout(printed):
                exec(compile(body, str(page), "exec"), names)
            found.append([printed.getvalue(), ""])
        elif language == "text":
            found[-1][1] = body
    return [(printed, told) for printed, told in found]


@pytest.mark.parametrize("name", PAGES)
def test_python_blocks_of_a_page_print_the_text_it_shows(name: str) -> None:
    results = run(DOCS / name)
    assert results, (
        f"docs/{name} has no Python block that is run: begin one with ```python, or take the page from PAGES"
    )
    for printed, told in results:
        assert printed == told, (
            f"docs/{name}: correct the text block after the code, which prints what stands on the left"
        )


def test_a_ruleset_from_a_file_outside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/how-to/add-a-ruleset.md, word for word."""
    monkeypatch.chdir(tmp_path)
    (toml,) = (body for language, body in blocks(HOUSE) if language == "toml")
    (tmp_path / "house.toml").write_text(toml, "utf-8")
    printed, _ = run(HOUSE)[0]
    assert printed.startswith("doudizhu/house ")
    ruleset = paiju.read_ruleset(toml)
    assert ruleset.rules.wild
    assert ruleset.rules.discard
    assert ruleset.rules.open_hand  # taken over
    assert ruleset.id not in paiju.rulesets()
    check_hand(paiju.game_of(ruleset), Random(1), viewers=2)


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    root = DOCS.parent
    named = re.findall(r"`((?:src|tests|docs|bench|scripts)/[\w./-]+)`", page.read_text("utf-8"))
    missing = [path for path in named if not (root / path).exists()]
    assert not missing, f"{page.relative_to(root)} names {', '.join(missing)}: follow the move, or delete the name"
