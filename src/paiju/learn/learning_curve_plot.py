"""Plots how a learner improves over the number of decisions or steps, as an SVG file.

``paiju train`` plots the rating in its log with ``plot_curve``. The programs in ``examples/learners`` plot the fraction
of hands that they win with ``plot_shares``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from paiju.bots.levels import rating_lead
from paiju.data import svg_charts

WIDTH: Final = 720
HEIGHT: Final = 320
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 44
LINES: Final = 5
"""Maximum number of horizontal grid lines."""


class CurvePoint(NamedTuple):
    """One evaluation during training.

    ``decisions`` is the number of decisions played so far. ``rating`` is relative to the first checkpoint. ``error`` is
    half the width of the 95 % confidence interval of the gain since the previous checkpoint, in rating points.
    """

    decisions: int
    rating: float
    error: float


def curve_points(log: Iterable[Mapping[str, Any]]) -> list[CurvePoint]:
    """Return the evaluations in the log of a training run, in their order.

    In each evaluation, the network played a match against the previous checkpoint. The result of the match gives
    a gain in rating points. The network's rating is the sum of the gains up to this evaluation.
    """
    found = list[CurvePoint]()
    rating = 0.0
    for line in log:
        match = line.get("against_half")
        if match is not None:
            due = rating_lead(match["due"])
            low, middle, high = (
                rating_lead(_clip_win_share(match["wins"] + sign * match["margin"])) - due for sign in (-1, 0, 1)
            )
            rating += middle
            found.append(CurvePoint(line["decisions"], rating, (high - low) / 2))
    return found


def _clip_win_share(share: float) -> float:
    """Return the fraction of hands won, clipped away from 0 and 1 so that its rating difference is finite."""
    return min(max(share, 0.001), 0.999)


def plot_curve(log: Iterable[Mapping[str, Any]], title: str, under: str) -> str:
    """Return the learning curve of a log as the text of an SVG file.

    ``under`` is the unit of the horizontal axis, which is written below it.
    """
    found = curve_points(log)
    low, high, step = _axis_range([one.rating + sign * one.error for one in found for sign in (-1, 1)])
    most = max((one.decisions for one in found), default=1)

    def pixel_position(decisions: float, rating: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * decisions / most
        return across, TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low)

    body = [svg_charts.text(8, 22, title, "h")]
    for at in range(round((high - low) / step) + 1):
        _, y = pixel_position(0, low + at * step)
        body.append(svg_charts.grid_line(y, LEFT, WIDTH - RIGHT))
        body.append(svg_charts.text(LEFT - 8, y + 4, _format_signed(low + at * step), "n", ends=True))
    for one in found:
        (x, y), (_, top), (_, end) = (
            pixel_position(one.decisions, one.rating + sign * one.error) for sign in (0, 1, -1)
        )
        body += [svg_charts.vertical_error(x, top, end), svg_charts.point(x, y)]
    if found:
        body.append(svg_charts.polyline(pixel_position(one.decisions, one.rating) for one in found))
    body.append(svg_charts.text(WIDTH - RIGHT, HEIGHT - 12, f"{most:,} {under}", "n", ends=True))
    return svg_charts.document(WIDTH, HEIGHT, body, svg_charts.STYLE + svg_charts.LINE_STYLE)


def plot_shares(points: Sequence[tuple[int, float]], title: str, under: str) -> str:
    """Return the text of an SVG file that plots fractions against the number of training steps.

    ``points`` are pairs (number of steps, fraction from 0 to 1), such as the fraction of hands won. ``under`` is the
    unit of the steps, which is the label of the horizontal axis.
    """
    most = max((steps for steps, _ in points), default=0) or 1

    def pixel_position(steps: int, share: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - RIGHT) * steps / most, TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    body = [svg_charts.text(8, 22, title, "h")]
    for percent in range(0, 101, 25):
        _, y = pixel_position(0, percent / 100)
        body += [
            svg_charts.grid_line(y, LEFT, WIDTH - RIGHT),
            svg_charts.text(LEFT - 8, y + 4, f"{percent} %", "n", ends=True),
        ]
    body += [svg_charts.point(*pixel_position(*point)) for point in points]
    body.append(svg_charts.polyline(pixel_position(*point) for point in points))
    body.append(svg_charts.text(WIDTH - RIGHT, HEIGHT - 12, f"{most:,} {under}", "n", ends=True))
    return svg_charts.document(WIDTH, HEIGHT, body, svg_charts.STYLE + svg_charts.LINE_STYLE)


def _format_signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def _axis_range(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the lower end of an axis, its upper end, and the distance of its grid lines.

    All three are round numbers, and the axis includes 0.
    """
    low, high = min(0.0, *values) if values else 0.0, max(10.0, *values) if values else 10.0
    rough = (high - low) / LINES
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step
