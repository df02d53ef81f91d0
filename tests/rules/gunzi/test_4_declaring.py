"""GZ-4: declaring trumps."""

import pytest

from paiju.games.gunzi.events import BottomShown, BottomTurned, CardDealt
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Burying, Closing, Dealing, GivingBack, Turning
from tests.rules.gunzi.table import Table, cards, later, table

# ---- the first hand


@pytest.mark.clause("GZ-4.1")
def test_the_first_to_show_a_big_joker_is_banker_and_the_next_suited_card_tells_trumps() -> None:
    one = table(["3s 4s", "3h Rj 5d 6c", "3d Rj"]).rounds(2)
    assert one.game.may_act(one.state) == (1, 2)
    one.do("1 show Rj")
    assert (one.state.banker, one.call(), one.state.level) == (1, None, 3)
    one.rounds(1)
    assert one.call() == "d"
    one.rounds(1)
    assert one.call() == "d"


@pytest.mark.clause("GZ-4.1")
def test_the_earlier_show_counts() -> None:
    one = table(["Rj", "Rj"]).rounds(1).do("1 show Rj")
    assert one.refuses("0 show Rj") == "too_low"
    assert one.state.banker == 1


@pytest.mark.clause("GZ-4.1")
def test_a_joker_tells_no_suit_and_the_cards_that_may_tell_are_dealt_face_up() -> None:
    one = table(["Rj Bj Rj 9c 9d"]).deal(1).do("0 show Rj").rounds(2)
    assert one.call() is None
    one.deal(6)
    assert one.call() == "c"
    mine = [event for event in one.events if isinstance(event, CardDealt) and event.seat == 0]
    assert [event.open for event in mine] == [False, True, True, True]
    assert one.seen(3).known[0] == cards("9c Bj Rj Rj")
    one.deal(6)
    assert one.state.known[0] == cards("9c Bj Rj Rj")


@pytest.mark.clause("GZ-4.1")
def test_two_big_jokers_change_the_suit_once_but_not_the_banker() -> None:
    one = table(["Rj 3d", "3s 4s Rj Rj 5h", "3c 3h Rj"]).deal(1).do("0 show Rj").rounds(2)
    assert one.call() == "d"
    assert one.refuses("1 show Rj Rj") == "not_held"
    one.rounds(2)
    assert one.legal(1) == ["show Rj Rj"]
    one.do("1 show Rj Rj")
    assert (one.state.banker, one.call(), one.state.awaited) == (0, None, 1)
    one.rounds(1)
    assert (one.state.banker, one.call()) == (0, "h")
    assert one.game.may_act(one.state) == ()
    assert one.refuses("2 show Rj") == "too_low"


@pytest.mark.clause("GZ-4.1")
def test_a_change_may_come_before_the_first_suit_and_from_the_banker() -> None:
    one = table(["Rj Rj Bj 4h"]).deal(1).do("0 show Rj").deal(6).do("0 show Rj Rj").deal(6)
    assert one.call() is None
    one.deal(6)
    assert one.call() == "h"


@pytest.mark.clause("GZ-4.1")
def test_two_big_jokers_have_nothing_to_change_at_first() -> None:
    one = table(["Rj Rj"]).rounds(2)
    assert one.legal(0) == ["show Rj"]
    assert one.refuses("0 show Rj Rj") == "nothing_to_change"


@pytest.mark.clause("GZ-4.1")
def test_the_first_hand_knows_no_other_declaration() -> None:
    one = table(["3s Bj Bj Bj Rj"]).rounds(5)
    assert one.refuses("0 show 3s") == "not_a_declaration"
    assert one.refuses("0 show Bj Bj Bj s") == "not_a_declaration"
    assert one.refuses("0 show Rj s") == "wrong_call"
    assert one.refuses("0 show 3s Rj") == "not_a_declaration"
    assert one.refuses("0 show") == "not_a_declaration"


@pytest.mark.clause("GZ-4.1")
def test_shown_cards_stay_in_the_hand_and_are_public() -> None:
    one = table(["Rj"]).deal(1).do("0 show Rj")
    assert one.hand(0) == "Rj"
    assert one.seen(None).known[0] == cards("Rj")


LATE = "3s " * 4 + "4s " * 4 + "6s " * 4 + "8s " * 4 + "9s " * 4 + "Js " * 4 + "Qs " * 4 + "As " * 4 + "3h 4h Rj"


@pytest.mark.clause("GZ-4.1", "GZ-4.4")
def test_if_the_deal_ends_before_such_a_card_comes_a_bottom_card_is_turned() -> None:
    one = table([LATE], bottom="Bj Rj 6c 6d 8h 8d").deal_out()
    assert one.is_at(Closing)
    one.do("0 show Rj")
    assert (one.state.banker, one.call()) == (0, None)
    one.close()
    turned = [event.card.text() for event in one.events if isinstance(event, BottomTurned)]
    assert turned == ["Bj", "Rj", "6c"]
    assert (one.state.banker, one.call()) == (0, "c")


