"""ZP-4.3 unenforced: eating without laying down the copies 下伙, and being caught at it (ZP-R6)."""

from random import Random

import pytest
from msgspec.structs import replace

from paiju.bots.base import STEADY
from paiju.bots.registry import make_bot
from paiju.core.coins import Stakes, Transfer, changes_with_unlimited_wallets, compute_transfer
from paiju.core.errors import IllegalAction
from paiju.core.messages import CardsRef, SeatRef, TranslatableText
from paiju.core.seats import DEALER
from paiju.games.losing_actions import exclude_losing_actions
from paiju.games.zipai.actions import CATCH, PASS, Eat
from paiju.games.zipai.events import CatchesClosed
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Catching, Discarding, Looking, ZiPaiMatch
from paiju.testing import check_hand
from tests.rules.zipai.table import Table, offered, playing

POSSIBLE = Rules(players=3, false_eat="caught")
TWO_POSSIBLE = Rules(players=2, false_eat="caught")


def eaten(*catches: str, how: str = "七八九", stock: str = "一") -> Table:
    """Seat 1, who holds another 七, eats a 七 with 八九 or otherwise; these seats then say that it was without 下伙."""
    table = offered("七", ["九一", "七八九五六二"], stock=stock, rules=POSSIBLE).claims(f"1 eat {how}")
    return table.claims(*(f"{seat} catch" for seat in catches))


@pytest.mark.clause("ZP-4.3", "ZP-R6")
def test_where_it_is_not_refused_a_card_can_be_eaten_without_laying_its_copies() -> None:
    hands = ["九", "七八九五六二"]
    assert offered("七", hands).legal(1) == ["eat 五六七 七八九", "pass"]
    table = offered("七", hands, rules=POSSIBLE)
    assert table.legal(1) == ["eat 五六七 七八九", "eat 五六七", "eat 六七八", "eat 七八九", "pass"]
    two = offered("七", ["九", "七七八九五六二"], rules=POSSIBLE)
    assert "eat 五六七 七八九" in two.legal(1)  # one of the two copies stays in the hand
    assert table.refuses("1 eat 一二三") == "not_a_meld"
    with pytest.raises(IllegalAction, match="not_next"):
        table.do("2 eat 七八九")


@pytest.mark.clause("ZP-4.3", "ZP-4.4", "ZP-R6")
def test_threes_are_kept_and_three_copies_need_no_laying() -> None:
    assert offered("七", ["九", "八八八九一"], rules=POSSIBLE).legal(1) == ["pass"]
    drawn = offered("七", ["七七七八九五五", "一"], by=0, drawn=True, rules=POSSIBLE)
    assert drawn.legal(0) == ["eat 七八九", "pass"]
    drawn.do("0 eat 七八九").claims()
    table = drawn.claims("1 catch")
    assert table.public.caught == ()


@pytest.mark.clause("ZP-R6")
def test_everybody_else_is_asked_after_each_card_that_was_eaten() -> None:
    for how in ("七八九", "五六七 七八九"):
        table = eaten(how=how)
        assert table.phase == Discarding(1)
        closed = [event for event in table.events if isinstance(event, CatchesClosed)]
        assert closed == [CatchesClosed(1, 0)]
        assert table.public.caught == ()
    table = offered("七", ["九一", "七八九五六二"], rules=POSSIBLE).claims("1 eat 七八九")
    assert table.phase == Catching(6, 1, (0, 2))
    assert (table.legal(0), table.legal(1), table.legal(2)) == (["catch", "pass"], [], ["catch", "pass"])
    assert table.game.window_duration(table.state) == 8
    assert table.game.fallback(table.state, 2) == PASS
    with pytest.raises(IllegalAction, match="not_asked_for"):
        table.do("2 win")


@pytest.mark.clause("ZP-R6", "ZP-2.2")
def test_who_is_caught_pays_each_other_player_the_base_points_and_the_hand_goes_on() -> None:
    table = eaten("0", "2")
    assert table.events[-2:-1] == [CatchesClosed(1, 15)]
    assert table.public.caught == (1,)
    assert table.phase == Discarding(1)
    assert (table.laid(1), table.hand(1)) == ("吃七八九", "二五六七")
    table.put_out("1 discard 二")
    assert isinstance(table.phase, Looking)
    table.put_out("2 pass")
    assert table.outcome.reason == "empty"
    assert table.outcome.points == (15, -30, 15)
    assert table.account()[-1] == ("false_eat", (), 15)
    assert table.game.settlements(table.state, 1) == ()


