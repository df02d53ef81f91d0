"""What decisions come to, and matches of nets in arrays."""

from __future__ import annotations

import numpy as np
import pytest

from paiju import batch
from paiju.batch.engine import root
from paiju.bits.zipai import done
from paiju.bits.zipai.codes import WIN
from paiju.learn import kernels
from paiju.learn.play import MOST, Floats, Memory, Offer, Table, due_of, offer, worth
from paiju.learn.versus import versus
from paiju.nets.shape import Shape, shape_of

QQ = "doudizhu/qq"


def shape(name: str = QQ) -> Shape:
    hands = batch.new(name, 1)
    return shape_of(hands.layout, hands.described, 1)


def test_what_a_decision_comes_to_is_between_the_end_and_what_was_thought_next() -> None:
    """TD(λ) over a seat's own decisions, by hand: seat 0 decides at 0 and 2, seat 1 at 1."""
    values = np.array([[[0.2], [0.4], [0.6]]], np.float32)
    ends = np.array([[[1.0], [0.0]]], np.float32)
    targets = np.zeros_like(values)
    kernels.look_back(np.array([0]), np.array([3]), np.array([[0, 1, 0]]), values, ends, 0.75, targets)
    assert targets[0, :, 0] == pytest.approx([0.75 * 1.0 + 0.25 * 0.6, 0.0, 1.0])


def test_what_points_are_worth_is_even_between_the_sides() -> None:
    points = np.array([[8, -4, -4], [0, 0, 0]])
    found = worth(points, root(points), 2.0)
    assert found[0, :, 0].tolist() == [1, 0, 0]
    assert found[0, :, 1] == pytest.approx([2**0.5, -1, -1])
    assert found[1].tolist() == [[0.5, 0]] * 3


def test_who_neither_wins_nor_pays_has_lost_where_another_won() -> None:
    """Of three, one pays alone for what it put out (ZP-8.4); of a hand that nobody won each has its due."""
    points = np.array([[30, -30, 0], [0, 0, 0]])
    found = worth(points, points, 4.0, 1 / 3)
    assert found[0, :, 0].tolist() == [1, 0, 0]
    assert found[1, :, 0] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(("name", "due"), [(QQ, 0.5), ("zipai/guilin-3", 1 / 3), ("zipai/guilin-2", 0.5)])
def test_what_wins_are_a_seats_due_is_told_by_the_sides(name: str, due: float) -> None:
    assert due_of(batch.new(name, 1)) == due


@pytest.mark.parametrize("name", [QQ, "doudizhu/wild", "doudizhu/four"])
def test_an_offer_has_every_action_or_a_spread_of_them(name: str) -> None:
    hands, chance = batch.new(name, 64, 2), np.random.default_rng(1)
    most = 0
    for _ in range(60):
        at = offer(hands, shape(name), 0, chance)
        assert at.live.tolist() == np.flatnonzero(hands.counts > 1).tolist()
        for decision, row in enumerate(at.live):
            numbers = at.numbers[at.starts[decision] : at.starts[decision + 1]]
            count = int(hands.counts[row])
            most = max(most, count)
            assert len(numbers) == len(set(numbers.tolist())) == min(count, MOST)
            assert 0 <= numbers.min() <= numbers.max() < count
        hands.step(hands.sample())
    assert most > MOST


def test_every_decision_of_a_hand_that_ends_is_remembered() -> None:
    table = Table(QQ, 16, 1, 0)
    memory = Memory(1 << 12, table.hands.layout.words + 1 + table.hands.described.words)
    chance = np.random.default_rng(1)
    made = 0
    while not table.ended:
        at = offer(table.hands, shape(), 0, chance)
        chosen = at.best(chance.random(len(at.owner)).astype(np.float32))
        before = table.length.copy()
        table.remember(at, chosen, np.zeros((len(at.live), 2), np.float32))
        at.step(table.hands, chosen)
        over, samples = table.settle(1.0)
        memory.add(samples)
        made += int(sum(before[row] + (row in at.live) for row in over))
    assert len(memory) == made
    ends = memory.targets[:made, 0]
    assert set(ends.tolist()) <= {0.0, 0.5, 1.0}


def test_of_strangers_nothing_is_learned() -> None:
    table = Table(QQ, 16, 1, 0)
    table.strangers[:] = True
    chance = np.random.default_rng(1)
    while not table.ended:
        at = offer(table.hands, shape(), 0, chance)
        chosen = at.best(chance.random(len(at.owner)).astype(np.float32))
        table.remember(at, chosen, np.zeros((len(at.live), 2), np.float32))
        at.step(table.hands, chosen)
        _, samples = table.settle(1.0)
        assert len(samples.words) == 0


def by_cards(at: Offer) -> Floats:
    """Prefers actions that put many cards down, and high bids."""
    found: Floats = np.bitwise_count(at.actions[:, 0]).astype(np.float32) + bids(at)
    return found


def by_none(at: Offer) -> Floats:
    """Prefers those that put few or none down, and high bids."""
    return 2 * bids(at) - by_cards(at)


def bids(at: Offer) -> Floats:
    """A little more for a higher number, where nobody is landlord yet."""
    found: Floats = np.where(at.roles[at.owner] == 0, at.numbers * 0.1, 0).astype(np.float32)
    return found


def test_a_net_is_even_with_itself_and_beats_one_that_passes() -> None:
    of = shape()
    itself = versus(by_cards, by_cards, batch.new(QQ, 200, 4, anew=False), of, 0)
    assert (itself.wins, itself.points) == (0.5, 0.0)
    better = versus(by_cards, by_none, batch.new(QQ, 200, 4, anew=False), of, 0)
    assert better.wins > 0.6
    assert better.points > 0


def whole(at: Offer) -> Floats:
    """Prefers a win, and what leaves few cards without a meld."""
    seen = done.layout()
    bits = np.unpackbits(at.actions.view(np.uint8), axis=1, bitorder="little").astype(np.float32)
    wins = bits[:, seen.bits("kind").start + WIN]
    found: Floats = 50 * wins - bits[:, seen.bits("loose")].sum(1) + bits[:, seen.bits("own")].sum(1)
    return found


def first_of(at: Offer) -> Floats:
    """Prefers what comes first."""
    return (-at.numbers).astype(np.float32)


def test_without_roles_one_seat_plays_against_the_others() -> None:
    name, of = "zipai/guilin-3", shape("zipai/guilin-3")
    itself = versus(whole, whole, batch.new(name, 60, 4, anew=False), of, 0)
    assert itself.wins == pytest.approx(itself.due, abs=0.01)
    assert itself.points == pytest.approx(0)
    better = versus(whole, first_of, batch.new(name, 60, 4, anew=False), of, 0)
    assert better.wins > 2 * better.due
