"""Actions and melds as text, and the word catalogues of Da Zi Pai."""

from collections.abc import Iterator, Mapping
from string import Formatter

import pytest

from paiju.core.errors import NotationError
from paiju.games.zipai import state
from paiju.games.zipai.actions import OPEN, PASS, PONG, WIN, Action, Discard, Eat, SetMinimum
from paiju.games.zipai.family import FAMILY
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import WAYS
from paiju.games.zipai.notation import parse_action, parse_melds
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.win_check import find_win
from paiju.locale import catalogue

GAME = ZiPai(Rules())


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("min 20", SetMinimum(20)),
        ("油20", SetMinimum(20)),
        ("discard 三", Discard(2)),
        ("Discard s3", Discard(2)),
        ("打三", Discard(2)),
        ("打 b10", Discard(19)),
        ("三", Discard(2)),
        ("b10", Discard(19)),
        ("S3", Discard(2)),
        ("eat 二七十", Eat(((1, 6, 9),))),
        ("吃十七二", Eat(((1, 6, 9),))),
        ("EAT 七八九  贰二二", Eat(((1, 1, 11), (6, 7, 8)))),
        ("pong", PONG),
        ("碰", PONG),
        ("open", OPEN),
        ("开招", OPEN),
        ("招", OPEN),
        ("和", WIN),
        ("胡", WIN),
        (" Win ", WIN),
        ("过", PASS),
        ("pass", PASS),
    ],
)
def test_actions_are_read(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert parse_action(GAME.format_action(action)) == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_action"),
        ("hello", "bad_action"),
        ("pong 三", "bad_action"),
        ("say", "bad_card"),
        ("碰三", "bad_action"),
        ("discard", "one_card"),
        ("discard 三三", "one_card"),
        ("discard x", "bad_card"),
        ("min x", "bad_number"),
        ("min 99999", "bad_number"),
        ("min ²", "bad_number"),
        ("eat", "bad_action"),
        ("eat 二三五", "bad_meld"),
        ("eat 三三三", "bad_meld"),
    ],
)
def test_invalid_action_text_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("二二二", "bad_way"),
        ("龙拾拾拾", "bad_meld"),
        ("碰三三三三", "bad_meld"),
        ("吃二三五", "bad_meld"),
        ("罩??", "bad_card"),
    ],
)
def test_invalid_meld_text_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_melds(text)
    assert caught.value.code == code


def test_cards_are_formatted_and_parsed() -> None:
    assert GAME.format_card(19) == "拾"
    assert GAME.parse_card("b10") == 19


def test_more_than_four_of_a_kind_are_refused() -> None:
    for hand, laid, card in (("三三三三三", "", ""), ("三三三三", "", "三"), ("三", "龙三三三三", "四")):
        with pytest.raises(NotationError) as caught:
            find_win(hand, laid, card)
        assert caught.value.code == "too_many"


# ---- the catalogues


def _words(lang: str) -> Mapping[str, str]:
    return catalogue(lang, FAMILY.name)


def _holes(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_both_languages_have_the_same_keys() -> None:
    zh, en = _words("zh"), _words("en")
    assert zh.keys() == en.keys()
    for key in zh:
        assert sorted(_holes(zh[key])) == sorted(_holes(en[key])), key


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_meld_reason_phase_and_parameter_has_words(lang: str) -> None:
    words = _words(lang)
    lines = ["one_two_three", "two_seven_ten", *(way for way in WAYS if way != "pair")]
    wanted = [
        *(f"account.meld.{name}" for name in lines),
        *(f"reason.{reason}" for reason in state.Reason.__args__),  # type: ignore[attr-defined]
        *(f"phase.{kind.__struct_config__.tag}" for kind in state.Phase.__args__),
        *(f"param.{name}" for name in Rules.__struct_fields__),
    ]
    assert [key for key in wanted if key not in words] == []
