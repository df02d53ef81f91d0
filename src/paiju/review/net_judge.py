"""The net's judgement of a decision: fast, from what the seat saw, and no proof of anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.nets.net import WIN
from paiju.nets.policy import ActionValues, evaluate_actions
from paiju.review.judgement import Decision, JudgedAction, Judgement

DOUBT: Final = 0.03
"""The standard error of a loss by the net: the difference of two of its chances."""


def judge_by_net(game: AnyGame, decision: Decision) -> Judgement:
    """Judge the legal actions of a decision; of very many, a sample. Raises whatever ``evaluate_actions`` raises."""
    found = _judge(game, decision, decision.legal)
    actions = [one.action for one in found]
    if decision.played not in actions:
        found += _judge(game, decision, (decision.played,))
    found.sort(key=lambda one: -one.chance)
    played = next(at for at, one in enumerate(found) if one.action == decision.played)
    return Judgement(tuple(found), played, "net", DOUBT if len(found) > 1 else 0.0)


def _judge(game: AnyGame, decision: Decision, actions: Sequence[Any]) -> list[JudgedAction]:
    values = evaluate_actions("", game, decision.view, decision.seat, actions)
    return [JudgedAction(action, _chance(values, at), DOUBT) for at, action in enumerate(values.actions)]


def _chance(values: ActionValues, at: int) -> float:
    return min(1.0, max(0.0, float(values.values[at, WIN])))
