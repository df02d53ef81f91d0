"""Drawing cards and text with characters."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.text import Text

from paiju.games.doudizhu.cards import Cards
from paiju.tui.doudizhu import card_items
from paiju.tui.drawing import (
    Canvas,
    CardSize,
    HandAppearance,
    card_size_for,
    count_fan_rows,
    draw_cards_on_table,
    draw_fan,
    join_left_and_right,
    lay_out_columns,
)
from paiju.tui.zipai import card_items as zipai_items


def plain(text: Text) -> list[str]:
    return [line.rstrip() for line in text.plain.split("\n")]


def test_a_fan_shows_rank_and_suit_and_lifts_what_is_picked() -> None:
    items = card_items(Cards.parse("3sTh"), "en")
    assert plain(draw_fan(items, HandAppearance({items[1].uid}, cursor=0), 12)) == [
        "     ╭───╮",
        " ╭───│10 │",
        " │3  │♥  │",
        " │♠  │   │",
        "  ▲",
    ]


def test_a_large_card_shows_its_rank_in_two_corners() -> None:
    items = card_items(Cards.parse("3sTh"), "en")
    assert plain(draw_fan(items, HandAppearance({items[1].uid}, cursor=0), 16, CardSize(6, 3, 4))) == [
        "       ╭─────╮",
        " ╭─────│10   │",
        " │3    │♥    │",
        " │♠    │   10│",
        " │    3│     │",
        "  ▲",
    ]
    assert [line.plain.strip() for line in draw_cards_on_table(items[:1], 20, CardSize(8, 4, 4))] == [
        "╭───────╮",
        "│3      │",
        "│♠      │",
        "│      ♠│",
        "│      3│",
        "╰───────╯",
    ]


def test_cards_grow_with_the_terminal() -> None:
    heights = [card_size_for(rows).height for rows in (24, 35, 36, 45, 46, 60)]
    assert heights == [5, 5, 6, 6, 7, 7]
    assert count_fan_rows(40, 86, card_size_for(24).close) == 1
    assert count_fan_rows(40, 86, card_size_for(40).close) == 2


def test_jokers_are_words_of_two_columns() -> None:
    shown = plain(draw_fan(card_items(Cards.parse("BjRj"), "zh"), HandAppearance(), 12))
    assert shown[2:4] == [" │小 │大 │", " │王 │王 │"]


@pytest.mark.parametrize(("cards", "width"), [(20, 78), (33, 78), (41, 78), (17, 40), (1, 20)])
def test_no_line_is_wider_than_the_screen(cards: int, width: int) -> None:
    items = zipai_items([number % 20 for number in range(cards)])
    lines = draw_fan(items, HandAppearance(), width).plain.split("\n")
    assert max(map(cell_len, lines)) <= width


def test_many_cards_lie_in_rows() -> None:
    pack = card_items(Cards((1 << 104) - 1 & int("01" * 52, 2)), "en")
    assert len(pack) == 52
    assert len(draw_fan(pack, HandAppearance(), 78).plain.split("\n")) == 10


def test_cards_on_the_table_have_a_lower_edge() -> None:
    assert [line.plain.strip() for line in draw_cards_on_table(zipai_items([2, 12]), 12)] == [
        "╭───╔═══╗",
        "│三 ║叁 ║",
        "│3  ║3  ║",
        "╰───╚═══╝",
    ]


def test_elements_that_do_not_fit_are_left_out() -> None:
    canvas = Canvas(3, 1)
    canvas.put_text(0, 0, "a王王", "")
    assert canvas.to_text().plain == "a王"


def test_a_line_aligns_its_two_parts_left_and_right() -> None:
    assert join_left_and_right(Text("牌"), Text("b"), 6).plain == "牌   b"


def test_many_lines_stand_in_two_columns() -> None:
    lines = [Text(str(number)) for number in range(11)]
    assert len(lay_out_columns(lines, 20)) == 6
    assert lay_out_columns(lines, 20)[0].plain.split() == ["0", "6"]
    assert lay_out_columns(lines[:3], 20) == lines[:3]
