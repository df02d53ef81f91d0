"""How the steady bot plays: seat 0 is the landlord, seat 1 plays after it, seat 2 before it."""

import pytest

from tests.bots.doudizhu.positions import choice, choice_in_play, position

MANY = "456789TJQKA2"


# ---- going out


def test_a_hand_that_is_one_play_is_played_at_once() -> None:
    assert choice_in_play(["77778Q", "345569TJ", "345689TJ"], 0) == "play 7777+8Q"


def test_an_unbeatable_card_is_led_before_the_last_card() -> None:
    assert choice_in_play(["3R", MANY, MANY], 0) == "play R"


def test_an_unbeatable_pair_is_led_before_a_single_card() -> None:
    assert choice_in_play(["3AA", "4566789TTJK", "4556788TJQK"], 0) == "play AA"


def test_a_play_that_ends_the_hand_is_made_though_it_takes_the_trick_from_the_partner() -> None:
    assert choice_in_play([MANY, "3458", "K"], 2, "8", by=1, passes=1) == "play K"


def test_a_play_that_reaches_the_handicap_counts_as_winning() -> None:
    state = position("duel", ["5678999TJQK", "5QKA"], 1, "T", by=0, robs=3)
    assert choice("duel", state, 1) == "play Q"


# ---- stopping the other side


def test_no_single_card_is_led_to_a_landlord_who_holds_one() -> None:
    assert choice_in_play(["A", "355K", MANY], 1) == "play 55"


def test_with_nothing_but_single_cards_the_highest_is_led_to_a_landlord_who_holds_one() -> None:
    assert choice_in_play(["A", "37QK2", "45689TJQ"], 1) == "play 2"


def test_no_pair_is_led_to_a_landlord_who_holds_two_cards() -> None:
    assert choice_in_play(["AA", "33556667", "4789TJQK"], 1) not in ("play 33", "play 55")


def test_the_landlord_leads_no_low_card_to_a_farmer_who_holds_one() -> None:
    assert choice_in_play(["34477", "K", "5689TJQA"], 0) in ("play 44", "play 77")


def test_a_bomb_stops_a_landlord_about_to_go_out() -> None:
    assert choice_in_play(["Q", "455559K", "36789TJ"], 1, "A", by=0) == "play 5555"


def test_the_highest_single_card_stops_a_landlord_about_to_go_out() -> None:
    assert choice_in_play(["Q", "4689K2", "36789TJ"], 1, "A", by=0) == "play 2"


@pytest.mark.parametrize(("farmers", "by"), [(["A", "34"], 1), (["34", "A"], 2), (["AABR22", "7"], 2)])
def test_a_straight_is_broken_where_a_pass_is_certain_defeat(farmers: list[str], by: int) -> None:
    assert choice_in_play(["9TJQK", *farmers], 0, "J", by=by, passes=2 - by) in ("play Q", "play K")


# ---- the partner


@pytest.mark.parametrize("hand", ["33444455TJJJQQQR", "33444455JJQQQR", "33444455JQQQR"])
def test_a_pair_is_broken_for_a_partner_who_plays_next_and_holds_one_card(hand: str) -> None:
    state = position("four", ["8899", hand, "4", "6"], 1)
    assert choice("four", state, 1) == "play 3"


def test_a_partner_next_with_one_card_is_led_the_lowest_and_no_2() -> None:
    assert choice_in_play(["J", "8T", "4482"], 2) != "play 2"
    assert choice_in_play(["2789TT", "4482", "J"], 1) == "play 4"


def test_a_play_the_partner_can_go_out_on_is_not_beaten() -> None:
    assert choice_in_play(["34789TJQ", "468Q2", "K"], 1, "3", by=0) == "pass"


def test_a_partner_with_one_card_is_led_the_lowest_single() -> None:
    assert choice_in_play(["556778899TJJQQ", "47788JJQQ", "9"], 1) == "play 4"


def test_a_partner_about_to_go_out_keeps_the_trick() -> None:
    assert choice_in_play([MANY, "4678JQ2", "33"], 1, "T", by=2, passes=1) == "pass"


