"""Calibration of chances: maps a chance that the net estimates to the share of hands that players of a level then won.

``calibration.toml`` contains a curve for each level and ruleset: the shares of wins at evenly spaced chances from 0 to 1.
Between them the curve is linear. ``bench/review_calibration.py`` fits the curves of bot levels. ``paiju calibrate`` fits a
curve to recorded hands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec import convert
from numpy.typing import NDArray

from paiju.core.errors import UnknownName
from paiju.games.registry import nearest_ruleset

Floats = NDArray[np.float64]
STRONG: Final = "strong"
PEOPLE: Final = "people"
KNOTS: Final[Floats] = np.linspace(0, 1, 21)
"""The chances at which the values of a fitted curve are given (its knots)."""
STIFF: Final = 20.0
"""Regularisation of Platt scaling towards the net's own chances, so that a few decisions change a curve little."""
USUAL: Final[Floats] = np.array([0.0, 1.0])
"""Shift and stretch of the log-odds that leave all chances unchanged."""
ANCHOR: Final = 300.0
"""Weight of the Platt-scaled value of each knot, as a number of decisions."""
STEPS: Final = 12
"""Number of Newton steps of a fit. Five are enough."""

Curve = tuple[float, ...]
Curves = Mapping[str, Mapping[str, Curve]]
"""Curves by level and ruleset."""


class Calibration(NamedTuple):
    """A curve, and the level of the players to whose hands it was fitted."""

    level: str
    curve: Curve

    def apply(self, chance: float) -> float:
        """Return the share of wins to expect when the net estimates the chance of winning as ``chance``."""
        return float(np.interp(chance, np.linspace(0, 1, len(self.curve)), self.curve))

    def invert(self, share: float) -> float:
        """Return the chance that the net estimates when the share of wins to expect is ``share``; the inverse of ``apply``."""
        rising = np.asarray(self.curve) + np.arange(len(self.curve)) * 1e-9
        return float(np.interp(share, rising, np.linspace(0, 1, len(self.curve))))


UNCHANGED: Final[Curve] = tuple(float(knot) for knot in KNOTS)


@cache
def load_curves(path: str = "") -> Curves:
    """Return the curves of a file, or the packaged curves if ``path`` is empty. Raises OSError, ValueError."""
    file = Path(path) if path else files("paiju.review").joinpath("calibration.toml")
    return convert(tomllib.loads(file.read_text("utf-8")), dict[str, dict[str, Curve]])


def calibration_for(rules: object, level: str = STRONG, path: str = "") -> Calibration:
    """Return the calibration of a level, from the most similar ruleset that has a curve for it.

    If there is no similar ruleset, the calibration leaves chances unchanged. Raises UnknownName if no ruleset has the level.
    """
    curves = load_curves(path)
    if level not in curves and level != STRONG:
        raise UnknownName("unknown_level", name=level, known=", ".join(sorted({STRONG, *curves})))
    known = curves.get(level, {})
    name = nearest_ruleset(rules, known)
    return Calibration(level, known[name] if name else UNCHANGED)


def fit_curve(chances: Floats, won: Floats) -> Curve:
    """Return the rising curve that fits the results best. Where there are few decisions, it stays near Platt scaling.

    ``chances`` are the net's chances, and ``won`` is 1 for each decision whose seat won, otherwise 0. Platt scaling shifts
    and stretches the log-odds of all chances by the same two numbers. Each knot then moves towards the share of wins near it.
    The Platt-scaled value counts as much as ``ANCHOR`` decisions.
    """
    scaled = _logistic_function(_platt_terms(KNOTS) @ _platt_scaling(chances, won))
    weights = np.maximum(0, 1 - np.abs(chances[:, None] - KNOTS) * (len(KNOTS) - 1))
    knots = np.linalg.solve(weights.T @ weights + ANCHOR * np.eye(len(KNOTS)), weights.T @ won + ANCHOR * scaled)
    return tuple(round(float(value), 4) for value in np.maximum.accumulate(np.clip(knots, 0, 1)))


def _platt_scaling(chances: Floats, won: Floats) -> Floats:
    """Return the shift and the stretch of the log-odds with the highest (regularised) likelihood."""
    terms = _platt_terms(chances)
    found = USUAL.copy()
    for _ in range(STEPS):
        share = _logistic_function(terms @ found)
        slope = terms.T @ (share - won) + STIFF * (found - USUAL)
        bend = terms.T @ (terms * (share * (1 - share))[:, None]) + STIFF * np.eye(2)
        found = found - np.linalg.solve(bend, slope)
    return found


def _platt_terms(chances: Floats) -> Floats:
    """Return the terms that Platt scaling multiplies by shift and stretch: for each chance, 1 and its log-odds; shape (n, 2)."""
    inside = np.clip(chances, 0.003, 0.997)  # the log-odds of 0 and 1 are infinite
    odds = np.log(inside / (1 - inside))
    return np.stack([np.ones_like(odds), odds], 1)


def _logistic_function(odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-odds))


class Tenth(NamedTuple):
    """The decisions whose chance lies in one tenth of the range: their number, mean chance and share of wins."""

    decisions: int
    chance: float
    won: float


def make_calibration_table(chances: Floats, won: Floats) -> list[Tenth | None]:
    """Return the ten rows of a calibration table; None for a tenth without decisions."""
    place = np.minimum((chances * 10).astype(int), 9)
    rows: list[Tenth | None] = []
    for tenth in range(10):
        mine = place == tenth
        few = int(mine.sum())
        rows.append(Tenth(few, float(chances[mine].mean()), float(won[mine].mean())) if few else None)
    return rows


def format_curves(curves: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """Return curves as TOML."""
    lines: list[str] = []
    for level, by_ruleset in curves.items():
        lines.append(f"[{level}]")
        lines += [f'"{name}" = [{", ".join(f"{value:g}" for value in curve)}]' for name, curve in by_ruleset.items()]
        lines.append("")
    return "\n".join(lines)
