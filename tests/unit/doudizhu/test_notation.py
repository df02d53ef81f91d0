"""Cards, plays and actions as text; where it cannot be read, the error says why and where."""

import pickle

import pytest

from paiju.core.codec import from_json, to_json
from paiju.core.errors import IllegalAction, NotationError
from paiju.games.doudizhu.actions import PASS, Action, Bid, Choose, Play, ThrowAway
from paiju.games.doudizhu.cards import (
    NO_CARDS,
    Cards,
    card_count,
    card_list,
    card_number,
    card_text,
    cards_from_numbers,
    contains_cards,
    count_of,
    count_ranks,
    parse_ranks,
    pick_cards,
    ranks_text,
)
from paiju.games.doudizhu.combinations import Combination, rank_name, row_of_category
from paiju.games.doudizhu.notation import format_action, parse_action
from tests.rules.doudizhu.table import called, game, playing, rules_of


def error_of(read: object, text: str) -> tuple[str, object]:
    assert callable(read)
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.details["text"] == text
    return caught.value.code, caught.value.details["at"]


# ---- cards


def test_cards_are_read_in_any_order_and_case_and_written_in_one() -> None:
    assert Cards.parse("BJ 10h tS 3c3S").text() == "3s3cTsThBj"
    assert Cards.parse("") == NO_CARDS
    assert repr(Cards.parse("3s")) == "Cards(3s)"
    assert Cards.parse("3s3s").text() == "3s3s"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("3x", "bad_card", 0),
        ("3s4h x", "bad_card", 5),
        ("3s 1h4h", "bad_card", 3),
        ("3s3s4h3s", "too_many_of_card", 6),
        ("Bs", "bad_card", 0),
        ("3", "bad_card", 0),
    ],
)
def test_unreadable_cards_are_refused(text: str, code: str, at: int) -> None:
    assert error_of(Cards.parse, text) == (code, at)


@pytest.mark.parametrize(
    ("text", "number"), [("3s", 0), ("3d", 3), ("Ts", 28), ("10s", 28), ("2d", 51), ("bj", 52), ("RJ", 56)]
)
def test_one_card_is_parsed_and_formatted(text: str, number: int) -> None:
    assert card_number(text) == number
    assert card_number(card_text(number)) == number
    g = game("qq")
    assert g.parse_card(text) == number
    assert g.format_card(number) == card_text(number)


def test_unreadable_single_cards_are_refused() -> None:
    assert error_of(card_number, "3s4s") == ("bad_card", 0)


def test_sets_of_cards_behave_like_sets() -> None:
    cards = cards_from_numbers([0, 0, 3, 56])
    assert card_list(cards) == (0, 0, 3, 56)
    assert ranks_text(count_ranks(cards)) == "333R"
    assert card_count(count_ranks(cards)) == 4
    assert count_of(count_ranks(cards), 0) == 3
    assert contains_cards(cards, cards_from_numbers([0, 3]))
    assert not contains_cards(cards, cards_from_numbers([1]))
    assert not contains_cards(cards, cards_from_numbers([56, 56]))
    assert card_list(pick_cards(cards, parse_ranks("33R"))) == (0, 0, 56)


# ---- ranks


def test_ranks_are_read_in_any_order_and_case() -> None:
    assert ranks_text(parse_ranks("r10t b 3")) == "3TTBR"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("33x", "bad_rank_letter", 2),
        ("10 1", "bad_rank_letter", 3),
        ("1010x", "bad_rank_letter", 4),
        ("3" * 9, "too_many_of_rank", 8),
    ],
)
def test_unreadable_ranks_are_refused(text: str, code: str, at: int) -> None:
    assert error_of(parse_ranks, text) == (code, at)


