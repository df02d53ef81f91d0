"""ZP-4: eating 吃."""

import pytest

from paiju.games.zipai.actions import Eat
from paiju.games.zipai.cards import parse_cards
from paiju.games.zipai.eating import legal_eats
from paiju.games.zipai.melds import MIXED_MELDS
from paiju.games.zipai.notation import format_action
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Claiming, Discarding, Looking
from tests.rules.zipai.table import TWO, counts, drawing, offered


def ways(hand: str, card: str) -> list[str]:
    (kind,) = parse_cards(card)
    return [format_action(eat).removeprefix("eat ") for eat in legal_eats(counts(hand), kind)]


@pytest.mark.clause("ZP-4.1")
def test_the_next_player_may_eat() -> None:
    table = offered("三", ["九", "四五六", "四五六"])
    assert table.legal(1) == ["eat 三四五", "pass"]
    assert table.legal(2) == ["pass"]
    assert table.refuses("2 eat 三四五") == "not_next"
    table.claims("1 eat 三四五")
    assert table.laid(1) == "吃三四五"
    assert table.hand(1) == "六"


@pytest.mark.clause("ZP-4.1", "ZP-R8")
def test_a_drawn_card_may_first_be_eaten_by_its_drawer() -> None:
    table = drawing(["四五六", "四五六"], stock="三").do("0 pass")
    assert table.legal(0) == ["eat 三四五", "pass"]
    table.do("0 eat 三四五", "1 eat 三四五", "2 pass")
    assert (table.laid(0), table.laid(1)) == ("吃三四五", "")
    assert table.phase == Discarding(0)


@pytest.mark.clause("ZP-4.1", "ZP-R8")
def test_where_the_drawer_does_not_eat_it_is_not_asked() -> None:
    table = drawing(["四五六", "四五六"], stock="三", rules=Rules(drawer_eats=False)).do("0 pass")
    assert table.phase == Claiming(2, 0, True, (1, 2))
    assert table.legal(0) == []


@pytest.mark.clause("ZP-4.1")
def test_a_card_from_the_hand_is_not_eaten_by_who_put_it_out() -> None:
    table = offered("三", ["四五六"])
    assert table.to_act == (1, 2)


@pytest.mark.clause("ZP-4.1")
def test_with_two_players_the_other_one_eats() -> None:
    assert offered("三", ["九", "四五六"], rules=TWO).legal(1) == ["eat 三四五", "pass"]


@pytest.mark.clause("ZP-4.2")
@pytest.mark.parametrize(
    ("hand", "card", "expected"),
    [
        ("一二四五九", "三", ["一二三", "二三四", "三四五"]),
        ("陆柒九", "捌", ["陆柒捌"]),
        ("二贰九", "贰", ["二贰贰"]),
        ("二贰九", "二", ["二二贰"]),
        ("叁叁九", "三", ["三叁叁"]),
        ("二十九", "七", ["二七十"]),
        ("贰拾九", "柒", ["贰柒拾"]),
        ("二拾九", "七", []),
        ("二叁九", "四", []),
        ("壹贰九", "叁", ["壹贰叁"]),
        ("九拾壹", "十", []),
        ("九壹二", "十", []),
        ("玖拾一", "壹", []),
    ],
)
def test_what_can_be_eaten(hand: str, card: str, expected: list[str]) -> None:
    assert ways(hand, card) == expected


@pytest.mark.clause("ZP-4.2")
def test_all_melds_there_are() -> None:
    names = [name for name, _ in MIXED_MELDS.values()]
    assert {name: names.count(name) for name in names} == {
        "one_two_three": 2,
        "run": 14,
        "two_seven_ten": 2,
        "mixed": 20,
    }