@pytest.mark.clause("ZP-R6")
def test_it_comes_on_top_of_what_a_win_pays_each_time() -> None:
    """A win by 36 from the hand of seat 0, after seat 1 was caught twice and seat 2 once."""
    laid = ["", "龙拾拾拾拾 龙玖玖玖玖 罩七七七 罩陆陆陆"]
    table = offered("十", ["九", "八八八九五五五"], laid, rules=POSSIBLE)
    assert table.game.score_lines(table.state) == offered("十", ["九", "八八八九五五五"], laid).game.score_lines(
        table.state
    )
    table.state = replace(table.state, public=replace(table.public, caught=(1, 2, 1)))
    notes = [(line.code, line.seat, line.how) for line in table.game.score_lines(table.state)][-3:]
    assert notes == [("false_eat", 1, "note"), ("false_eat", 2, "note"), ("false_eat", 1, "note")]
    table.claims("1 win")
    assert table.outcome.points == (-72 + 45, 72 - 60 + 15, 30 - 30)
    match = table.game.next_hand(ZiPaiMatch(points=(1, 2, 3)), table.state)
    assert match.points == (1 - 27, 2 + 27, 3)


@pytest.mark.clause("ZP-R6")
def test_an_error_costs_nothing_and_stays_secret() -> None:
    table = eaten("0", how="五六七 七八九")
    assert table.public.caught == ()
    assert CatchesClosed(1, 0) in table.events


@pytest.mark.clause("ZP-R6", "DDZ-9.1")
def test_in_coins_it_is_paid_too_and_without_a_fee_where_nobody_won() -> None:
    table = eaten("0").put_out("1 discard 二").put_out("2 pass")
    stakes = Stakes(coefficient=10, rake=2)
    assert compute_transfer(stakes, table.outcome, (500, 500, 500)) == Transfer((150, -300, 150), 0)
    assert changes_with_unlimited_wallets(stakes, table.outcome) == (150, -300, 150)
    assert sum(compute_transfer(stakes, table.outcome, (500, 100, 500)).seats) == 0


@pytest.mark.clause("ZP-R6")
def test_who_eats_is_told_that_copies_stay_and_nobody_else() -> None:
    table = offered("七", ["九一", "七八九五六二"], rules=POSSIBLE)
    game, eat = table.game, Eat(((6, 7, 8),))
    own = game.voice.action(game.view(table.state, 1), 1, eat)
    assert own == TranslatableText("action.eat_keeping", {"melds": CardsRef("七八九")})
    assert game.voice.action(game.view(table.state, 0), 1, eat).key == "action.eat"
    whole = Eat(((4, 5, 6), (6, 7, 8)))
    assert game.voice.action(game.view(table.state, 1), 1, whole).key == "action.eat"
    assert game.voice.action(game.view(table.state, 1), 1, PASS).key == "action.pass"


@pytest.mark.clause("ZP-R6")
def test_what_is_said() -> None:
    voice = ZiPai(POSSIBLE).voice
    assert voice.event(CatchesClosed(1, 0)) is None
    assert voice.event(CatchesClosed(1, 15)) == TranslatableText("event.caught", {"who": SeatRef(1), "points": 15})
    table = offered("七", ["九一", "七八九五六二"], rules=POSSIBLE).claims("1 eat 七八九")
    view = table.game.view(table.state, 0)
    asked = voice.question(view, 0, table.game.legal(view, 0))
    assert asked == TranslatableText("ask.catching", {"who": SeatRef(1), "card": CardsRef("七")})
    assert (table.game.parse_action("catch"), table.game.parse_action("抓")) == (CATCH, CATCH)
    assert table.game.format_action(CATCH) == "catch"


@pytest.mark.clause("ZP-R6")
def test_bots_eat_as_they_must_and_catch_always() -> None:
    steady, random = make_bot(STEADY, "zipai"), Random(1)
    table = offered("七", ["九一", "七八九五六二"], rules=POSSIBLE)
    game, view = table.game, table.game.view(table.state, 1)
    kept = [game.format_action(action) for action in exclude_losing_actions(game, view, 1, game.legal(view, 1))]
    assert kept == ["eat 五六七 七八九", "pass"]
    table.claims("1 eat 七八九")
    for seat in (0, 2):
        view = table.game.view(table.state, seat)
        assert steady(game, view, seat, game.legal(view, seat), random) == CATCH


@pytest.mark.clause("ZP-R6")
@pytest.mark.parametrize("rules", [POSSIBLE, TWO_POSSIBLE])
def test_the_laws_hold(rules: Rules) -> None:
    for seed in range(4):
        check_hand(ZiPai(rules), Random(seed), viewers=2)


@pytest.mark.clause("ZP-R6")
def test_whoever_looks_on_sees_the_same_after_either_way_to_eat() -> None:
    """The hands differ, the views of the others do not, until somebody catches it."""
    honest = offered("七", ["九一", "一八九五六二"], rules=POSSIBLE).claims("1 eat 七八九")
    false = offered("七", ["九一", "七八九五六二"], rules=POSSIBLE).claims("1 eat 七八九")
    for viewer in (0, 2, None):
        assert honest.game.view(honest.state, viewer) == false.game.view(false.state, viewer)
    assert playing(["一"]).state.public.caught == ()
    assert false.to_act != (DEALER,)
