"""ZP-5: three and four of a kind."""

import pytest

from paiju.games.zipai.events import CardDrawn, ClaimsClosed, MeldsLaid
from paiju.games.zipai.melds import meld_of_kind
from paiju.games.zipai.state import Claiming, Discarding, Looking
from tests.rules.zipai.table import drawing, offered, playing


@pytest.mark.clause("ZP-5.1")
def test_zhao() -> None:
    table = drawing(["三三五"], stock="三").do("0 pass")
    assert table.laid(0) == "罩???"
    assert table.hand(0) == "五"
    assert table.phase == Discarding(0)
    assert table.state.secret.hidden == ((2,), (), ())


@pytest.mark.clause("ZP-5.2")
@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("seat", [1, 2])
def test_pong(drawn: bool, seat: int) -> None:
    hands = ["九", "五", "五"]
    hands[seat] = "三三五"
    table = offered("三", hands, drawn=drawn)
    assert table.legal(seat) == ["pong", "pass"]
    assert "pong" not in table.legal(3 - seat)
    table.claims(f"{seat} pong")
    assert table.laid(seat, None) == "碰三三三"
    assert table.phase == Discarding(seat)
    assert table.hand(seat) == "五"


@pytest.mark.clause("ZP-5.2")
def test_not_without_a_pair_and_not_ones_own_card() -> None:
    table = offered("三", ["三三五", "三四", "五"])
    assert table.refuses("1 pong") == "no_pair"
    assert table.refuses("1 discard 三") == "claim_now"
    assert table.refuses("0 pong") == "not_your_turn"
    drawn = offered("三", ["四五六", "五"], drawn=True)
    assert drawn.refuses("0 pong") == "own_card"
    assert drawn.refuses("0 win") == "own_card"


@pytest.mark.clause("ZP-5.3")
def test_dragon_from_three_in_the_hand() -> None:
    table = drawing(["三三三五"], stock="三").do("0 pass")
    assert table.laid(0) == "龙????"
    assert table.hand(0) == "五"
    assert table.phase == Discarding(0)


@pytest.mark.clause("ZP-5.3")
def test_dragon_from_zhao() -> None:
    table = drawing(["五六"], ["碰一一一 罩三三三 罩四四四"], stock="三").do("0 pass")
    assert table.laid(0) == "碰一一一 龙???? 罩???"
    assert table.state.secret.hidden[0] == (2, 3)
    assert table.hand(0) == "五六"
    assert table.phase == Discarding(0)


@pytest.mark.clause("ZP-5.4")
@pytest.mark.parametrize("drawn", [False, True])
def test_opening_from_the_hand_or_from_zhao(drawn: bool) -> None:
    table = offered("三", ["九", "五", "三三三五"], drawn=drawn)
    assert table.legal(2) == ["pass"]
    assert table.refuses("2 open") == "must_open"
    assert table.refuses("2 pong") == "must_open"
    table.claims()
    assert table.laid(2, None) == "开招三三三三"
    assert table.phase == Discarding(2)
    table = offered("三", ["九", "五", "五六"], ["", "", "罩一一一 罩三三三 罩四四四"], drawn=drawn).claims()
    assert table.laid(2) == "罩??? 开招三三三三 罩???"
    assert table.state.secret.hidden[2] == (0, 3)
    assert table.phase == Discarding(2)


@pytest.mark.clause("ZP-5.4")
def test_the_fourth_to_a_pong_drawn_by_oneself_must_be_added() -> None:
    table = drawing(["五六"], ["罩一一一 碰三三三"], stock="三")
    assert table.legal(0) == ["pass"]
    table.do("0 pass")
    assert table.laid(0) == "罩??? 开招三三三三"
    assert table.state.secret.hidden[0] == (0,)
    assert table.phase == Discarding(0)


@pytest.mark.clause("ZP-5.4")
def test_the_fourth_to_a_pong_drawn_by_another_may_be_added() -> None:
    table = offered("三", ["九", "四五六", "六七"], ["", "碰三三三"], drawn=True, stock="八")
    assert table.legal(1) == ["open", "eat 三四五", "pass"]
    assert table.refuses("2 open") == "no_fourth"
    table.claims("1 open")
    assert table.laid(1) == "开招三三三三"
    table = offered("三", ["九", "四五六", "六七"], ["", "碰三三三"], drawn=True, stock="八").claims()
    assert table.laid(1) == "碰三三三"
    assert table.phase == Looking(1)


@pytest.mark.clause("ZP-5.4")
def test_the_fourth_to_a_pong_from_a_hand_may_not() -> None:
    table = offered("三", ["九", "四五六", "六七"], ["", "碰三三三"])
    assert table.legal(1) == ["eat 三四五", "pass"]
    assert table.refuses("1 open") == "fourth_from_hand"


