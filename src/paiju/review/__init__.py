"""The review of a finished hand: the value of each decision, the better alternatives, and the reasons.

::

    from paiju.review import ReviewContext, review_hand

    context = ReviewContext.for_ruleset(ruleset("doudizhu/qq"))
    for review in review_hand(context, hand):  # the first review is by the net alone, the last one is complete
        print(review.state, [decision.mark for decision in review.decisions])
"""

from paiju.review.model import (
    LineMove,
    MarkCounts,
    MistakeCost,
    PointsPart,
    Review,
    ReviewedChoice,
    ReviewedDecision,
    SeatReview,
)
from paiju.review.review_context import ReviewContext
from paiju.review.reviewer import Effort, load_review_solver, review_hand, review_quickly
from paiju.review.versions import format_versions, review_versions

__all__ = [
    "Effort",
    "LineMove",
    "MarkCounts",
    "MistakeCost",
    "PointsPart",
    "Review",
    "ReviewContext",
    "ReviewedChoice",
    "ReviewedDecision",
    "SeatReview",
    "format_versions",
    "load_review_solver",
    "review_hand",
    "review_quickly",
    "review_versions",
]
