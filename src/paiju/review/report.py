"""Builds the review that is sent from judged decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Raw

from paiju.core.codec import to_json
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.records import ReplayPoint
from paiju.review.cards_of_action import cards_of_action
from paiju.review.judgement import Decision, JudgedAction, Judgement
from paiju.review.model import MarkCounts, Review, ReviewedChoice, ReviewedDecision, SeatReview, State
from paiju.review.versions import review_versions

Judged = Sequence[tuple[Decision, Judgement]]

SHOWN: Final = 3
"""The most alternatives of a decision in a review, beside the played action."""


def build_review(game: AnyGame, points: Sequence[ReplayPoint], judged: Judged, known: int, state: State) -> Review:
    """Return the review of a hand whose decisions are judged so. The judgement of the first ``known`` moves is final."""
    decisions = tuple(_decision(game, *one) for one in judged if len(one[1].actions) > 1)
    return Review(
        state=state,
        judged=known,
        steps=len(points) - 1,
        decisions=decisions,
        curve=_curve(game, points, judged),
        seats=tuple(_seat_review(points, seat, decisions) for seat in range(game.seats)),
        versions=review_versions(),
    )


def _decision(game: AnyGame, decision: Decision, judgement: Judgement) -> ReviewedDecision:
    best = judgement.actions[:SHOWN]
    shown = best if judgement.played < len(best) else (*best, judgement.taken)
    return ReviewedDecision(
        step=decision.step,
        seat=decision.seat,
        part="play",
        choices=tuple(_choice(game, decision, one) for one in shown),
        played=min(judgement.played, len(best)),
        loss=percent(judgement.loss),
        loss_doubt=percent(judgement.loss_doubt),
        judge=judgement.judge,
        deals=judgement.deals,
        mark=judgement.mark,
    )


def _choice(game: AnyGame, decision: Decision, judged: JudgedAction) -> ReviewedChoice:
    return ReviewedChoice(
        action=Raw(to_json(judged.action)),
        text=game.format_action(judged.action),
        cards=cards_of_action(game, decision.state, decision.seat, judged.action),
        label=game.voice.action(decision.state, decision.seat, judged.action),
        chance=percent(judged.chance),
        doubt=percent(judged.doubt),
        points=judged.points,
    )


def _seat_review(points: Sequence[ReplayPoint], seat: Seat, decisions: Sequence[ReviewedDecision]) -> SeatReview:
    outcome = points[-1].outcome
    marks = Counter(one.mark for one in decisions if one.seat == seat)
    counts = MarkCounts(marks["slip"], marks["mistake"], marks["blunder"])
    return SeatReview(seat=seat, result=outcome.points[seat] if outcome else 0, marks=counts)


def _curve(game: AnyGame, points: Sequence[ReplayPoint], judged: Judged) -> tuple[tuple[float, ...], ...]:
    """Return by number of moves the chance of every seat: before its first decision even, and after the end 0 or 100."""
    sides = len(game.teams)
    now = [1 / sides] * game.seats
    by_step = {decision.step: (decision.seat, judgement) for decision, judgement in judged}
    first = {decision.seat: judgement.best.chance for decision, judgement in reversed(judged)}
    for seat, chance in first.items():
        now[seat] = chance
    curve = []
    for step in range(len(points) - 1):
        if step in by_step:
            seat, judgement = by_step[step]
            now[seat] = judgement.best.chance
            curve.append(tuple(map(percent, now)))
            now[seat] = judgement.taken.chance
        else:
            curve.append(tuple(map(percent, now)))
    outcome = points[-1].outcome
    end = [float(seat in outcome.winners) for seat in range(game.seats)] if outcome else now
    return (*curve, tuple(map(percent, end)))


def percent(share: float) -> float:
    """Return a share in percent, to one decimal."""
    return round(100 * share, 1)
