"""Finished hands looked at again by the nets of the package (``paiju.nets.review``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from paiju.arena import run
from paiju.core.game import AnyGame
from paiju.games.registry import game
from paiju.nets.net import WIN
from paiju.nets.review import opinions
from paiju.nets.strong import weigh
from paiju.records import Moment, RecordedHand, moments_of

QQ = "doudizhu/qq"
RULESETS = (
    "doudizhu/qq",
    "doudizhu/wild",
    "doudizhu/duel",
    "doudizhu/four",
    "zipai/guilin-2",
    "zipai/guilin-3",
    "gunzi/six",
)
"""One for each net."""


MISTAKE = 0.1
"""What the room calls a mistake loses so much."""


def hands(bots: tuple[str, str], deals: int, ruleset: str = QQ) -> Iterator[tuple[AnyGame, tuple[Moment, ...]]]:
    """Some hands of these, as they are recorded."""
    found: list[RecordedHand] = []
    run(bots, ruleset, deals, 5, record=lambda names, hand: found.append(hand))
    of = game(ruleset)
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
        assert all(one.lost < MISTAKE for one in found)


def test_a_decision_is_judged_by_what_its_seat_saw() -> None:
    """What was done and what is better are valued as in that seat's view, both by the same heads."""
    for of, moments in hands(("random", "steady"), 1):
        found = list(opinions(of, moments))
        assert max(one.lost for one in found) > MISTAKE
        for one in found:
            view = of.view(moments[one.move].state, one.seat)
            weighed = weigh("", of, view, one.seat, of.legal(view, one.seat))
            assert 0 <= one.chance <= 1
            assert one.best_chance == min(1.0, max(0.0, weighed.values[weighed.actions.index(one.best), WIN]))
            done = of.parse_action(moments[one.move + 1].action)
            own = weigh("", of, view, one.seat, (done,))
            assert one.chance == pytest.approx(min(1.0, max(0.0, float(own.values[0, WIN]))), abs=1e-5)
            more = float(weighed.worths[weighed.actions.index(one.best)] - own.worths[0])
            assert one.lost == pytest.approx(more if one.best != done else 0.0, abs=1e-5)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_called_better_that_wins_less_often(ruleset: str) -> None:
    """Over all decisions of hands played at random: what is better wins at least as often and is worth more."""
    judged = [
        (one, of.parse_action(moments[one.move + 1].action))
        for of, moments in hands(("random", "steady"), 1, ruleset)
        for one in opinions(of, moments)
    ]
    assert all(one.best_chance >= one.chance for one, _ in judged)
    assert all((one.lost > 0) == (one.best != done) for one, done in judged)
    assert all(one.best_chance == one.chance for one, done in judged if one.best == done)
    assert any(one.lost > 0 for one, _ in judged)
