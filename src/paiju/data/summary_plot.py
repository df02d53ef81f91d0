"""Draws the totals of ``paiju.data.summary`` as bar charts in one SVG file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from paiju.data import svg_charts
from paiju.data.summary import HandsSummary, WinShare

WIDTH: Final = 720
ROW: Final = 22
LEFT: Final = 190
RIGHT: Final = 110
MOST_BARS: Final = 14


class Bar(NamedTuple):
    """One bar of a chart.

    ``name`` stands to the left of the bar and ``note`` to its right. ``length`` is the length of the bar, from
    0 to 1. ``error`` is half the width of the confidence interval, on the same scale; if it is 0, no interval
    is drawn.
    """

    name: str
    length: float
    note: str
    error: float = 0.0


def plot_summary(found: HandsSummary, titles: Mapping[str, str]) -> str:
    """Return bar charts of a summary as SVG text.

    ``titles`` holds the chart titles under the keys ``roles``, ``bids``, ``times`` and ``lengths``.
    """
    parts = [
        (titles["roles"], [_win_share_bar(name, one) for name, one in found.roles.items()]),
        (titles["bids"], [_win_share_bar(name, one) for name, one in found.bids.items()]),
        (titles["times"], [_count_bar(f"×{value}", count, found.times) for value, count in found.times.items()]),
        (titles["lengths"], _length_bars(found.lengths)),
    ]
    body: list[str] = []
    top = 0
    for title, bars in parts:
        if bars:
            body += _chart_elements(title, bars[:MOST_BARS], top)
            top += ROW * (min(len(bars), MOST_BARS) + 2)
    return svg_charts.document(WIDTH, top, body)


def _win_share_bar(name: str, one: WinShare) -> Bar:
    return Bar(name, one.wins, f"{100 * one.wins:.1f} % · {one.hands:,}", one.error)


def _count_bar(name: str, count: int, among: Mapping[int, int]) -> Bar:
    return Bar(name, count / max(among.values()), f"{count:,}")


def histogram(lengths: Mapping[int, int], bins: int = 12) -> list[tuple[str, int]]:
    """Return hand lengths in bins of equal width (``7`` or ``7–9``), with their counts."""
    if not lengths:
        return []
    low, high = min(lengths), max(lengths)
    width = max(1, -(-(high - low + 1) // bins))
    starts = range(low, high + 1, width)
    return [
        (f"{at}–{at + width - 1}" if width > 1 else str(at), sum(lengths.get(one, 0) for one in range(at, at + width)))
        for at in starts
    ]


def _length_bars(lengths: Mapping[int, int]) -> list[Bar]:
    found = histogram(lengths)
    most = max((count for _, count in found), default=1)
    return [Bar(name, count / most, f"{count:,}") for name, count in found]


def _chart_elements(title: str, bars: Sequence[Bar], top: int) -> list[str]:
    wide = WIDTH - LEFT - RIGHT
    lines = [svg_charts.text(8, top + 17, title, "h")]
    for at, bar in enumerate(bars, 1):
        y = top + ROW * at + 6
        low, high = (LEFT + wide * min(1.0, max(0.0, bar.length + sign * bar.error)) for sign in (-1, 1))
        lines.append(svg_charts.text(LEFT - 8, y + 12, bar.name, ends=True))
        lines.append(svg_charts.bar(LEFT, y, bar.length * wide))
        if bar.error:
            lines.append(svg_charts.horizontal_error(y + 7.5, low, high))
        lines.append(svg_charts.text(high + 6, y + 12, bar.note, "n"))
    return lines
