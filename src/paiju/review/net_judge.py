"""Judgement by the net. It is fast, uses only the seat's view, and proves nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from paiju.nets.policy import ActionValues, evaluate_actions
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.review_context import ReviewContext

STANDARD_ERROR: Final = 0.05
"""The standard error of the net's estimates, for chances as well as for losses."""
WORTH_OF_STAKE: Final = 2.0
"""How much more a won hand is worth to the net than a lost hand, at the usual stake.

The net estimates the worth of actions in a unit of its own. If a decision is judged by points, the estimates
are divided by this number. The results are then points divided by the stake.
"""


def judge_by_net(context: ReviewContext, decision: Decision) -> Judgement:
    """Return the net's judgement of a decision. Raises UnknownName if no net plays the rules.

    If very many actions are legal, the judgement covers only a sample of them. It always covers the played
    action.
    """
    actions = _judge_actions(context, decision, decision.legal)
    if all(one.action != decision.played for one in actions):
        actions += _judge_actions(context, decision, (decision.played,))
    return make_judgement(actions, decision.played, "net", STANDARD_ERROR if len(actions) > 1 else 0.0)


def _judge_actions(context: ReviewContext, decision: Decision, actions: Sequence[Any]) -> list[JudgedAction]:
    values = evaluate_actions("", context.game, decision.view, decision.seat, actions)
    by_points = context.hooks.is_judged_by_points(decision.view)
    return [
        JudgedAction(action, chance, STANDARD_ERROR, _worth_in_stakes(values, at) if by_points else chance)
        for at, action in enumerate(values.actions)
        for chance in (context.calibration.apply(values.win_chance(at)),)
    ]


def _worth_in_stakes(values: ActionValues, at: int) -> float:
    return float(values.expected_worth[at]) / WORTH_OF_STAKE
