"""Judgements of decisions. The judges of this package make them, and a review is built from them.

Chances and losses in this module range from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from paiju.core.seats import Seat
from paiju.review.model import Judge, Mark

MARKS: Final[tuple[tuple[float, Mark], ...]] = ((0.25, "blunder"), (0.10, "mistake"), (0.05, "slip"))
"""For each mark, the minimum loss, from 0 to 1. The mark with the greatest loss comes first."""
SURE: Final = 2.0
"""A decision has a mark only if its loss is more than this many times its standard error."""


class Decision(NamedTuple):
    """A decision of a hand.

    After ``step`` moves the hand was in ``state``, which ``seat`` saw as ``view``. ``legal`` are the actions that the seat
    could take, and ``played`` is the one that it took.
    """

    step: int
    seat: Seat
    state: Any
    view: Any
    legal: Sequence[Any]
    played: Any

    @property
    def has_choice(self) -> bool:
        """Whether more than one action was legal."""
        return len(self.legal) > 1


class JudgedAction(NamedTuple):
    """An action with its chance to win.

    ``doubt`` is the standard error of the chance. ``value`` is the number by which actions are compared. It is the chance or,
    in decisions about the stake, the points as a share of the stake. ``points`` are the mean points in rollouts, or None.
    """

    action: Any
    chance: float
    doubt: float
    value: float
    points: float | None = None


class Judgement(NamedTuple):
    """The result of judging a decision.

    ``actions`` contains the played action and its alternatives, best first; ``played`` is the index of the played action.
    ``loss_doubt`` is the standard error of the loss. If the same deals were played with both actions, it is smaller than the
    standard errors of the two chances suggest. ``deals`` is the number of deals, or of unseen cards, on which the judgement is
    based.
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
        """The loss of the played action: the value of the best action minus its own value."""
        return max(0.0, self.best.value - self.played_action.value)

    @property
    def mark(self) -> Mark:
        """The mark for the loss; empty if the loss is too small, or not significant."""
        if self.loss <= SURE * self.loss_doubt:
            return ""
        return next((mark for least, mark in MARKS if self.loss >= least), "")


JudgedDecision = tuple[Decision, Judgement]


def recalibrate_judgement(judgement: Judgement, convert: Callable[[float], float], *, by_points: bool) -> Judgement:
    """Return a judgement in which ``convert`` has been applied to all chances to win.

    The values and the standard error of the loss change accordingly, unless the actions are compared by points (``by_points``).
    """

    def recalibrate_action(one: JudgedAction) -> JudgedAction:
        chance = convert(one.chance)
        return one._replace(chance=chance, value=one.value if by_points else one.value + chance - one.chance)

    actions = tuple(map(recalibrate_action, judgement.actions))
    if by_points or judgement.loss == 0:
        return judgement._replace(actions=actions)
    slope = (actions[0].value - actions[judgement.played].value) / judgement.loss
    return judgement._replace(actions=actions, loss_doubt=judgement.loss_doubt * abs(slope))


def make_judgement(
    actions: Sequence[JudgedAction], played: Any, judge: Judge, loss_doubt: float = 0.0, deals: int = 0
) -> Judgement:
    """Return a judgement with the actions sorted by value. The played action comes before other actions of equal value.

    The other arguments become the judgement's fields of the same names.
    """
    ranked = sorted(actions, key=lambda one: (-one.value, one.action != played))
    place = next(at for at, one in enumerate(ranked) if one.action == played)
    return Judgement(tuple(ranked), place, judge, loss_doubt, deals)
