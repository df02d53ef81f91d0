"""ZP-8: points 油 and paying."""

import pytest

from paiju.core.fair_deal import Deal
from paiju.core.score_breakdown import stake_of
from paiju.games.zipai.cards import parse_cards
from paiju.games.zipai.melds import WORTH, Meld, Source, Way, meld_of_kind
from tests.rules.zipai.table import TWO, drawing, offered
from tests.rules.zipai.test_7_winning import points

FIXED = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七"  # 12 + 12 + 3 + 3, two melds and a pair to go
REST = 30


@pytest.mark.clause("ZP-8.1")
@pytest.mark.parametrize(
    ("way", "kinds", "worth"),
    [
        ("three", "一二四七十", 3),
        ("three", "壹贰肆柒拾", 6),
        ("hide", "一二", 3),
        ("hide", "壹贰", 6),
        ("dead", "一二", 3),
        ("dead", "壹贰", 6),
        ("pong", "一三四五六八九", 1),
        ("pong", "壹叁肆伍陆捌玖", 3),
        ("pong", "二七十", 3),
        ("pong", "贰柒拾", 6),
        ("dragon", "一二三七", 9),
        ("dragon", "壹贰叁柒", 12),
        ("open", "一二三七", 6),
        ("open", "壹贰叁柒", 9),
        ("pair", "一二壹贰", 0),
    ],
)
def test_of_a_kind(way: Way, kinds: str, worth: int) -> None:
    assert {WORTH[meld_of_kind(way, kind)] for kind in parse_cards(kinds)} == {worth}


@pytest.mark.clause("ZP-8.1")
@pytest.mark.parametrize("way", ["eat", "hand"])
@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("二七十", 3),
        ("贰柒拾", 6),
        ("一二三", 3),
        ("壹贰叁", 6),
        ("二三四", 0),
        ("捌玖拾", 0),
        ("二二贰", 0),
        ("二贰贰", 0),
    ],
)
def test_melds_that_can_be_eaten(way: Way, cards: str, worth: int) -> None:
    assert WORTH[Meld(way, parse_cards(cards))] == worth


@pytest.mark.clause("ZP-8.2", "ZP-R5")
@pytest.mark.parametrize(("source", "three", "red"), [("own", 3, 3), ("drawn", 1, 3), ("hand", 1, 3)])
def test_a_three_that_the_winning_card_completes(source: Source, three: int, red: int) -> None:
    assert points("三三四五六九九", FIXED, "三", source) == REST + three
    assert points("二二四五六九九", FIXED, "二", source) == REST + red


@pytest.mark.clause("ZP-8.2", "ZP-5.3", "ZP-5.4")
@pytest.mark.parametrize(("source", "four"), [("own", 9), ("drawn", 6), ("hand", 6)])
@pytest.mark.parametrize("where", ["in the hand", "hide"])
def test_a_four_that_the_winning_card_completes(source: Source, four: int, where: str) -> None:
    fixed, rest = "罩伍伍伍 罩玖玖玖 罩八八八 吃壹贰叁", 6 + 6 + 3 + 6
    if where == "in the hand":
        assert points("三三三四五六九九", fixed, "三", source) == rest + four
    else:
        assert points("四五六九九", f"{fixed} 罩三三三", "三", source) == rest + four


@pytest.mark.clause("ZP-8.2", "ZP-5.4")
@pytest.mark.parametrize(("source", "total"), [("own", 27), ("drawn", 27), ("hand", None)])
def test_a_pong_is_never_completed_by_a_card_from_a_hand(source: Source, total: int | None) -> None:
    assert points("四五六九九", "罩伍伍伍 罩玖玖玖 罩八八八 吃壹贰叁 碰三三三", "三", source) == total


