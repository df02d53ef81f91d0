"""Ratings of players and puzzles by Glicko-2 (``glicko2-py``).

A player's first try of a puzzle is rated as a game between the player and the puzzle.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating


class GlickoRating(NamedTuple):
    """A Glicko-2 rating with its deviation and volatility."""

    rating: float
    deviation: float
    volatility: float


NEW_PLAYER: Final = GlickoRating(1500, 350, 0.06)
"""The rating of a player before the first try."""
PUZZLE_DEVIATION: Final = 150.0
"""The deviation of a puzzle that nobody has tried. The rating of such a puzzle is ``PuzzleGrade.rating``."""
LEAST_DEVIATION: Final = 45.0
"""The lowest deviation that tries can lead to. With a lower one, ratings would hardly change any more."""
PROVISIONAL: Final = 110.0
"""A rating is provisional if its deviation is larger than this."""
PERIODS_A_DAY: Final = 0.21436
"""Number of Glicko-2 rating periods in a day.

With this number and the usual volatility, a deviation of 60 grows to 110 in a year without tries.
"""
DAY: Final = 86_400_000
RANGE: Final = (400.0, 3200.0)


def new_puzzle_rating(grade: int) -> GlickoRating:
    """Return the rating of a puzzle that nobody has tried. ``grade`` is its ``PuzzleGrade.rating``."""
    return GlickoRating(float(grade), PUZZLE_DEVIATION, NEW_PLAYER.volatility)


def rating_after_pause(player: GlickoRating, ms: int) -> GlickoRating:
    """Return a player's rating after ``ms`` milliseconds without a try.

    The deviation grows as in Glicko-2 rating periods without games, up to that of a new player.
    """
    periods = PERIODS_A_DAY * max(0, ms) / DAY
    grown = phi_to_rd(math.hypot(rd_to_phi(player.deviation), player.volatility * math.sqrt(periods)))
    return player._replace(deviation=min(grown, NEW_PLAYER.deviation))


def rate_try(player: GlickoRating, puzzle: GlickoRating, *, solved: bool) -> tuple[GlickoRating, GlickoRating]:
    """Return the new ratings of a player and of a puzzle after the player's first try of it."""
    score = float(solved)
    return _rating_after(player, puzzle, score), _rating_after(puzzle, player, 1 - score)


def _rating_after(own: GlickoRating, other: GlickoRating, score: float) -> GlickoRating:
    opponent = rating_to_mu(other.rating), rd_to_phi(other.deviation), score
    mu, phi, sigma = update_rating(rating_to_mu(own.rating), rd_to_phi(own.deviation), own.volatility, [opponent])
    low, high = RANGE
    return GlickoRating(min(max(mu_to_rating(mu), low), high), max(phi_to_rd(phi), LEAST_DEVIATION), sigma)
