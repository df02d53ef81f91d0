"""Learning curves: from a training log to a plot of ratings."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from paiju.bots.levels import RATING_SCALE
from paiju.learn.learning_curve_plot import curve_points, plot_curve

SVG = "{http://www.w3.org/2000/svg}"


def line(decisions: int, wins: float | None = None, due: float = 0.5) -> dict[str, Any]:
    match = (
        {} if wins is None else {"against_half": {"hands": 2000, "wins": wins, "points": 0, "due": due, "margin": 0.02}}
    )
    return {"decisions": decisions, **match}


def test_rating_gains_of_matches_add_up() -> None:
    found = curve_points([line(10), line(20, 0.6), line(30), line(40, 0.55)])
    assert [one.decisions for one in found] == [20, 40]
    first, both = RATING_SCALE * math.log(0.6 / 0.4), RATING_SCALE * math.log(0.6 / 0.4 * 0.55 / 0.45)
    assert [one.rating for one in found] == pytest.approx([first, both])
    assert all(5 < one.error < 15 for one in found)


def test_winning_the_expected_share_gains_no_rating() -> None:
    (only,) = curve_points([line(10, 1 / 3, 1 / 3)])
    assert only.rating == pytest.approx(0)


@pytest.mark.parametrize("log", [[], [line(10)], [line(10, 0.61)], [line(10, 0.61), line(20, 0.4), line(40, 1.0)]])
def test_plot_has_a_point_for_each_match_within_its_bounds(log: list[dict[str, Any]]) -> None:
    root = ET.fromstring(plot_curve(log, "Stronger & stronger", "decisions"))
    assert root.find(f"{SVG}text").text == "Stronger & stronger"  # type: ignore[union-attr]
    dots = root.findall(f"{SVG}circle")
    assert len(dots) == len(curve_points(log))
    height = float(root.attrib["height"])
    assert all(0 < float(dot.attrib["cy"]) < height for dot in dots)
    assert len(root.findall(f"{SVG}path[@class='g']")) >= 2