@pytest.mark.clause("ZP-5.5")
@pytest.mark.parametrize("answer", ["pass", "eat 三三叁 三四五"])
def test_declining_a_pong(answer: str) -> None:
    """Wanting to eat declines as well: the drawer's eating, which takes the card, would not have gone before a 碰."""
    table = offered("三", ["四五六", "三三叁四五七"], drawn=True)
    assert table.legal(1) == ["pong", "eat 三三叁 三四五", "pass"]
    table.do("0 eat 三四五", f"1 {answer}", "2 pass")
    assert table.state.secret.declined == ((), (2,), ())
    assert table.laid(0) == "吃三四五"


@pytest.mark.clause("ZP-5.5")
def test_after_declining_there_is_no_pong_of_that_kind() -> None:
    table = offered("三", ["九九", "五五", "三三五"], stock="三八").claims()
    assert table.state.secret.declined == ((), (), (2,))
    table.do("1 pass")
    assert table.phase == Claiming(2, 1, True, (0, 1, 2))
    assert table.legal(2) == ["pass"]
    assert table.refuses("2 pong") == "pong_declined"


@pytest.mark.clause("ZP-5.5")
def test_only_the_seat_itself_knows_that_it_declined() -> None:
    table = offered("三", ["九九", "五五", "三三五"], stock="八").claims()
    (event,) = (event for event in table.events if isinstance(event, ClaimsClosed))
    assert event.declined == (False, False, True)
    assert table.game.redact(event, 2) == ClaimsClosed(False, (None, None, True))
    assert table.game.redact(event, 1) == ClaimsClosed(False, (None, False, None))
    assert table.game.view(table.state, 1).secret.declined == (None, (), None)


@pytest.mark.clause("ZP-5.5")
def test_dead_zhao() -> None:
    table = drawing(["三三五"], stock="三", declined=["三"]).do("0 pass")
    assert table.laid(0, None) == "死罩三三三"
    assert table.hand(0) == "五"
    assert table.phase == Discarding(0)
    assert table.state.secret.hidden == ((), (), ())


@pytest.mark.clause("ZP-5.5")
@pytest.mark.parametrize("taker", ["win", "pong"])
def test_where_the_card_was_won_or_ponged_nothing_was_declined(taker: str) -> None:
    if taker == "pong":
        table = offered("三", ["九", "三三五", "四"]).claims("1 pong")
    else:
        laid = ["", "", "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"]
        table = offered("三", ["九", "三三五", "四五贰贰"], laid).claims("2 win")
    assert table.state.secret.declined == ((), (), ())


@pytest.mark.clause("ZP-5.5", "ZP-7.1")
def test_a_three_that_was_declined_does_not_complete_a_hand() -> None:
    laid = ["", "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"]
    fresh = offered("三", ["九", "三三五五"], laid)
    assert fresh.legal(1) == ["win", "pong", "pass"]
    declined = offered("三", ["九", "三三五五"], laid, declined=["", "三"])
    assert declined.legal(1) == ["pass"]
    assert declined.refuses("1 win") == "not_complete"


@pytest.mark.clause("ZP-5.5", "ZP-7.1")
@pytest.mark.parametrize("hand", ["三三四五", "三叁五五", "三四五六"])
def test_a_run_a_mixed_three_or_the_pair_the_card_may_still_serve(hand: str) -> None:
    laid = ["", "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"]
    assert "win" in offered("三", ["九", hand], laid, declined=["", "三"]).legal(1)


@pytest.mark.clause("ZP-5.5", "ZP-8.2")
def test_what_was_declined_may_be_drawn_to_win() -> None:
    laid = ["龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"]
    table = drawing(["三三五五"], laid, stock="三", declined=["三"]).do("0 win")
    assert ("meld.three", ("三",), 3) in table.account()


@pytest.mark.clause("ZP-5.5")
def test_eating_stays_allowed() -> None:
    table = offered("三", ["九", "三三叁四五六"], declined=["", "三"])
    assert table.legal(1) == ["eat 三三叁 三四五", "pass"]


@pytest.mark.clause("ZP-5.6")
def test_after_the_first_four_a_discard_after_the_second_none() -> None:
    first = drawing(["三三三五"], stock="三").do("0 pass")
    assert first.phase == Discarding(0)
    second = drawing(["三三三五"], ["开招一一一一"], stock="三八").do("0 pass")
    assert second.phase == Looking(1)
    dealt = drawing(["三三三五"], ["龙一一一一"], stock="三八").do("0 pass")
    assert dealt.phase == Looking(1)
    third = drawing(["五"], ["龙一一一一 龙二二二二 碰三三三"], stock="三八").do("0 pass")
    assert third.phase == Looking(1)
    assert third.laid(0) == "龙???? 龙???? 开招三三三三"


