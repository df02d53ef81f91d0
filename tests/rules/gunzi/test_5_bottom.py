"""GZ-5: banker and bottom."""

import pytest

from paiju.games.gunzi.events import BottomOpened, BottomShown, BottomTaken, CardsBuried, JokersBuried
from paiju.games.gunzi.match_progression import tally_hand
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import Burying, BuryingJokers, Over, Playing, TakingBack
from tests.rules.gunzi.table import SIX, Table, cards, later, playing, table

LOW = "3h 3c 3d 4h 4c 4d"


def burying(hands: list[str], bottom: str = LOW) -> Table:
    """The banker, seat 0, has declared spades at level 7 and taken the bottom."""
    return table(["7s " + hands[0], *hands[1:]], bottom, later()).deal(1).do("0 show 7s").close()


@pytest.mark.clause("GZ-5.1")
def test_the_bottom_is_shown_to_all_before_the_banker_takes_it() -> None:
    one = burying([""])
    shown = [event for event in one.events if isinstance(event, BottomShown)]
    taken = [event for event in one.events if isinstance(event, BottomTaken)]
    assert [event.cards for event in shown] == [cards(LOW)]
    assert taken == [BottomTaken(0, cards(LOW), open=True)]
    assert one.seen(3).known[0] == cards("7s " + LOW)
    assert one.state.counts == (41, 35, 35, 35, 35, 35)


@pytest.mark.clause("GZ-5.1")
def test_the_bottom_is_not_shown_if_nobody_declared() -> None:
    one = table(bottom="3h 3c 3d 4h 4c 4d", match=later()).close()
    assert not [event for event in one.events if isinstance(event, BottomShown)]
    (taken,) = [event for event in one.events if isinstance(event, BottomTaken)]
    assert one.game.redact(taken, 0) == BottomTaken(0, cards(LOW))
    assert one.game.redact(taken, 3) == BottomTaken(0, None)
    assert one.seen(3).known[0] == cards("3h")


@pytest.mark.clause("GZ-5.2")
def test_the_banker_buries_any_six_cards_points_and_jokers_too() -> None:
    one = burying(["Rj Bj Kh 5h"])
    assert one.asked() == (0,)
    assert len(one.game.legal(one.state, 0)) > 30_000
    assert one.refuses("0 bury 3h 3c 3d 4h 4c") == "wrong_number"
    assert one.refuses("0 bury 3h 3c 3d 4h 4c Rj Bj") == "wrong_number"
    assert one.refuses("0 bury Rj Rj 3c 3d 4h 4c") == "not_held"
    one.do("0 bury Rj Bj Kh 5h 3h 4d")
    assert one.state.counts == (35,) * 6
    assert one.state.secret.bottom == cards("Rj Bj Kh 5h 3h 4d")


@pytest.mark.clause("GZ-5.3")
def test_a_bottom_with_a_joker_is_shown() -> None:
    one = burying(["Bj"]).do("0 bury Bj 3h 3c 3d 4h 4c")
    event = one.events[-2]
    assert event == CardsBuried(0, cards("Bj 3h 3c 3d 4h 4c"), 5, open=True)
    assert one.game.redact(event, 4) == event
    assert one.seen(None).secret.bottom == cards("Bj 3h 3c 3d 4h 4c")


@pytest.mark.clause("GZ-5.3")
def test_a_bottom_without_a_joker_is_not_shown_but_the_cards_to_take_back_are_counted() -> None:
    one = burying(["Kh Th"]).do("0 bury Kh Th 3c 3d 4h 4c")
    event = one.events[-2]
    assert one.game.redact(event, 0) == event
    assert one.game.redact(event, 4) == CardsBuried(0, None, 4)
    assert one.seen(4).secret.bottom is None
    assert one.seen(0).secret.bottom == cards("Kh Th 3c 3d 4h 4c")
    assert one.seen(4).takeable == 4