@pytest.mark.clause("ZP-8.2", "ZP-5.5")
@pytest.mark.parametrize("source", ["own", "drawn", "hand"])
def test_a_dead_zhao_takes_no_fourth_card(source: Source) -> None:
    assert points("四五六九九", "罩伍伍伍 罩玖玖玖 罩八八八 吃壹贰叁 死罩三三三", "三", source) is None


@pytest.mark.clause("ZP-8.2", "ZP-R5")
def test_of_several_copies_the_winner_says_which() -> None:
    for source in ("own", "drawn", "hand"):
        assert points("一一一二三九九", FIXED, "一", source) == REST + 3 + 3
    assert points("一一二三四九九", FIXED, "一", "hand") == REST + 1
    assert points("一一一二三四九九", "罩伍伍伍 罩玖玖玖 罩八八八 吃壹贰叁", "一", "hand") == 21 + 6


@pytest.mark.clause("ZP-8.2")
def test_where_it_fits_more_than_one_meld_the_best_counts() -> None:
    # 三三三 and 一二 with 三: the third run, not the third of the three
    assert points("一二三三三九九", FIXED, "三", "drawn") == REST + 3 + 3
    # 二 completes 二七十 or 二二二: both cannot be had
    assert points("二二七十四四四", "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩伍伍伍", "二", "hand") == 33 + 3 + 3


@pytest.mark.clause("ZP-8.3")
@pytest.mark.parametrize("drawn", [True, False])
def test_self_drawn_every_other_player_pays(drawn: bool) -> None:
    laid = f"{FIXED} 罩六六六"
    if drawn:
        table = offered("五", ["一", "三四伍伍"], ["", laid], drawn=True).claims("1 win")
    else:
        table = drawing(["", "三四伍伍"], ["", laid], stock="五", turn=1).do("1 win")
    assert table.outcome.points == (-33, 66, -33)
    assert table.outcome.reason == "self_drawn"
    assert stake_of(table.outcome.account) == 33


@pytest.mark.clause("ZP-8.3")
def test_with_two_players() -> None:
    table = drawing(["三四伍伍"], [f"{FIXED} 罩六六六"], stock="五", rules=TWO).do("0 win")
    assert table.outcome.points == (33, -33)


@pytest.mark.clause("ZP-8.4")
def test_who_put_the_card_out_of_the_hand_pays_alone_and_twice() -> None:
    table = offered("五", ["一", "九", "三四伍伍"], ["", "", f"{FIXED} 罩六六六"]).claims("2 win")
    assert table.outcome.points == (-66, 0, 66)
    assert table.outcome.reason == "discard"
    assert table.account()[-1] == ("from_hand", (), 2)
    assert stake_of(table.outcome.account) == 66


@pytest.mark.clause("ZP-8.1", "ZP-8.5")
def test_the_account() -> None:
    table = offered("十", ["一", "二七三三伍伍伍"], ["", "开招拾拾拾拾 碰二二二 吃壹贰叁 死罩九九九"], drawn=True)
    table.claims("1 win")
    assert table.account() == [
        ("meld.open", ("拾",), 9),
        ("meld.pong", ("二",), 3),
        ("meld.one_two_three", ("壹贰叁",), 6),
        ("meld.dead", ("九",), 3),
        ("meld.two_seven_ten", ("二七十",), 3),
        ("meld.three", ("伍",), 6),
    ]
    assert sum(table.outcome.points) == 0
    assert table.outcome.points[1] == 60


@pytest.mark.clause("ZP-8.5")
def test_before_the_end_the_account_tells_what_everybody_sees() -> None:
    table = offered("十", ["一", "二七"], ["罩五五五 碰七七七", "吃二七十 吃四五六"], minimum=20)
    assert table.account() == [
        ("minimum", (), 20),
        ("meld.pong", ("七",), 3),
        ("meld.two_seven_ten", ("二七十",), 3),
    ]
    assert stake_of(table.game.score_lines(table.state)) == 0
    start = table.game.start(table.game.new_match(), Deal(()))
    assert table.game.score_lines(start) == ()
