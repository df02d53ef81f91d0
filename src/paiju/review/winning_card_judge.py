"""Judgement by an exact count of the cards with which a seat that waits for one card would win.

If several actions leave the hand ready, the odds of winning first are proportional to the number of winning cards
that the seat has not seen. The net estimates the chance of the action with the most winning cards; the others follow
from the count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.core.review_hooks import WinningCards
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.review_context import ReviewContext


def judge_by_count(context: ReviewContext, decision: Decision, prior: Judgement) -> Judgement | None:
    """Return the judgement of a decision in which the played action leaves a hand ready, compared with all others that do.

    Returns None if the hand is not ready, or if no other action leaves more winning cards. Also returns None if the
    winning cards of the played action are worth more points, because the count does not weigh points.
    """
    counts = _count_winning_cards(context, decision, prior)
    own = counts.get(decision.played)
    if own is None:
        return None
    most = max(counts, key=lambda action: (counts[action].winning, counts[action].points))
    if own.winning == counts[most].winning or own.points >= counts[most].points:
        return None
    best = next(one for one in prior.actions if one.action == most)
    actions = [_judge_by_share(action, best, one.winning / counts[most].winning) for action, one in counts.items()]
    doubt = _loss_doubt(best, own.winning / counts[most].winning)
    return make_judgement(actions, decision.played, "counted", doubt, own.unseen)


def _count_winning_cards(context: ReviewContext, decision: Decision, prior: Judgement) -> Mapping[Any, WinningCards]:
    """Return the winning cards of the actions that leave any."""
    found = {one.action: context.hooks.count_winning(decision.view, decision.seat, one.action) for one in prior.actions}
    return {action: count for action, count in found.items() if count is not None and count.winning}


def _judge_by_share(action: Any, best: JudgedAction, share: float) -> JudgedAction:
    """Return an action that leaves this share of the most winning cards."""
    chance = _chance_at_share(best.chance, share)
    return JudgedAction(action, chance, best.doubt, chance)


def _chance_at_share(most: float, share: float) -> float:
    """Return the chance whose odds are this share of the odds of another."""
    return most * share / (1 - most + most * share)


def _loss_doubt(best: JudgedAction, share: float) -> float:
    """Return the doubt of the loss: what it changes if the best chance is wrong by its own doubt."""

    def loss(chance: float) -> float:
        return chance - _chance_at_share(chance, share)

    near = (min(1.0, max(0.0, best.chance + sign * best.doubt)) for sign in (-1, 1))
    return max(abs(loss(chance) - loss(best.chance)) for chance in near)
