"""ZP-1: the cards."""

from collections import Counter

import pytest

from paiju.core.errors import NotationError
from paiju.games.zipai.cards import (
    KINDS,
    NAMES,
    PACK,
    cards_of,
    count_cards,
    format_cards,
    is_big,
    is_red,
    kind_of,
    number_of,
    parse_cards,
    with_card,
    without,
)


@pytest.mark.clause("ZP-1.1")
def test_four_of_each_of_twenty_kinds() -> None:
    assert Counter(PACK) == dict.fromkeys(range(20), 4)
    assert NAMES == "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
    assert [kind_of(number_of(kind), big=is_big(kind)) for kind in range(KINDS)] == list(range(KINDS))


@pytest.mark.clause("ZP-1.2")
def test_red_cards() -> None:
    assert "".join(NAMES[kind] for kind in range(KINDS) if is_red(kind)) == "二七十贰柒拾"


@pytest.mark.parametrize("text", ["一 十拾", "s1 s10 b10", "S1s10B10", "一s10拾"])
def test_text(text: str) -> None:
    assert parse_cards(text) == (0, 9, 19)
    assert format_cards((0, 9, 19)) == "一十拾"


def test_traditional_characters_are_read() -> None:
    assert format_cards(parse_cards("貳參叄陸")) == "贰叁叁陆"


@pytest.mark.parametrize(("text", "at"), [("一x", 1), ("s11", 2), ("s0", 0), ("b", 0), ("一 ?", 2)])
def test_what_is_no_card(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert (caught.value.code, caught.value.details["at"]) == ("bad_card", at)


def test_counts() -> None:
    counts = count_cards((0, 0, 19))
    assert counts == (2, *(0,) * 18, 1)
    assert cards_of(counts) == (0, 0, 19)
    assert with_card(without(counts, (0, 19)), 5) == count_cards((0, 5))
