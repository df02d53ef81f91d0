"""What a review states about decisions of Da Zi Pai: facts, whatever is good."""

from __future__ import annotations

from typing import Any

from paiju.games.zipai.events import CardDrawn, ExtraDrawn, OpeningPassed
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.review_hooks import ZiPaiReviewHooks
from paiju.games.zipai.state import Claiming, Looking, ZiPaiMatch
from tests.rules.zipai.table import THREE, Table, deal_of, playing

FACTS = ZiPaiReviewHooks()


def reason(table: Table, seat: int, played: str, better: str) -> tuple[str, dict[str, Any]] | None:
    """The code of the fact that is found, and its details."""
    parse = table.game.parse_action
    found = FACTS.reason(table.game, table.game.view(table.state, seat), seat, parse(played), parse(better))
    return None if found is None else (found.key.removeprefix("why."), dict(found.args))


def test_parts_of_play() -> None:
    start = ZiPai(THREE).start(ZiPaiMatch(), deal_of((), "", THREE, 0))
    assert FACTS.part(start) == "minimum"
    assert FACTS.is_judged_by_points(start)
    assert not FACTS.is_endgame(start)
    discarding = playing(("一二三",), stock="九九九九八八八").state
    assert FACTS.part(discarding) == "discarding"
    assert not FACTS.is_judged_by_points(discarding)
    assert not FACTS.is_endgame(discarding)
    assert FACTS.is_endgame(playing(("一二三",), stock="九").state)
    claiming = playing(("一二三",), phase=Claiming(3, 1, True, (0, 2))).state
    assert FACTS.part(claiming) == "claiming"
    assert FACTS.part(playing(("一二三",), phase=Looking(0)).state) == "claiming"


def test_events_that_bring_luck() -> None:
    assert FACTS.luck(CardDrawn(0, None)) == "draws"
    assert FACTS.luck(ExtraDrawn(0, None)) == "draws"
    assert FACTS.luck(OpeningPassed()) == ""


def test_a_win_that_was_passed() -> None:
    table = playing(("一二三",), phase=Looking(0))
    assert reason(table, 0, "pass", "win") == ("passes_win", {})


LAID = ("碰二二二 碰四四四 碰五五五 碰六六六 碰七七七 碰壹壹壹",)


def test_fewer_winning_cards() -> None:
    table = playing(("伍陆捌",), LAID)
    fewer = reason(table, 0, "discard 伍", "discard 捌")
    assert fewer == ("waits_for_fewer", {"waits": 4, "more": 8})
    assert reason(table, 0, "discard 捌", "discard 伍") is None
    assert reason(playing(("伍陆一",), LAID), 0, "discard 伍", "discard 一") == ("not_ready", {"waits": 0, "more": 8})


def test_cards_that_fit_no_other() -> None:
    table = playing(("壹肆柒拾二三",))
    found = reason(table, 0, "discard 二", "discard 壹")
    assert found is not None
    assert found[0] == "leaves_loners"
    assert found[1]["loners"] > found[1]["fewer"]
    assert reason(table, 0, "discard 壹", "discard 二") is None


def test_no_reason_for_other_decisions() -> None:
    table = playing(("一一三",), phase=Claiming(0, 1, True, (0, 2)))
    assert reason(table, 0, "pass", "pong") is None
    assert reason(table, 0, "pong", "pass") is None
