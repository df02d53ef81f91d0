"""Marks, accuracy, and the parts of a result."""

from __future__ import annotations

import pytest

from paiju.review.accuracy import accuracy_by_part, accuracy_of
from paiju.review.judgement import JudgedAction, Judgement, make_judgement
from paiju.review.luck_and_play import stakes_of_seats


def judgement(loss: float, doubt: float = 0.0) -> Judgement:
    actions = [JudgedAction("good", 0.6, doubt, 0.6), JudgedAction("bad", 0.6 - loss, doubt, 0.6 - loss)]
    return make_judgement(actions, "bad", "net", doubt)


@pytest.mark.parametrize(
    ("loss", "doubt", "mark"),
    [
        (0.04, 0.0, ""),
        (0.051, 0.0, "slip"),
        (0.101, 0.0, "mistake"),
        (0.251, 0.0, "blunder"),
        (0.251, 0.12, "blunder"),
        (0.251, 0.13, ""),
    ],
)
def test_a_mark_requires_a_significant_loss(loss: float, doubt: float, mark: str) -> None:
    assert judgement(loss, doubt).mark == mark


def test_of_equal_actions_the_played_one_is_best() -> None:
    found = make_judgement([JudgedAction("a", 0.5, 0, 0.5), JudgedAction("b", 0.5, 0, 0.5)], "b", "net")
    assert (found.played, found.loss, found.best.action) == (0, 0, "b")


def test_accuracy_halves_with_a_loss_of_fifteen_points() -> None:
    assert accuracy_of([judgement(0.15)] * 4) == 50
    assert accuracy_of([judgement(0.0)] * 4) == 100
    assert accuracy_of([judgement(0.15)] * 3) is None
    assert accuracy_of([judgement(0.15, 0.2)] * 4) == 100  # within its doubt
    parts = [*[("leading", judgement(0.15))] * 4, ("following", judgement(0.5))]
    assert accuracy_by_part(parts) == {"leading": 50}


def test_stakes_are_the_difference_between_winning_and_losing() -> None:
    assert stakes_of_seats((-4, 2, 2), (1, 2), ((0,), (1, 2))) == (8, 4, 4)
    assert stakes_of_seats((30, -15, -15), (0,), ((0,), (1,), (2,))) == (45, 45, 45)
    assert stakes_of_seats((0, 0, 0), (), ((0,), (1,), (2,))) == (0, 0, 0)
