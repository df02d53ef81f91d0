"""Scores of duplicate deals, for the arena and for daily sets.

A result has two scores:

- ``beaten``: the share of the field that it beats
- ``difference``: its difference from the mean of the field, in points

Each set is ranked by one of the two, and says by which (``RankedBy``). It is the one that needs fewer deals
to show differences of strength (ADR 38). For the ranking, the score is converted to a number from 0 to 1.
Points are shown only for people to read. ``estimate_mean`` gives the confidence interval of a mean score.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import inf, sqrt
from typing import Final, Literal, NamedTuple

from paiju.data.summary import NORMAL_95

UNCOMPARED_SHARE: Final = 0.5
"""The score ``SeatScore.beaten`` of a result if there is no other result to compare it with."""


RankedBy = Literal["beaten", "difference"]
"""The score by which a set is ranked.

``beaten``: the share of the other results that a result beats. ``difference``: the difference from the mean result.
"""


class SeatScore(NamedTuple):
    """The score of a result among all results of the same deal and seat."""

    beaten: float
    """The share of the other results that are lower, from 0 to 1. An equal result counts half."""
    difference: float
    """The points minus the mean of all results, limited to at most the cap above or below the mean."""

    def ranking_score(self, ranked_by: RankedBy, cap: int) -> float:
        """Return the score by which the set is ranked, as a number from 0 to 1.

        - ``beaten``: the share of the other results that this result beats
        - ``difference``: the difference from the mean result, on a scale from 0 (``cap`` points below the mean) over
          ½ (the mean) to 1 (``cap`` points above it)
        """
        return self.beaten if ranked_by == "beaten" else 0.5 + 0.5 * self.difference / cap


class Estimate(NamedTuple):
    """A mean, and half the width of its 95 % confidence interval.

    The half width is infinite if the mean is that of a single value.
    """

    mean: float
    doubt: float


def share_beaten(points: float, others: Sequence[float]) -> float:
    """Return the fraction of the other results that are lower than ``points``, from 0 to 1.

    An equal result counts half.
    """
    return _share_of_others_below(sorted([*others, points]), points)


def score_results(points: Sequence[int], cap: int) -> list[SeatScore]:
    """Return the scores of the results of one seat of a deal, in the order of ``points``.

    ``cap`` is the largest difference from the mean that counts, in points. It limits differences in both
    directions.
    """
    if not points:
        return []
    ordered, mean = sorted(points), sum(points) / len(points)
    return [SeatScore(_share_of_others_below(ordered, one), float(max(-cap, min(cap, one - mean)))) for one in points]


def _share_of_others_below(ordered: Sequence[float], points: float) -> float:
    """Return the share of the other results that are lower than ``points``. An equal result counts half.

    ``ordered`` contains all results in ascending order, including ``points`` itself. If there is no other result,
    the share is ½.
    """
    if len(ordered) == 1:
        return UNCOMPARED_SHARE
    lower, up_to = bisect_left(ordered, points), bisect_right(ordered, points)
    return (lower + 0.5 * (up_to - lower - 1)) / (len(ordered) - 1)


def estimate_mean(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its confidence interval. Without values, the mean is 0."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return Estimate(mean, inf)
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, NORMAL_95 * sqrt(spread / count))


def rank_values(values: Sequence[float]) -> list[int]:
    """Return the rank of each value, from 1 for the highest; equal values share a rank."""
    ordered = sorted(values)
    return [len(ordered) - bisect_right(ordered, value) + 1 for value in values]
