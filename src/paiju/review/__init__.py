"""The review of a finished hand: what each decision was worth, what would have been better, and why.

::

    from paiju.review import review_hand, review_quickly

    for review in review_hand(game, hand):  # grows from the net's judgement to rollouts and proofs
        print(review.state, [decision.mark for decision in review.decisions])
"""

from paiju.review.model import (
    LineMove,
    MarkCounts,
    PointsPart,
    Review,
    ReviewedChoice,
    ReviewedDecision,
    SeatReview,
)
from paiju.review.reviewer import review_hand, review_quickly
from paiju.review.versions import format_versions, review_versions

__all__ = [
    "LineMove",
    "MarkCounts",
    "PointsPart",
    "Review",
    "ReviewedChoice",
    "ReviewedDecision",
    "SeatReview",
    "format_versions",
    "review_hand",
    "review_quickly",
    "review_versions",
]
