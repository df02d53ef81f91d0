"""ZP-2: before play."""

from random import Random

import pytest
from msgspec.structs import replace

from paiju.core.errors import RulesetError
from paiju.core.fair_deal import Deal, draw_deal
from paiju.core.messages import TranslatableText
from paiju.games.zipai.cards import count_cards
from paiju.games.zipai.events import CardsDealt, ExtraDrawn, MeldsLaid
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Dealing, Discarding, Minimum, Opening, ZiPaiMatch, hand_of
from paiju.games.zipai.winning import best_division
from tests.rules.zipai.table import THREE, TWO, Table, dealt, offered, playing

FIVE_THREES = "一一一三三三五五五六六六肆肆肆"  # 4 × 3 + 6
THREE_FOURS = "一一一一三三三三五五五五"  # 3 × 9
# Seven melds: 二七十 3, 一二三 3, 贰柒拾 6, 壹贰叁 6 and three more.
COMPLETE = "二七十一二三贰柒拾壹贰叁四五六四五六陆柒捌"


def fresh(rules: Rules = THREE, banker: int = 0, seed: int = 5) -> Table:
    game = ZiPai(rules)
    match = ZiPaiMatch(banker=banker)
    return Table(rules, game.start(match, draw_deal(game.deal_plan(match), Random(seed).randbytes(32))))


@pytest.mark.clause("ZP-2.1")
def test_the_host_is_the_first_banker() -> None:
    for host in range(3):
        match = ZiPai(THREE).new_match(first=host)
        assert match.banker == host
        assert fresh(banker=match.banker).to_act == (host,)


@pytest.mark.clause("ZP-2.1")
def test_the_winner_is_the_next_banker() -> None:
    won = offered("一", ["九", "二三五五", "二"], ["", "龙拾拾拾拾 龙捌捌捌捌 罩八八八 罩七七七 罩六六六"])
    won.claims("1 win")
    match = won.game.next_hand(ZiPaiMatch(banker=0, points=(1, 2, 3)), won.state)
    assert (match.banker, match.hand) == (1, 1)
    assert match.points == tuple(a + b for a, b in zip((1, 2, 3), won.outcome.points, strict=True))


@pytest.mark.clause("ZP-2.1", "ZP-R1")
@pytest.mark.parametrize(("stays", "banker"), [(True, 2), (False, 0)])
def test_a_hand_that_nobody_won(stays: bool, banker: int) -> None:
    table = playing(["九"], turn=0, rules=Rules(banker_stays=stays), banker=2).put_out("0 discard 九")
    assert table.outcome.reason == "empty"
    assert table.game.next_hand(ZiPaiMatch(banker=2), table.state).banker == banker


@pytest.mark.clause("ZP-2.2")
def test_the_banker_sets_the_minimum_before_the_deal() -> None:
    table = fresh(banker=1)
    assert isinstance(table.phase, Minimum)
    assert table.to_act == (1,)
    assert table.legal(1) == ["min 15", "min 20", "min 25", "min 30"]
    assert table.legal(0) == []
    assert table.refuses("1 min 16") == "not_a_minimum"
    assert table.refuses("1 discard 一") == "minimum_first"
    assert table.refuses("0 min 15") == "not_your_turn"
    assert table.game.hand_terms(table.state) == ()
    table.do("1 min 25")
    assert table.public.minimum == 25
    assert table.game.hand_terms(table.state) == (TranslatableText("term.minimum", {"points": 25}),)


@pytest.mark.clause("ZP-2.2")
def test_other_choices() -> None:
    table = fresh(Rules(minimum_from=4, minimum_to=9, minimum_step=3))
    assert table.legal(0) == ["min 4", "min 7"]
    with pytest.raises(RulesetError) as caught:
        Rules(minimum_from=31)
    assert caught.value.code == "minimum_range"


