"""The worked examples of the players' pages are true in both languages, and the pages name every clause."""

import re
from pathlib import Path

import pytest

from paiju.core.errors import IllegalAction
from paiju.games.gunzi.cards import Cards, points_in, size
from paiju.games.gunzi.follow_check import check_follow_from_text
from paiju.games.gunzi.match_progression import judge_hand
from paiju.games.gunzi.notation import format_level, parse_call, parse_level
from paiju.games.gunzi.tribute_due import tribute_due
from paiju.games.gunzi.trick_rules import beats
from paiju.games.gunzi.trumps import make_trumps
from tests.rules.gunzi.table import SIX, ended

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
BLOCK = re.compile(r"```gunzi-(\w+)\n(.*?)```", re.DOTALL)

Example = list[tuple[str, str]]


def page(lang: str) -> str:
    return (FOLDER / lang / "gunzi.md").read_text("utf-8")


def examples(kind: str) -> list[Example]:
    """The examples of one kind; both pages have the same."""
    found = []
    for name, text in BLOCK.findall(page("en")):
        if name == kind:
            lines = (line.partition(":") for line in text.strip().splitlines())
            found.append([(key.strip(), value.strip()) for key, _, value in lines])
    return found


@pytest.mark.parametrize("example", examples("follow"), ids=lambda example: example[3][1])
def test_following_examples_are_true(example: Example) -> None:
    said = dict(example[:4])
    for play, expected in example[4:]:
        try:
            check_follow_from_text(SIX, said["level"], said["trumps"], said["hand"], said["lead"], play)
            answer = "allowed"
        except IllegalAction as error:
            answer = error.code
        assert answer == expected


@pytest.mark.parametrize("example", examples("trick"), ids=lambda example: example[2][1])
def test_trick_examples_are_true(example: Example) -> None:
    said = dict(example)
    order = make_trumps(parse_level(said["level"]), parse_call(said["trumps"]))
    plays = [Cards.parse(text) for text in said["plays"].split("|")]
    best = plays[0]
    for play in plays[1:]:
        best = play if beats(order, size(plays[0]), best, play) else best
    assert best.text() == said["takes"]
    assert sum(map(points_in, plays)) == int(said["points"])


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


@pytest.mark.parametrize("example", examples("hand"), ids=lambda example: f"{example[1][1]}, {example[2][1]}")
def test_hand_examples_are_true(example: Example) -> None:
    said = dict(example)
    end = ended(
        banker=int(said["banker"]),
        levels=numbers(said["levels"]),
        points=numbers(said["points"]),
        digger=int(said["dug by"]) if "dug by" in said else None,
        bottom=said.get("bottom", ""),
    )
    verdict = judge_hand(SIX, end)
    assert verdict.banker == int(said["next banker"])
    levels = (format_level(level) + "½" * half for level, half in zip(verdict.levels, verdict.halves, strict=True))
    assert " ".join(levels) == said["levels after"]
    owed: dict[int, int] = {}
    for due in tribute_due(SIX, end, verdict):
        owed[due.seat] = owed.get(due.seat, 0) + due.cards
    assert ", ".join(f"{seat} gives {cards}" for seat, cards in sorted(owed.items())) == said["tribute"]


def test_both_pages_have_the_same_examples_clauses_and_parameters() -> None:
    zh, en = page("zh"), page("en")
    assert BLOCK.findall(zh) == BLOCK.findall(en)
    assert len(BLOCK.findall(zh)) == 9
    clauses = re.compile(r"^- \*\*(\d\.\d)", re.MULTILINE)
    assert clauses.findall(zh) == clauses.findall(en)
    assert len(clauses.findall(zh)) == 6 + 3 + 2 + 5 + 6 + 7 + 8 + 7 + 1
    assert set(re.findall(r"`(\w+)`", zh)) - {"3s"} == set(re.findall(r"`(\w+)`", en)) - {"3s"}
