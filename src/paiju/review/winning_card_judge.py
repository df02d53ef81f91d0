"""Judgement by counting winning cards, for actions that leave the hand *ready*: one more card completes it.

The odds of winning after such an action are taken to be proportional to the number of unseen cards that
complete the hand, the *winning cards*. The net estimates the chance of only one action: the one that leaves
the most winning cards. The chances of the other actions follow from the numbers of their winning cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.core.review_hooks import WinningCards
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.review_context import ReviewContext


def judge_by_winning_cards(context: ReviewContext, decision: Decision, prior: Judgement) -> Judgement | None:
    """Return a judgement that compares the played action with all other actions that leave the hand ready.

    ``prior`` is the net's judgement. The action with the most winning cards keeps its chance in ``prior``.

    The result is None in three cases:

    - The played action does not leave the hand ready.
    - No other action leaves more winning cards.
    - The winning cards after the played action bring at least as many points in total as those after the action
      with the most winning cards. The played action may then be better, but the count ignores points.
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
    doubt = _standard_error_of_loss(best, own.winning / counts[most].winning)
    return make_judgement(actions, decision.played, "counted", doubt, own.unseen)


def _count_winning_cards(context: ReviewContext, decision: Decision, prior: Judgement) -> Mapping[Any, WinningCards]:
    """Return the winning cards after each action of ``prior`` that leaves the hand ready.

    ``prior`` is an earlier judgement of the decision.
    """
    found = {
        one.action: context.hooks.count_winning_cards(decision.view, decision.seat, one.action) for one in prior.actions
    }
    return {action: count for action, count in found.items() if count is not None and count.winning}


def _judge_by_share(action: Any, best: JudgedAction, share: float) -> JudgedAction:
    """Return the judgement of an action that leaves ``share`` (0 to 1) times as many winning cards as ``best``."""
    chance = _scale_odds(best.chance, share)
    return JudgedAction(action, chance, best.doubt, chance)


def _scale_odds(most: float, share: float) -> float:
    """Return the chance whose odds are ``share`` times the odds of the chance ``most``."""
    return most * share / (1 - most + most * share)


def _standard_error_of_loss(best: JudgedAction, share: float) -> float:
    """Return the standard error of the loss of the played action.

    The loss is the chance of ``best`` minus the chance of the played action, which leaves ``share`` times as many
    winning cards as ``best``. The result is how much this loss changes if the chance of ``best`` changes by its
    standard error.
    """

    def loss_at(chance: float) -> float:
        return chance - _scale_odds(chance, share)

    near = (min(1.0, max(0.0, best.chance + sign * best.doubt)) for sign in (-1, 1))
    return max(abs(loss_at(chance) - loss_at(best.chance)) for chance in near)
