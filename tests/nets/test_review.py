"""Finished hands looked at again by the nets of the package (``paiju.nets.analysis``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from paiju.arena import run_match
from paiju.core.game import AnyGame
from paiju.games.registry import game
from paiju.nets.analysis import assess_moves
from paiju.nets.net import WIN
from paiju.nets.policy import evaluate_actions
from paiju.records import RecordedHand, ReplayPoint, iter_hand_points

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


def hands(bots: tuple[str, str], deals: int, ruleset: str = QQ) -> Iterator[tuple[AnyGame, tuple[ReplayPoint, ...]]]:
    """Some hands of these, as they are recorded."""
    found: list[RecordedHand] = []
    run_match(bots, ruleset, deals, 5, record=lambda names, hand: found.append(hand))
    of = game(ruleset)
    return ((of, tuple(iter_hand_points(of, hand))) for hand in found)


def choices(of: AnyGame, moments: Sequence[ReplayPoint]) -> list[tuple[int, int]]:
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
        found = list(assess_moves(of, moments))
        assert [(one.move, one.seat) for one in found] == choices(of, moments)
        assert all(one.loss < MISTAKE for one in found)


def test_a_decision_is_judged_by_what_its_seat_saw() -> None:
    """What was done and what is better are valued as in that seat's view, both by the same heads."""
    for of, moments in hands(("random", "steady"), 1):
        found = list(assess_moves(of, moments))
        assert max(one.loss for one in found) > MISTAKE
        for one in found:
            view = of.view(moments[one.move].state, one.seat)
            weighed = evaluate_actions("", of, view, one.seat, of.legal(view, one.seat))
            assert 0 <= one.chance <= 1
            assert one.best_chance == min(1.0, max(0.0, weighed.values[weighed.actions.index(one.best), WIN]))
            done = of.parse_action(moments[one.move + 1].action)
            own = evaluate_actions("", of, view, one.seat, (done,))
            assert one.chance == pytest.approx(min(1.0, max(0.0, float(own.values[0, WIN]))), abs=1e-5)
            more = float(weighed.expected_worth[weighed.actions.index(one.best)] - own.expected_worth[0])
            assert one.loss == pytest.approx(more if one.best != done else 0.0, abs=1e-5)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_called_better_that_wins_less_often(ruleset: str) -> None:
    """Over all decisions of hands played at random: what is better wins at least as often and is worth more."""
    judged = [
        (one, of.parse_action(moments[one.move + 1].action))
        for of, moments in hands(("random", "steady"), 1, ruleset)
        for one in assess_moves(of, moments)
    ]
    assert all(one.best_chance >= one.chance for one, _ in judged)
    assert all((one.loss > 0) == (one.best != done) for one, done in judged)
    assert all(one.best_chance == one.chance for one, done in judged if one.best == done)
    assert any(one.loss > 0 for one, _ in judged)