@pytest.mark.clause("GZ-4.1")
def test_six_jokers_turned_make_no_trump_suit() -> None:
    one = table([LATE], bottom="Bj Bj Bj Bj Rj Rj").deal_out().do("0 show Rj").close()
    assert one.call() == "none"
    assert len(one.state.turned) == 6
    assert one.is_at(Burying)


@pytest.mark.clause("GZ-4.1")
def test_the_suit_of_a_change_in_the_closing_round_is_turned_too() -> None:
    one = table(["Rj 3d", "Rj Rj"], bottom="6c 6d 8h 8d 9h 9d").deal(1).do("0 show Rj").deal_out()
    assert one.call() == "d"
    one.do("1 show Rj Rj").deal_out()
    assert (one.state.banker, one.call()) == (0, "c")


# ---- nobody shows: six cards are turned


def turn_six(bottom: str, first: int = 0, **options: str) -> Table:
    return table(["Rj Rj", "Rj", "Rj"], bottom, rules=Rules(**options), first=first).close()  # type: ignore[arg-type]


@pytest.mark.clause("GZ-4.2")
def test_nobody_shows_and_each_turns_a_bottom_card_from_the_first_player_on() -> None:
    one = turn_six("6c 6d 8h Ad 9h 9d", first=4)
    turned = [(event.seat, event.card.text()) for event in one.events if isinstance(event, BottomTurned)]
    assert turned == [(4, "6c"), (5, "6d"), (0, "8h"), (1, "Ad"), (2, "9h"), (3, "9d")]
    assert (one.state.banker, one.call()) == (1, "d")


@pytest.mark.clause("GZ-4.2", "GZ-R5")
@pytest.mark.parametrize(
    ("bottom", "banker", "call"),
    [
        ("Bj 3s 3h 2c Ad Kd", 0, "s"),
        ("4c 3h 3s 2c Ad Kd", 1, "h"),
        ("4c 4h Kh 2c Ad Kd", 3, "c"),
        ("4c 4h Kh Ac Ad Kd", 3, "c"),
        ("4c 4h Kh Jc Qd Kd", 2, "h"),
        ("Bj Bj Bj Bj 2d 2s", 0, "d"),
        ("4s 4h Bj 4c 4d 4d", 2, "s"),
    ],
)
def test_the_highest_card_turned_makes_banker_and_trumps(bottom: str, banker: int, call: str) -> None:
    one = turn_six(bottom)
    assert (one.state.banker, one.call()) == (banker, call)


@pytest.mark.clause("GZ-4.2", "GZ-R5")
def test_a_big_joker_turned_is_the_highest() -> None:
    one = table(["Rj Rj", "Rj"], "4c Bj 3s 3h 2c Rj").close()
    assert (one.state.banker, one.call()) == (5, "s")


@pytest.mark.clause("GZ-4.2")
def test_six_jokers_turned_for_the_bank_make_no_trump_suit() -> None:
    one = table([], "Bj Bj Rj Bj Rj Bj").close()
    assert (one.state.banker, one.call()) == (2, "none")


@pytest.mark.clause("GZ-R5")
def test_turned_cards_may_rank_plainly_and_a_joker_may_call_no_trumps() -> None:
    assert turn_six("4c 3h 3s 2c Ad Kd", turned_order="plain").state.banker == 4
    assert turn_six("Bj 3s 3h 2c Ad Kd", turned_joker="no_trumps").state.call == "none"


@pytest.mark.clause("GZ-4.2")
def test_the_turned_bottom_is_known_and_not_shown_again() -> None:
    one = turn_six("6c 6d 8h Ad 9h 9d")
    assert not [event for event in one.events if isinstance(event, BottomShown)]
    assert one.seen(3).known[3] == cards("6c 6d 8h Ad 9h 9d")
    assert one.is_at(Burying)


# ---- later hands


@pytest.mark.clause("GZ-4.3")
def test_level_cards_of_one_suit_make_it_trumps_and_more_beat_fewer() -> None:
    one = table(["7s 7s 7d", "7h 7h 7h", "7c 7c 7c 7c"], match=later()).rounds(4)
    assert one.legal(0) == ["show 7s", "show 7s 7s", "show 7d"]
    one.do("0 show 7s")
    assert one.call() == "s"
    assert one.refuses("1 show 7h") == "too_low"
    one.do("1 show 7h 7h")
    assert one.call() == "h"
    assert one.refuses("2 show 7c 7c") == "too_low"
    one.do("2 show 7c 7c 7c")
    assert one.refuses("1 show 7h 7h 7h") == "too_low"
    one.do("2 show 7c 7c 7c 7c")
    assert (one.call(), one.state.banker) == ("c", 0)
    assert one.seen(5).known[:3] == (cards("7s"), cards("7h 7h"), cards("7c 7c 7c 7c"))


@pytest.mark.clause("GZ-4.3")
def test_who_declared_may_make_it_firm_or_turn_to_another_suit() -> None:
    one = table(["7s 7s 7d 7d 7d"], match=later()).rounds(5)
    one.do("0 show 7s", "0 show 7s 7s", "0 show 7d 7d 7d")
    assert one.call() == "d"


