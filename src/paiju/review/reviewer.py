"""Reviews a hand: the net judges all decisions at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from paiju.core.game import AnyGame
from paiju.core.seats import DEALER
from paiju.nets.policy import has_net
from paiju.records import RecordedHand, ReplayPoint, iter_hand_points
from paiju.review.judgement import Decision, Judgement
from paiju.review.model import Review
from paiju.review.net_judge import judge_by_net
from paiju.review.report import build_review


def review_quickly(game: AnyGame, hand: RecordedHand) -> Review:
    """Return the review of a hand by the net alone. Raises any error of the replay."""
    points = tuple(iter_hand_points(game, hand))
    return build_review(game, points, _judge_by_net(game, points), 0, "partial")


def review_hand(game: AnyGame, hand: RecordedHand) -> Iterator[Review]:
    """Yield the review of a hand as it grows, at last complete. Raises any error of the replay."""
    points = tuple(iter_hand_points(game, hand))
    yield build_review(game, points, _judge_by_net(game, points), len(hand.moves), "complete")


def _judge_by_net(game: AnyGame, points: Sequence[ReplayPoint]) -> list[tuple[Decision, Judgement]]:
    decisions = list_decisions(game, points) if has_net(game.rules) else []
    return [(decision, judge_by_net(game, decision)) for decision in decisions]


def list_decisions(game: AnyGame, points: Sequence[ReplayPoint]) -> list[Decision]:
    """Return the decisions of a hand in order, those with a single legal action included."""
    return [
        Decision(step, after.seat, before.state, view, legal, game.parse_action(after.action))
        for step, (before, after) in enumerate(pairwise(points))
        if after.seat is not None and after.seat != DEALER
        for view in (game.view(before.state, after.seat),)
        for legal in (game.legal(view, after.seat),)
    ]
