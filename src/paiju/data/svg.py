"""Elements of bar charts and line charts in a self-contained SVG file, for light and dark backgrounds.

Coordinates are in pixels from the top left corner. An integer is written as it is, a float with one decimal.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

TextStyle = Literal["", "h", "n"]
"""Plain text, a heading (``h``), or a note (``n``)."""

STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#222}.h{font-weight:600;font-size:15px}.n{fill:#666}"
    ".b{fill:#2a7f6f}.e{stroke:#222;stroke-width:1.5}.g{stroke:#ddd}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.n{fill:#aaa}.e{stroke:#eee}.g{stroke:#444}.b{fill:#4fb3a0}}"
)
"""Style of texts, bars, error bars and grid lines."""
LINE_STYLE: Final = ".l{fill:none;stroke:#2a7f6f;stroke-width:2}.d{fill:#2a7f6f}"
"""Style of lines and points."""


def document(width: int, height: int, body: Iterable[str], style: str = STYLE) -> str:
    """Return the text of an SVG file with these elements."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n".join([head, f"<style>{style}</style>", *body, "</svg>\n"])


def text(x: float, y: float, words: str, style: TextStyle = "", *, ends: bool = False) -> str:
    """Return a text whose baseline starts at (x, y), or ends there."""
    kind = f'class="{style}" ' if style else ""
    anchor = ' text-anchor="end"' if ends else ""
    return f'<text {kind}x="{_number(x)}" y="{_number(y)}"{anchor}>{escape(words)}</text>'


def bar(x: int, y: int, length: float) -> str:
    """Return a horizontal bar, 15 pixels high."""
    return f'<rect class="b" x="{x}" y="{y}" width="{length:.1f}" height="15" rx="2"/>'


def horizontal_error(y: float, low: float, high: float) -> str:
    """Return a horizontal error bar from ``low`` to ``high``."""
    return f'<path class="e" d="M{_number(low)} {_number(y)}H{_number(high)}"/>'


def vertical_error(x: float, low: float, high: float) -> str:
    """Return a vertical error bar from ``low`` to ``high``."""
    return f'<path class="e" d="M{_number(x)} {_number(low)}V{_number(high)}"/>'


def grid_line(y: float, left: int, right: int) -> str:
    """Return a horizontal grid line."""
    return f'<path class="g" d="M{left} {_number(y)}H{right}"/>'


def point(x: float, y: float) -> str:
    """Return a point of a line chart."""
    return f'<circle class="d" cx="{_number(x)}" cy="{_number(y)}" r="4"/>'


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Return a line through the points."""
    return f'<polyline class="l" points="{" ".join(f"{_number(x)},{_number(y)}" for x, y in points)}"/>'


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.1f}"
