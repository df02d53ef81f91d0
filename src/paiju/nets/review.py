"""A finished hand looked at again: what a net would have done, from what each seat saw when it decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat
from paiju.nets.net import WIN
from paiju.nets.strong import Weighed, weigh
from paiju.records import Moment


class Opinion(NamedTuple):
    """What the net thinks of a decision: the chances are to win the hand, from 0 to 1, as it sees them."""

    move: int
    """Which move of the hand it was, from 0."""
    seat: Seat
    chance: float
    """With what was done."""
    best: Any
    """The action that it would take …"""
    best_chance: float
    """… and with that."""
    lost: float
    """What was done is worth so much less, winning and points together; 0 for what it would do, and for what is worth as much."""


def opinions(game: AnyGame, moments: Sequence[Moment]) -> Iterator[Opinion]:
    """An opinion of each move of a hand for which its seat had more than one action, in order.

    ``moments`` are all of the hand (``paiju.records.moments_of``). Where there are very many actions the one taken is weighed
    beside a selection. Raises what ``weigh`` raises.
    """
    for move, (before, after) in enumerate(pairwise(moments)):
        seat = after.seat
        if seat is None or seat == DEALER:
            continue
        view = game.view(before.state, seat)
        legal = game.legal(view, seat)
        if len(legal) > 1:
            yield _opinion(game, view, legal, move, seat, game.parse_action(after.action))


def _opinion(game: AnyGame, view: Any, legal: Sequence[Any], move: int, seat: Seat, done: Any) -> Opinion:
    weighed = weigh("", game, view, seat, legal)
    own = weighed if done in weighed.actions else weigh("", game, view, seat, (done,))
    taken, best = own.actions.index(done), weighed.best
    return Opinion(
        move,
        seat,
        _chance(own, taken),
        weighed.actions[best],
        _chance(weighed, best),
        max(0.0, float(weighed.worths[best] - own.worths[taken])),
    )


def _chance(weighed: Weighed, place: int) -> float:
    return min(1.0, max(0.0, float(weighed.values[place, WIN])))