@pytest.mark.clause("GZ-4.3")
def test_only_equal_level_cards_declare() -> None:
    one = table(["7s 7d 8s 8s Rj Rj Bj Bj"], match=later()).rounds(8)
    for wrong in ("7s 7d", "8s", "8s 8s", "Rj Rj s", "Bj Bj s", "Rj s"):
        assert one.refuses(f"0 show {wrong}") == "not_a_declaration"
    assert one.refuses("0 show 7h") == "not_held"
    assert one.refuses("0 show 7s s") == "wrong_call"


@pytest.mark.clause("GZ-4.3")
def test_three_jokers_of_a_kind_call_any_suit_or_none() -> None:
    one = table(["Bj Bj Bj", "Rj Rj Rj"], match=later()).rounds(3)
    assert one.legal(0) == [f"show Bj Bj Bj {call}" for call in ("s", "h", "c", "d", "none")]
    one.do("0 show Bj Bj Bj none")
    assert one.call() == "none"
    assert one.refuses("1 show Rj Rj Rj") == "wrong_call"
    one.do("1 show Rj Rj Rj d")
    assert one.call() == "d"


HIGH = ["7s 7s 7s 7s", "Bj Bj Bj Bj", "Rj Rj Rj Rj"]


@pytest.mark.clause("GZ-4.3", "GZ-R1")
@pytest.mark.parametrize(
    ("reading", "order"),
    [
        (
            "above",
            [
                "0 show 7s 7s 7s 7s",
                "1 show Bj Bj Bj h",
                "1 show Bj Bj Bj Bj h",
                "2 show Rj Rj Rj c",
                "2 show Rj Rj Rj Rj c",
            ],
        ),
        (
            "by_count",
            [
                "0 show 7s 7s 7s",
                "1 show Bj Bj Bj h",
                "2 show Rj Rj Rj c",
                "0 show 7s 7s 7s 7s",
                "1 show Bj Bj Bj Bj h",
                "2 show Rj Rj Rj Rj c",
            ],
        ),
    ],
)
def test_order_of_the_highest_declarations(reading: str, order: list[str]) -> None:
    one = table(HIGH, match=later(), rules=Rules(joker_calls=reading)).rounds(4)  # type: ignore[arg-type]
    for at, line in enumerate(order):
        one.do(line)
        assert all(one.refuses(lower) == "too_low" for lower in order[: at + 1])


@pytest.mark.clause("GZ-4.4")
def test_the_closing_round_asks_every_seat_whatever_it_holds() -> None:
    one = table(match=later()).deal_out()
    assert one.asked() == (0, 1, 2, 3, 4, 5)
    assert all(one.legal(seat)[0] == "pass" for seat in range(6))
    one.do("3 pass")
    assert one.asked() == (0, 1, 2, 4, 5)
    assert one.refuses("3 pass") == "not_your_turn"


@pytest.mark.clause("GZ-4.4")
def test_a_declaration_asks_all_again() -> None:
    one = table(["7s 7s", "7h"], match=later()).deal_out()
    one.do("0 pass", "2 pass", "3 pass", "4 pass", "5 pass", "1 show 7h")
    assert one.asked() == (0, 1, 2, 3, 4, 5)
    one.do("0 show 7s 7s", "0 pass", "1 pass", "2 pass", "3 pass", "4 pass")
    assert one.refuses("1 show 7h") == "not_your_turn"
    assert one.refuses("5 show 7h 7h 7h") == "not_held"
    assert one.is_at(Closing)
    one.do("5 pass")
    assert one.call() == "s"
    assert one.is_at(Burying)


@pytest.mark.clause("GZ-4.4")
def test_declaring_is_over_when_nothing_higher_is_left() -> None:
    one = table(["Rj Rj Rj Rj"], match=later()).rounds(4).do("0 show Rj Rj Rj Rj none")
    assert one.game.may_act(one.state) == ()
    one.deal_out()
    assert one.is_at(Burying)


@pytest.mark.clause("GZ-4.4")
def test_after_the_closing_round_trumps_are_fixed() -> None:
    one = table(["7s", "7h 7h"], match=later()).deal_out().do("0 show 7s").close()
    assert one.refuses("1 show 7h 7h") == "not_your_turn"


@pytest.mark.clause("GZ-4.5")
def test_nobody_declared_and_a_bottom_card_is_turned_until_one_has_a_suit() -> None:
    one = table(match=later(), bottom="Bj Rj 6c 6d 8h 8d").deal_out()
    for seat in range(6):
        assert one.is_at(Closing)
        one.do(f"{seat} pass")
    assert one.is_at(Turning)
    one.deal(2)
    assert one.call() is None
    one.deal(1)
    assert one.call() == "c"
    assert one.seen(4).known[0] == cards("6c Bj Rj")
    assert one.seen(4).seen == cards("6c Bj Rj")


@pytest.mark.clause("GZ-4.5")
def test_a_bottom_of_jokers_makes_no_trump_suit() -> None:
    one = table(match=later(), bottom="Bj Bj Bj Bj Rj Rj").close()
    assert one.call() == "none"


def test_phases_are_what_they_say() -> None:
    one = table(match=later())
    assert one.is_at(Dealing)
    assert not isinstance(one.close().phase, GivingBack)
