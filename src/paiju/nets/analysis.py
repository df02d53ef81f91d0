"""A finished hand looked at again: what a net values more, from what each seat saw when it decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat
from paiju.nets.net import WIN
from paiju.nets.policy import ActionValues, evaluate_actions
from paiju.records import ReplayPoint


class MoveAssessment(NamedTuple):
    """What the net thinks of a decision: the chances are to win the hand against strong play, from 0 to 1, as it sees them.

    Nothing is called better that wins less often: ``best_chance`` is never below ``chance``.
    """

    move: int
    """Which move of the hand it was, from 0."""
    seat: Seat
    chance: float
    """With what was done."""
    best: Any
    """The action that it values most of those that win as often; what was done, where none is worth more …"""
    best_chance: float
    """… and with that."""
    loss: float
    """What was done is worth so much less, winning and points together; 0 where it is the best."""


def assess_moves(game: AnyGame, moments: Sequence[ReplayPoint]) -> Iterator[MoveAssessment]:
    """An opinion of each move of a hand for which its seat had more than one action, in order.

    ``moments`` are all of the hand (``paiju.records.moments_of``). Where there are very many actions the one taken is weighed
    beside a selection. Raises what ``evaluate_actions`` raises.
    """
    for move, (before, after) in enumerate(pairwise(moments)):
        seat = after.seat
        if seat is None or seat == DEALER:
            continue
        view = game.view(before.state, seat)
        legal = game.legal(view, seat)
        if len(legal) > 1:
            yield _assess(game, view, legal, move, seat, game.parse_action(after.action))


def _assess(game: AnyGame, view: Any, legal: Sequence[Any], move: int, seat: Seat, done: Any) -> MoveAssessment:
    weighed = evaluate_actions("", game, view, seat, legal)
    own = weighed if done in weighed.actions else evaluate_actions("", game, view, seat, (done,))
    taken = own.actions.index(done)
    chance, worth = _chance(own, taken), float(own.expected_worth[taken])
    # Action and chance come from the heads that value. What the net would rather choose another head says, of no chance at all.
    as_likely = [at for at in range(len(weighed.actions)) if _chance(weighed, at) >= chance]
    best = max(as_likely, key=lambda at: float(weighed.expected_worth[at]), default=None)
    if best is None or weighed.expected_worth[best] <= worth:
        return MoveAssessment(move, seat, chance, done, chance, 0.0)
    return MoveAssessment(
        move, seat, chance, weighed.actions[best], _chance(weighed, best), float(weighed.expected_worth[best]) - worth
    )


def _chance(weighed: ActionValues, place: int) -> float:
    return min(1.0, max(0.0, float(weighed.values[place, WIN])))
