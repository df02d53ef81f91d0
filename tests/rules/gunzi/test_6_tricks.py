"""GZ-6: leading, following, taking tricks."""

import pytest

from paiju.core.errors import IllegalAction
from paiju.games.gunzi.cards import NONE
from paiju.games.gunzi.events import CardsPlayed, TrickTaken
from paiju.games.gunzi.follow_check import check_follow_from_text
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Playing
from paiju.games.gunzi.trumps import Call
from tests.rules.gunzi.table import SIX, playing


def refused(hand: str, lead: str, play: str, trump: str = "s", rules: Rules = SIX) -> str | None:
    """Why a play to a lead is refused at level 7; None if it is allowed."""
    try:
        check_follow_from_text(rules, "7", trump, hand, lead, play)
    except IllegalAction as error:
        return error.code
    return None


def allowed(hand: str, lead: str, trump: Call = "s", rules: Rules = SIX) -> list[str]:
    """Everything that may be played to a lead."""
    one = playing([lead, hand, *[""] * 4], trump, rules=rules, played=NONE)
    return [text.removeprefix("play ") for text in one.do(f"0 play {lead}").legal(1)]


@pytest.mark.clause("GZ-6.1")
def test_a_lead_is_one_to_four_identical_cards() -> None:
    one = playing(["3h 3h 3h 3h 4h 7h 7c Bj Rj"])
    assert one.legal(0) == [
        *("play " + text for text in ("3h", "4h", "7h", "7c", "Bj", "Rj")),
        "play 3h 3h",
        "play 3h 3h 3h",
        "play 3h 3h 3h 3h",
    ]
    for wrong in ("3h 4h", "7h 7c", "Bj Rj", "3h 3h 4h", "3h 3h 3h 3h 4h", ""):
        assert one.refuses(f"0 play {wrong}") == "not_a_set"
    assert one.refuses("0 play 4h 4h") == "not_held"


@pytest.mark.clause("GZ-6.3", "GZ-6.4")
def test_a_seat_is_told_which_cards_may_and_which_must_be_played() -> None:
    one = playing(["8h 8h", "3h 3h 5h 9h 9c", *[""] * 4], "s", played=NONE)
    asked_nothing = one.hints(1)
    assert (asked_nothing.may, asked_nothing.size) == (NONE, None)
    leads = one.hints(0)
    assert (leads.may.text(), leads.must.text()) == ("8h 8h", "8h")
    follows = one.do("0 play 8h 8h").hints(1)
    assert (follows.may.text(), follows.must.text()) == ("3h 3h", "3h 3h")
    short = playing(["8h 8h", "9h 9c 3c", *[""] * 4], "s", played=NONE).do("0 play 8h 8h").hints(1)
    assert (short.may.text(), short.must.text()) == ("9h 3c 9c", "9h")
    assert (leads.size, follows.size, short.size) == (None, 2, 2)


@pytest.mark.clause("GZ-1.4", "GZ-1.6")
def test_a_seat_is_told_how_its_cards_rank() -> None:
    hand = "3s 3h As Kh Kd Ad 2h 2s 7c Bj Rj"
    one = playing([hand, *["4c 4d 5h 5c 6h 6c 8h 8c 9h 9c Tc"] * 5], "s", played=NONE)
    told = one.hints(0)
    assert told.hand == ("Rj Bj 7c 2s 2h As 3s", "", "Kh 3h", "", "Ad Kd")


@pytest.mark.clause("GZ-6.2")
def test_the_banker_leads_first_then_the_winner_of_the_trick() -> None:
    hands = ["3h 3c", "4h 4c", "6h 6c", "8h 8c", "9h 9c", "Jh Jc"]
    one = playing(hands)
    assert one.asked() == (0,)
    for seat in range(6):
        assert one.asked() == (seat,)
        one.do(f"{seat} play {hands[seat].split()[0]}")
    assert one.asked() == (5,)
    one.do("5 play Jc")
    assert one.asked() == (0,)
    assert one.refuses("1 play 4c") == "not_your_turn"


@pytest.mark.clause("GZ-6.3")
def test_as_many_cards_as_were_led_of_the_suit_led() -> None:
    assert refused("3h 4h 9c", "8h", "3h") is None
    assert refused("3h 4h 9c", "8h", "9c") == "must_follow"
    assert refused("3h 4h 9c", "8h", "3h 4h") == "wrong_number"
    assert refused("3h 4h 9c", "8h", "") == "wrong_number"
    assert refused("3h 4h 9c", "8h", "5h") == "not_held"
    assert refused("3h 4h 9c 9c", "8h 8h", "3h 9c") == "must_follow"
    assert refused("3h 7h 9c", "8h", "7h") == "must_follow"
    assert refused("3h 2s 9c", "7h", "2s") is None