@pytest.mark.clause("ZP-2.3")
@pytest.mark.parametrize(("rules", "stock"), [(THREE, 19), (TWO, 39)])
@pytest.mark.parametrize("banker", [0, 1])
def test_twenty_one_for_the_banker_twenty_for_the_others(rules: Rules, stock: int, banker: int) -> None:
    hands = ["一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"] * rules.players
    table = dealt(hands, rules=rules, banker=banker)
    assert table.public.sizes == tuple(21 if seat == banker else 20 for seat in range(rules.players))
    assert table.public.stock == stock == len(table.state.secret.stock or ())


@pytest.mark.clause("ZP-2.3")
def test_the_banker_has_the_first_cards_of_the_deck() -> None:
    deck = tuple(Random(3).sample(ZiPai(THREE).deal_plan(ZiPaiMatch()).pack, 80))
    state = ZiPai(THREE).start(ZiPaiMatch(banker=1), Deal(deck))
    table = Table(THREE, state).do("1 min 15")
    (event,) = (event for event in table.events if isinstance(event, CardsDealt))
    assert event.hands == (count_cards(deck[41:61]), count_cards(deck[:21]), count_cards(deck[21:41]))


@pytest.mark.clause("ZP-2.4")
def test_a_four_is_laid_face_down_at_once() -> None:
    table = dealt(["一三", "拾拾拾拾"])
    assert table.laid(1) == "龙????"
    assert table.public.sizes == (21, 16, 20)
    assert table.public.stock == 19
    assert table.state.secret.hidden == ((), (19,), ())


@pytest.mark.clause("ZP-2.4")
def test_with_two_fours_a_card_more_is_drawn_from_the_banker_on() -> None:
    fours = ["三三三三四四四四", "一一一一二二二二", "五五五五六六六六"]
    table = dealt(fours, "捌玖拾", banker=1)
    drawn = [event for event in table.events if isinstance(event, ExtraDrawn)]
    assert [(event.seat, event.card) for event in drawn] == [(1, 17), (2, 18), (0, 19)]
    assert table.public.sizes == (13, 14, 13)
    assert table.public.stock == 16


@pytest.mark.clause("ZP-2.4", "ZP-R7")
def test_a_third_that_the_extra_card_makes_is_no_zhao() -> None:
    table = dealt(["三三三三四四四四八八"], "八")
    assert table.hand(0).count("八") == 3
    assert table.laid(0) == "龙???? 龙????"


@pytest.mark.clause("ZP-2.4", "ZP-5.6", "ZP-R7")
def test_a_four_that_the_extra_card_makes_is_laid_and_brings_another_card() -> None:
    table = dealt(["三三三三四四四四八八八"], "八玖")
    assert table.laid(0) == "龙???? 龙???? 龙????"
    assert table.public.sizes[0] + 12 == 23  # 21, and one for each four but the first
    assert [event.melds[0].cards for event in table.events if isinstance(event, MeldsLaid)][-1] == (7,) * 4


@pytest.mark.clause("ZP-2.4")
def test_three_fours_dealt_bring_two_cards() -> None:
    table = dealt(["", THREE_FOURS], "捌玖")
    assert table.public.sizes[1] + 12 == 22


@pytest.mark.clause("ZP-2.5")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        (THREE_FOURS, 27),
        (FIVE_THREES, 18),
        ("一一一一三三三五五五六六六肆肆肆", 24),
        ("拾拾拾拾玖玖玖玖一一一三三三五五五", 33),
    ],
)
def test_a_win_on_the_deal_with_fours_and_threes(hand: str, points: int) -> None:
    table = dealt(["", hand], "捌", minimum=30)
    assert table.to_act == (0, 1, 2)
    assert table.legal(1) == ["win", "pass"]
    table.claims("1 win")
    assert (table.outcome.reason, table.outcome.winners) == ("deal", (1,))
    assert table.outcome.points == (-points, 2 * points, -points)


