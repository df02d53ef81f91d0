"""``paiju stats``: what many recorded hands come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import to_builtins

from paiju.cli.arguments import Given
from paiju.cli.console import print_json, print_table, why_not, write_file
from paiju.core.errors import NotationError
from paiju.data import Row, Share, Summary, read, rows, summary, to_parquet
from paiju.data.plot import binned, plot
from paiju.locale import text

BAR: Final = 30
"""Columns of the longest bar."""
MOST: Final = 12
"""Lines of a table."""


def run(given: Given) -> int:
    """Count, tell, and draw or write columns if that is wanted."""
    try:
        if given.parquet:
            to_parquet(rows(read(given.file)), given.parquet)
        found = summary(_read(given.file))
    except UnicodeDecodeError as error:
        raise NotationError("bad_json", reason=str(error)) from error
    except OSError as error:
        raise why_not(str(error.filename or given.file), error) from error
    if given.plot:
        write_file(given.plot, plot(found, {name: text(given.lang, f"stats.{name}") for name in _CHARTS}))
    if given.json:
        print_json(to_builtins(found, str_keys=True))
    else:
        _print(found, given.lang)
    return 0


_CHARTS: Final = ("roles", "bids", "times", "lengths")


def _read(path: str) -> Iterator[Row]:
    return rows(read(path))


def _print(found: Summary, lang: str) -> None:
    print(text(lang, "stats.hands", hands=f"{found.hands:,}", void=f"{found.void:,}"))
    shares: tuple[tuple[str, Mapping[str, Share]], ...] = (
        ("roles", found.roles),
        ("bids", found.bids),
        ("bots", found.bots),
    )
    for name, table in shares:
        if len(table) > 1 or name == "bots":
            print(f"\n{text(lang, f'stats.{name}')}")
            print_table((_share(key, one) for key, one in table.items()), indent="  ")
    counts: tuple[tuple[str, Iterable[tuple[str, int]]], ...] = (
        ("reasons", found.reasons.items()),
        ("lines", sorted(found.lines.items(), key=lambda entry: -entry[1])),
        ("times", [(f"×{value}", count) for value, count in found.times.items()]),
        ("lengths", [(f"{low}–{high}", count) for low, high, count in binned(found.lengths, MOST)]),
    )
    for name, entries in counts:
        told = list(entries)[:MOST]
        if told:
            print(f"\n{text(lang, f'stats.{name}')}")
            most = max(count for _, count in told)
            print_table(((key, f"{count:>9,}", _bar(count, most)) for key, count in told), indent="  ")


def _share(name: str, one: Share) -> tuple[str, ...]:
    return (
        name,
        f"{one.hands:>9,}",
        f"{100 * one.wins:5.1f} % ± {100 * one.error:.1f}",
        f"{one.points:+.2f}",
        _bar(one.wins, 1),
    )


def _bar(value: float, most: float) -> str:
    return "█" * round(BAR * value / most) if most else ""
