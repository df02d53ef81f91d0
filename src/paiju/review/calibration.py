"""Calibration of chances: how often players of a level won where the net gave them a chance.

``calibration.toml`` has for each level and ruleset a curve: the share of wins at chances 0, 0.1 … 1, between which it is
linear. ``bench/review_calibration.py`` fits the curves of bot levels; ``paiju calibrate`` fits one from recorded hands.
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
KNOTS: Final[Floats] = np.linspace(0, 1, 11)
"""The chances at which a curve has its values."""
STIFF: Final = 30.0
"""Decisions that the net's own chance counts for at each knot, so that few decisions bend a curve little."""

Curve = tuple[float, ...]
Curves = Mapping[str, Mapping[str, Curve]]
"""Curves by level and ruleset."""


class Calibration(NamedTuple):
    """A curve, and the level whose hands it was fitted to."""

    level: str
    curve: Curve

    def apply(self, chance: float) -> float:
        """Return the share of wins for a chance of the net."""
        return float(np.interp(chance, KNOTS, self.curve))


UNCHANGED: Final[Curve] = tuple(float(knot) for knot in KNOTS)


@cache
def load_curves(path: str = "") -> Curves:
    """Return the curves of a file, or those of the package if ``path`` is empty. Raises OSError, ValueError."""
    file = Path(path) if path else files("paiju.review").joinpath("calibration.toml")
    return convert(tomllib.loads(file.read_text("utf-8")), dict[str, dict[str, Curve]])


def calibration_for(rules: object, level: str = STRONG, path: str = "") -> Calibration:
    """Return the calibration of a level for the most similar ruleset that has one; else one that changes nothing.

    Raises UnknownName for a level that no ruleset has.
    """
    curves = load_curves(path)
    if level not in curves and level != STRONG:
        raise UnknownName("unknown_level", name=level, known=", ".join(sorted({STRONG, *curves})))
    known = curves.get(level, {})
    name = nearest_ruleset(rules, known)
    return Calibration(level, known[name] if name else UNCHANGED)


def fit_curve(chances: Floats, won: Floats) -> Curve:
    """Return the rising curve that fits best: least squares of a piecewise linear function, then made monotone."""
    weights = np.clip(1 - np.abs(chances[:, None] - KNOTS[None, :]) * (len(KNOTS) - 1), 0, None)
    normal = weights.T @ weights + STIFF * np.eye(len(KNOTS))
    values = np.linalg.solve(normal, weights.T @ won + STIFF * KNOTS)
    total = weights.sum(0) + STIFF
    return tuple(round(float(value), 4) for value in _make_monotone(np.clip(values, 0, 1), total))


def _make_monotone(values: Floats, weights: Floats) -> list[float]:
    """Return the closest rising sequence (pool adjacent violators)."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (low, light, few), (high, heavy, many) = pools[-2:]
            pools[-2:] = [((low * light + high * heavy) / (light + heavy), light + heavy, few + many)]
    return [value for value, _, number in pools for _ in range(number)]


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
