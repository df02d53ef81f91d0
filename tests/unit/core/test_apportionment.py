"""Amounts apportioned in whole numbers."""

from __future__ import annotations

from random import Random

from paiju.core.apportionment import round_to_sum


def test_rounded_amounts_add_up_to_the_total() -> None:
    random = Random(1)
    for _ in range(1000):
        total = random.randint(-500, 500)
        amounts = [random.uniform(-1000, 1000) for _ in range(random.randint(1, 6))]
        amounts.append(total - sum(amounts))
        whole = round_to_sum(amounts, total)
        assert sum(whole) == total
        assert all(abs(rounded - amount) < 1 + 1e-6 for rounded, amount in zip(whole, amounts, strict=True))


def test_the_largest_remainder_is_rounded_up() -> None:
    assert round_to_sum([1.6, 1.3, 0.1], 3) == [2, 1, 0]
    assert round_to_sum([-1.6, 0.6], -1) == [-2, 1]
