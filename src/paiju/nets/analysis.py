"""Post-game analysis: compares each move of a finished hand with the action that a network rates best.

Every decision is evaluated from what the deciding seat saw at that time. The server's hand reviews use it.
"""

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
    """A network's assessment of one decision.

    Chances are estimated probabilities, from 0 to 1, of winning the hand against strong play. The suggested action never
    wins less often than the one taken: ``best_chance`` is at least ``chance``.
    """

    move: int
    """Index of the move in the hand, from 0."""
    seat: Seat
    chance: float
    """Chance of winning with the action taken."""
    best: Any
    """The action of highest expected worth among those that win at least as often; the action taken if none is worth more."""
    best_chance: float
    """Chance of winning with ``best``."""
    loss: float
    """Expected worth of ``best`` minus that of the action taken, winning and points combined; 0 if the action taken is best."""


def assess_moves(game: AnyGame, moments: Sequence[ReplayPoint]) -> Iterator[MoveAssessment]:
    """Yield an assessment of each move at which the seat had more than one legal action, in order.

    ``moments`` are all replay points of the hand (``paiju.records.iter_hand_points``). If a decision has very many legal actions,
    the action taken is compared with a sample of them. Raises whatever ``evaluate_actions`` raises.
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
    # Rank by the value heads: the policy head's preference is not a probability of winning.
    as_likely = [at for at in range(len(weighed.actions)) if _chance(weighed, at) >= chance]
    best = max(as_likely, key=lambda at: float(weighed.expected_worth[at]), default=None)
    if best is None or weighed.expected_worth[best] <= worth:
        return MoveAssessment(move, seat, chance, done, chance, 0.0)
    return MoveAssessment(
        move, seat, chance, weighed.actions[best], _chance(weighed, best), float(weighed.expected_worth[best]) - worth
    )


def _chance(weighed: ActionValues, place: int) -> float:
    return min(1.0, max(0.0, float(weighed.values[place, WIN])))