@pytest.mark.clause("GZ-6.3")
def test_what_had_to_be_played_is_told() -> None:
    with pytest.raises(IllegalAction) as error:
        check_follow_from_text(SIX, "7", "s", "3h 4h 9c", "8h", "9c")
    assert error.value.details == {"suit": "h", "needed": 1, "cards": "3h 4h"}
    with pytest.raises(IllegalAction) as error:
        check_follow_from_text(SIX, "7", "s", "3s 7c 9c", "8s", "9c")
    assert error.value.details == {"suit": "trumps", "needed": 1, "cards": "3s 7c"}
    with pytest.raises(IllegalAction) as error:
        check_follow_from_text(SIX, "7", "s", "3h 3h 4h 4h 4h 9h Th", "8h 8h 8h", "3h 3h 9h")
    assert (error.value.code, error.value.details) == ("must_match", {"shape": "3", "cards": "4h 4h 4h"})


@pytest.mark.clause("GZ-6.4")
@pytest.mark.parametrize(
    ("hand", "lead", "may"),
    [
        # to a quad: a quad, else a triple and one, else two pairs, else a pair and two, else four cards
        ("3h 3h 3h 3h 4h 4h 4h 9h", "8h 8h 8h 8h", ["3h 3h 3h 3h"]),
        ("3h 3h 3h 4h 4h 9h", "8h 8h 8h 8h", ["3h 3h 3h 4h", "3h 3h 3h 9h"]),
        ("3h 3h 4h 4h 6h 6h 9h", "8h 8h 8h 8h", ["3h 3h 4h 4h", "3h 3h 6h 6h", "4h 4h 6h 6h"]),
        ("3h 3h 4h 6h 9h", "8h 8h 8h 8h", ["3h 3h 4h 6h", "3h 3h 4h 9h", "3h 3h 6h 9h"]),
        ("3h 4h 6h 9h Jh", "8h 8h 8h 8h", ["3h 4h 6h 9h", "3h 4h 6h Jh", "3h 4h 9h Jh", "3h 6h 9h Jh", "4h 6h 9h Jh"]),
        # to a triple: a triple, else a pair and one, else three
        ("3h 3h 3h 4h 4h 9h", "8h 8h 8h", ["3h 3h 3h"]),
        ("3h 3h 4h 4h 9h", "8h 8h 8h", ["3h 3h 4h", "4h 4h 3h", "3h 3h 9h", "4h 4h 9h"]),
        ("3h 4h 6h 9h", "8h 8h 8h", ["3h 4h 6h", "3h 4h 9h", "3h 6h 9h", "4h 6h 9h"]),
        # to a pair: a pair, else two
        ("3h 3h 4h 9h", "8h 8h", ["3h 3h"]),
        ("3h 4h 9h", "8h 8h", ["3h 4h", "3h 9h", "4h 9h"]),
    ],
)
def test_one_must_play_the_best_matching_shape(hand: str, lead: str, may: list[str]) -> None:
    assert sorted(allowed(hand, lead)) == sorted(" ".join(sorted(text.split())) for text in may)


@pytest.mark.clause("GZ-6.4", "GZ-R6")
def test_larger_sets_count_and_must_be_broken() -> None:
    assert allowed("3h 3h 3h 9h", "8h 8h") == ["3h 3h"]
    assert allowed("3h 3h 3h 3h 9h", "8h 8h 8h") == ["3h 3h 3h"]
    assert refused("3h 3h 3h 9h Jh", "8h 8h", "9h Jh") == "must_match"


@pytest.mark.clause("GZ-R6")
def test_larger_sets_need_not_be_broken_by_the_other_reading() -> None:
    loose = Rules(break_sets=False)
    assert sorted(allowed("3h 3h 3h 9h", "8h 8h", rules=loose)) == ["3h 3h", "3h 9h"]
    assert allowed("3h 3h 3h 4h 4h 9h", "8h 8h", rules=loose) == ["3h 3h", "4h 4h"]
    assert refused("3h 3h 3h 4h 4h 9h", "8h 8h", "3h 9h", rules=loose) == "must_match"
    assert refused("3h 3h 3h 3h 4h 4h 9h", "8h 8h 8h", "3h 3h 3h", rules=loose) is None
    assert refused("3h 3h 3h 3h 4h 4h 9h", "8h 8h 8h", "3h 4h 9h", rules=loose) == "must_match"
    assert sorted(allowed("3h 3h 3h 3h 4h 4h 4h 4h", "8h 8h 8h", rules=loose)) == [
        "3h 3h 3h",
        "3h 3h 4h",
        "3h 4h 4h",
        "4h 4h 4h",
    ]


