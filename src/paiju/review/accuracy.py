"""Computes how accurate a seat's decisions are, from 0 to 100.

A decision has the accuracy 100 if it loses no chance to win. The accuracy halves with every loss of 15 percentage
points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from paiju.review.judgement import Judgement

HALVING_LOSS: Final = 0.15
"""The loss, from 0 to 1, that halves the accuracy of a decision."""
FEWEST_DECISIONS: Final = 4
"""The minimum number of decisions for which an accuracy is given."""
ENDGAME: Final = "endgame"
"""In accuracies and in the costs of mistakes, the part of play that contains all decisions of the endgame."""


def accuracy_of(judgements: Sequence[Judgement]) -> int | None:
    """Return the mean accuracy of decisions, from 0 to 100; None if there are fewer than ``FEWEST_DECISIONS``.

    A loss that is not greater than its standard error counts as no loss.
    """
    if len(judgements) < FEWEST_DECISIONS:
        return None
    kept = [100 * math.pow(0.5, _significant_loss(one) / HALVING_LOSS) for one in judgements]
    return round(sum(kept) / len(kept))


def accuracy_by_part(parts: Iterable[tuple[str, Judgement]]) -> dict[str, int]:
    """Return the accuracy, from 0 to 100, for each part of play that has at least ``FEWEST_DECISIONS`` decisions.

    ``parts`` has one item for each decision: its part of play, and its judgement.
    """
    found: dict[str, list[Judgement]] = {}
    for part, judgement in parts:
        found.setdefault(part, []).append(judgement)
    known = ((part, accuracy_of(judgements)) for part, judgements in found.items())
    return {part: accuracy for part, accuracy in known if accuracy is not None}


def _significant_loss(judgement: Judgement) -> float:
    return judgement.loss if judgement.loss > judgement.loss_doubt else 0.0
