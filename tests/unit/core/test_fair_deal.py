"""The fair deal: how seed and cards follow from secret and contributions."""

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations

import pytest

from paiju.core.errors import NotationError
from paiju.core.fair_deal import (
    Deal,
    DealPlan,
    _random_words,
    _uniform_below,
    check_deal_fits_plan,
    commitment,
    draw_deal,
    hand_seed,
)

PLAN = DealPlan((0, 1, 2, 2), (("first", 3), ("wild", 13)))


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(b"secret") == hashlib.sha256(b"secret").hexdigest()


def test_the_seed_depends_on_every_contribution() -> None:
    seed = hand_seed(b"secret", "table", 7, (b"a", b"b"))
    message = b"".join(len(part).to_bytes(8, "big") + part for part in (b"table", b"7", b"a", b"b"))
    assert seed == hmac.new(b"secret", message, "sha256").digest()
    others = [
        hand_seed(b"Secret", "table", 7, (b"a", b"b")),
        hand_seed(b"secret", "tables", 7, (b"a", b"b")),
        hand_seed(b"secret", "table", 8, (b"a", b"b")),
        hand_seed(b"secret", "table", 7, (b"b", b"a")),
        hand_seed(b"secret", "table", 7, (b"ab",)),
        hand_seed(b"secret", "table", 7, (b"a", b"b", b"")),
        hand_seed(b"secret", "table", 7),
    ]
    assert len({seed, *others}) == len(others) + 1


def test_the_words_are_an_hmac_counter_stream() -> None:
    blocks = b"".join(hmac.new(b"seed", counter.to_bytes(8, "big"), "sha256").digest() for counter in range(3))
    expected = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 96, 4)]
    assert list(islice(_random_words(b"seed"), 24)) == expected


def test_numbers_are_drawn_by_rejection_sampling() -> None:
    top = 2**32 - 1
    assert _uniform_below(3, iter([top, 5])) == 2  # 2^32 - 1 is one too many for three equal shares
    assert _uniform_below(3, iter([top - 1])) == 2
    assert _uniform_below(1, iter([top])) == 0


def test_equal_seeds_give_equal_deals() -> None:
    assert draw_deal(PLAN, b"x") == draw_deal(PLAN, b"x")
    assert draw_deal(PLAN, b"x") != draw_deal(PLAN, b"y")


def test_a_deal_can_be_recomputed_from_its_contributions() -> None:
    """Fixed for ever: records are verified with it."""
    deal = draw_deal(DealPlan(tuple(range(10)), (("first", 3), ("wild", 13))), b"paiju")
    words = _random_words(b"paiju")
    deck = list(range(10))
    for last in range(9, 0, -1):
        other = _uniform_below(last + 1, words)
        deck[last], deck[other] = deck[other], deck[last]
    assert deal == Deal(tuple(deck), (_uniform_below(3, words), _uniform_below(13, words)))


def test_every_order_is_about_as_likely() -> None:
    plan = DealPlan((0, 1, 2))
    seen = Counter(draw_deal(plan, str(seed).encode()).deck for seed in range(3000))
    assert set(seen) == set(permutations(range(3)))
    assert all(400 < number < 600 for number in seen.values())


def test_a_possible_deal_is_accepted() -> None:
    check_deal_fits_plan(PLAN, draw_deal(PLAN, b"x"))
    check_deal_fits_plan(PLAN, Deal((2, 1, 2, 0), (2, 0)))


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (Deal((0, 1, 2), (0, 0)), "deal_pack"),
        (Deal((0, 1, 1, 2), (0, 0)), "deal_pack"),
        (Deal((0, 1, 2, 2), (0,)), "deal_draws"),
        (Deal((0, 1, 2, 2), (3, 0)), "deal_draw"),
        (Deal((0, 1, 2, 2), (0, -1)), "deal_draw"),
    ],
)
def test_an_impossible_deal_is_refused(deal: Deal, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        check_deal_fits_plan(PLAN, deal)
    assert caught.value.code == code
