"""The messages of Dou Dizhu, as rendered in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import Deal
from paiju.core.game import Zone
from paiju.core.messages import TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine
from paiju.games.doudizhu import events as happened
from paiju.games.doudizhu.actions import GO_ON, PASS, Bid, Choose, Play, ThrowAway
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.messages import DouDizhuMessageBuilder, combination_text, hand_terms
from paiju.games.doudizhu.state import (
    Asking,
    Bidding,
    Doubling,
    DouMatch,
    Kicking,
    Opening,
    Over,
    Playing,
    Robbing,
    State,
    initial_state,
)
from paiju.games.doudizhu.zones import zones
from paiju.locale.text_rendering import TextRenderer
from tests.rules.doudizhu.table import rules_of

VOICE = DouDizhuMessageBuilder()
STATE = initial_state(DouMatch(), Deal((), ()), 3)
READERS = [TextRenderer(lang, "doudizhu", ("甲", "乙", "丙"), 0) for lang in ("zh", "en")]


def read(words: TranslatableText | None) -> tuple[str, ...]:
    """In Chinese and in English."""
    return tuple(reader.sentence(words) for reader in READERS)


def combo(text: str) -> Combination:
    return Combination.parse(text)


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("3", "3", "Single 3"),
        ("R", "大王", "Single big joker"),
        ("TT", "对 10", "Pair 10"),
        ("TTTT", "炸弹 10", "Bomb 10"),
        ("TTTTTT", "6 张炸弹 10", "Bomb of 6, 10"),
        ("BR", "火箭", "Rocket"),
        ("333444+57", "飞机 3 3 3 4 4 4 + 5 7", "Airplane 3 3 3 4 4 4 + 5 7"),
        ("34567", "顺子 3 4 5 6 7", "Straight 3 4 5 6 7"),
        ("7777<5577", "炸弹 7（用 5 5 7 7）", "Bomb 7 (played 5 5 7 7)"),
    ],
)
def test_combinations_have_their_names(text: str, zh: str, en: str) -> None:
    assert read(combination_text(combo(text))) == (zh, en)


@pytest.mark.parametrize(
    ("action", "zh", "en"),
    [
        (GO_ON, "发牌", "Deal"),
        (PASS, "不出", "Pass"),
        (Bid(0), "不叫", "Pass"),
        (Bid(2), "2 分", "Bid 2"),
        (Choose("rob", True), "抢地主", "Rob"),
        (Choose("back", False), "不反踢", "Don't kick back"),
        (Choose("open", True), "明牌 ×4", "Open ×4"),
        (Choose("open", False), "不明牌", "Stay closed"),
        (ThrowAway(""), "不弃", "Keep all"),
        (ThrowAway("JT"), "弃牌 J 10", "Throw J 10 away"),
        (Play(combo("33")), "对 3", "Pair 3"),
    ],
)
def test_actions_have_button_labels(action: Any, zh: str, en: str) -> None:
    state = State(STATE.match, 0, Opening(4, (0, 1, 2)), STATE.public, STATE.secret)
    assert read(VOICE.action(state, 0, action)) == (zh, en)


def test_who_must_follow_is_asked_to_beat_or_told_that_nothing_does() -> None:
    state = State(STATE.match, 0, Playing(0, combo("33"), 2, 0, (None,) * 3), STATE.public, STATE.secret)
    assert read(VOICE.question(state, 0, (PASS, PASS)))[0] == "轮到你：管丙的对子"
    assert read(VOICE.question(state, 0, (PASS,))) == ("要不起", "You can't beat this")
    lead = State(STATE.match, 0, Playing(0, None, None, 0, (None,) * 3), STATE.public, STATE.secret)
    assert read(VOICE.question(lead, 0, ())) == ("轮到你出牌", "Your lead")
    assert VOICE.question(STATE, 0, ()) is None


@pytest.mark.parametrize(
    ("phase", "answer", "asked", "tip"),
    [
        (Opening(4, (0, 1, 2)), "open", "ask.open", None),
        (Robbing((0, 1, 2)), "call", "ask.call", "tip.call"),
        (Robbing((0,), 1, 1), "rob", "ask.rob", "tip.rob"),
        (Kicking((0,)), "kick", "ask.kick", None),
        (Kicking((0,)), "back", "ask.back", None),
        (Doubling((0,)), "double", "ask.double", "tip.double"),
        (Asking("redouble", (0,), (None,) * 3), "redouble", "ask.redouble", None),
    ],
)
def test_a_question_is_asked_by_its_answers(phase: Any, answer: str, asked: str, tip: str | None) -> None:
    state, legal = replace(STATE, phase=phase), (Choose(answer, True), Choose(answer, False))
    question, found = VOICE.question(state, 0, legal), VOICE.tip(state, 0, legal)
    assert question is not None
    assert question.key == asked
    assert "factor" not in question.args or question.args["factor"] == 4
    assert (found and found.key) == tip


@pytest.mark.parametrize(
    ("phase", "legal", "tip"),
    [
        (Bidding(0, False), (), "bid"),
        (Playing(0, None, None, 0, (None,) * 3), (PASS,), "lead"),
        (Playing(0, combo("33"), 2, 0, (None,) * 3), (PASS, PASS), "follow"),
        (Playing(0, combo("33"), 2, 0, (None,) * 3), (PASS,), "cannot"),
        (Playing(0, combo("3333"), 2, 0, (None,) * 3), (PASS,), "bomb"),
        (Opening(4, (0, 1, 2)), (), None),
    ],
)
def test_beginners_get_an_explanation_of_the_present_decision(phase: Any, legal: Any, tip: str | None) -> None:
    words = VOICE.tip(State(STATE.match, 0, phase, STATE.public, STATE.secret), 0, legal)
    assert (words and words.key) == (tip and f"tip.{tip}")
    assert words is None or all(read(words))


@pytest.mark.parametrize(
    ("play", "zh", "en"),
    [
        ("T", "单张 10", "Single 10"),
        ("33", "对 3", "Pair 3"),
        ("789TJ", "顺子 7–J", "Straight 7–J"),
        ("333444+57", "飞机带单 3–4", "Airplane + singles 3–4"),
        ("3333<3355", "炸弹 3", "Bomb 3"),
        ("33333", "5 张炸弹 3", "Bomb of 5, 3"),
        ("BR", "火箭", "Rocket"),
    ],
)
def test_zones_have_short_names(play: str, zh: str, en: str) -> None:
    led = happened.CombinationPlayed(1, Combination.parse(play), Cards(0))
    state = State(STATE.match, 0, Playing(1, None, None, 0, (None,) * 3), STATE.public, STATE.secret)
    state = led.apply(state)
    assert read(VOICE.last_play_name(state, 1)) == (zh, en)
    assert VOICE.last_play_name(state, 2) is None
    passed = happened.TurnPassed(2).apply(state)
    assert VOICE.last_play_name(passed, 1) == VOICE.last_play_name(state, 1)
    assert isinstance(passed.phase, Playing)
    over = replace(passed, phase=Over(Outcome("x", (), (0, 0, 0)), passed.phase))
    assert VOICE.last_play_name(over, 1) == VOICE.last_play_name(state, 1)
    assert VOICE.last_play_name(replace(over, phase=Over(Outcome("x", (), (0, 0, 0)))), 1) is None


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        (Bidding(2, False, high=2, bidder=1, said=(0, 2, None)), [("不叫", False), ("2 分", True), None]),
        (Bidding(0, False), [None] * 3),
        (Robbing((0,), 1, 1, 0, ("", "call", "no-rob")), [None, ("叫地主", True), ("不抢", False)]),
        (Robbing((0, 1, 2)), [None] * 3),
        (Kicking((0,)), [None, ("踢", True), None]),
        (Asking("redouble", (2,), (None, True, None)), [None, ("反加倍", True), None]),
        (Opening(4, (0, 2)), [None, ("已选好", False), None]),
        (Playing(0, None, None, 0, (None,) * 3), [None] * 3),
    ],
)
def test_the_calls_of_a_seat_are_shown_by_phase(phase: Any, told: list[Any]) -> None:
    public = replace(STATE.public, silent=(1, 0), kicked=(False, True, False))
    state = replace(STATE, phase=phase, public=public)
    declared = [VOICE.declaration(state, seat) for seat in range(3)]
    assert [said and (read(said.text)[0], said.strong) for said in declared] == told


def test_the_declarations_of_a_seat_are_shown_beside_its_name() -> None:
    public = replace(
        STATE.public, landlord=1, kicked=(True, False, False), kicked_back=True, doubled=(False, False, True)
    )
    state = replace(STATE, public=replace(public, opened=(0, 5, 0), thrown=(0, 0, 3)))
    notes = [[read(note)[0] for note in VOICE.seat_notes(state, seat)] for seat in range(3)]
    assert notes == [["踢"], ["明牌 ×5", "反踢"], ["加倍", "弃 3 张"]]
    higher = replace(state, public=replace(public, double_factors=(1, 1, 4)))
    assert [read(note)[1] for note in VOICE.seat_notes(higher, 2)] == ["Super ×4"]
    answered = replace(public, agreed=(("redouble", (1,)),))
    assert [read(note)[1] for note in VOICE.seat_notes(replace(state, public=answered), 1)][-1] == "Redoubled"
    assert all(read(note)[1] != "Redoubled" for note in VOICE.seat_notes(replace(state, public=answered), 0))


@pytest.mark.parametrize(
    ("event", "zh", "en"),
    [
        (happened.FirstChosen(1), "乙先叫", "乙 came first to speak"),
        (
            happened.FirstChosen(0, Cards.parse("Ts")),
            "翻牌 10♠，你先叫",
            "Turned up: 10♠, dealt to you, who speaks first",
        ),
        (happened.ChoiceSealed(1, None), "", ""),
        (happened.ChoiceSealed(1, Choose("open", True)), "乙明牌", "乙 opened the hand"),
        (happened.ChoiceSealed(0, Choose("open", False)), "你不明牌", "You kept the hand closed"),
        (happened.ChoiceSealed(1, Choose("double", True)), "乙加倍", "乙 doubled"),
        (happened.ChoiceSealed(1, Choose("double", False)), "乙不加倍", "乙 did not double"),
        (happened.ChoiceSealed(1, ThrowAway("")), "乙不弃 ×4", "乙 kept all ×4"),
        (happened.ChoiceSealed(1, ThrowAway("J2")), "乙弃 J 2 ×6", "乙 threw J 2 away ×6"),
        (happened.HandsOpened(4, (), ()), "没有人明牌", "Nobody opened a hand"),
        (happened.HandsOpened(4, (0, 1), (Cards(0), Cards(0))), "你、乙明牌 ×4", "You, 乙 opened the hand ×4"),
        (happened.BidMade(0, 0), "你不叫", "You passed"),
        (happened.BidMade(1, 3), "乙叫 3 分", "乙 bid 3"),
        (happened.StakeKicked(1, yes=True), "乙踢", "乙 kicked"),
        (happened.StakeKicked(0, yes=True, back=True), "你反踢", "You kicked back"),
        (happened.StakeKicked(0, yes=False, back=True), "你不反踢", "You did not kick back"),
        (happened.LandlordRobbed(1, yes=False), "乙不抢", "乙 did not rob"),
        (
            happened.LandlordSettled(1, 3, forced=True),
            "乙牌太强，必须当地主，底分 3",
            "乙 had to become landlord, base 3",
        ),
        (happened.BottomTaken(1, 3, open=False, cards=None), "乙拿底牌", "乙 took the bottom"),
        (happened.BottomTaken(1, 1, open=True, cards=Cards.parse("Rj3s")), "乙拿底牌：大王 3♠", None),
        (happened.CardGiven(1, 2, open=False, card=None), "丙从乙手里抽走一张", "丙 drew a card from 乙"),
        (happened.CardGiven(1, 0, open=False, card=Cards.parse("2h")), "你从乙手里抽走 2♥", "You drew 2♥ from 乙"),
        (happened.WildDrawn(7), "癞子是 10", "Wild: 10"),
        (happened.WildDrawn(7, 1), "天癞子是 10", "First wild rank: 10"),
        (happened.WildDrawn(2, 2), "地癞子是 5", "Second wild rank: 5"),
        (happened.StakesDoubled(()), "没有人加倍", "Nobody doubled"),
        (happened.StakesDoubled((2,)), "丙加倍", "丙 doubled"),
        (happened.StakesDoubled((0, 2), (4, 2)), "你超级加倍、丙加倍", "You super doubled, 丙 doubled"),
        (happened.QuestionAnswered(1, "redouble", yes=True), "乙反加倍", "乙 redoubled"),
        (happened.QuestionAnswered(0, "redouble", yes=False), "你不反加倍", "You did not redouble"),
        (happened.CombinationPlayed(2, combo("BR"), Cards(0)), "丙：火箭", "丙: rocket"),
        (happened.TurnPassed(1), "乙不出", "乙 passed"),
        (happened.HandsRevealed((), None, ()), "", ""),
    ],
)
def test_events_have_sentences(event: Any, zh: str, en: str | None) -> None:
    told = read(VOICE.event(event))
    assert told[0] == zh
    assert en is None or told[1] == en


def test_thrown_cards_are_named_to_seats_that_may_see_them() -> None:
    sizes, factors = (0, 2, 1), (4, 6, 1)
    cards = (Cards(0), Cards.parse("Js2h"), None)
    told = read(VOICE.event(happened.CardsThrown(sizes, factors, (), cards)))
    assert told[0] == "你不弃 ×4、乙弃 J 2 ×6、丙弃 1 张 ×1"
    assert told[1] == "You kept all ×4, 乙 threw J 2 away ×6, 丙 threw 1 away ×1"


def test_the_account_names_the_cards_behind_each_factor() -> None:
    def line(threw: Cards | None, *args: str) -> tuple[str, ...]:
        secret = STATE.secret.__class__(None, (None,) * 3, (None,) * 3, (None, threw, None), (None,) * 3)
        state = State(STATE.match, 0, STATE.phase, STATE.public, secret)
        return read(VOICE.score_line_name(state, ScoreLine("throw", 6, seat=1, args=args)))

    assert line(Cards(0), "0") == ("不弃", "Kept all")
    assert line(None, "2") == ("弃牌 2 张", "Threw 2 away")
    assert line(Cards.parse("JsQh2h"), "3") == ("弃牌：J Q ×2、2 ×3", "Threw J Q ×2, 2 ×3 away")
    assert read(VOICE.score_line_name(None, ScoreLine("throw", 6, seat=1, args=("3",)))) == (
        "弃牌 3 张",
        "Threw 3 away",
    )


@pytest.mark.parametrize(
    ("line", "zh", "en"),
    [
        (ScoreLine("bid", 3, "base"), "叫分", "Bid"),
        (ScoreLine("bomb", 2, args=("TTTT",)), "炸弹 10", "Bomb 10"),
        (ScoreLine("bomb", 2, args=("55555",)), "5 张炸弹 5", "Bomb of 5, 5"),
        (ScoreLine("rob", 2, args=("1",)), "抢地主 1 次", "Robbed once"),
        (ScoreLine("rob", 4, args=("2",)), "抢地主 2 次", "Robbed 2 times"),
        (ScoreLine("bottom.one_suit", 3, args=("3s4s5s",)), "底牌同花", "Bottom of one suit"),
    ],
)
def test_account_lines_have_words(line: ScoreLine, zh: str, en: str) -> None:
    assert read(VOICE.score_line_name(STATE, line)) == (zh, en)


@pytest.mark.clause("DDZ-6.4")
def test_a_handicap_win_names_the_cards_left_and_the_handicap() -> None:
    view = replace(STATE, public=replace(STATE.public, counts=(4, 2, 0), robs=3))
    assert read(VOICE.headline(view, Outcome("handicap", (1,), ()))) == (
        "农民乙剩 2 张，让牌 3 张，获胜",
        "乙 won as farmer: 2 left, at a handicap of 3",
    )


def test_results_say_who_won_and_why() -> None:
    won = Outcome("farmer_out", (0, 2), (1, -2, 1))
    assert read(VOICE.headline(STATE, won)) == (
        "农民你、丙先出完，获胜",
        "You, 丙 won as farmers, out of cards first",
    )
    assert read(VOICE.end_reason(Outcome("handicap", (1,), ())))[0] == "农民剩的牌不多于让牌数，农民胜"


@pytest.mark.parametrize(
    ("error", "zh"),
    [
        (IllegalAction("does_not_beat", play="33", standing="TT"), "对 3 管不上 对 10"),
        (IllegalAction("does_not_beat", play="x", standing="TT"), "X 管不上 对 10"),
        (IllegalAction("not_held", cards="3s Rj"), "手里没有这些牌：3♠ 大王"),
        (IllegalAction("not_held", cards="T?"), "手里没有这些牌：T?"),
        (IllegalAction("bid_too_low", standing=2), "要比 2 分高"),
        (IllegalAction("wrong_category", category="pair"), "要出对子，或者炸弹"),
    ],
)
def test_refusals_call_cards_by_their_names(error: IllegalAction, zh: str) -> None:
    assert read(VOICE.error_message(error))[0] == zh


def lying(piles: Iterable[Zone], reader: TextRenderer) -> list[tuple[int | None, str, str]]:
    """Before whom, what it is called, and the cards."""
    return [(pile.seat, reader.zone_name(pile), reader.zone_text(pile)) for pile in piles if not pile.is_empty]


def test_zones_have_names_and_cards() -> None:
    secret = STATE.secret.__class__(None, (Cards.parse("Ts3h"), None, Cards(0)), (None,) * 3, (None,) * 3, (None,) * 3)
    last = (Cards(0), None, Cards.parse("3s3d"))
    public = replace(STATE.public, counts=(2, 3, 0), thrown=(0, 2, 0))
    state = State(STATE.match, 0, Playing(0, combo("33"), 2, 0, last), public, secret)
    zh, en = READERS
    assert lying(zones(rules_of("qq"), state), zh) == [
        (None, "底牌", "[3]"),
        (0, "手里", "10♠ 3♥"),
        (1, "手里", "[3]"),
        (1, "弃牌", "[2]"),
        (2, "出", "3♦ 3♠"),
    ]
    shown = State(STATE.match, 0, STATE.phase, replace(STATE.public, bottom=Cards.parse("Bj")), secret)
    assert lying(zones(rules_of("qq"), shown), en) == [(None, "Bottom", "small joker"), (0, "Hand", "10♠ 3♥")]


@pytest.mark.parametrize(
    ("ruleset", "public", "zh", "en"),
    [
        pytest.param("qq", {"robs": 2}, "", "", id="nothing"),
        pytest.param("duel", {}, "", "", id="no handicap yet"),
        pytest.param("duel", {"robs": 2}, "让 2 张", "Handicap 2", id="handicap", marks=pytest.mark.clause("DDZ-6.4")),
        pytest.param("wild", {"robs": 2, "wild": 7}, "癞子 10", "Wild 10", id="wild rank"),
    ],
)
def test_the_terms_of_a_hand_have_words(ruleset: str, public: dict[str, int], zh: str, en: str) -> None:
    told = hand_terms(rules_of(ruleset), replace(STATE.public, **public))
    assert tuple(" ".join(map(reader.sentence, told)) for reader in READERS) == (zh, en)
