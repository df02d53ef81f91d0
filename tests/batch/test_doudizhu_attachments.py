"""The n-th way to attach cards, and the index of a way."""

from __future__ import annotations

from random import Random

import pytest

from paiju.batch.doudizhu.attachments import LOOSE, count_attachments, loose_attachment_index, nth_attachment
from paiju.batch.doudizhu.cards import counts_to_unary
from paiju.games.doudizhu.cards import parse_ranks
from tests.batch.conftest import compiled

__all__ = ["compiled"]
FAMILY = "doudizhu"


@pytest.mark.parametrize("seed", range(8))
def test_index_of_a_loose_attachment_is_the_inverse_of_the_nth(seed: int) -> None:
    hand = "".join(Random(seed).sample("3456789TJQKA2" * 4 + "BR", 17))
    rest, more = counts_to_unary(parse_ranks(hand))
    for number in range(4):
        ways = count_attachments(LOOSE, number, rest, more)
        found = [nth_attachment(LOOSE, number, rest, more, which) for which in range(ways)]
        assert len(set(found)) == ways
        assert [loose_attachment_index(rest, more, *way) for way in found] == list(range(ways))