@pytest.mark.clause("ZP-2.5")
@pytest.mark.parametrize("hand", ["一一一三三三五五五六六六", "一一一一三三三三五五五", "一一一一三三三三五五五六六"])
def test_too_few_fours_and_threes(hand: str) -> None:
    table = dealt(["", hand], "捌玖")
    assert table.legal(1) == ["pass"]
    assert table.refuses("1 win") == "no_win_on_deal"
    assert table.refuses("1 pong") == "not_now"


@pytest.mark.clause("ZP-2.5", "ZP-R2")
def test_the_account_of_a_win_on_the_deal_has_only_fours_and_threes() -> None:
    table = dealt(["", "拾拾拾拾一一一三三三五五五六六六二七十"]).claims("1 win")
    assert table.account() == [
        ("meld.dragon", ("拾",), 12),
        ("meld.three", ("一",), 3),
        ("meld.three", ("三",), 3),
        ("meld.three", ("五",), 3),
        ("meld.three", ("六",), 3),
    ]


@pytest.mark.clause("ZP-2.5", "ZP-R2")
@pytest.mark.parametrize(
    ("hand", "points", "all_points"),
    [
        (FIVE_THREES, 18, 18),
        ("一一一三三三五五五六六六肆肆肆二七十", 18, 21),  # 二七十
        ("壹壹壹叁叁叁伍伍伍陆陆陆四四四贰柒拾", 27, 33),
        ("一一一二二二三三三五五五六六六", 15, 15),  # three threes are worth as much as three rows
        ("一一一二二二三三三五五五六六六七十", 15, 15),
        ("一一一二二三三三五五五六六六八八八七十", 15, 18),  # 一二三 for 一一一 and 三三三 would be no gain
    ],
)
def test_what_counts_on_the_deal_is_a_parameter(hand: str, points: int, all_points: int) -> None:
    for counted, expected in (("fours_threes", points), ("all", all_points)):
        table = dealt(["", hand], rules=replace(THREE, deal_points=counted)).claims("1 win")
        assert table.outcome.points == (-expected, 2 * expected, -expected)
        assert sum(line.value for line in table.outcome.account) == expected


@pytest.mark.clause("ZP-2.5")
def test_the_most_points_win() -> None:
    table = dealt(["", FIVE_THREES, "七七七九九九捌捌捌玖玖玖拾拾拾"]).claims("1 win", "2 win")
    assert table.outcome.winners == (2,)
    assert table.outcome.points == (-24, -24, 48)


@pytest.mark.clause("ZP-2.5")
def test_of_equals_all_win_and_it_cancels_between_them() -> None:
    table = dealt(["", FIVE_THREES, "七七七八八八九九九十十十拾拾拾"], banker=2).claims("1 win", "2 win")
    assert table.outcome.winners == (2, 1)
    assert table.outcome.points == (-36, 18, 18)
    assert table.game.next_hand(ZiPaiMatch(banker=2), table.state).banker == 2
    assert sum(line.value for line in table.outcome.account if line.how == "plus") == 18


@pytest.mark.clause("ZP-2.5")
def test_the_next_banker_is_the_first_of_the_winners_in_turn_order() -> None:
    table = dealt([FIVE_THREES, "", "七七七八八八九九九十十十拾拾拾"], banker=1).claims("0 win", "2 win")
    assert table.outcome.winners == (2, 0)
    assert table.game.next_hand(ZiPaiMatch(banker=1), table.state).banker == 2


@pytest.mark.clause("ZP-2.5")
def test_three_equal_winners_pay_nobody() -> None:
    table = dealt(
        ["一一一三三三五五五肆肆肆伍伍伍", "六六六七七七八八八陆陆陆柒柒柒", "九九九十十十二二二捌捌捌玖玖玖"]
    )
    table.claims("0 win", "1 win", "2 win")
    assert table.outcome.points == (0, 0, 0)
    assert table.outcome.winners == (0, 1, 2)


