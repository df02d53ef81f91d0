"""ZP-6: the order of claims."""

import pytest

from paiju.games.zipai.events import Answered, CardPutOut
from paiju.games.zipai.state import Discarding, Looking
from tests.rules.zipai.table import TWO, drawing, offered, playing

NEAR = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"  # 12 + 12 + 9; wants a meld and a pair


@pytest.mark.clause("ZP-6.1")
def test_what_the_drawer_lays_is_never_put_out() -> None:
    table = drawing(["三三五", "四五贰贰"], ["", NEAR], stock="三").do("0 pass")
    assert table.laid(0) == "罩???"
    assert not any(isinstance(event, CardPutOut) for event in table.events)


@pytest.mark.clause("ZP-6.1")
def test_what_the_drawer_wins_with_neither() -> None:
    table = drawing(["三四五五", "四五贰贰"], [NEAR, NEAR], stock="五").do("0 win")
    assert table.outcome.winners == (0,)
    assert not any(isinstance(event, CardPutOut) for event in table.events)


@pytest.mark.clause("ZP-6.2", "ZP-R4")
def test_a_win_goes_before_everything() -> None:
    table = offered("三", ["九", "三三五", "四五贰贰"], ["", "", NEAR]).do("1 pong", "2 win")
    assert table.outcome.winners == (2,)
    opened = offered("三", ["九", "三三三五", "四五贰贰"], ["", "", NEAR]).do("1 pass", "2 win")
    assert opened.outcome.winners == (2,)


@pytest.mark.clause("ZP-6.2", "ZP-R4")
@pytest.mark.parametrize(("by", "winner"), [(0, 1), (2, 1), (1, 2)])
def test_of_several_wins_the_next_in_turn_order(by: int, winner: int) -> None:
    hands, laid = ["九", "四五贰贰", "四五肆肆"], ["", NEAR.replace("龙拾拾拾拾", "龙柒柒柒柒"), NEAR]
    laid[1] = laid[1].replace("玖玖玖玖", "捌捌捌捌").replace("八八八", "二二二").replace("七七七", "一一一")
    laid[1] = laid[1].replace("六六六", "九九九")
    if by == 2:
        hands[0], laid[0] = hands[2], laid[2]
        hands[2], laid[2] = "九", ""
        winner = 0
    if by == 1:
        hands[0], laid[0] = hands[1], laid[1]
        hands[1], laid[1] = "九", ""
    table = offered("三", hands, laid, by=by)
    claims = [f"{seat} win" for seat in table.to_act]
    table.claims(*reversed(claims))
    assert table.outcome.winners == (winner,)


@pytest.mark.clause("ZP-6.2", "ZP-R4")
def test_opening_and_pong_go_before_eating() -> None:
    table = offered("三", ["九", "四五六", "三三五"]).do("1 eat 三四五", "2 pong")
    assert table.laid(2) == "碰三三三"
    table = offered("三", ["九", "四五六", "三三三五"]).do("1 eat 三四五", "2 pass")
    assert table.laid(2) == "开招三三三三"
    table = offered("三", ["四五六", "四五六", "六"], ["", "", "碰三三三"], drawn=True)
    table.do("0 eat 三四五", "1 eat 三四五", "2 open")
    assert table.laid(2) == "开招三三三三"


@pytest.mark.clause("ZP-6.2", "ZP-R4")
def test_the_drawer_eats_before_the_next_player() -> None:
    table = offered("三", ["四五六", "四五六", "六"], drawn=True, by=0)
    table.do("1 eat 三四五", "0 eat 三四五", "2 pass")
    assert (table.laid(0), table.laid(1)) == ("吃三四五", "")
    table = offered("三", ["四五六", "四五六", "六"], drawn=True, by=0).claims("1 eat 三四五")
    assert (table.laid(0), table.laid(1)) == ("", "吃三四五")
    assert table.phase == Discarding(1)


@pytest.mark.clause("ZP-6.3")
def test_everybody_is_asked_at_once_whatever_they_hold() -> None:
    for hands in (["一九", "三三三四五", "三"], ["一九", "九", "玖"]):
        table = playing(hands, stock="八").do("0 discard 一")
        assert table.to_act == (1, 2)
        assert table.legal(2) == ["pass"]
    assert playing(["一九", "三三三四五"], rules=TWO).do("0 discard 一").to_act == (1,)


@pytest.mark.clause("ZP-6.3")
def test_answers_are_sealed_and_count_together() -> None:
    table = offered("三", ["九", "四五六", "三三五"], stock="八").do("1 eat 三四五")
    assert table.to_act == (2,)
    assert table.laid(1) == ""
    (said,) = table.events
    assert table.game.redact(said, 1) == said
    for viewer in (0, 2, None):
        assert table.game.redact(said, viewer) == Answered(1, None)
        assert table.game.view(table.state, viewer).secret.sealed == (None, None, None)
    assert table.refuses("1 pass") == "not_your_turn"


@pytest.mark.clause("ZP-6.3")
def test_a_claim_that_comes_second_is_never_told() -> None:
    """What another would have done with a card that was taken stays its secret."""
    table = offered("三", ["九", "四五六", "三三五"]).do("1 eat 三四五", "2 pong")
    assert table.state.secret.sealed == (None, None, None)
    told = [table.game.redact(event, 0) for event in table.events]
    assert told[0] == Answered(1, None)
    assert "Eat" not in str(told)


@pytest.mark.clause("ZP-6.3")
def test_the_order_of_answers_does_not_matter() -> None:
    one = offered("三", ["九", "四五六", "三三五"], stock="八").do("1 eat 三四五", "2 pass")
    other = offered("三", ["九", "四五六", "三三五"], stock="八").do("2 pass", "1 eat 三四五")
    assert one.state == other.state
    assert one.state.secret.declined == ((), (), (2,))
    assert not isinstance(one.phase, Looking)
