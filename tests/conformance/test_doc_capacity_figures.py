"""The page on growing the server computes with the measurements at the beginning of ``bench/results.md``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/growing.md").read_text("utf-8")
TABLE = (ROOT / "bench/results.md").read_text("utf-8").partition("## What a room costs by now")[2].partition("\n## ")[0]
MEASURED = {
    name: float(value.replace(",", ""))
    for name, value in re.findall(r"^\| (\w[^|]*) \| ([\d.,]+) \|", TABLE, re.MULTILINE)
}
MOVES = (1_000, 17_000, 167_000)
SOCKETS = (6_000, 100_000, 1_000_000)


def row(begins: str) -> list[float]:
    """The figures of a row of the arithmetic, without their units."""
    (found,) = re.findall(rf"^\| {begins}[^|]* \|(.*)\|$", PAGE, re.MULTILINE)
    return [float(re.sub(r"[^\d.]", "", cell)) for cell in found.split("|")]


def said(pattern: str) -> set[float]:
    return {float(one.replace(",", "")) for one in re.findall(pattern, PAGE)}


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("ms of processor a move", r"([\d.]+) ms(?: of processor|\s*\|)"),
        ("kB a connection", r"([\d.]+) kB"),
        ("ack at 1,000 moves a second, ms at the median", r"within\s+([\d.]+) ms"),
        ("ack at 700 moves a second, ms at the median", r"after at most (\d+) ms"),
        ("bytes a move", r"([\d.]+) bytes"),
        ("entries a second of a database", r"([\d,]+) entries a second"),
    ],
)
def test_the_page_shows_the_measured_numbers(name: str, pattern: str) -> None:
    assert said(pattern) == {MEASURED[name]}


@pytest.mark.parametrize(
    ("begins", "name", "many", "unit"),
    [
        ("cores that moves take", "ms of processor a move", MOVES, 1e3),
        ("memory of sockets", "kB a connection", SOCKETS, 1e6),
        ("written", "bytes a move", MOVES, 1e6),
    ],
)
def test_tables_of_the_page_follow_from_the_measured_numbers(
    begins: str, name: str, many: tuple[int, ...], unit: float
) -> None:
    assert row(begins) == pytest.approx([MEASURED[name] * one / unit for one in many], rel=0.1)


def test_the_page_counts_as_many_databases_as_the_moves_need() -> None:
    assert row("databases") == [-(-one // MEASURED["entries a second of a database"]) for one in MOVES]
