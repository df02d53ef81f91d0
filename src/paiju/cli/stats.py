"""``paiju stats``: prints statistics of recorded hands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import file_error, print_json, print_table, write_file
from paiju.core.errors import NotationError
from paiju.data import HandRow, HandsSummary, WinShare, hand_rows, read_records, summarize_hands, to_parquet
from paiju.data.summary import NO_ROLE
from paiju.data.summary_plot import histogram, plot_summary
from paiju.locale import lookup, translate

BAR: Final = 30
"""Width of the longest bar, in columns."""
MOST: Final = 12
"""Maximum number of rows in a table of counts."""


def run(given: ParsedArguments) -> int:
    """Print the statistics. Options also draw them (``--plot``) or write the hands as a Parquet file (``--parquet``)."""
    try:
        if given.parquet:
            to_parquet(hand_rows(read_records(given.file)), given.parquet)
        found = summarize_hands(_iter_hand_rows(given.file))
    except UnicodeDecodeError as error:
        raise NotationError("bad_json", reason=str(error)) from error
    except OSError as error:
        raise file_error(str(error.filename or given.file), error) from error
    translated = _translate_codes(found, given.lang)
    if given.plot:
        write_file(
            given.plot, plot_summary(translated, {name: translate(given.lang, f"stats.{name}") for name in _CHARTS})
        )
    if given.json:
        print_json(to_builtins(found, str_keys=True))
    else:
        _print_statistics(translated, given.lang)
    return 0


_CHARTS: Final = ("roles", "bids", "times", "lengths")


def _iter_hand_rows(path: str) -> Iterator[HandRow]:
    return hand_rows(read_records(path))


def _translate_codes(found: HandsSummary, lang: str) -> HandsSummary:
    """Return the summary with translated names in place of codes. If codes have equal names, their counts are added up."""
    families = {name.partition("/")[0]: None for name in found.rulesets}

    def translate_code(table: str, code: str) -> str:
        key = f"{table}.{code}"
        words = next((words for family in families if (words := lookup(lang, key, family))), code)
        return re.sub(r"{\w+}", "…", words)

    def translate_role(code: str) -> str:
        first, _, bid = code.partition(" ")
        return f"{translate(lang, 'stats.all') if first == NO_ROLE else translate_code('role', first)} {bid}".rstrip()

    def add_up_by_name(table: str, codes: Mapping[str, int]) -> dict[str, int]:
        totals: Counter[str] = Counter()
        for code, count in codes.items():
            totals[translate_code(table, code)] += count
        return dict(totals)

    return replace(
        found,
        roles={translate_role(code): share for code, share in found.roles.items()},
        bids={translate_role(code): share for code, share in found.bids.items()},
        reasons=add_up_by_name("reason", found.reasons),
        lines=add_up_by_name("account", found.lines),
    )


def _print_statistics(found: HandsSummary, lang: str) -> None:
    print(translate(lang, "stats.hands", hands=f"{found.hands:,}", void=f"{found.void:,}"))
    shares: tuple[tuple[str, Mapping[str, WinShare]], ...] = (
        ("roles", found.roles),
        ("bids", found.bids),
        ("bots", found.bots),
    )
    for name, table in shares:
        if len(table) > (name != "bots"):
            print(f"\n{translate(lang, f'stats.{name}')}")
            print_table((_win_share_row(key, one) for key, one in table.items()), indent="  ")
    counts: tuple[tuple[str, Iterable[tuple[str, int]]], ...] = (
        ("reasons", found.reasons.items()),
        ("lines", sorted(found.lines.items(), key=lambda entry: -entry[1])),
        ("times", [(f"×{value}", count) for value, count in found.times.items()]),
        ("lengths", histogram(found.lengths, MOST)),
    )
    for name, entries in counts:
        rows = list(entries)[:MOST]
        if rows:
            print(f"\n{translate(lang, f'stats.{name}')}")
            most = max(count for _, count in rows)
            print_table(((key, f"{count:>9,}", _text_bar(count, most)) for key, count in rows), indent="  ")


def _win_share_row(name: str, one: WinShare) -> tuple[str, ...]:
    return (
        name,
        f"{one.hands:>9,}",
        f"{100 * one.wins:5.1f} % ± {100 * one.error:.1f}",
        f"{one.points:+.2f}",
        _text_bar(one.wins, 1),
    )


def _text_bar(value: float, most: float) -> str:
    return "█" * round(BAR * value / most) if most else ""
