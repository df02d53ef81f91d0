"""The history of a hand of Da Zi Pai: the public actions in order."""

from __future__ import annotations

import pytest

from paiju.core.errors import NotationError
from paiju.core.history import PastAction
from paiju.games.zipai.actions import BeCaught, Discard, LayMelds, PutOut, SetMinimum
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.notation import parse_card, parse_melds
from paiju.games.zipai.rules import Rules
from tests.rules.zipai.table import dealt, drawing, offered, playing


@pytest.mark.clause("ZP-2.2", "ZP-2.4", "ZP-5.7")
def test_history_lists_the_minimum_and_a_four_laid_face_down() -> None:
    table = dealt(["一一一一二三四五"], minimum=20)
    assert table.state.history == (
        PastAction(0, SetMinimum(20)),
        PastAction(0, LayMelds((Meld("dragon", None),))),
    )
    for viewer in (None, 0, 1, 2):
        assert table.seen(viewer).history == table.state.history


@pytest.mark.clause("ZP-3.1", "ZP-3.4")
def test_history_lists_cards_put_out_from_the_hand_and_from_the_stock() -> None:
    table = playing(["二九", "五六", "八玖"], stock="陆").put_out("0 discard 二")
    table.do("1 pass")
    assert table.state.history == (PastAction(0, Discard(parse_card("二"))), PastAction(1, PutOut(parse_card("陆"))))


@pytest.mark.clause("ZP-4.3", "ZP-6.2")
def test_history_shows_claims_and_hides_passes() -> None:
    table = offered("七", ["九一", "七八九五六二"]).claims("1 eat 五六七 七八九")
    assert table.state.history == (PastAction(1, LayMelds(parse_melds("吃五六七 吃七八九"))),)
    assert offered("七", ["九一", "七八九五六二"]).claims().state.history == ()


@pytest.mark.clause("ZP-5.4")
def test_history_shows_a_meld_that_became_a_four() -> None:
    table = drawing(["九一二"], ["碰四四四"], stock="四一").do("0 pass")
    assert table.state.history == (PastAction(0, LayMelds(parse_melds("开招四四四四"), raised=0)),)


@pytest.mark.clause("ZP-R6")
def test_history_shows_the_seat_that_was_caught_but_not_who_caught_it() -> None:
    rules = Rules(players=3, false_eat="caught")
    table = offered("七", ["九一", "七八九五六二"], stock="一", rules=rules).claims("1 eat 七八九").claims("0 catch")
    assert table.state.history == (
        PastAction(1, LayMelds(parse_melds("吃七八九"))),
        PastAction(1, BeCaught(15)),
    )
    honest = offered("七", ["九一", "七八九五六二"], stock="一", rules=rules).claims("1 eat 五六七 七八九")
    assert len(honest.claims("0 catch").state.history) == 1


def test_entries_that_are_no_actions_have_a_text_too() -> None:
    game = playing(["二"]).game
    for action, text in (
        (PutOut(parse_card("陆")), "put-out 陆"),
        (LayMelds((Meld("dragon", None), *parse_melds("碰二二二"))), "lay 龙???? 碰二二二"),
        (BeCaught(15), "caught 15"),
    ):
        assert game.format_action(action) == text
        with pytest.raises(NotationError):
            game.parse_action(text)
