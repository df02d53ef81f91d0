"""Which discards leave a hand ready."""

from random import Random

import pytest

from paiju.games.zipai.cards import COPIES, KINDS, NAMES, NONE, count_cards, parse_cards, without
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.notation import parse_melds
from paiju.games.zipai.waits import ReadyDiscard, Wait, ready_discards, winning_cards
from paiju.games.zipai.winning import best_division
from tests.rules.zipai.table import counts
from tests.rules.zipai.test_7_winning import _near_complete

FIXED = parse_melds("龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六")


def test_ready_hand_lists_winning_cards_with_their_points() -> None:
    found = ready_discards(counts("一二五五伍"), FIXED)
    assert ReadyDiscard(14, (Wait(2, 36, 36, 36),)) in found
    assert ReadyDiscard(0, (Wait(1, 33, 33, 33),)) in found  # 五五伍, and 二二 for the pair


def test_several_discards_can_leave_a_hand_ready() -> None:
    found = ready_discards(counts("二三五五五"), FIXED)
    assert ["".join(NAMES[wait.card] for wait in one.waits) for one in found] == ["三四", "二", "一四"]
    assert [NAMES[one.discard] for one in found] == ["二", "三", "五"]
    assert found[0].waits == (Wait(2, 36, 36, 36), Wait(3, 33, 33, 33))


def test_the_points_of_a_wait_depend_on_the_source_of_the_card() -> None:
    (wait,) = (wait for wait in winning_cards(counts("三三五五"), FIXED) if wait.card == 2)
    assert wait == Wait(2, 36, 34, 34)
    (wait,) = (wait for wait in winning_cards(counts("三三五五"), FIXED, declined=(2,)) if wait.card == 2)
    assert wait == Wait(2, 36, None, None)
    laid = parse_melds("罩伍伍伍 罩玖玖玖 罩八八八 吃壹贰叁 碰三三三")
    (wait,) = (wait for wait in winning_cards(counts("四五六九九"), laid) if wait.card == 2)
    assert wait == Wait(2, 27, 27, None)


def test_nobody_waits_for_a_card_of_which_all_four_are_known() -> None:
    assert [wait.card for wait in winning_cards(counts("一二五五"), FIXED)] == [2]
    assert winning_cards(counts("一二五五"), FIXED, gone=count_cards(parse_cards("三三三三"))) == ()
    assert winning_cards(counts("一二五五"), (*FIXED[:4], *parse_melds("吃二三四"))) != ()
    held = parse_melds("龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七")
    assert winning_cards(counts("一二五五三三三"), (*held,)) != ()
    assert all(wait.card != 5 for wait in winning_cards(counts("四五伍伍"), (*held, *parse_melds("龙六六六六"))))


def test_a_hand_with_many_lone_cards_is_not_ready() -> None:
    assert ready_discards(counts("一四八陆玖"), FIXED) == ()
    assert ready_discards(counts("一四八陆"), FIXED) == ()


def _plain_waits(hand: tuple[int, ...], laid: tuple[Meld, ...]) -> list[int]:
    held = list(hand)
    for meld in laid:
        for kind in meld.cards or ():
            held[kind] += 1
    return [kind for kind in range(KINDS) if held[kind] < COPIES and best_division(hand, laid, kind, "own") is not None]


@pytest.mark.parametrize("seed", range(3))
def test_no_wait_is_overlooked(seed: int) -> None:
    random = Random(seed)
    found = 0
    for _ in range(60):
        laid, cards, extra = _near_complete(random)
        hand = count_cards([*cards, extra])
        if max(hand) > COPIES:
            continue
        expected = {
            kind: waiting
            for kind, copies in enumerate(hand)
            if copies and (waiting := _plain_waits(without(hand, (kind,)), laid))
        }
        assert {
            one.discard: [wait.card for wait in one.waits] for one in ready_discards(hand, laid, (), NONE)
        } == expected
        found += bool(expected)
    assert found > 20
