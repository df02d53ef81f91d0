"""Hints for a player about their own hand."""

from random import Random

import pytest

from paiju.core.fair_deal import Deal
from paiju.games.zipai.actions import Eat, Pong
from paiju.games.zipai.cards import PACK, count_cards, format_cards, parse_cards
from paiju.games.zipai.hand_hints import Hints, group_hand
from paiju.games.zipai.state import Discarding, hand_of, laid_melds
from paiju.games.zipai.waits import ready_discards
from tests.rules.zipai.table import THREE, TWO, Table, counts, offered


def _words(text: str) -> list[str]:
    return [format_cards(group.cards) for group in group_hand(counts(text))]


def test_melds_come_first_then_pairs_then_single_cards() -> None:
    assert _words("三四五拾拾拾壹壹二八") == ["三四五", "拾拾拾", "壹壹", "二", "八"]
    assert _words("一二三七玖") == ["一二三", "七", "玖"]
    assert _words("二二三四七十") == ["二三四", "二七十"]


def test_of_equally_large_groupings_the_one_with_more_points_is_shown() -> None:
    assert _words("一二三四") == ["一二三", "四"]
    assert [group.points for group in group_hand(counts("壹贰叁肆"))] == [6, 0]


@pytest.mark.parametrize("seed", range(20))
def test_every_card_is_in_one_group(seed: int) -> None:
    hand = Random(seed).sample(PACK, 21)
    assert count_cards(kind for group in group_hand(count_cards(hand)) for kind in group.cards) == count_cards(hand)


@pytest.mark.parametrize("rules", [THREE, TWO])
@pytest.mark.parametrize("seed", range(3))
def test_hints_from_a_view_equal_those_from_the_state(seed: int, rules: object) -> None:
    """Through a whole hand, for every seat; and it is what ``ready_discards`` says."""
    random = Random(seed)
    table = Table(rules, _start(rules, random))  # type: ignore[arg-type]
    game = table.game
    while game.outcome(table.state) is None:
        state = table.state
        for seat in range(game.seats):
            found = game.hand_hints(state, seat)
            assert found == game.hand_hints(game.view(state, seat), seat)
            if isinstance(state.phase, Discarding) and state.phase.seat == seat:
                assert isinstance(found, Hints)
                discards = {one.discard for one in ready_discards(hand_of(state, seat), laid_melds(state, seat))}
                assert {one.discard for one in found.ready} <= discards
        seat = table.to_act[0]
        table.act(seat, random.choice(game.legal(state, seat)))


def test_each_way_to_take_a_card_shows_its_points() -> None:
    """What it breaks up in the hand is taken off; a pass brings nothing."""
    table = offered("二", ["九", "二二七十贰五"], laid=["", "罩六六六 吃四五六"])
    told = _hints(table)
    assert told.laid == (3, 0)
    brings = {table.game.format_action(claim.action): claim.brings for claim in told.claims}
    assert brings == {"pong": 0, "eat 二二贰 二七十": 0}
    broken = _hints(offered("一", ["九", "一一二三九"]))
    assert {type(claim.action): claim.brings for claim in broken.claims}[Pong] == -2


def test_a_claim_shows_which_scoring_groups_it_breaks() -> None:
    broken = _hints(offered("一", ["九", "一一二三九"]))
    assert {type(claim.action): [group.cards for group in claim.breaks] for claim in broken.claims} == {
        Pong: [parse_cards("一二三")],
    }
    laid = _hints(offered("二", ["九", "一二三七十九"]))
    assert any(isinstance(claim.action, Eat) and len(claim.action.melds) == 2 for claim in laid.claims)
    assert [
        claim.breaks for claim in laid.claims if isinstance(claim.action, Eat) and len(claim.action.melds) == 2
    ] == [()]
    kept = _hints(offered("五", ["九", "一二三五五九"]))
    assert [(type(claim.action), claim.breaks) for claim in kept.claims] == [(Pong, ())]


def test_a_fourth_card_shows_the_points_gained_over_the_pong() -> None:
    told = _hints(offered("陆", ["九", "五六"], laid=["", "碰陆陆陆"], drawn=True))
    assert [claim.brings for claim in told.claims] == [6]


def _hints(table: Table) -> Hints:
    found = table.game.hand_hints(table.state, 1)
    assert isinstance(found, Hints)
    return found


def _start(rules: object, random: Random) -> object:
    game = Table(rules, None).game  # type: ignore[arg-type]
    return game.start(game.new_match(), Deal(tuple(random.sample(PACK, len(PACK)))))
