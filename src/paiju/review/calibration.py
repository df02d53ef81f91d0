"""Calibration of chances: how often players of a level won when the net gave them a certain chance.

``calibration.toml`` has a curve for each level and ruleset: the share of wins at evenly spaced chances from 0 to 1,
with linear interpolation. ``bench/review_calibration.py`` fits the curves of bot levels; ``paiju calibrate`` fits one to
recorded hands.
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
"""The chances at which a fitted curve has its values."""
STIFF: Final = 20.0
"""Weight of the net's own chances in Platt scaling, so that few decisions bend a curve little."""
USUAL: Final[Floats] = np.array([0.0, 1.0])
"""Shift and stretch of a net whose chances need no correction."""
ANCHOR: Final = 300.0
"""Decisions that hold each knot of a curve at the value of Platt scaling."""
STEPS: Final = 12
"""Newton steps of a fit; five are enough."""

Curve = tuple[float, ...]
Curves = Mapping[str, Mapping[str, Curve]]
"""Curves by level and ruleset."""


class Calibration(NamedTuple):
    """A curve, and the level whose hands it was fitted to."""

    level: str
    curve: Curve

    def apply(self, chance: float) -> float:
        """Return the share of wins for a chance of the net."""
        return float(np.interp(chance, np.linspace(0, 1, len(self.curve)), self.curve))

    def invert(self, share: float) -> float:
        """Return the chance of the net for a share of wins."""
        rising = np.asarray(self.curve) + np.arange(len(self.curve)) * 1e-9
        return float(np.interp(share, rising, np.linspace(0, 1, len(self.curve))))


UNCHANGED: Final[Curve] = tuple(float(knot) for knot in KNOTS)


@cache
def load_curves(path: str = "") -> Curves:
    """Return the curves of a file, or those of the package if ``path`` is empty. Raises OSError, ValueError."""
    file = Path(path) if path else files("paiju.review").joinpath("calibration.toml")
    return convert(tomllib.loads(file.read_text("utf-8")), dict[str, dict[str, Curve]])


def calibration_for(rules: object, level: str = STRONG, path: str = "") -> Calibration:
    """Return the calibration of a level for the most similar ruleset that has one.

    Without any, the calibration leaves chances unchanged. Raises UnknownName for a level that no ruleset has.
    """
    curves = load_curves(path)
    if level not in curves and level != STRONG:
        raise UnknownName("unknown_level", name=level, known=", ".join(sorted({STRONG, *curves})))
    known = curves.get(level, {})
    name = nearest_ruleset(rules, known)
    return Calibration(level, known[name] if name else UNCHANGED)


def fit_curve(chances: Floats, won: Floats) -> Curve:
    """Return the rising curve that fits best, of those that stay near Platt scaling where there are few decisions.

    Platt scaling shifts and stretches the log-odds by two numbers for all chances. Each knot is then free to move to the
    share of wins around it, as if ``ANCHOR`` more decisions had fallen on the scaled curve.
    """
    scaled = _logistic(_platt_terms(KNOTS) @ _platt_scaling(chances, won))
    weights = np.maximum(0, 1 - np.abs(chances[:, None] - KNOTS) * (len(KNOTS) - 1))
    knots = np.linalg.solve(weights.T @ weights + ANCHOR * np.eye(len(KNOTS)), weights.T @ won + ANCHOR * scaled)
    return tuple(round(float(value), 4) for value in np.maximum.accumulate(np.clip(knots, 0, 1)))


def _platt_scaling(chances: Floats, won: Floats) -> Floats:
    """Return the shift and the stretch of the log-odds under which these results are most likely."""
    terms = _platt_terms(chances)
    found = USUAL.copy()
    for _ in range(STEPS):
        share = _logistic(terms @ found)
        slope = terms.T @ (share - won) + STIFF * (found - USUAL)
        bend = terms.T @ (terms * (share * (1 - share))[:, None]) + STIFF * np.eye(2)
        found = found - np.linalg.solve(bend, slope)
    return found


def _platt_terms(chances: Floats) -> Floats:
    """Return for each chance the row of terms that Platt scaling weighs: one, and the log-odds."""
    inside = np.clip(chances, 0.003, 0.997)  # the odds of 0 and 1 are infinite
    odds = np.log(inside / (1 - inside))
    return np.stack([np.ones_like(odds), odds], 1)


def _logistic(odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-odds))


class Tenth(NamedTuple):
    """Decisions whose chance lay in a tenth: their number, mean chance and share of wins."""

    decisions: int
    chance: float
    won: float


def tenths(chances: Floats, won: Floats) -> list[Tenth | None]:
    """Return the ten tenths of a calibration table; None for one without decisions."""
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