@pytest.mark.clause("GZ-6.4")
def test_sets_are_of_one_rank_and_one_suit() -> None:
    assert refused("7h 7c 3s 4s", "8s 8s", "3s 4s") is None
    assert refused("Rj Bj 3s 4s", "8s 8s", "3s 4s") is None
    assert refused("7h 7h 3s 4s", "8s 8s", "3s 4s") == "must_match"
    assert refused("2h 2c 7d 7s", "Bj Bj", "2h 7d", trump="none") is None


@pytest.mark.clause("GZ-6.5")
def test_fewer_cards_of_the_suit_than_led_are_all_played_with_any_others() -> None:
    assert sorted(allowed("3h 9c 9c Rj", "8h 8h 8h")) == ["3h 9c 9c", "3h 9c Rj"]
    assert refused("3h 4h 9c 9c", "8h 8h 8h", "3h 9c 9c") == "must_follow"
    assert refused("3h 4h 9c 9c", "8h 8h 8h", "3h 4h 9c") is None


@pytest.mark.clause("GZ-6.5")
def test_exactly_as_many_cards_of_the_suit_are_all_played() -> None:
    assert allowed("3h 4h 9c 9c", "8h 8h") == ["3h 4h"]
    assert refused("3h 4h 9c 9c", "8h 8h", "9c 9c") == "must_follow"


@pytest.mark.clause("GZ-6.6")
def test_none_of_the_suit_and_anything_may_be_played_without_regard_to_shape() -> None:
    assert sorted(allowed("3s 3s 9c Ac", "8h 8h")) == ["3s 3s", "3s 9c", "3s Ac", "9c Ac"]


@pytest.mark.clause("GZ-6.6")
def test_a_set_of_trumps_of_the_led_shape_takes_the_trick() -> None:
    one = playing(["Ah Ah 3c", "Kh Kh 3c", "3s 3s 3c", "3s 7h 3d", "2s 2s 3d", "Rj Bj 3d"])
    one.do("0 play Ah Ah", "1 play Kh Kh", "2 play 3s 3s", "3 play 3s 7h", "4 play 2s 2s", "5 play Rj Bj")
    assert one.events[-1] == TrickTaken(4, 20)


@pytest.mark.clause("GZ-6.6")
def test_trumps_of_another_shape_or_sets_of_another_suit_take_nothing() -> None:
    one = playing(["3h 3h", "Ac Ac", "7s 7h", "Rj Bj", "Ad Ad", "4h 6h"])
    one.do("0 play 3h 3h", "1 play Ac Ac", "2 play 7s 7h", "3 play Rj Bj", "4 play Ad Ad", "5 play 4h 6h")
    assert one.state.last is not None
    assert one.state.last.taker == 0


@pytest.mark.clause("GZ-6.7")
def test_the_trick_and_its_points_go_to_the_highest_set_of_the_led_shape() -> None:
    one = playing(["Th Th 3c", "Jh Jh 3c", "Ah Kh 3c", "5h 5h 3d", "Kh Qh 3d", "3h 4h 3d"])
    one.do("0 play Th Th", "1 play Jh Jh", "2 play Kh Ah", "3 play 5h 5h", "4 play Kh Qh", "5 play 3h 4h")
    assert one.events[-1] == TrickTaken(1, 50)
    assert one.state.points == (0, 50, 0)
    assert one.phase == Playing(1)


@pytest.mark.clause("GZ-6.7")
def test_points_go_to_the_team_of_the_winner() -> None:
    one = playing(["Th 3c", "3h 3c", "4h 3c", "Ah 3d", "6h 3d", "5h 3d"])
    one.do("0 play Th", "1 play 3h", "2 play 4h", "3 play Ah", "4 play 6h", "5 play 5h")
    assert one.state.points == (15, 0, 0)
    assert one.state.scored is None


@pytest.mark.clause("GZ-6.7")
def test_equal_sets_the_earlier() -> None:
    one = playing(["3h", "2c", "2d", "4h", "7c", "7d"])
    one.do("0 play 3h", "1 play 2c", "2 play 2d", "3 play 4h", "4 play 7c", "5 play 7d")
    assert one.state.last is not None
    assert one.state.last.taker == 4


def test_who_had_no_more_of_a_suit_is_remembered() -> None:
    one = playing(["3h 3h 3c", "4h 9c 3c", "6h 6h 3c", "8s 8s 3d", "9h 9h 3d", "Jh Jh 3d"])
    one.do("0 play 3h 3h", "1 play 4h 9c", "2 play 6h 6h", "3 play 8s 8s", "4 play 9h 9h", "5 play Jh Jh")
    hearts = 1 << 1
    assert one.state.lacks == (0, hearts, 0, hearts, 0, 0)
    assert one.state.played & 15 << 4 * 14 != 0
    assert [event.seat for event in one.events if isinstance(event, CardsPlayed)] == [0, 1, 2, 3, 4, 5]
