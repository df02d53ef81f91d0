"""The examples of the players' pages are true, and both languages have the same ones."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paiju.core.coins import Stakes, compute_transfer
from paiju.core.score_breakdown import Outcome
from paiju.games.doudizhu import leave_penalty
from paiju.games.doudizhu.cards import RANKS, WildRanks
from paiju.games.doudizhu.scoring import throw_factor
from scripts.doudizhu_page import MADE, load_page_texts
from tests.rules.doudizhu.table import Table, auction, combo, counts, game, playing, rules_of, texts

FOLDER = Path(__file__).parents[3] / "docs" / "rules"
PAGES = {lang: (FOLDER / lang / "doudizhu.md").read_text("utf-8") for lang in ("zh", "en")}
FENCE = re.compile(r"^```doudizhu-(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)

Example = dict[str, str]


def examples(page: str) -> Iterator[tuple[str, Example]]:
    for kind, body in FENCE.findall(page):
        lines = (line.split(":", 1) for line in body.splitlines())
        yield kind, {name.strip(): value.strip() for name, value in lines}


def listed(value: str) -> list[str]:
    return [] if value == "nothing" else value.split(" | ")


def numbers(value: str) -> tuple[int, ...]:
    return tuple(map(int, value.split()))


def wilds_of(example: Example) -> WildRanks:
    return tuple(map(RANKS.index, example.get("wild", "")))


def reads(example: Example) -> None:
    found = game(example["rules"]).compiled.readings(counts(example["cards"]), wilds_of(example))
    assert sorted(texts(found)) == sorted(listed(example["reads"]))


def beats(example: Example) -> None:
    compiled, hand = game(example["rules"]).compiled, counts(example["hand"])
    found = compiled.find_beating_plays(hand, combo(example["beat"]), wilds_of(example))
    assert sorted(texts(found)) == sorted(listed(example["answers"]))


def auctioned(example: Example) -> None:
    rules = rules_of(example["rules"])
    table = auction(rules) if rules.first_bidder == "upcard" else auction(rules, first=0)
    for word in listed(example["do"]):
        assert table.public.landlord is None or rules.kick
        table.do(f"{table.to_act[0]} {word}")
    assert table.public.landlord == int(example["landlord"])
    assert table.public.base == int(example["base"])
    assert table.public.robs == int(example.get("robs", 0))


def table_of(example: Example) -> Table:
    facts: dict[str, Any] = {name: int(example[name]) for name in ("base", "robs") if name in example}
    facts |= {name: numbers(example[name]) for name in ("plays", "doubled", "opened") if name in example}
    return playing(rules_of(example["rules"]), example["hands"].split(" | "), **facts)


def hand(example: Example) -> None:
    table = table_of(example).do(*listed(example["do"]))
    assert table.outcome.points == numbers(example["points"])
    assert [f"{code} {value}" for code, value in table.lines()] == listed(example["account"])


def throw(example: Example) -> None:
    for cards, factor in example.items():
        assert throw_factor(counts("" if cards == "nothing" else cards)) == int(factor)


def coins(example: Example) -> None:
    points = numbers(example["points"])
    outcome = Outcome("", tuple(seat for seat, won in enumerate(points) if won > 0), points)
    stakes = Stakes(coefficient=int(example["coefficient"]), rake=int(example["rake"]))
    moved = compute_transfer(stakes, outcome, (10**6,) * len(points))
    assert moved.seats == numbers(example["coins"])
    assert moved.house == int(example["house"])


def leave(example: Example) -> None:
    table = table_of(example)
    costs = tuple(
        leave_penalty.compute_penalty(table.game.rules, table.state, seat) for seat in range(table.game.seats)
    )
    assert costs == numbers(example["costs"])


KINDS: dict[str, Callable[[Example], None]] = {
    "reads": reads,
    "beats": beats,
    "auction": auctioned,
    "hand": hand,
    "throw": throw,
    "coins": coins,
    "leave": leave,
}
ALL = [(f"{lang}{at}", kind, one) for lang, page in PAGES.items() for at, (kind, one) in enumerate(examples(page))]


@pytest.mark.parametrize(("kind", "example"), [entry[1:] for entry in ALL], ids=[entry[0] for entry in ALL])
def test_the_examples_of_a_page_are_true(kind: str, example: Example) -> None:
    KINDS[kind](example)


def test_both_pages_have_the_same_examples_clauses_and_tables() -> None:
    chinese, english = PAGES["zh"], PAGES["en"]
    assert list(examples(chinese)) == list(examples(english))
    clause = re.compile(r"^- \*\*([0-9.]+)", re.MULTILINE)
    assert clause.findall(chinese) == clause.findall(english)
    assert [name for _, name, _ in MADE.findall(chinese)] == [name for _, name, _ in MADE.findall(english)]
    assert set(load_page_texts("zh")) == set(load_page_texts("en"))


def test_every_clause_appears_on_the_pages() -> None:
    told = set(re.findall(r"\*\*([0-9]+\.[0-9]+)", PAGES["en"]))
    shown = set(re.findall(r"\| DDZ-([0-9.]+) \|", PAGES["en"]))
    ranges = {f"4.{number}" for number in range(6, 11)}
    listed_clauses = re.findall(
        r"^\| DDZ-([0-9.]+) ", (FOLDER.parent / "reference/clauses.md").read_text("utf-8"), re.MULTILINE
    )
    assert set(listed_clauses) - {"10"} <= told | shown | ranges
