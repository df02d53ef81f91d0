"""Accuracy: which share of its chance to win a seat kept in its decisions, from 0 to 100."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from paiju.review.judgement import Judgement

HALF: Final = 0.15
"""The loss that halves the accuracy of a decision."""
FEWEST: Final = 4
"""With fewer decisions, no accuracy is given."""
ENDGAME: Final = "endgame"
"""The part to which decisions of the endgame belong, whatever they are otherwise."""


def accuracy_of(judgements: Sequence[Judgement]) -> int | None:
    """Return the mean accuracy of decisions; None if there are too few. A loss smaller than its doubt counts as no loss."""
    if len(judgements) < FEWEST:
        return None
    kept = [100 * math.pow(0.5, _loss(one) / HALF) for one in judgements]
    return round(sum(kept) / len(kept))


def accuracy_by_part(parts: Iterable[tuple[str, Judgement]]) -> dict[str, int]:
    """Return the accuracy of each part of play that has enough decisions."""
    found: dict[str, list[Judgement]] = {}
    for part, judgement in parts:
        found.setdefault(part, []).append(judgement)
    known = ((part, accuracy_of(judgements)) for part, judgements in found.items())
    return {part: accuracy for part, accuracy in known if accuracy is not None}


def _loss(judgement: Judgement) -> float:
    return judgement.loss if judgement.loss > judgement.loss_doubt else 0.0