@pytest.mark.clause("ZP-5.6")
def test_an_opened_second_four_passes_the_turn_on() -> None:
    table = offered("三", ["九", "三三三五", "六"], ["", "龙一一一一"], stock="八").claims()
    assert table.phase == Looking(2)


@pytest.mark.clause("ZP-5.7")
def test_what_opponents_see() -> None:
    table = drawing(["三三五", "七"], ["龙一一一一 死罩九九九"], stock="三").do("0 pass")
    laid = next(event for event in table.events if isinstance(event, MeldsLaid))
    assert laid.melds == (meld_of_kind("hide", 2),)
    for viewer in (1, 2, None):
        assert table.laid(0, viewer) == "龙???? 死罩九九九 罩???"
        assert table.game.view(table.state, viewer).secret.hidden[0] is None
        told = table.game.redact(laid, viewer)
        assert isinstance(told, MeldsLaid)
        assert told.melds[0].cards is None
        assert all(
            game_event.card is None
            for event in table.events
            if isinstance(event, CardDrawn) and isinstance(game_event := table.game.redact(event, viewer), CardDrawn)
        )
    assert table.game.view(table.state, 0).secret.hidden[0] == (0, 2)


@pytest.mark.clause("ZP-5.7")
def test_a_raised_meld_is_still_hidden() -> None:
    table = drawing(["五"], ["罩一一一 罩三三三"], stock="三").do("0 pass")
    (laid,) = (event for event in table.events if isinstance(event, MeldsLaid))
    told = table.game.redact(laid, 1)
    assert isinstance(told, MeldsLaid)
    assert (told.raised, told.melds[0].cards) == (1, None)


@pytest.mark.clause("ZP-5.8")
def test_winning_on_a_card_that_would_have_to_be_opened() -> None:
    laid = ["", "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七"]
    hands = ["九", "三三三四五六六", "四"]
    table = offered("三", hands, laid)
    assert table.legal(1) == ["win", "pass"]
    assert table.claims("1 win").outcome.winners == (1,)
    table = offered("三", hands, laid).claims()
    assert table.laid(1) == "龙???? 龙???? 罩??? 罩??? 开招三三三三"


@pytest.mark.clause("ZP-5.9")
def test_a_zhao_that_leaves_no_discard_is_put_out() -> None:
    six = "碰一一一 碰四四四 碰五五五 碰六六六 碰八八八 碰九九九"
    table = drawing(["三三", "七"], [six], stock="三", minimum=30)
    assert table.legal(0) == ["pass"]
    table.do("0 pass")
    assert table.phase == Claiming(2, 0, True, (0, 1, 2))
    assert table.legal(0) == ["pass"]


@pytest.mark.clause("ZP-5.9")
def test_unless_it_wins() -> None:
    six = "碰一一一 碰四四四 碰五五五 碰六六六 碰八八八 碰九九九"
    table = drawing(["三三", "七"], [six], stock="三", minimum=9).do("0 win")
    assert table.outcome.points == (18, -9, -9)


@pytest.mark.clause("ZP-5.5", "ZP-5.9")
def test_a_pong_that_leaves_no_discard_is_not_offered_and_not_declined() -> None:
    six = "碰一一一 碰四四四 碰五五五 碰六六六 碰八八八 碰九九九"
    table = offered("三", ["七", "三三"], ["", six], minimum=30, stock="柒")
    assert table.legal(1) == ["pass"]
    assert table.refuses("1 pong") == "no_discard_left"
    assert table.refuses("1 win") == "too_few_points"
    table.claims()
    assert table.state.secret.declined == ((), (), ())


@pytest.mark.clause("ZP-5.9")
def test_a_second_four_needs_no_discard() -> None:
    table = offered("三", ["七", "五"], ["", "碰三三三 龙一一一一"], drawn=True, stock="八").claims("1 open")
    assert table.phase == Looking(2)
    assert table.public.sizes[1] == 1


@pytest.mark.clause("ZP-5.9")
def test_a_four_that_leaves_no_discard_is_not_laid() -> None:
    """A hand of three alone is not reached in play; the rule holds all the same."""
    table = drawing(["三三三"], stock="三").do("0 pass")
    assert table.phase == Claiming(2, 0, True, (0, 1, 2))
    assert playing(["三三三"]).legal(0) == ["discard 三"]
