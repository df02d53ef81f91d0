"""The messages of Da Zi Pai, as rendered in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.games.zipai import events as happened
from paiju.games.zipai.actions import PASS, PONG, WIN, Discard, Eat
from paiju.games.zipai.cards import NONE
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.messages import ZiPaiMessageBuilder
from paiju.games.zipai.state import Claiming, Drawing, Looking, Over, Winner, ZiPaiMatch, initial_state
from paiju.games.zipai.zones import zones
from paiju.locale.text_rendering import TextRenderer

VOICE = ZiPaiMessageBuilder()
STATE = initial_state(ZiPaiMatch(), (0,) * 80, 3)
READERS = [TextRenderer(lang, "zipai", ("甲", "乙", "丙"), 0) for lang in ("zh", "en")]


def read(words: TranslatableText | None) -> tuple[str, ...]:
    """In Chinese and in English."""
    return tuple(reader.sentence(words) for reader in READERS)


def test_actions_have_button_labels() -> None:
    assert read(VOICE.action(STATE, 0, Discard(2))) == ("打 三", "Discard 三")
    assert read(VOICE.action(STATE, 0, Eat(((1, 6, 9), (0, 0, 10))))) == ("吃 二七十 一一壹", "Eat 二七十 一一壹")


def test_questions_have_words() -> None:
    looking = replace(STATE, phase=Looking(0), secret=replace(STATE.secret, drawn=4))
    assert read(VOICE.question(looking, 0, (WIN, PASS))) == ("摸到 五，可以和", "You draw 五, and can win")
    own = replace(STATE, phase=Claiming(2, 0, True, (0,)))
    assert read(VOICE.question(own, 0, (PASS,)))[0] == "你摸出 三，要不要？"
    drawn = replace(STATE, phase=Claiming(2, 1, True, (0,)))
    assert read(VOICE.question(drawn, 0, (PASS,)))[1] == "乙 turns up 三: do you want it?"
    put = replace(STATE, phase=Claiming(2, 1, False, (0,)))
    assert read(VOICE.question(put, 0, (PASS,)))[0] == "乙打出 三，要不要？"
    assert read(VOICE.question(put, 0, (PONG, PASS))) == (
        "乙打出 三，要不要？过了就不能再碰 三",
        "乙 discards 三: do you want it? Last chance to pong this 三",
    )
    assert VOICE.question(replace(STATE, phase=Drawing(0)), 0, ()) is None


def test_beginners_get_an_explanation_of_the_present_decision() -> None:
    put = replace(STATE, phase=Claiming(2, 1, False, (0,)))
    eat = Eat(((1, 6, 9),))
    for legal, tip in (((WIN, PONG, PASS), "win"), ((PONG, PASS), "pong"), ((eat, PASS), "eat")):
        words = VOICE.tip(put, 0, legal)
        assert words is not None
        assert words.key == f"tip.{tip}"
        assert all(read(words))
    assert VOICE.tip(put, 0, (PASS,)) is None
    assert VOICE.tip(replace(STATE, phase=Drawing(0)), 0, ()) is None


@pytest.mark.parametrize(
    ("event", "zh", "en"),
    [
        (happened.ExtraDrawn(1, None), "乙有两个龙，多摸一张", "乙 had two dragons and drew an extra card"),
        (happened.ExtraDrawn(0, 3), "你有两个龙，多摸一张 四", "You had two dragons and drew an extra card: 四"),
        (happened.CardDrawn(1, None), "", ""),
        (happened.CardDrawn(0, 19), "你摸到 拾", "You drew 拾"),
        (happened.CardPutOut(1, 3, False), "乙打出 四", "乙 discarded 四"),
        (happened.CardPutOut(1, 3, True), "乙摸出 四", "乙 turned up 四"),
        (happened.MeldsLaid(1, (Meld("hide", None),)), "乙放下 罩", "乙 laid Hide 罩"),
        (happened.MeldsLaid(0, (Meld("pong", (2, 2, 2)),)), "你放下 碰 三三三", "You laid Pong 碰 三三三"),
        (happened.Answered(1, None), "", ""),
        (
            happened.HandWon("deal", (Winner(0, 20, (), NONE, ()), Winner(1, 20, (), NONE, ()))),
            "你、乙和了，20 油",
            "You, 乙 won with 20 points",
        ),
    ],
)
def test_events_have_sentences(event: Any, zh: str, en: str) -> None:
    assert read(VOICE.event(event)) == (zh, en)


def test_account_lines_have_words() -> None:
    assert read(VOICE.score_line_name(STATE, ScoreLine("meld.pong", 3, "plus", 1, ("三",)))) == ("碰 三", "Pong 碰 三")
    assert read(VOICE.score_line_name(STATE, ScoreLine("minimum", 20, "note"))) == ("最少 20 油", "At least 20 points")


def test_results_say_who_won_with_what() -> None:
    winner = Winner(1, 24, (), NONE, ())
    fed = replace(STATE, phase=Over("discard", (winner,), 2, 0))
    said = read(VOICE.headline(fed, Outcome("discard", (1,), (-48, 48, 0))))
    assert said == ("乙和你打出的 三，24 油", "乙 won with 三 from you: 24 points")
    empty = replace(STATE, phase=Over("empty"))
    assert read(VOICE.headline(empty, Outcome("empty", (), (0, 0, 0))))[0] == "牌摸完了，没有人和"
    assert read(VOICE.end_reason(Outcome("empty", (), (0, 0, 0))))[0] == "牌摸完了，没有人和"


def test_refusals_have_sentences() -> None:
    assert read(VOICE.error_message(IllegalAction("not_a_meld", card="三")))[0] == "吃 三 要和它组成一比"
    assert read(VOICE.error_message(IllegalAction("too_few_points", points=9, minimum=10)))[0].startswith(
        "这手牌只有 9 油"
    )


def lying(piles: Iterable[Zone], reader: TextRenderer) -> list[tuple[int | None, str, str]]:
    """Before whom, what it is called, and the cards."""
    return [(pile.seat, reader.zone_name(pile), reader.zone_text(pile)) for pile in piles if not pile.is_empty]


def test_zones_have_names_and_cards() -> None:
    melds = ((Meld("hide", None),), (Meld("hide", None), Meld("pong", (2, 2, 2))), ())
    public = replace(STATE.public, melds=melds, discards=((3, 3), (), ()), stock=7, sizes=(2, 20, 0))
    secret = replace(STATE.secret, hands=((2, *NONE[1:]), None, None), hidden=((4,), None, None))
    state = replace(STATE, public=public, secret=secret, phase=Claiming(2, 1, False, (0,)))
    zh, en = READERS
    assert lying(zones(state), zh) == [
        (None, "牌堆", "[7]"),
        (None, "中间", "三"),
        (0, "手里", "一 一"),
        (0, "罩", "五 五 五"),
        (0, "打出没人要", "四 四"),
        (1, "手里", "[20]"),
        (1, "罩", "[3]"),
        (1, "碰", "三 三 三"),
    ]
    looking = replace(state, phase=Looking(2), secret=replace(secret, drawn=9))
    assert (2, "On the table", "十") in lying(zones(looking), en)
    unseen = replace(looking, secret=secret)
    assert (2, "On the table", "[1]") in lying(zones(unseen), en)
