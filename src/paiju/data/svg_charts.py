"""Builds the elements of bar charts and line charts as SVG text. Their style fits light and dark backgrounds.

Coordinates are in pixels from the top left corner. Integers are written as they are, and floats with one
decimal.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

TextStyle = Literal["", "h", "n"]
"""The style of a text: plain (""), a heading (``h``), or a note (``n``)."""

STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#222}.h{font-weight:600;font-size:15px}.n{fill:#666}"
    ".b{fill:#2a7f6f}.e{stroke:#222;stroke-width:1.5}.g{stroke:#ddd}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.n{fill:#aaa}.e{stroke:#eee}.g{stroke:#444}.b{fill:#4fb3a0}}"
)
"""Style of texts, bars, error bars and grid lines."""
LINE_STYLE: Final = ".l{fill:none;stroke:#2a7f6f;stroke-width:2}.d{fill:#2a7f6f}"
"""Style of lines and points."""


def document(width: int, height: int, body: Iterable[str], style: str = STYLE) -> str:
    """Return the text of an SVG file whose elements are ``body``."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n".join([head, f"<style>{style}</style>", *body, "</svg>\n"])


def text(x: float, y: float, words: str, style: TextStyle = "", *, ends: bool = False) -> str:
    """Return a text element whose baseline starts at (x, y), or ends at (x, y) if ``ends`` is true."""
    kind = f'class="{style}" ' if style else ""
    anchor = ' text-anchor="end"' if ends else ""
    return f'<text {kind}x="{_format_number(x)}" y="{_format_number(y)}"{anchor}>{escape(words)}</text>'


def bar(x: int, y: int, length: float) -> str:
    """Return a horizontal bar, 15 pixels high, whose top left corner is at (x, y)."""
    return f'<rect class="b" x="{x}" y="{y}" width="{length:.1f}" height="15" rx="2"/>'


def horizontal_error(y: float, low: float, high: float) -> str:
    """Return a horizontal error bar at height ``y`` between the x coordinates ``low`` and ``high``."""
    return f'<path class="e" d="M{_format_number(low)} {_format_number(y)}H{_format_number(high)}"/>'


def vertical_error(x: float, low: float, high: float) -> str:
    """Return a vertical error bar at ``x`` between the y coordinates ``low`` and ``high``."""
    return f'<path class="e" d="M{_format_number(x)} {_format_number(low)}V{_format_number(high)}"/>'


def grid_line(y: float, left: int, right: int) -> str:
    """Return a horizontal grid line at height ``y`` between the x coordinates ``left`` and ``right``."""
    return f'<path class="g" d="M{left} {_format_number(y)}H{right}"/>'


def point(x: float, y: float) -> str:
    """Return a point of a line chart."""
    return f'<circle class="d" cx="{_format_number(x)}" cy="{_format_number(y)}" r="4"/>'


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Return a line through the points."""
    return f'<polyline class="l" points="{" ".join(f"{_format_number(x)},{_format_number(y)}" for x, y in points)}"/>'


def _format_number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.1f}"
