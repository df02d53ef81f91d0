"""The examples of the players' pages are true."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from paiju.games.zipai.cards import NAMES, count_cards, parse_cards
from paiju.games.zipai.eating import legal_eats
from paiju.games.zipai.melds import WORTH, Source
from paiju.games.zipai.notation import format_action, parse_card, parse_melds
from paiju.games.zipai.waits import ready_discards
from paiju.games.zipai.winning import best_division

SOURCES: tuple[Source, ...] = ("own", "drawn", "hand")
FOLDER = Path(__file__).parents[3] / "docs" / "rules"
PAGES = {lang: (FOLDER / lang / "zipai.md").read_text("utf-8") for lang in ("zh", "en")}
FENCE = re.compile(r"^```zipai-(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    kind: str
    lines: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """The first line with this name."""
        return next((value for key, value in self.lines if key == name), "")


def examples(page: str) -> Iterator[Example]:
    for kind, body in FENCE.findall(page):
        lines = (line.split(":", 1) for line in body.splitlines())
        yield Example(kind, tuple((name.strip(), value.strip()) for name, value in lines))


ALL = [(f"{lang} {at}", example) for lang, page in PAGES.items() for at, example in enumerate(examples(page))]


def _win(example: Example) -> None:
    """By where the card comes from: the points that count, added up, or no."""
    hand, laid, card = (
        count_cards(parse_cards(example.get("hand"))),
        parse_melds(example.get("laid")),
        example.get("card"),
    )
    told = [(source, expected) for source in SOURCES if (expected := example.get(f"from {source}"))]
    assert told
    for source, expected in told:
        division = best_division(hand, laid, parse_card(card), source)
        if expected == "no":
            assert division is None
            continue
        worth = sorted(WORTH[meld] for meld in division.melds if WORTH[meld]) if division else []
        terms, total = expected.split(" = ")
        assert sorted(map(int, terms.split(" + "))) == worth
        assert division is not None
        assert division.points == int(total)


def _eat(example: Example) -> None:
    found = legal_eats(count_cards(parse_cards(example.get("hand"))), parse_card(example.get("card")))
    assert " | ".join(format_action(eat).removeprefix("eat ") for eat in found) == example.get("ways")


def _ready(example: Example) -> None:
    found = ready_discards(count_cards(parse_cards(example.get("hand"))), parse_melds(example.get("laid")))
    told = [(NAMES[one.discard], " ".join(NAMES[wait.card] for wait in one.waits)) for one in found]
    assert told == [line for line in example.lines if line[0] not in ("laid", "hand")]


@pytest.mark.parametrize(("name", "example"), ALL, ids=[name for name, _ in ALL])
def test_page_examples_are_true(name: str, example: Example) -> None:
    {"win": _win, "eat": _eat, "ready": _ready}[example.kind](example)


def test_both_pages_have_the_same_clauses() -> None:
    clauses = {lang: re.findall(r"^- \*\*(\d+\.\d+)", page, re.MULTILINE) for lang, page in PAGES.items()}
    assert clauses["zh"] == clauses["en"]
    assert len(clauses["en"]) == 39


@pytest.mark.parametrize("lang", PAGES)
def test_the_points_table_of_the_page_is_that_of_the_scoring(lang: str) -> None:
    rows = re.findall(r"^ +\| .* \| (\d+) \| (\d+) \|$", PAGES[lang], re.MULTILINE)
    assert rows == [("3", "6"), ("3", "6"), ("1", "3"), ("3", "6"), ("9", "12"), ("6", "9"), ("0", "0")]