@pytest.mark.clause("GZ-5.3")
def test_after_each_burying_it_is_announced_how_many_may_be_taken_back() -> None:
    one = burying(["", "Bj", "Bj Rj"]).do("0 bury " + LOW, "1 bury Bj")
    assert one.state.takeable == 6
    one.do("1 take 3h")
    assert one.state.takeable == 5
    one.do("2 bury Bj Rj")
    assert one.state.takeable == 3


@pytest.mark.clause("GZ-5.4")
def test_every_other_player_is_asked_in_turn_whatever_it_holds() -> None:
    one = burying([""]).do("0 bury " + LOW)
    for seat in (1, 2, 3, 4):
        assert one.asked() == (seat,)
        assert one.legal(seat)[0] == "pass"
        one.do(f"{seat} pass")
    one.do("5 pass")
    assert one.phase == Playing(0)


@pytest.mark.clause("GZ-5.4")
def test_jokers_are_buried_and_the_lowest_cards_taken_back() -> None:
    one = burying(["", "Bj Bj Rj"], "Kh 8c 9c 3s 2d Td").do("0 bury Kh 8c 9c 3s 2d Td")
    before = one.seen(3).secret.bottom
    assert before is None
    one.do("1 bury Bj Bj Rj")
    assert [event for event in one.events if isinstance(event, JokersBuried)] == [
        JokersBuried(1, cards("Bj Bj Rj"), cards("Kh 8c 9c 3s 2d Td Bj Bj Rj"))
    ]
    assert one.state.secret.bottom == cards("Kh 2d Td Bj Bj Rj")
    assert one.seen(3).secret.bottom == cards("Kh 2d Td Bj Bj Rj")
    assert one.seen(3).known[1] == cards("8c 9c 3s")
    assert one.state.counts[1] == 35
    assert one.phase == BuryingJokers(2)


@pytest.mark.clause("GZ-5.4")
def test_side_cards_are_lower_than_trumps_and_points_and_jokers_stay() -> None:
    one = burying(["Bj", "Bj Bj Bj"], "5h Ah 3s 2s 7d").do("0 bury Bj 5h Ah 3s 2s 7d", "1 bury Bj")
    assert one.seen(2).known[1] == cards("Ah")
    one.do("2 pass", "3 pass", "4 pass", "5 pass")
    assert one.state.secret.bottom == cards("Bj Bj 5h 3s 2s 7d")


@pytest.mark.clause("GZ-5.4")
def test_of_equals_of_different_suits_the_player_chooses() -> None:
    one = burying(["", "Bj Rj"], "3h 3c 4d 4d 4c Kc").do("0 bury 3h 3c 4d 4d 4c Kc", "1 bury Bj")
    assert one.phase == TakingBack(1, 1)
    assert one.legal(1) == ["take 3h", "take 3c"]
    assert one.refuses("1 take 4d") == "not_the_lowest"
    assert one.refuses("1 take 3h 3c") == "not_the_lowest"
    one.do("1 take 3c")
    assert one.state.secret.bottom == cards("3h 4d 4d 4c Kc Bj")


@pytest.mark.clause("GZ-5.4")
def test_a_choice_may_be_left_for_some_of_the_cards_only() -> None:
    one = burying(["", "Bj Rj"], "3h 4d 4d 4c Kc Kd").do("0 bury 3h 4d 4d 4c Kc Kd", "1 bury Bj Rj")
    assert one.legal(1) == ["take 3h 4c", "take 3h 4d"]


@pytest.mark.clause("GZ-5.4")
def test_no_more_jokers_than_cards_to_take_back_and_nothing_but_jokers() -> None:
    one = burying(["", "Bj Bj Rj 8h"], "Kh Kc Th Tc 3s 4s").do("0 bury Kh Kc Th Tc 3s 4s")
    assert one.legal(1) == ["pass", "bury Bj", "bury Rj", "bury Bj Bj", "bury Bj Rj"]
    assert one.refuses("1 bury Bj Bj Rj") == "too_many_jokers"
    assert one.refuses("1 bury 8h") == "only_jokers"
    assert one.refuses("1 bury Bj 8h") == "only_jokers"
    assert one.refuses("1 bury") == "only_jokers"
    assert one.refuses("1 bury Rj Rj") == "not_held"


