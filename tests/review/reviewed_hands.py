"""Plays hands with bots, and reviews them."""

from __future__ import annotations

from functools import cache

from paiju.arena import run_match
from paiju.games.registry import ruleset
from paiju.records import RecordedHand
from paiju.review import Effort, Review, ReviewContext, review_hand

NOTHING = Effort(work=0, nodes=0)
"""The effort of a review that uses only the network."""
PROOFS = Effort(work=0)


@cache
def review_context(name: str) -> ReviewContext:
    return ReviewContext.for_ruleset(ruleset(name))


@cache
def hands(name: str, bots: tuple[str, str], deals: int = 1, seed: int = 5) -> tuple[RecordedHand, ...]:
    """Return hands that two bots played. Each deal is played several times, so that each bot plays in all seats."""
    found: list[RecordedHand] = []
    run_match(bots, name, deals, seed, record=lambda names, hand: found.append(hand))
    return tuple(found)


def reviewed(name: str, hand: RecordedHand, effort: Effort = NOTHING, *, is_open: bool = False) -> Review:
    """Return the complete review of a hand."""
    *_, review = review_hand(review_context(name), hand, effort=effort, is_open=is_open)
    return review
