"""Actions, cards, levels and trumps as text; rule queries without a hand."""

import pytest

from paiju.core.errors import NotationError
from paiju.games.gunzi.actions import Action, Bury, Deal, Declare, GiveBack, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.follow_check import check_follow_from_text
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.notation import format_action, format_level, parse_action, parse_call, parse_level
from tests.rules.gunzi.table import SIX, cards

ACTIONS: list[tuple[Action, str]] = [
    (Deal(), "deal"),
    (Pass(), "pass"),
    (Declare(cards("7s 7s")), "show 7s 7s"),
    (Declare(cards("Bj Bj Bj"), "none"), "show Bj Bj Bj none"),
    (Declare(cards("Rj Rj Rj"), "h"), "show Rj Rj Rj h"),
    (Pay(cards("Rj")), "pay Rj"),
    (Pay(cards("")), "pay"),
    (GiveBack(cards("3s 3h")), "return 3s 3h"),
    (Bury(cards("3s 4s 5s 6s 8s 9s")), "bury 3s 4s 5s 6s 8s 9s"),
    (TakeBack(cards("3h")), "take 3h"),
    (Play(cards("8s 8s")), "play 8s 8s"),
]


@pytest.mark.parametrize(("action", "text"), ACTIONS, ids=[text for _, text in ACTIONS])
def test_actions_are_written_and_read(action: Action, text: str) -> None:
    assert format_action(action) == text
    assert parse_action(text) == action
    assert parse_action(text.upper()) == action


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("8s 8s", "play 8s 8s"),
        ("出 8s 8s", "play 8s 8s"),
        ("过", "pass"),
        ("亮 bj bj bj 黑", "show Bj Bj Bj s"),
        ("亮 bj bj bj 无主", "show Bj Bj Bj none"),
        ("贡 Rj", "pay Rj"),
        ("show 7s,7s", "show 7s 7s"),
    ],
)
def test_actions_are_read_in_several_spellings(text: str, meant: str) -> None:
    assert format_action(parse_action(text)) == meant


@pytest.mark.parametrize("text", ["", "  ", "pass 3s", "deal now"])
def test_invalid_action_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="bad_action"):
        parse_action(text)


def test_levels_and_trumps_are_parsed() -> None:
    assert [parse_level(text) for text in ("3", "7", "10", "T", "t", "A")] == [3, 7, 10, 10, 10, 14]
    assert [format_level(level) for level in (3, 10, 11, 14)] == ["3", "10", "J", "A"]
    assert [parse_call(text) for text in ("s", "H", "♦", "none", "无主", "梅")] == ["s", "h", "d", "none", "none", "c"]
    for wrong in ("", "1", "23"):
        with pytest.raises(NotationError, match="bad_level"):
            parse_level(wrong)
    with pytest.raises(NotationError, match="bad_trump"):
        parse_call("x")


def test_single_cards_are_parsed() -> None:
    game = Gunzi(SIX)
    assert [game.format_card(card) for card in (0, 52, 53)] == ["2s", "Bj", "Rj"]
    assert [game.parse_card(text) for text in ("2s", "bj", "RJ")] == [0, 52, 53]
    with pytest.raises(NotationError, match="bad_card"):
        game.parse_card("2s 3s")


@pytest.mark.parametrize(
    ("hand", "lead", "code"),
    [
        ("3s 4s", "8s 9s", "bad_lead"),
        ("3s", "8s 8s", "short_hand"),
        ("3s 3s 3s", "3s 3s", "too_many_copies"),
        ("3x", "3s", "bad_card"),
        ("3s", "", "bad_lead"),
    ],
)
def test_impossible_questions_are_refused(hand: str, lead: str, code: str) -> None:
    with pytest.raises(NotationError, match=code):
        check_follow_from_text(SIX, "7", "s", hand, lead, "3s")