@pytest.mark.clause("GZ-5.5")
def test_nobody_is_asked_if_the_bottom_holds_nothing_but_points_and_jokers() -> None:
    one = burying(["Bj Rj", "Rj"], "Kh Kc Th Tc 3s 4s").do("0 bury Kh Kc Th Tc Bj Rj")
    assert one.phase == Playing(0)


@pytest.mark.clause("GZ-5.5")
def test_asking_ends_when_nothing_is_left_to_take_back() -> None:
    one = burying(["", "", "Bj"], "Kh Kc Th Tc Td 4s").do("0 bury Kh Kc Th Tc Td 4s", "1 pass", "2 bury Bj")
    assert one.phase == Playing(0)
    assert one.state.takeable == 0


@pytest.mark.clause("GZ-5.6")
@pytest.mark.parametrize(
    ("hands", "taker", "lines"),
    [
        (["Ah", "4h", "6h", "8h", "9h", "Jh"], 0, [("points", 0), ("points", 0), ("bottom_kept", 15)]),
        (["3h", "4h", "6h", "Ah", "9h", "Jh"], 3, [("points", 0), ("points", 0), ("bottom_kept", 15)]),
        (["3h", "4h", "6h", "8h", "Ah", "Jh"], 4, [("points", 30), ("points", 0), ("bottom_dug", 15)]),
        (["3h", "4h", "6h", "8h", "9h", "Jh"], 5, [("points", 0), ("points", 30), ("bottom_dug", 15)]),
    ],
)
def test_the_bottom_goes_to_the_winner_of_the_last_trick_doubled_if_dug_out(
    hands: list[str], taker: int, lines: list[tuple[str, int]]
) -> None:
    one = playing(hands, bottom="Kh 5h 3c 3d 4c 4d")
    one.do(*(f"{seat} play {hand}" for seat, hand in enumerate(hands)))
    assert one.phase == Over(taker)
    assert isinstance(one.events[-2], BottomOpened)
    assert one.seen(None).secret.bottom == cards("Kh 5h 3c 3d 4c 4d")
    assert [(line.code, line.value) for line in one.outcome.account[:3]] == lines
    assert sum(tally_hand(SIX, one.state).points) == (30 if taker % 3 else 15)


@pytest.mark.clause("GZ-5.6")
def test_the_bottom_counts_double_whatever_the_last_trick_was() -> None:
    hands = ["3h 3h 3h", "4h 4h 4h", "6h 6h 6h", "8h 8h 8h", "9h 9h 9h", "Jh Jh Jh"]
    one = playing(hands, bottom="Kh Kh Kc 3d 4c 4d").do(*(f"{seat} play {hand}" for seat, hand in enumerate(hands)))
    assert [(line.code, line.value) for line in one.outcome.account[1:3]] == [("points", 60), ("bottom_dug", 30)]
    tripled = playing(hands, bottom="Kh Kh Kc 3d 4c 4d", rules=Rules(bottom_times=3))
    tripled.do(*(f"{seat} play {hand}" for seat, hand in enumerate(hands)))
    assert tripled.outcome.account[1].value == 90


def test_the_banker_alone_acts_in_burying() -> None:
    one = burying([""])
    assert one.is_at(Burying)
    assert one.refuses("1 bury " + LOW) == "not_your_turn"
    assert one.refuses("0 play 3h") == "not_asked_for"


def test_a_card_seen_with_the_banker_stays_known_when_its_twin_lies_in_an_open_bottom() -> None:
    one = burying(["Bj", "Bj"], "3h 3h 3c 4d 4h 4c").do("0 bury Bj 3h 3c 4d 4h 4c")
    assert one.seen(2).known[0] == cards("3h 7s")
    one.do("1 bury Bj", "1 take 3h")
    assert one.seen(2).known[0] == cards("3h 7s")
    hidden = burying(["", "Bj"], "3h 3h 3c 4d 4h 4c").do("0 bury 3h 3h 3c 4d 4h 4c", "1 bury Bj", "1 take 3h")
    assert hidden.seen(2).known[0] == cards("7s")
