"""Calibration: corrects the net's winning chances with the results of players of a certain level.

The winning rate is the fraction of decisions after which the player won the hand. A calibration curve
maps each chance that the net estimates to the winning rate of the decisions with this chance.

``calibration.toml`` contains a curve for each level and ruleset. A curve is given by its values at evenly
spaced chances from 0 to 1, and is linear between them. ``bench/fit_review_calibration.py`` fits the curves of
bot levels. ``paiju calibrate`` fits a curve to recorded hands.
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
from paiju.games.registry import most_similar_ruleset

Floats = NDArray[np.float64]
STRONG: Final = "strong"
PEOPLE: Final = "people"
KNOTS: Final[Floats] = np.linspace(0, 1, 21)
"""The chances at which a fitted curve has values (its knots)."""
STIFF: Final = 20.0
"""Strength of the regularisation of Platt scaling. With few decisions, it keeps a curve near the net's own chances."""
USUAL: Final[Floats] = np.array([0.0, 1.0])
"""The shift and the stretch of the log-odds (see ``fit_curve``) that leave all chances unchanged."""
ANCHOR: Final = 300.0
"""The Platt-scaled value of a knot counts as much in a fit as this number of decisions (see ``fit_curve``)."""
STEPS: Final = 12
"""Number of Newton steps of a fit. Five steps would already be enough."""

Curve = tuple[float, ...]
Curves = Mapping[str, Mapping[str, Curve]]
"""The curve for each ruleset, by level: ``curves[level][ruleset]``."""


class Calibration(NamedTuple):
    """A curve, and the level of the players whose hands it was fitted to."""

    level: str
    curve: Curve

    def apply(self, chance: float) -> float:
        """Return the winning rate to expect when the net estimates the chance of winning as ``chance``."""
        return float(np.interp(chance, np.linspace(0, 1, len(self.curve)), self.curve))

    def invert(self, win_rate: float) -> float:
        """Return the net's estimate of a chance for which the expected winning rate is ``win_rate``.

        This is the inverse of ``apply``.
        """
        rising = np.asarray(self.curve) + np.arange(len(self.curve)) * 1e-9
        return float(np.interp(win_rate, rising, np.linspace(0, 1, len(self.curve))))


UNCHANGED: Final[Curve] = tuple(float(knot) for knot in KNOTS)


@cache
def load_curves(path: str = "") -> Curves:
    """Return the curves in the file ``path``; the curves of the package if ``path`` is empty.

    Raises OSError, ValueError.
    """
    file = Path(path) if path else files("paiju.review").joinpath("calibration.toml")
    return convert(tomllib.loads(file.read_text("utf-8")), dict[str, dict[str, Curve]])


def calibration_for(rules: object, level: str = STRONG, path: str = "") -> Calibration:
    """Return the calibration of a level for a game with the rules ``rules``.

    Its curve is that of the most similar ruleset that has a curve for the level. If no ruleset is similar, the
    calibration leaves chances unchanged.

    ``path`` is the file with the curves; if it is empty, the curves of the package are used. Raises UnknownName if
    the file has no curves for the level. For ``STRONG``, no error is raised, and chances are left unchanged.
    """
    curves = load_curves(path)
    if level not in curves and level != STRONG:
        raise UnknownName("unknown_level", name=level, known=", ".join(sorted({STRONG, *curves})))
    known = curves.get(level, {})
    name = most_similar_ruleset(rules, known)
    return Calibration(level, known[name] if name else UNCHANGED)


def fit_curve(chances: Floats, won: Floats) -> Curve:
    """Return the rising curve that best maps the net's chances to winning rates.

    ``chances`` are the net's chances in n decisions; shape (n,). ``won``, shape (n,), is 1 for each decision
    whose seat won the hand, otherwise 0. The curve is linear between points that are called knots.

    First, Platt scaling shifts and stretches the log-odds of all chances by the same two numbers. Then each knot
    moves from its Platt-scaled value towards the winning rate of the decisions near the knot. The Platt-scaled
    value counts as much as ``ANCHOR`` decisions. A knot with few decisions near it therefore hardly moves.
    """
    scaled = _logistic_function(_platt_design_matrix(KNOTS) @ _platt_scaling(chances, won))
    weights = np.maximum(0, 1 - np.abs(chances[:, None] - KNOTS) * (len(KNOTS) - 1))
    knots = np.linalg.solve(weights.T @ weights + ANCHOR * np.eye(len(KNOTS)), weights.T @ won + ANCHOR * scaled)
    return tuple(round(float(value), 4) for value in np.maximum.accumulate(np.clip(knots, 0, 1)))


def _platt_scaling(chances: Floats, won: Floats) -> Floats:
    """Return the shift and the stretch of the log-odds with the highest regularised likelihood; shape (2,)."""
    terms = _platt_design_matrix(chances)
    found = USUAL.copy()
    for _ in range(STEPS):
        share = _logistic_function(terms @ found)
        slope = terms.T @ (share - won) + STIFF * (found - USUAL)
        bend = terms.T @ (terms * (share * (1 - share))[:, None]) + STIFF * np.eye(2)
        found = found - np.linalg.solve(bend, slope)
    return found


def _platt_design_matrix(chances: Floats) -> Floats:
    """Return the factors of the shift and of the stretch for each chance; shape (n, 2).

    The factor of the shift is 1, and the factor of the stretch is the log-odds of the chance.
    """
    inside = np.clip(chances, 0.003, 0.997)  # the log-odds of 0 and 1 are infinite
    odds = np.log(inside / (1 - inside))
    return np.stack([np.ones_like(odds), odds], 1)


def _logistic_function(odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-odds))


class Tenth(NamedTuple):
    """The decisions whose chance lies in one tenth of the range from 0 to 1.

    ``decisions`` is the number of these decisions, and ``chance`` their mean chance. ``won`` is the fraction of
    them whose seat won the hand.
    """

    decisions: int
    chance: float
    won: float


def make_calibration_table(chances: Floats, won: Floats) -> list[Tenth | None]:
    """Return a table that compares the net's chances with results. It has ten rows.

    The first row has the decisions with chances from 0 to 0.1, the second those from 0.1 to 0.2, and so on. A row
    without decisions is None. The arguments are as in ``fit_curve``.
    """
    place = np.minimum((chances * 10).astype(int), 9)
    rows: list[Tenth | None] = []
    for tenth in range(10):
        mine = place == tenth
        few = int(mine.sum())
        rows.append(Tenth(few, float(chances[mine].mean()), float(won[mine].mean())) if few else None)
    return rows


def format_curves(curves: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """Return curves as TOML, in the form that ``load_curves`` reads."""
    lines: list[str] = []
    for level, by_ruleset in curves.items():
        lines.append(f"[{level}]")
        lines += [f'"{name}" = [{", ".join(f"{value:g}" for value in curve)}]' for name, curve in by_ruleset.items()]
        lines.append("")
    return "\n".join(lines)
