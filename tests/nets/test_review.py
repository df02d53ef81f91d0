"""Finished hands looked at again by the nets of the package (``paiju.nets.review``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from paiju.arena import run
from paiju.core.game import AnyGame
from paiju.games.registry import game
from paiju.nets.review import opinions
from paiju.nets.strong import weigh
from paiju.records import Moment, RecordedHand, moments_of

QQ = "doudizhu/qq"


def hands(bots: tuple[str, str], deals: int) -> Iterator[tuple[AnyGame, tuple[Moment, ...]]]:
    """Some hands of these, as they are recorded."""
    found: list[RecordedHand] = []
    run(bots, QQ, deals, 5, record=lambda names, hand: found.append(hand))
    of = game(QQ)
    return ((of, tuple(moments_of(of, hand))) for hand in found)


def choices(of: AnyGame, moments: Sequence[Moment]) -> list[tuple[int, int]]:
    """Every move for which its seat had more than one action, and the seat."""
    return [
        (move, after.seat)
        for move, (before, after) in enumerate(pairwise(moments))
        if after.seat is not None
        and after.seat >= 0
        and len(of.legal(of.view(before.state, after.seat), after.seat)) > 1
    ]


def test_who_plays_by_the_net_makes_no_mistakes() -> None:
    for of, moments in hands(("strong", "strong"), 1):
        found = list(opinions(of, moments))
        assert [(one.move, one.seat) for one in found] == choices(of, moments)
        assert all(one.lost == 0 and one.chance == one.best_chance for one in found)


def test_a_decision_is_judged_by_what_its_seat_saw() -> None:
    """The best action is the net's choice in that seat's view, and what was lost is what it is worth more, if it is."""
    for of, moments in hands(("random", "steady"), 1):
        found = list(opinions(of, moments))
        assert max(one.lost for one in found) > 0.1
        for one in found:
            view = of.view(moments[one.move].state, one.seat)
            weighed = weigh("", of, view, one.seat, of.legal(view, one.seat))
            assert one.best == weighed.actions[weighed.best]
            done = weighed.actions.index(of.parse_action(moments[one.move + 1].action))
            more = float(weighed.worths[weighed.best] - weighed.worths[done])
            assert one.lost == pytest.approx(max(0.0, more), abs=1e-5)
            assert 0 <= one.chance <= 1
