"""Chinese pages have the same sections, tables, code and links as the English ones, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
IN_CHINESE = (
    "how-to/add-a-family.md",
    "how-to/add-a-ruleset.md",
    "how-to/add-a-voice.md",
    "how-to/change-a-rule.md",
    "how-to/host-a-room.md",
    "how-to/keep-your-seat.md",
    "how-to/learn-with-cleanrl.md",
    "how-to/learn-with-sb3.md",
    "how-to/learn-with-torchrl.md",
    "how-to/learning-environments.md",
    "how-to/play-by-ear.md",
    "how-to/play-thousands-of-hands.md",
    "how-to/test-a-game.md",
    "how-to/train-a-bot.md",
    "how-to/write-a-bot.md",
    "index.md",
    "reference/bot-protocol.md",
    "reference/protocol.md",
    "tutorial/first-hand.md",
)
PAIRS = [(page, DOCS / page.relative_to(DOCS / "zh")) for page in sorted((DOCS / "zh").rglob("*.md"))]
PAIRS.append((ROOT / "README.zh.md", ROOT / "README.md"))
IDS = [str(page.relative_to(ROOT)) for page, _ in PAIRS]
CODE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def shape(page: Path) -> list[str]:
    """What stands where: sections, steps and rows of tables by their kind, code without its comments."""
    text = page.read_text("utf-8")
    bare = CODE.sub("\n    CODE\n", text)
    marks = {"#": r"^(#+) ", "step": r"^\d+\. ", "row": r"^\|(?=.*`)", "CODE": r"^ *CODE$"}
    found = [
        (match.start(), kind + (match[1] if kind == "#" else ""))
        for kind, mark in marks.items()
        for match in re.finditer(mark, bare, re.MULTILINE)
    ]
    return [kind for _, kind in sorted(found)]


def code(page: Path) -> list[str]:
    """The code of a page without what is written in it for people."""
    text = page.read_text("utf-8")
    bodies = [re.sub(r"(^|\s)(#|//) .*|\"\"\".*?\"\"\"", "", body) for _, _, body in CODE.findall(text)]
    return [re.sub(r"\s+", " ", body).strip() for body in bodies]


def names(page: Path) -> set[str]:
    """What stands in the text as code: options, files, codes. A command in capitals is a word of the language."""
    bare = CODE.sub("", page.read_text("utf-8"))
    return set(re.findall(r"`([^`]+)`", bare))


def links(page: Path) -> set[Path]:
    found = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    return {(page.parent / link).resolve() for link in found}


@pytest.mark.parametrize(("translated", "english"), PAIRS, ids=IDS)
def test_a_translation_has_the_same_structure_as_its_original(translated: Path, english: Path) -> None:
    assert english.exists(), "a page without an English one"
    assert shape(translated) == shape(english)
    assert code(translated) == code(english)
    assert names(translated) == names(english)
    assert {link for link in links(translated) if not link.exists()} == set()


@pytest.mark.parametrize(("translated", "english"), PAIRS, ids=IDS)
def test_a_page_leads_to_its_other_language_and_else_stays_in_its_own(translated: Path, english: Path) -> None:
    chinese, others = (set(pages) for pages in zip(*PAIRS, strict=True))
    assert links(translated) & others == {english}
    assert links(english) & chinese == {translated}


def test_every_required_page_exists_in_chinese() -> None:
    assert [page for page in IN_CHINESE if not (DOCS / "zh" / page).exists()] == []