def test_a_high_card_of_the_partner_is_left_alone() -> None:
    assert choice_in_play(["45678899TTJJ", "45567QK2", "347JJQ"], 1, "A", by=2, passes=0) == "pass"


def test_no_bomb_is_played_on_a_partner() -> None:
    assert choice_in_play([MANY, "4489K", "33336JJ"], 2, "A", by=1) == "pass"


def test_no_bomb_is_played_on_a_single_card_of_a_partner_with_two_decks() -> None:
    hands = [
        "3456677777888899TTTTJJQKKKAA222B",
        "33446668899JQKKAAAA222BR",
        "334444556789TTJJJQQQK22R",
        "333455556678999TTJJQQKKAA",
    ]
    assert choice("four", position("four", hands, 3, "Q", by=2), 3) == "pass"
    assert choice("four", position("four", hands, 3, "A", by=2), 3) == "pass"


# ---- cards that are worth keeping


@pytest.mark.parametrize(
    ("hands", "seat", "beat", "by"),
    [
        (["34556677889TTJQK2BR", "33455678TJQQKKAA2", "34478999TJQKAA22"], 0, "K", 2),
        (["345677889TTTJJJKK2", "3344566689JAAA22", "345577899TQQQK2BR"], 2, "A", 0),
        (["3456789TK", "346799QA2BR", "3557789TJQKA22"], 1, "A", 0),
        (["3456789TK", "3467992BR", "3557789TJQK22"], 1, "K", 0),
    ],
)
def test_the_rocket_is_not_broken_where_a_2_does(hands: list[str], seat: int, beat: str, by: int) -> None:
    assert choice_in_play(hands, seat, beat, by=by, passes=(seat - by - 1) % 3) in ("play 2", "pass")


@pytest.mark.parametrize("beat", ["3", "5", "9", "K"])
def test_the_rocket_is_not_broken_for_a_single_card(beat: str) -> None:
    hands = ["456678899TJJQKKA", "3446789TTQQABR", "3557789TJQKA22"]
    assert choice_in_play(hands, 1, beat, by=0) not in ("play B", "play R", "play BR")


def test_the_rocket_is_not_led_from_a_long_hand() -> None:
    assert choice_in_play(["3445667899TJQKABR", MANY, MANY], 0) not in ("play B", "play R", "play BR")


def test_a_pair_is_not_broken_where_a_lone_card_does() -> None:
    assert choice_in_play(["334567899TJQKKA", "34577899JAA2", "4456TTJQQQ"], 1, "T", by=0) == "play J"


def test_a_trio_takes_the_cards_along_that_cost_most() -> None:
    assert choice_in_play(["3999QKA2", "4567788TJJQK", "4556788TTJQK"], 0) == "play 999+3"


def test_a_straight_is_led_whole() -> None:
    assert choice_in_play(["3456789TQQ2", "44567788JJK", "3566799TKKA"], 0) == "play 3456789T"


def test_a_low_single_is_not_answered_with_a_bomb() -> None:
    assert choice_in_play(["3445566899TJJQK", "337777TJJQKA", "3456889TQKA2"], 1, "9", by=0) != "play 7777"


# ---- wild cards and two decks


def test_wild_cards_make_a_bomb_of_a_trio() -> None:
    state = position("wild", ["K", "34777Q5", "36789TJ"], 1, "A", by=0, wild=2)
    assert choice("wild", state, 1) == "play 7777<5777"


def test_a_hand_with_wild_cards_goes_out_in_one_play() -> None:
    state = position("wild", ["678T5", "344789TJ", "34789TJQ"], 0, wild=2)
    assert choice("wild", state, 0) == "play 6789T<5678T"


def test_a_longer_bomb_beats_a_shorter_one() -> None:
    state = position("four", ["9", "5555578", MANY, MANY], 1, "AAAA", by=0)
    assert choice("four", state, 1) == "play 55555"


def test_the_bot_uses_the_cards_of_an_open_hand() -> None:
    closed = position("happy", ["3QK", "556789TJ", "566789TJ"], 0)
    opened = position("happy", ["3QK", "556789TJ", "566789TJ"], 0, opened=(0, 3, 3))
    assert choice("happy", closed, 0) != "play 3"
    assert choice("happy", opened, 0) in ("play K", "play Q")
