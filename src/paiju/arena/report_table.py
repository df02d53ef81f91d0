"""Renders a match report for the terminal."""

from __future__ import annotations

from math import isfinite

from rich.console import Group
from rich.table import Table
from rich.text import Text

from paiju.arena.report import Interval, Report, Score
from paiju.bots.external_bots import format_faults
from paiju.locale import translate


def format_percent(value: Interval) -> str:
    """Return a share with its interval as text: ``93.1 % ± 1.2``."""
    return f"{100 * value.mean:.1f} % ± {_format_half_width(100, value, 1)}"


def format_interval(value: Interval) -> str:
    """Return a number with its interval as text: ``+2.31 ± 0.20``."""
    return f"{value.mean:+.2f} ± {_format_half_width(1, value, 2)}"


def _format_half_width(scale: float, value: Interval, digits: int) -> str:
    """Return half the width of an interval as text, with ``digits`` decimals; a dash if the width is infinite.

    The number is multiplied by ``scale`` first.
    """
    error = scale * (value.high - value.low) / 2
    return f"{error:.{digits}f}" if isfinite(error) else "–"


def report_table(report: Report, language: str = "en") -> Group:
    """Return a report as a ``rich`` renderable: a title, and a table with a row for all hands and a row for each role."""
    first, second = report.bots
    title = translate(
        language,
        "arena.title",
        first=first,
        second=second,
        ruleset=report.ruleset,
        deals=report.deals,
        hands=report.hands,
        void=report.void,
    )
    table = Table("", *(translate(language, f"arena.{column}") for column in ("hands", "wins", "points", "beaten")))
    table.add_row(translate(language, "arena.all"), *_score_row(report.overall))
    for role, score in report.roles.items():
        table.add_row(translate(language, f"role.{role}", family=report.ruleset.partition("/")[0]), *_score_row(score))
    note = (Text(translate(language, "arena.roles", first=first)),) if report.roles else ()
    return Group(Text(title), table, *note, *_fault_lines(report, language))


def _fault_lines(report: Report, language: str) -> list[Text]:
    """Return a line for each bot that had faults: its name, and the number of its faults by kind."""
    return [
        Text(translate(language, "simulate.faults", bot=name, faults=format_faults(faults)))
        for name, faults in zip(report.bots, report.faults, strict=True)
        if faults
    ]


def _score_row(score: Score) -> tuple[str, ...]:
    return str(score.hands), format_percent(score.wins), format_interval(score.points), format_percent(score.beaten)
