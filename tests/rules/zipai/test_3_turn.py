"""ZP-3: the turn."""

import pytest

from paiju.games.zipai.events import CardPutOut
from paiju.games.zipai.state import Claiming, Discarding, Looking
from tests.rules.zipai.table import TWO, dealt, drawing, offered, playing


@pytest.mark.clause("ZP-3.1")
@pytest.mark.parametrize("banker", [0, 2])
def test_the_banker_begins_by_discarding(banker: int) -> None:
    table = dealt([], banker=banker).claims()
    assert table.phase == Discarding(banker)
    assert table.refuses(f"{banker} pass") == "discard_now"
    first = table.legal(banker)[0]
    table.do(f"{banker} {first}")
    assert isinstance(table.phase, Claiming)
    assert table.public.sizes[banker] == 20


@pytest.mark.clause("ZP-3.1")
def test_only_cards_of_the_hand_are_discarded() -> None:
    table = playing(["一一三"])
    assert table.legal(0) == ["discard 一", "discard 三"]
    assert table.refuses("0 discard 二") == "not_in_hand"
    assert table.do("0 一").hand(0) == "一三"


@pytest.mark.clause("ZP-3.1", "ZP-3.2")
def test_turns_go_round() -> None:
    table = playing(["一", "九", "玖"], stock="三四五六")
    seen = []
    table.put_out("0 discard 一")
    for _ in range(4):
        assert isinstance(table.phase, Looking)
        seen.append(table.phase.seat)
        table.put_out(f"{table.phase.seat} pass")
    assert seen == [1, 2, 0, 1]
    assert table.public.discards == ((0, 4), (2, 5), (3,))


@pytest.mark.clause("ZP-3.2")
def test_after_a_four_without_a_discard_the_next_one_draws() -> None:
    table = drawing(["九", "三三三"], ["", "龙拾拾拾拾"], stock="三八", turn=1).do("1 pass")
    assert table.phase == Looking(2)
    table = offered("三", ["九", "五", "三三三"], ["", "", "龙拾拾拾拾"], stock="八", by=0).claims()
    assert table.laid(2) == "龙???? 开招三三三三"
    assert table.phase == Looking(0)


@pytest.mark.clause("ZP-3.3")
def test_the_drawer_alone_sees_the_card_and_is_always_asked() -> None:
    table = drawing(["一", "九", "玖"], stock="三")
    assert table.phase == Looking(0)
    assert table.to_act == (0,)
    assert table.legal(0) == ["pass"]
    assert table.refuses("0 win") == "not_complete"
    assert table.refuses("0 discard 一") == "look_first"
    seen = {viewer: table.game.view(table.state, viewer).secret.drawn for viewer in (0, 1, 2, None)}
    assert seen == {0: 2, 1: None, 2: None, None: None}


@pytest.mark.clause("ZP-3.3", "ZP-7.3")
def test_a_win_with_the_drawn_card_in_any_meld() -> None:
    laid = ["龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"]
    table = drawing(["二三五五"], laid, stock="一").do("0 win")
    assert table.outcome.reason == "self_drawn"
    assert ("meld.one_two_three", ("一二三",), 3) in table.account()
    # the card would have to be laid as a 罩 with the pair, and may all the same be the third of a run
    table = drawing(["一一二三"], laid, stock="一")
    assert table.legal(0) == ["win", "pass"]
    assert ("meld.one_two_three", ("一二三",), 3) in table.do("0 win").account()


@pytest.mark.clause("ZP-3.3")
def test_a_win_may_be_declined_and_then_what_must_be_is() -> None:
    laid = ["龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七"]
    table = drawing(["一一二三四四四"], laid, stock="一").do("0 pass")
    assert table.laid(0) == "龙???? 龙???? 罩??? 罩??? 罩???"
    assert table.phase == Discarding(0)
    table = drawing(["五五二三"], [laid[0] + " 罩六六六"], stock="一").do("0 pass")
    assert table.phase == Claiming(0, 0, True, (0, 1, 2))


@pytest.mark.clause("ZP-3.3", "ZP-3.4", "ZP-R3")
def test_otherwise_the_drawn_card_is_put_out() -> None:
    table = drawing(["一一二", "四四四", "五"], stock="二").do("0 pass")
    assert table.phase == Claiming(1, 0, True, (0, 1, 2))
    assert table.public.sizes == (3, 3, 1)
    (event,) = (event for event in table.events if isinstance(event, CardPutOut))
    assert event.drawn


@pytest.mark.clause("ZP-3.4")
def test_a_card_from_the_hand() -> None:
    table = playing(["一三"]).do("0 discard 一")
    assert table.phase == Claiming(0, 0, False, (1, 2))


@pytest.mark.clause("ZP-3.5")
def test_when_the_stock_is_empty_the_hand_is_over() -> None:
    table = playing(["一三"], stock="五").put_out("0 discard 一")
    assert table.phase == Looking(1)
    table.put_out("1 pass")
    assert table.outcome.reason == "empty"
    assert table.outcome.points == (0, 0, 0)
    assert table.outcome.winners == ()
    assert table.to_act == ()
    assert table.legal(0) == []
    assert table.refuses("0 pass") == "hand_is_over"


@pytest.mark.clause("ZP-3.5")
def test_the_last_card_may_still_be_taken() -> None:
    table = playing(["一三", "三三五", "九"], stock="").do("0 discard 三", "1 pong", "2 pass")
    assert table.phase == Discarding(1)


@pytest.mark.clause("ZP-3.2")
def test_with_two_players_the_other_one_draws() -> None:
    table = playing(["一", "九"], stock="三四", rules=TWO).put_out("0 discard 一")
    assert table.phase == Looking(1)
    assert table.put_out("1 pass").phase == Looking(0)