@pytest.mark.clause("ZP-2.5")
def test_two_equal_winners_of_two_players_pay_nobody() -> None:
    table = dealt(["叁叁叁肆肆肆伍伍伍陆陆陆拾拾拾一四七二五八", "壹壹壹贰贰贰捌捌捌玖玖玖柒柒柒"], rules=TWO)
    table.claims("0 win", "1 win")
    assert table.outcome.points == (0, 0)
    assert table.outcome.winners == (0, 1)


@pytest.mark.clause("ZP-2.5")
def test_a_win_on_the_deal_may_be_declined() -> None:
    table = dealt(["", FIVE_THREES]).claims()
    assert table.phase == Discarding(0)


@pytest.mark.clause("ZP-2.5")
def test_who_answers_on_the_deal_tells_nothing() -> None:
    table = dealt(["", FIVE_THREES]).do("1 win")
    assert isinstance(table.phase, Opening)
    for viewer in (0, 2, None):
        assert table.game.view(table.state, viewer).secret.sealed == (None,) * 3


@pytest.mark.clause("ZP-2.6")
def test_the_banker_complete_on_the_deal_may_win() -> None:
    table = dealt([COMPLETE], minimum=15)
    assert table.legal(0) == ["win", "pass"]
    table.claims("0 win")
    assert table.outcome.reason == "deal"
    assert table.outcome.points == (36, -18, -18)


@pytest.mark.clause("ZP-2.6")
def test_not_below_the_minimum_and_not_another() -> None:
    assert dealt([COMPLETE], minimum=20).legal(0) == ["pass"]
    assert dealt(["", COMPLETE[:-1]], minimum=15).legal(1) == ["pass"]


@pytest.mark.clause("ZP-2.4", "ZP-2.6")
def test_the_extra_card_belongs_to_the_dealt_hand() -> None:
    table = dealt(["拾拾拾拾玖玖玖玖一二三四五六七八九二七二三"], "十三")
    assert table.hand(0).count("十") == 1
    assert table.legal(0) == ["pass"]
    table = dealt(["拾拾拾拾玖玖玖玖一二三四五六七八九二七壹壹"], "十")
    assert table.legal(0) == ["win", "pass"]
    assert table.claims("0 win").outcome.points == (60, -30, -30)


@pytest.mark.clause("ZP-2.5", "ZP-2.6")
def test_a_banker_with_both_counts_the_higher() -> None:
    both = "一一一三三三五五五六六六肆肆肆二七十贰柒拾"  # 18, and 二七十 3 and 贰柒拾 6 when all counts
    table = dealt([both], minimum=15).claims("0 win")
    assert table.outcome.points == (54, -27, -27)
    table = dealt([both], minimum=30).claims("0 win")
    assert table.outcome.points == (36, -18, -18)


@pytest.mark.clause("ZP-2.5", "ZP-2.6")
def test_a_banker_with_both_counts_the_threes_where_they_are_the_higher() -> None:
    both = "三三三壹壹壹肆肆肆柒柒柒玖玖玖二四叁七八九"  # five threes: 27; complete, one 三 goes into 二三四: 24
    table = dealt([both], minimum=15)
    complete = best_division(hand_of(table.state, 0), (), None, "deal")
    assert complete is not None
    assert complete.points == 24
    assert table.claims("0 win").outcome.points == (54, -27, -27)


@pytest.mark.clause("ZP-2.5", "ZP-2.6")
def test_both_kinds_of_win_on_the_deal_are_compared() -> None:
    table = dealt([COMPLETE, "八八八九九九玖玖玖拾拾拾伍伍伍"], minimum=15).claims("0 win", "1 win")
    assert table.outcome.winners == (1,)
    assert table.outcome.points == (-24, 48, -24)


def test_nothing_is_dealt_before_the_minimum_is_set() -> None:
    table = fresh()
    assert table.public.sizes == (0, 0, 0)
    state = table.game.act(table.state, 0, table.game.parse_action("min 15")).state
    assert isinstance(state.phase, Dealing)
