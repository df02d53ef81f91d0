"""Judgements of decisions. The judges of this package make them, and ``review_builder`` makes reviews from them.

Chances and losses in this module range from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from paiju.core.seats import Seat
from paiju.review.model import Judge, Mark

MARKS: Final[tuple[tuple[float, Mark], ...]] = ((0.25, "blunder"), (0.10, "mistake"), (0.05, "slip"))
"""The marks for bad decisions, the worst first, each with the smallest loss (from 0 to 1) that earns it."""
SURE: Final = 2.0
"""A decision gets a mark only if its loss is more than this many times the standard error of the loss."""


class Decision(NamedTuple):
    """A decision of a seat in a recorded hand.

    After ``step`` moves, the hand was in ``state``, which ``seat`` saw as ``view``. ``legal`` are the actions that the
    seat could take, and ``played`` is the action that it took.
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
    """An action of a decision, with the estimated results of taking it.

    - ``chance``: the chance that the seat's side wins the hand
    - ``doubt``: the standard error of the chance; 0 if the chance is proved
    - ``value``: the number by which actions are compared: the chance or, in decisions about the stake such as bids,
      the points divided by the stake
    - ``points``: the mean points of the seat in rollouts; None if there were no rollouts
    """

    action: Any
    chance: float
    doubt: float
    value: float
    points: float | None = None


class Judgement(NamedTuple):
    """The result of judging a decision.

    - ``actions``: the played action and its alternatives, the best first
    - ``played``: the index of the played action in ``actions``
    - ``loss_doubt``: the standard error of the loss. If the best action and the played one were tried on the same
      deals, it is smaller than the standard errors of the two chances suggest
    - ``deals``: the number of deals on which the judgement is based. For the judge ``counted``, it is the number
      of unseen cards
    """

    actions: tuple[JudgedAction, ...]
    played: int
    judge: Judge
    loss_doubt: float = 0.0
    deals: int = 0

    @property
    def best(self) -> JudgedAction:
        """The action with the highest value."""
        return self.actions[0]

    @property
    def played_action(self) -> JudgedAction:
        """The action that was played."""
        return self.actions[self.played]

    @property
    def loss(self) -> float:
        """The loss of the played action, at least 0: the value of the best action minus the value of the played one."""
        return max(0.0, self.best.value - self.played_action.value)

    @property
    def mark(self) -> Mark:
        """The mark that the loss earns; empty if the loss is too small for a mark, or not significant (``SURE``)."""
        if self.loss <= SURE * self.loss_doubt:
            return ""
        return next((mark for least, mark in MARKS if self.loss >= least), "")


JudgedDecision = tuple[Decision, Judgement]


def recalibrate_judgement(judgement: Judgement, convert: Callable[[float], float], *, by_points: bool) -> Judgement:
    """Return a judgement in which ``convert`` was applied to the chance of each action.

    ``by_points`` says how actions are compared:

    - By chances (false): the values of the actions and ``loss_doubt`` change with the chances.
    - By points (true): only the chances change.
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
    """Return a judgement with the actions sorted by value, the best first.

    If other actions have the same value as the played one, the played one comes first among them. ``judge``,
    ``loss_doubt`` and ``deals`` become the judgement's fields of the same names.
    """
    ranked = sorted(actions, key=lambda one: (-one.value, one.action != played))
    place = next(at for at, one in enumerate(ranked) if one.action == played)
    return Judgement(tuple(ranked), place, judge, loss_doubt, deals)
