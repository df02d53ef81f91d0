"""Facts and reasons that reviews of Da Zi Pai state about a decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.games.zipai.cards import PACK, parse_cards
from paiju.games.zipai.events import CardDrawn, ExtraDrawn, OpeningPassed
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.review_hooks import ZiPaiReviewHooks
from paiju.games.zipai.state import Claiming, Drawing, Looking, ZiPaiMatch
from tests.rules.zipai.table import THREE, Table, deal_of, playing

FACTS = ZiPaiReviewHooks()


def reason(table: Table, seat: int, played: str, better: str) -> tuple[str, dict[str, Any]] | None:
    """The code of the fact that is found, and its details."""
    parse = table.game.parse_action
    found = FACTS.reason(table.game, table.game.view(table.state, seat), seat, parse(played), parse(better))
    return None if found is None else (found.key.removeprefix("why."), dict(found.args))


def test_part_of_play_names_the_phase() -> None:
    start = ZiPai(THREE).start(ZiPaiMatch(), deal_of((), "", THREE, 0))
    assert FACTS.part_of_play(start) == "minimum"
    assert FACTS.is_judged_by_points(start)
    assert not FACTS.is_endgame(start)
    discarding = playing(("一二三",), stock="九九九九八八八").state
    assert FACTS.part_of_play(discarding) == "discarding"
    assert not FACTS.is_judged_by_points(discarding)
    assert not FACTS.is_endgame(discarding)
    assert FACTS.is_endgame(playing(("一二三",), stock="九").state)
    claiming = playing(("一二三",), phase=Claiming(3, 1, True, (0, 2))).state
    assert FACTS.part_of_play(claiming) == "claiming"
    assert FACTS.part_of_play(playing(("一二三",), phase=Looking(0)).state) == "claiming"


def test_luck_events_are_recognised() -> None:
    assert FACTS.luck_kind(CardDrawn(0, None)) == "draws"
    assert FACTS.luck_kind(ExtraDrawn(0, None)) == "draws"
    assert FACTS.luck_kind(OpeningPassed()) == ""


def test_reason_names_a_win_that_was_passed() -> None:
    table = playing(("一二三",), phase=Looking(0))
    assert reason(table, 0, "pass", "win") == ("passes_win", {})


LAID = ("碰二二二 碰四四四 碰五五五 碰六六六 碰七七七 碰壹壹壹",)


def test_reason_names_fewer_winning_cards() -> None:
    table = playing(("伍陆捌",), LAID, minimum=1)
    fewer = reason(table, 0, "discard 伍", "discard 捌")
    assert fewer == ("waits_for_fewer", {"waits": 4, "more": 8})
    assert reason(table, 0, "discard 捌", "discard 伍") is None
    assert reason(playing(("伍陆一",), LAID, minimum=1), 0, "discard 伍", "discard 一") == (
        "not_ready",
        {"waits": 0, "more": 8},
    )


def test_reason_names_cards_that_fit_no_other() -> None:
    table = playing(("壹肆柒拾二三",))
    found = reason(table, 0, "discard 二", "discard 壹")
    assert found is not None
    assert found[0] == "leaves_loners"
    assert found[1]["loners"] > found[1]["fewer"]
    assert reason(table, 0, "discard 壹", "discard 二") is None


def test_no_reason_is_given_for_other_decisions() -> None:
    table = playing(("一一三",), phase=Claiming(0, 1, True, (0, 2)))
    assert reason(table, 0, "pass", "pong") is None
    assert reason(table, 0, "pong", "pass") is None


# ---- what a seat could know of the cards


@pytest.mark.clause("ZP-2.2")
def test_winning_cards_are_counted_among_those_that_nobody_has_shown() -> None:
    table = playing(("伍陆捌",), LAID, minimum=1)
    parse, view = table.game.parse_action, table.game.view(table.state, 0)
    found = FACTS.count_winning_cards(view, 0, parse("discard 捌"))
    assert found is not None
    assert (found.winning, found.unseen) == (8, 80 - 21)
    assert found.points > 0
    dear = playing(("伍陆捌",), LAID, minimum=1000)
    poor = FACTS.count_winning_cards(dear.game.view(dear.state, 0), 0, parse("discard 捌"))
    assert poor is not None
    assert (poor.winning, poor.points) == (0, 0)
    claiming = playing(("伍陆捌",), LAID, minimum=1, phase=Claiming(3, 1, True, (0, 2)))
    assert FACTS.count_winning_cards(claiming.game.view(claiming.state, 0), 0, parse("pass")) is None
    looking = playing(("伍陆捌",), LAID, minimum=1, phase=Looking(0))
    assert FACTS.count_winning_cards(looking.game.view(looking.state, 0), 0, parse("discard 捌")) is None


def all_seen_but(cards: str) -> tuple[tuple[int, ...], ...]:
    """Discards of the first seat after which only these cards are hidden or held."""
    left = list(PACK)
    for card in parse_cards(cards):
        left.remove(card)
    return tuple(left), (), ()


def few_hidden(own: str, first: str, second: str, stock: str, **more: Any) -> Table:
    table = playing((own, first, second), stock=stock, **more)
    public = replace(table.state.public, discards=all_seen_but(own + first + second + stock))
    return Table(table.game.rules, replace(table.state, public=public))


def test_deals_are_counted_near_the_end() -> None:
    table = few_hidden("一二", "三四", "三五", "六")
    view = table.game.view(table.state, 0)
    assert FACTS.is_solvable(view)
    drawn = {FACTS.deal_key(table.game.determinize(view, 0, Random(seed))) for seed in range(1500)}
    # 三三四五六 in hands of two, two and one card
    assert FACTS.count_deals(table.game, view, 0) == len(drawn) == 18
    assert not FACTS.is_solvable(playing(("一二三",), stock="九九九九八八八").state)
    assert not FACTS.is_solvable(playing(("一二三",), phase=Drawing(0)).state)


@pytest.mark.parametrize(
    ("laid", "phase"),
    [(("", "龙六六六六"), None), ((), Looking(1)), ((), Claiming(3, 1, True, (2,), (0,)))],
)
def test_deals_with_more_secrets_are_not_counted(laid: tuple[str, ...], phase: Any) -> None:
    table = few_hidden("一二", "三四", "三五", "六", laid=laid, phase=phase)
    assert FACTS.count_deals(table.game, table.game.view(table.state, 0), 0) is None


def test_many_deals_are_not_counted() -> None:
    table = playing(("一二", "三四三四三四三", "五六五六五六"))
    assert FACTS.count_deals(table.game, table.game.view(table.state, 0), 0) is None
