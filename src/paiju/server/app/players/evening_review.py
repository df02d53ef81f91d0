"""The review of an evening: a player's hands in one sitting, and the player's worst decisions in them.

This module uses only stored reviews, so it starts no analysis. The client requests the missing reviews hand
by hand, within the player's rate limits. A hand has no review while others may still play its deal
(``check_deals_are_over``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from paiju.review import MarkCounts, Review, ReviewedDecision
from paiju.review.judgement import MARKS
from paiju.server.app.players.profiles import ProfileHand, Profiles
from paiju.server.app.ranking_store import HandFilter
from paiju.server.app.reviews import decode_review, usable_versions
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.app.tables.hand_replay import HandSummary

PAUSE: Final = 3 * 60 * 60 * 1000
"""Milliseconds without a hand after which the next hand belongs to a new evening."""

HANDS: Final = 100
"""Maximum number of hands of an evening."""

MOMENTS: Final = 12
"""Maximum number of decisions that the review of an evening shows."""

_SEVERITY: Final = [mark for _, mark in reversed(MARKS)]
"""The marks that a review gives to bad decisions, the mildest first: slip, mistake, blunder."""


class EveningHand(ProfileHand, frozen=True, kw_only=True):
    """A hand of the evening.

    ``marks`` counts the player's decisions by the mark that the review gives them. If the hand is not reviewed
    yet, ``marks`` is None.
    """

    marks: MarkCounts | None = None


class EveningMoment(Struct, frozen=True, kw_only=True):
    """A marked decision of the player, who sat at ``seat`` in ``hand``."""

    hand: str
    """The public id of the hand."""
    ruleset: str
    seat: int
    decision: ReviewedDecision


class EveningReview(Struct, frozen=True, kw_only=True):
    """The hands of an evening, the latest first, and the player's worst decisions in them, the worst first.

    Only reviewed hands contribute decisions. ``began`` is the time at which the earliest of the hands began, in
    Unix milliseconds; null if there are no hands. To request the previous evening, pass ``began`` as ``before``.
    """

    began: int | None
    hands: tuple[EveningHand, ...]
    moments: tuple[EveningMoment, ...]


class EveningReviews:
    """Builds reviews of evenings from stored reviews."""

    def __init__(self, store: Store, profiles: Profiles) -> None:
        self._store = store
        self._profiles = profiles

    async def review(self, player: StoredPlayer, before: int) -> EveningReview:
        """Return the review of the last evening that the player played before a time.

        ``before`` is this time, in Unix milliseconds. Hands that ended later are left out.
        """
        played = await self._store.find_played_hands(player.id, HandFilter(), before, HANDS)
        store_ids = {one.hand.public_id: one.hand.id for one in played}
        hands = _last_evening(self._profiles.to_profile_hands(played))
        kept = await self._store.reviews_of_hands([store_ids[hand.id] for hand in hands], usable_versions())
        reviews = await asyncio.to_thread(_decode_reviews, {hand.id: kept.get(store_ids[hand.id]) for hand in hands})
        return _build_review(player.id, hands, reviews)


def _last_evening(hands: Sequence[ProfileHand]) -> list[ProfileHand]:
    """Return the hands after the last long pause. ``hands`` and the result have the latest hand first."""
    pauses = (at for at, (later, earlier) in enumerate(pairwise(hands), 1) if later.began - earlier.ended > PAUSE)
    return list(hands[: next(pauses, len(hands))])


def _decode_reviews(kept: Mapping[str, bytes | None]) -> dict[str, Review]:
    return {hand: decode_review(body) for hand, body in kept.items() if body is not None}


def _build_review(player: str, hands: Sequence[ProfileHand], reviews: Mapping[str, Review]) -> EveningReview:
    seats = {hand.id: seat_of(player, hand) for hand in hands}
    moments = [
        EveningMoment(hand=hand.id, ruleset=hand.ruleset, seat=seats[hand.id], decision=decision)
        for hand in hands
        if hand.id in reviews
        for decision in marked_decisions(reviews[hand.id], seats[hand.id])
    ]
    moments.sort(key=lambda one: (_SEVERITY.index(one.decision.mark), one.decision.loss), reverse=True)
    return EveningReview(
        began=hands[-1].began if hands else None,
        hands=tuple(
            EveningHand(**asdict(hand), marks=_marks_of_seat(reviews.get(hand.id), seats[hand.id])) for hand in hands
        ),
        moments=tuple(moments[:MOMENTS]),
    )


def seat_of(player: str, hand: HandSummary) -> int:
    """Return the seat at which a player played a hand."""
    return next(seat for seat, one in enumerate(hand.players) if one.id == player)


def marked_decisions(review: Review, seat: int) -> Iterable[ReviewedDecision]:
    """Return a seat's decisions that the review marks as mistakes."""
    return (decision for decision in review.decisions if decision.mark and decision.seat == seat)


def _marks_of_seat(review: Review | None, seat: int) -> MarkCounts | None:
    return None if review is None else next((one.marks for one in review.seats if one.seat == seat), MarkCounts())
