"""The messages of Gunzi, as rendered in both languages."""

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
from paiju.games.gunzi import events as happened
from paiju.games.gunzi.actions import Declare, Pass, Play
from paiju.games.gunzi.cards import PACK, Cards
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.messages import GunziMessageBuilder
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BuryingJokers, Closing, Cutting, GivingBack, Playing, TakingBack, Trick, Turning
from paiju.locale.text_rendering import TextRenderer

VOICE = GunziMessageBuilder()
GAME = Gunzi(Rules())
STATE = GAME.start(GAME.new_match(), Deal(PACK, (0,) * 12))
READERS = [TextRenderer(lang, "gunzi", tuple("甲乙丙丁戊己"), 0) for lang in ("zh", "en")]


def read(words: TranslatableText | None) -> tuple[str, ...]:
    """In Chinese and in English."""
    return tuple(reader.sentence(words) for reader in READERS)


def cards(text: str) -> Cards:
    return Cards.parse(text)


def test_actions_have_button_labels() -> None:
    assert read(VOICE.action(STATE, 0, Declare(cards("Ts Ts")))) == ("亮 10♠ 10♠", "Show 10♠ 10♠")
    assert read(VOICE.action(STATE, 0, Declare(cards("Rj Rj Rj"), "none")))[0] == "亮 大王 大王 大王，叫无主"
    assert read(VOICE.action(replace(STATE, phase=Closing()), 0, Pass())) == ("不亮", "Declare nothing")
    assert read(VOICE.action(replace(STATE, phase=BuryingJokers(0)), 0, Pass())) == ("不扣", "Bury none")
    assert read(VOICE.action(STATE, 0, Play(cards("8s")))) == ("出 8♠", "Play 8♠")


def test_plays_have_names_and_stay_on_the_table_until_the_next_lead() -> None:
    assert read(VOICE.action(STATE, 0, Play(cards("8s 8s")))) == ("出 棒子 8♠", "Play pair 8♠")
    trick = replace(STATE, phase=Playing(4, (cards("8s 8s"), cards("Ks 5s"))))
    assert read(VOICE.last_play_name(trick, 4)) == ("棒子 8♠", "Pair 8♠")
    assert read(VOICE.last_play_name(trick, 5)) == ("5♠ K♠", "5♠ K♠")
    assert VOICE.last_play_name(trick, 0) is None
    taken = replace(STATE, phase=Playing(1), last=Trick(2, tuple(map(cards, ("8s", "9s", "Ks", "3s", "4s", "As"))), 1))
    assert read(VOICE.last_play_name(taken, 2)) == ("8♠", "8♠")
    assert VOICE.last_play_name(replace(taken, phase=Cutting(())), 2) is None
    assert VOICE.last_play_name(STATE, 2) is None


def test_tribute_is_announced_once_it_is_paid() -> None:
    assert VOICE.event(happened.TributeChosen(2, None)) is None
    assert read(VOICE.event(happened.TributeChosen(2, cards("As")))) == ("丙进贡 A♠", "丙 gave A♠ as tribute")
    paid = VOICE.event(happened.TributePaid((2,), (cards("As"),)))
    assert read(paid) == ("进贡：丙 A♠", "Tribute: 丙 A♠")


def test_questions_have_words() -> None:
    owed = replace(STATE, phase=GivingBack(((2, 3),)))
    assert read(VOICE.question(owed, 0, ())) == ("还给丙 3 张", "Give 丙 3 back")
    assert read(VOICE.question(replace(STATE, phase=Playing(0)), 0, ())) == ("你先出", "You lead")
    follow = replace(STATE, phase=Playing(1, (cards("8s 8s"),)))
    assert read(VOICE.question(follow, 0, ())) == ("轮到你：跟 2 张", "Follow with 2 cards")
    follow = replace(STATE, phase=Playing(1, (cards("8s"),)))
    assert read(VOICE.question(follow, 0, ())) == ("轮到你：跟一张", "Follow with a card")
    assert VOICE.question(replace(STATE, phase=Cutting(())), 0, ()) is None


def test_beginners_get_an_explanation_of_the_present_decision() -> None:
    for phase, tip in ((Playing(0), "lead"), (Playing(1, (cards("8s"),)), "follow")):
        words = VOICE.tip(replace(STATE, phase=phase), 0, ())
        assert words is not None
        assert words.key == f"tip.{tip}"
        assert all(read(words))
    assert VOICE.tip(replace(STATE, phase=Cutting(())), 0, ()) is None