# ---- plays


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("57+444333", ""),
        ("444333+75", "333444+57"),
        ("rb", "BR"),
        ("brbr", "BBRR"),
        ("10 10 10 + j", "TTT+J"),
        ("7777<7755", "7777<5577"),
        ("7777<7777", "7777"),
        ("55555", "55555"),
    ],
)
def test_plays_are_read_in_any_order_and_case(text: str, written: str) -> None:
    if written:
        assert Combination.parse(text).text() == written
        assert repr(Combination.parse(text)) == f"Combo({written})"
    else:
        assert error_of(Combination.parse, text) == ("no_such_combination", 0)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "bad_play", 0),
        ("+3", "bad_play", 0),
        ("333+4+5", "bad_play", 0),
        ("333+4x", "bad_rank_letter", 5),
        ("7777<557x", "bad_rank_letter", 8),
        ("34", "no_such_combination", 0),
        ("3334", "no_such_combination", 0),
        ("333+44+", "bad_play", 0),
        ("333444+5567", "no_such_combination", 0),
        ("JQKA2", "no_such_combination", 0),
        ("333+BR", "no_such_combination", 0),
        ("BR+3", "no_such_combination", 0),
        ("335577", "no_such_combination", 0),
        ("7777<557", "used_cards_differ", 5),
    ],
)
def test_unreadable_plays_are_refused(text: str, code: str, at: int) -> None:
    assert error_of(Combination.parse, text) == (code, at)


def test_combinations_with_equal_text_are_equal() -> None:
    one = Combination.parse("333+4")
    assert one == Combination.parse("333+4")
    assert hash(one) == hash(Combination.parse("333+4"))
    assert one != Combination.parse("333+5")
    assert one != "333+4"
    assert pickle.loads(pickle.dumps(one)) == one
    assert one.category == "trio_single"
    assert row_of_category("trio_single") is one.row
    assert rank_name(one.rank) == "3"


# ---- actions


ACTIONS: list[tuple[Action, str]] = [
    (Bid(0), "bid 0"),
    (Bid(3), "bid 3"),
    (PASS, "pass"),
    *((Choose(what, True), what) for what in ("open", "call", "rob", "kick", "double")),
    *((Choose(what, False), f"no-{what}") for what in ("open", "call", "rob", "kick", "double")),
    (Choose("back", True), "kick-back"),
    (Choose("back", False), "no-kick-back"),
    (ThrowAway(""), "throw -"),
    (ThrowAway("34R"), "throw 34R"),
    (Play(Combination.parse("333+4")), "play 333+4"),
    (Play(Combination.parse("33"), Cards.parse("3h3d")), "play 33@3h3d"),
]


@pytest.mark.parametrize(("action", "text"), ACTIONS, ids=[text for _, text in ACTIONS])
def test_actions_are_written_and_read(action: Action, text: str) -> None:
    assert format_action(action) == text
    assert parse_action(text) == action
    assert parse_action(f"  {text.upper()} ") == action
    back: Action = from_json(to_json(action), Action)
    assert back == action
    g = game("qq")
    assert g.parse_action(g.format_action(action)) == action


def test_a_play_is_read_without_the_word_play() -> None:
    assert parse_action("333 + 4") == Play(Combination.parse("333+4"))
    assert parse_action("33 @ 3d 3h") == Play(Combination.parse("33"), Cards.parse("3h3d"))
    assert parse_action("throw 3 r 4") == ThrowAway("34R")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_action"),
        ("play", "bad_action"),
        ("ply 3", "bad_rank_letter"),
        ("play @3s", "bad_action"),
        ("throw", "bad_rank_letter"),
        ("throw x", "bad_rank_letter"),
        ("bid 4", "bad_rank_letter"),
        ("33@3x", "bad_card"),
    ],
)
def test_unreadable_actions_are_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.code == code


# ---- what a program may send without having typed it


@pytest.mark.parametrize("ranks", ["x", "43", "3" * 9, "RR", "3 4"])
def test_an_invalid_throw_object_is_refused(ranks: str) -> None:
    table = called("discard", ("345", "345", "345"))
    with pytest.raises(IllegalAction):
        table.game.check(table.state, 1, ThrowAway(ranks))


def test_other_actions_that_make_no_sense_are_refused() -> None:
    table = playing(rules_of("qq"), ["3", "4", "5"])
    for action in (Bid(7), Choose("sing", True), ThrowAway("3")):
        with pytest.raises(IllegalAction):
            table.game.check(table.state, 0, action)
