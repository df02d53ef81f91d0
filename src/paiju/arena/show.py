"""A report for people."""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from paiju.arena.report import Interval, Report, Score
from paiju.bots.outside import told_faults

WORDS: Final = {
    "en": {
        "title": "{first} against {second}, {ruleset}: {deals} deals, {hands} hands, {void} thrown in",
        "hands": "hands",
        "wins": "wins",
        "points": "points a hand",
        "ahead": "deals ahead",
        "all": "all",
        "roles": "A role's row counts the hands in which {first} had all its seats and no others.",
        "faults": "The fallback was played for {bot}: {faults}",
    },
    "zh": {
        "title": "{first} 对 {second}，{ruleset}：{deals} 副牌，{hands} 局，荒牌 {void} 局",
        "hands": "局数",
        "wins": "胜率",
        "points": "每局得分",
        "ahead": "领先的牌",
        "all": "全部",
        "roles": "角色一行只算 {first} 坐满这个角色、不坐别的座位的局。",
        "faults": "{bot} 由系统代打：{faults}",
    },
}
ROLES: Final = {"zh": {"landlord": "地主", "farmer": "农民"}}
"""Roles go by their own names, where no other is given here."""


def percent(value: Interval) -> str:
    """``93.1 % ± 1.2``."""
    return f"{100 * value.mean:.1f} % ± {50 * (value.high - value.low):.1f}"


def number(value: Interval) -> str:
    """``+2.31 ± 0.20``."""
    return f"{value.mean:+.2f} ± {(value.high - value.low) / 2:.2f}"


def table_of(report: Report, language: str = "en") -> Group:
    """For ``rich``: what was played, and a table with one row for all hands and one a role. Languages are ``en`` and ``zh``."""
    words = WORDS[language]
    first, second = report.bots
    title = words["title"].format(
        first=first, second=second, ruleset=report.ruleset, deals=report.deals, hands=report.hands, void=report.void
    )
    table = Table("", *(words[column] for column in ("hands", "wins", "points", "ahead")))
    names = ROLES.get(language, {})
    for name, score in ((words["all"], report.overall), *report.roles.items()):
        table.add_row(names.get(name, name), *_row(score))
    note = (Text(words["roles"].format(first=first)),) if report.roles else ()
    return Group(Text(title), table, *note, *_faults(report, words["faults"]))


def _faults(report: Report, words: str) -> list[Text]:
    """A line for each bot that did something wrong."""
    return [
        Text(words.format(bot=name, faults=told_faults(faults)))
        for name, faults in zip(report.bots, report.faults, strict=True)
        if faults
    ]


def _row(score: Score) -> tuple[str, ...]:
    return str(score.hands), percent(score.wins), number(score.points), percent(score.ahead)