def test_terms_of_a_hand_have_words() -> None:
    """What brings the bank; what was led, and the points that lie."""
    assert [read(term) for term in GAME.hand_terms(STATE)] == [("130 分上台", "130 for the bank")]
    trick = replace(STATE, call="h", phase=Playing(1, (cards("8s 8s"), cards("Ks 5s"))))
    assert [read(term) for term in GAME.hand_terms(trick)[1:]] == [("黑桃棒子", "Spades: pair"), ("15 分", "15 points")]
    trumps = replace(trick, phase=Playing(1, (cards("Rj"),)))
    assert [read(term)[0] for term in GAME.hand_terms(trumps)[1:]] == ["主牌单张", "0 分"]


@pytest.mark.parametrize(
    ("event", "zh", "en"),
    [
        (happened.CardDealt(1, None), "", ""),
        (happened.CardDealt(0, cards("8s")), "", ""),
        (happened.CardDealt(1, cards("8s"), open=True), "乙摸到 8♠", "乙 was dealt 8♠"),
        (happened.TrumpsDeclared(1, cards("8s")), "乙亮 8♠", "乙 showed 8♠"),
        (happened.TrumpsDeclared(1, cards("Bj Bj Bj"), "s"), "乙亮 小王 小王 小王，叫黑桃", None),
        (
            happened.TributePaid((1, 0), (cards("As"), cards("Rj"))),
            "进贡：乙 A♠、你 大王",
            "Tribute: 乙 A♠, you big joker",
        ),
        (happened.CardsBuried(1, None, 0), "乙扣底", "乙 buried six cards"),
        (happened.CardsBuried(1, None, 2), "乙扣底，底牌可换 2 张", "乙 buried six cards; 2 may be taken back"),
        (happened.CardsBuried(0, cards("3s"), 0), "你扣底：3♠", "You buried 3♠"),
        (happened.CardsBuried(0, cards("Bj"), 1), "你扣底：小王，可换 1 张", None),
        (happened.JokersPassed(1), "", ""),
        (happened.PhaseBegan(Turning()), "没有人再亮，翻底牌", None),
        (happened.PhaseBegan(Closing()), "", ""),
        (happened.TrickTaken(0, 0), "你得这一轮，没有分", "You took the trick, no points"),
        (happened.TrickTaken(0, 25), "你得这一轮，25 分", "You took the trick, 25 points"),
    ],
)
def test_events_have_sentences(event: Any, zh: str, en: str | None) -> None:
    told = read(VOICE.event(event))
    assert told[0] == zh
    assert en is None or told[1] == en


@pytest.mark.parametrize(
    ("line", "zh", "en"),
    [
        (ScoreLine("points", 80, "note", 1), "抓分 80", "Points taken 80"),
        (ScoreLine("level", 11, "note", 1), "打 J", "Plays J"),
        (ScoreLine("level_half", 10, "note", 1), "打 10，另有半级", "Plays 10, and has half a level"),
        (ScoreLine("bottom_kept", 10, "note", 1, ("Ts",)), "保底：10♠，10 分", "Bottom kept: 10♠, 10 points"),
    ],
)
def test_account_lines_have_words(line: ScoreLine, zh: str, en: str) -> None:
    assert read(VOICE.score_line_name(STATE, line)) == (zh, en)


def test_results_say_who_won() -> None:
    assert read(VOICE.headline(STATE, Outcome("taken", (0, 3), ()))) == ("你、丁抓分上台", "You, 丁 took the bank")


def test_refusals_call_cards_and_shapes_by_their_names() -> None:
    error = IllegalAction("must_match", shape="2+1", cards="8s 8s")
    assert read(VOICE.error_message(error))[0] == "死棒：要按 棒子、单张 跟，先出 8♠ 8♠"
    assert read(VOICE.error_message(IllegalAction("wrong_number", needed=2, played=1)))[0] == "要出 2 张，不是 1 张"


def lying(piles: Iterable[Zone], reader: TextRenderer) -> list[tuple[int | None, str, str]]:
    """Before whom, what it is called, and the cards."""
    return [(pile.seat, reader.zone_name(pile), reader.zone_text(pile)) for pile in piles if not pile.is_empty]


def test_zones_have_names_and_cards() -> None:
    hands = (cards("8s"), None, *STATE.secret.hands[2:])
    secret = replace(STATE.secret, hands=hands, bottom=cards("Rj"))
    state = replace(STATE, phase=Playing(0, (cards("9s"),)), secret=secret, counts=(1, 35, 0, 0, 0, 0))
    zh, en = READERS
    assert lying(GAME.zones(state), zh) == [
        (None, "底牌", "大王"),
        (0, "手里", "8♠"),
        (0, "出", "9♠"),
        (1, "手里", "[35]"),
    ]
    hidden = replace(state, phase=TakingBack(1, 2), secret=replace(secret, bottom=None))
    assert lying(GAME.zones(hidden), en) == [(None, "Bottom", "[8]"), (0, "Hand", "8♠"), (1, "Hand", "[35]")]
    assert lying(GAME.zones(STATE), en) == []
