"""Judgements of decisions: the judges make them, and the review is built from them.

Chances and losses in this module are from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from paiju.core.seats import Seat
from paiju.review.model import Judge, Mark

MARKS: Final[tuple[tuple[float, Mark], ...]] = ((0.25, "blunder"), (0.10, "mistake"), (0.05, "slip"))
"""The least loss of each mark."""
SURE: Final = 2.0
"""A mark needs a loss of more than this many times its doubt."""


class Decision(NamedTuple):
    """A decision of a hand: ``seat`` had ``legal`` actions after ``step`` moves, saw ``view`` of ``state`` and ``played`` one."""

    step: int
    seat: Seat
    state: Any
    view: Any
    legal: Sequence[Any]
    played: Any

    @property
    def is_real(self) -> bool:
        """Whether there was a choice."""
        return len(self.legal) > 1


class JudgedAction(NamedTuple):
    """An action with its chance to win and the standard error of that chance.

    ``value`` is the number by which actions are compared: the chance or, for decisions about the stake, the points as
    a share of what is at stake. ``points`` come from rollouts; None if there are none.
    """

    action: Any
    chance: float
    doubt: float
    value: float
    points: float | None = None


class Judgement(NamedTuple):
    """A judge's view of a decision.

    ``actions`` has the played action and its alternatives, best first. ``loss_doubt`` is the standard error of the
    loss. If the same deals were played with both actions, it is smaller than the doubts of the two chances suggest.
    """

    actions: tuple[JudgedAction, ...]
    played: int
    judge: Judge
    loss_doubt: float = 0.0
    deals: int = 0

    @property
    def best(self) -> JudgedAction:
        """The best action."""
        return self.actions[0]

    @property
    def played_action(self) -> JudgedAction:
        """The action that was played."""
        return self.actions[self.played]

    @property
    def loss(self) -> float:
        """The loss of the played action compared with the best one."""
        return max(0.0, self.best.value - self.played_action.value)

    @property
    def mark(self) -> Mark:
        """The mark for this loss, if the loss is large enough compared with its doubt."""
        if self.loss <= SURE * self.loss_doubt:
            return ""
        return next((mark for least, mark in MARKS if self.loss >= least), "")


JudgedDecision = tuple[Decision, Judgement]


def recalibrate_judgement(judgement: Judgement, convert: Callable[[float], float], *, by_points: bool) -> Judgement:
    """Return a judgement with other chances to win.

    Its losses and doubts are recomputed, unless the actions are compared by points.
    """

    def converted(one: JudgedAction) -> JudgedAction:
        chance = convert(one.chance)
        return one._replace(chance=chance, value=one.value if by_points else one.value + chance - one.chance)

    actions = tuple(map(converted, judgement.actions))
    if by_points or judgement.loss == 0:
        return judgement._replace(actions=actions)
    slope = (actions[0].value - actions[judgement.played].value) / judgement.loss
    return judgement._replace(actions=actions, loss_doubt=judgement.loss_doubt * abs(slope))


def make_judgement(
    actions: Sequence[JudgedAction], played: Any, judge: Judge, loss_doubt: float = 0.0, deals: int = 0
) -> Judgement:
    """Return a judgement with the actions in order of value. The played action comes before others of equal value."""
    ranked = sorted(actions, key=lambda one: (-one.value, one.action != played))
    place = next(at for at, one in enumerate(ranked) if one.action == played)
    return Judgement(tuple(ranked), place, judge, loss_doubt, deals)