@pytest.mark.clause("ZP-4.3")
@pytest.mark.parametrize(
    ("hand", "card", "expected"),
    [
        # one more 七 in the hand
        ("七八九一", "七", []),
        ("七八九五六一", "七", ["五六七 七八九"]),
        ("七八九二十一", "七", ["二七十 七八九"]),
        ("七柒九", "七", ["七七柒"]),  # uses the copy up
        ("七柒柒八九一", "七", ["七七柒", "七八九 七柒柒"]),
        # two more
        ("七七五六八九二十一", "七", ["二七十 五六七 七八九"]),
        ("七七柒八九一", "七", ["七七柒 七八九"]),
        ("七七柒一一", "七", []),  # the second copy has no meld of its own
        ("七七柒柒柒八九一", "七", []),  # 柒 are three, and stay
        ("七七五六八九一一一", "七", []),
    ],
)
def test_laying_down_every_copy(hand: str, card: str, expected: list[str]) -> None:
    assert ways(hand, card) == expected


@pytest.mark.clause("ZP-4.3")
def test_two_copies_in_one_meld_do_not_count_for_two() -> None:
    # 七 eaten with 八九; of 七七 left, 七七柒 would be one meld for both
    assert "七七柒 七八九" in ways("七七柒八九一", "七")  # the eaten one with 七 and 柒, the other with 八九
    assert ways("七七柒六八一", "七") == ["六七八 七七柒"]


@pytest.mark.clause("ZP-4.3")
def test_every_way_is_an_action_of_its_own() -> None:
    table = offered("七", ["九", "七五六八九二十一"])
    assert table.legal(1) == [
        "eat 二七十 五六七",
        "eat 二七十 六七八",
        "eat 二七十 七八九",
        "eat 五六七 七八九",
        "pass",
    ]
    table.claims("1 eat 七八九 五六七")
    assert table.laid(1) == "吃五六七 吃七八九"
    assert table.hand(1) == "一二十"


@pytest.mark.clause("ZP-4.3", "ZP-R6")
def test_why_it_cannot_be_eaten() -> None:
    table = offered("七", ["九", "七八九五五一"])
    assert table.refuses("1 eat 七八九") == "lay_all"
    assert table.refuses("1 eat 七八九 五六七") == "not_in_hand"
    assert table.refuses("1 eat 五六七") == "not_in_hand"
    assert table.refuses("1 eat 一二三") == "not_a_meld"
    more = offered("七", ["九", "八九一二三五"])
    assert more.refuses("1 eat 七八九 一二三") == "nothing_else"
    unsorted = Eat(((6, 7, 8), (0, 1, 2)))
    assert more.game.legal(more.state, 1).count(unsorted) == 0


@pytest.mark.clause("ZP-4.4")
def test_three_of_a_kind_are_not_broken_up() -> None:
    assert ways("八八八九一", "七") == []
    assert ways("六六六五八九一", "七") == ["七八九"]
    table = offered("七", ["九", "八八八九一"])
    assert table.refuses("1 eat 七八九") == "three_kept"


@pytest.mark.clause("ZP-4.4", "ZP-7.2")
def test_a_win_may_break_them_up() -> None:
    laid = ["", "龙拾拾拾拾 龙玖玖玖玖 罩七七七 罩陆陆陆"]
    table = offered("六", ["九", "八八八七九一一"], ["", "龙拾拾拾拾 龙玖玖玖玖 罩伍伍伍 罩陆陆陆"])
    assert table.legal(1) == ["pass"]
    table = offered("十", ["九", "八八八九五五五"], laid)
    assert table.legal(1) == ["win", "pass"]
    table.claims("1 win")
    assert table.phase.winners[0].points == 12 + 12 + 3 + 6 + 3  # type: ignore[union-attr]


@pytest.mark.clause("ZP-4.5")
def test_the_eater_lays_face_up_and_discards() -> None:
    table = offered("七", ["九", "八九一四"]).claims("1 eat 七八九")
    for viewer in (0, 1, 2, None):
        assert table.laid(1, viewer) == "吃七八九"
    assert table.phase == Discarding(1)
    table.put_out("1 discard 一")
    assert isinstance(table.phase, Looking) or table.outcome.reason == "empty"


@pytest.mark.clause("ZP-4.5", "ZP-5.9")
def test_a_card_must_be_left_to_discard() -> None:
    table = offered("七", ["九", "八九"])
    assert table.legal(1) == ["pass"]
    assert table.refuses("1 eat 七八九") == "no_discard_left"
    assert ways("七八九五六", "七") == []
