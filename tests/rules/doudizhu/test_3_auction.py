"""DDZ-3: the auctions."""

from itertools import product
from typing import Any

import pytest

from paiju.games.doudizhu.events import BottomTaken, LandlordSettled, StakeKicked
from paiju.games.doudizhu.state import DouMatch, Kicking, Playing, Robbing
from tests.rules.doudizhu.table import Table, auction, game, rules_of

OPEN = ["classic", "four", "origin"]
ONCE = ["qq", "kick"]
ROB = ["happy", "wild", "discard"]


def begin(name: str, first: int = 0, **chance: Any) -> Table:
    """An auction in which a seat speaks first."""
    rules = rules_of(name)
    if rules.first_bidder == "upcard":
        return auction(rules, upcard=first * rules.hand_size, **chance)
    return auction(rules, first=first, **chance)


def said(table: Table, *words: str) -> Table:
    """The words in turn, each by the seat whose turn it is."""
    for word in words:
        table.do(f"{table.to_act[0]} {word}")
    return table


def landlord(table: Table) -> tuple[int | None, int]:
    return table.public.landlord, table.public.base


# ---- points, many rounds


@pytest.mark.clause("DDZ-3.1")
@pytest.mark.parametrize("name", OPEN)
def test_a_bid_must_be_higher_than_the_standing_one(name: str) -> None:
    table = begin(name)
    assert table.legal(0) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    table.do("0 bid 2")
    assert table.refuses("1 bid 1") == "bid_too_low"
    assert table.refuses("1 bid 2") == "bid_too_low"
    assert table.legal(1) == ["bid 0", "bid 3"]


@pytest.mark.clause("DDZ-3.1", "DDZ-3.2")
def test_no_other_word_is_a_bid() -> None:
    for name in (*OPEN, *ONCE):
        table = begin(name)
        assert table.refuses("0 call") == "not_asked_for"
        assert table.refuses("0 pass") == "not_asked_for"
        assert table.refuses("1 bid 1") == "not_your_turn"


@pytest.mark.clause("DDZ-3.1", "DDZ-3.4", "DDZ-R16")
@pytest.mark.parametrize("name", ["classic", "origin"])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["bid 1", "bid 0", "bid 0"], (0, 1)),
        (["bid 0", "bid 1", "bid 0", "bid 0"], (1, 1)),
        (["bid 0", "bid 0", "bid 2", "bid 0", "bid 0"], (2, 2)),
        (["bid 1", "bid 0", "bid 2", "bid 0", "bid 0"], (2, 2)),
        (["bid 1", "bid 0", "bid 2", "bid 0", "bid 3"], (1, 3)),  # seat 1 had passed and bids again
        (["bid 1", "bid 2", "bid 0", "bid 3"], (0, 3)),
        (["bid 3"], (0, 3)),
    ],
)
def test_it_goes_round_until_the_others_have_passed_in_a_row(
    name: str, words: list[str], expected: tuple[int, int]
) -> None:
    table = begin(name)
    said(table, *words[:-1])
    assert table.public.landlord is None
    said(table, words[-1])
    assert landlord(table) == expected


@pytest.mark.clause("DDZ-3.1", "DDZ-R16")
def test_with_four_players_that_takes_three_passes_in_a_row() -> None:
    table = said(begin("four", first=2), "bid 1", "bid 0", "bid 0")
    assert table.public.landlord is None
    assert landlord(said(table, "bid 0")) == (2, 1)
    later = said(begin("four"), "bid 0", "bid 1", "bid 0", "bid 0", "bid 2", "bid 0", "bid 0")
    assert later.public.landlord is None
    assert landlord(said(later, "bid 0")) == (0, 2)


@pytest.mark.clause("DDZ-3.1", "DDZ-R16")
@pytest.mark.parametrize("name", OPEN)
def test_a_player_who_passed_may_bid_again(name: str) -> None:
    table = said(begin(name), "bid 0", "bid 1", *["bid 0"] * (game(name).seats - 2))
    assert table.to_act == (0,)
    assert table.legal(0) == ["bid 0", "bid 2", "bid 3"]
    table.do("0 bid 2")
    assert table.to_act == (1,)


@pytest.mark.clause("DDZ-3.1", "DDZ-2.7")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_first_bidder_begins_and_the_turn_goes_round(first: int) -> None:
    table = begin("four", first=first)
    order: list[int] = []
    for _ in range(4):
        order += table.to_act
        said(table, "bid 0")
    assert order == [(first + step) % 4 for step in range(4)]


# ---- points, one round


@pytest.mark.clause("DDZ-3.2", "DDZ-3.4")
@pytest.mark.parametrize("name", ONCE)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["bid 1", "bid 0", "bid 0"], (0, 1)),
        (["bid 1", "bid 2", "bid 0"], (1, 2)),
        (["bid 0", "bid 0", "bid 1"], (2, 1)),
        (["bid 1", "bid 2", "bid 3"], (2, 3)),
        (["bid 0", "bid 3"], (1, 3)),
        (["bid 3"], (0, 3)),
    ],
)
def test_every_player_speaks_once_and_three_ends_it(name: str, words: list[str], expected: tuple[int, int]) -> None:
    table = begin(name)
    said(table, *words[:-1])
    assert table.public.landlord is None
    said(table, words[-1])
    assert landlord(table) == expected


@pytest.mark.clause("DDZ-3.2")
@pytest.mark.parametrize("name", ONCE)
def test_a_later_bid_must_be_higher_than_all_before(name: str) -> None:
    table = said(begin(name), "bid 2", "bid 0")
    assert table.refuses("2 bid 1") == "bid_too_low"
    assert table.refuses("2 bid 2") == "bid_too_low"
    assert table.legal(2) == ["bid 0", "bid 3"]


@pytest.mark.clause("DDZ-3.3")
@pytest.mark.parametrize("name", [*OPEN, *ONCE])
def test_nobody_bids_and_the_cards_are_thrown_in(name: str) -> None:
    seats = game(name).seats
    table = said(begin(name, first=1), *["bid 0"] * seats)
    assert table.outcome.reason == "thrown_in"
    assert table.outcome.points == (0,) * seats
    assert table.outcome.winners == ()
    assert table.to_act == ()


@pytest.mark.clause("DDZ-3.4", "DDZ-7.1")
@pytest.mark.parametrize("name", ["classic", "qq", "origin"])
@pytest.mark.parametrize("bid", [1, 2, 3])
def test_the_base_is_the_bid(name: str, bid: int) -> None:
    table = said(begin(name), f"bid {bid}", *(["bid 0"] * 2 if bid < 3 else []))
    assert landlord(table) == (0, bid)
    assert table.lines() == [("bid", bid)]


# ---- the forced bid


HOLDS_IT = [("R2", "3B"), ("RB", "32"), ("RB2", "3")]
LACKS_IT = [("R", "B2"), ("B2", "R"), ("B22", "R3")]


@pytest.mark.clause("DDZ-3.5", "DDZ-R4")
@pytest.mark.parametrize(("hand", "other"), HOLDS_IT)
def test_the_big_joker_with_a_two_or_the_small_joker_must_take_it_at_one(hand: str, other: str) -> None:
    table = auction(rules_of("kick"), [other, "4", hand], first=1)
    said(table, "bid 0", "bid 0", "bid 0")
    assert landlord(table) == (2, 1)
    assert isinstance(table.phase, Playing)
    assert any(isinstance(event, LandlordSettled) and event.forced for event in table.events)


@pytest.mark.clause("DDZ-3.5")
@pytest.mark.parametrize(("hand", "other"), LACKS_IT)
def test_nobody_holds_it_and_the_cards_are_thrown_in(hand: str, other: str) -> None:
    other_twos = "2" * (3 - (hand + other).count("2"))
    table = auction(rules_of("kick"), [hand, other, other_twos], "2")
    said(table, "bid 0", "bid 0", "bid 0")
    assert table.outcome.reason == "thrown_in"


@pytest.mark.clause("DDZ-3.5", "DDZ-R4")
def test_the_forced_bid_acts_only_when_all_have_passed() -> None:
    table = auction(rules_of("kick"), ["RB22"])
    assert table.legal(0) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    said(table, "bid 0", "bid 1", "bid 0")
    assert landlord(table) == (1, 1)


@pytest.mark.clause("DDZ-3.5")
def test_only_kick_forces_a_bid() -> None:
    table = auction(rules_of("qq"), ["RB2"])
    said(table, "bid 0", "bid 0", "bid 0")
    assert table.outcome.reason == "thrown_in"


# ---- kick


@pytest.mark.clause("DDZ-3.6")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_those_who_have_not_spoken_kick_in_playing_order(first: int) -> None:
    table = said(begin("kick", first), "bid 3")
    assert table.phase == Kicking(((first + 1) % 3, (first + 2) % 3))
    seats: list[int] = []
    for _ in range(2):
        seats += table.to_act
        assert table.legal(table.to_act[0]) == ["kick", "no-kick"]
        said(table, "no-kick")
    assert seats == [(first + 1) % 3, (first + 2) % 3]
    assert isinstance(table.phase, Playing)


@pytest.mark.clause("DDZ-3.6")
@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["bid 3"], (1, 2)),
        (["bid 0", "bid 3"], (2,)),
        (["bid 1", "bid 3"], (2,)),
        (["bid 0", "bid 0", "bid 3"], ()),
        (["bid 1", "bid 2", "bid 3"], ()),
    ],
)
def test_who_has_spoken_may_not_kick(words: list[str], asked: tuple[int, ...]) -> None:
    table = said(begin("kick"), *words)
    assert (table.phase.left if isinstance(table.phase, Kicking) else ()) == asked


@pytest.mark.clause("DDZ-3.6")
@pytest.mark.parametrize(
    "words", [["bid 2", "bid 0", "bid 0"], ["bid 1", "bid 2", "bid 0"], ["bid 0", "bid 0", "bid 1"]]
)
def test_bids_below_three_allow_no_kick(words: list[str]) -> None:
    assert isinstance(said(begin("kick"), *words).phase, Playing)


@pytest.mark.clause("DDZ-3.6")
@pytest.mark.parametrize("kicks", list(product([True, False], repeat=2)))
def test_the_landlord_is_asked_when_all_have_spoken_and_somebody_kicked(kicks: tuple[bool, bool]) -> None:
    table = said(begin("kick"), "bid 3", *("kick" if kicked else "no-kick" for kicked in kicks))
    assert table.public.kicked == (False, *kicks)
    if any(kicks):
        assert table.to_act == (0,)
        assert table.legal(0) == ["kick-back", "no-kick-back"]
        assert table.refuses("0 kick") == "not_asked_for"
        said(table, "kick-back")
        assert table.public.kicked_back
    assert isinstance(table.phase, Playing)


KICKED = [
    # kick by 1, kick by 2, kick back; factors of what 1 and 2 settle with the landlord
    (False, False, None, 1, 1),
    (True, False, False, 2, 1),
    (False, True, False, 1, 2),
    (True, True, False, 2, 2),
    (True, False, True, 4, 1),
    (False, True, True, 1, 4),
    (True, True, True, 4, 4),
]


@pytest.mark.clause("DDZ-3.6", "DDZ-R5")
@pytest.mark.parametrize(("one", "two", "back", "times1", "times2"), KICKED)
def test_a_kick_doubles_what_that_farmer_settles_and_a_kick_back_again(
    one: bool, two: bool, back: bool | None, times1: int, times2: int
) -> None:
    table = said(begin("kick"), "bid 3", "kick" if one else "no-kick", "kick" if two else "no-kick")
    if back is not None:
        said(table, "kick-back" if back else "no-kick-back")
    while not table.game.outcome(table.state):
        seat = table.to_act[0]
        table.act(seat, table.game.legal(table.state, seat)[0 if seat else -1])
    stake = table.outcome.points[1] // times1
    assert table.outcome.points == (-stake * (times1 + times2), stake * times1, stake * times2)


@pytest.mark.clause("DDZ-3.6", "DDZ-2.6")
def test_the_bottom_is_taken_after_the_kicks() -> None:
    table = said(begin("kick"), "bid 3", "kick", "no-kick")
    assert table.public.bottom is None
    assert table.public.counts == (17, 17, 17)
    said(table, "no-kick-back")
    kinds = [type(event) for event in table.events if isinstance(event, StakeKicked | BottomTaken)]
    assert kinds == [StakeKicked, StakeKicked, StakeKicked, BottomTaken]
    assert [event.back for event in table.events if isinstance(event, StakeKicked)] == [False, False, True]
    assert table.public.counts == (20, 17, 17)


# ---- call and rob


@pytest.mark.clause("DDZ-3.7", "DDZ-R6")
@pytest.mark.parametrize("name", ROB)
def test_calling_goes_round_and_robbing_goes_the_other_way(name: str) -> None:
    table = begin(name, first=1)
    assert table.legal(1) == ["call", "no-call"]
    said(table, "no-call")
    assert table.to_act == (2,)
    said(table, "call")
    order: list[int] = []
    while isinstance(table.phase, Robbing):
        order += table.to_act
        assert table.legal(table.to_act[0]) == ["rob", "no-rob"]
        said(table, "rob")
    assert order == [1, 0, 2]  # clockwise, and the caller's last chance


@pytest.mark.clause("DDZ-3.7", "DDZ-R6")
def test_robbing_may_go_in_playing_order() -> None:
    table = auction(rules_of("happy", rob_order="playing"), first=1)
    said(table, "no-call")
    said(table, "call")
    order: list[int] = []
    while isinstance(table.phase, Robbing):
        order += table.to_act
        said(table, "rob")
    assert order == [0, 1, 2]


@pytest.mark.clause("DDZ-3.7", "DDZ-R6")
@pytest.mark.parametrize(
    ("words", "expected", "robs"),
    [
        (["no-rob", "no-rob"], 0, 0),
        (["rob", "no-rob", "no-rob"], 2, 1),
        (["no-rob", "rob", "no-rob"], 1, 1),
        (["rob", "rob", "no-rob"], 1, 2),
        (["rob", "no-rob", "rob"], 0, 2),
        (["no-rob", "rob", "rob"], 0, 2),
        (["rob", "rob", "rob"], 0, 3),
    ],
)
def test_the_last_to_call_or_rob_is_landlord(words: list[str], expected: int, robs: int) -> None:
    table = said(begin("happy"), "call", *words)
    assert not isinstance(table.phase, Robbing)
    assert (table.public.landlord, table.public.robs) == (expected, robs)


@pytest.mark.clause("DDZ-3.7")
def test_the_caller_is_asked_again_only_if_somebody_robbed() -> None:
    table = said(begin("happy"), "call", "no-rob")
    assert table.to_act == (1,)
    said(table, "no-rob")
    assert table.public.landlord == 0


@pytest.mark.clause("DDZ-3.7")
def test_what_everyone_said_is_public() -> None:
    table = said(begin("happy"), "no-call", "call", "rob")
    for viewer in (0, 1, 2, None):
        phase = table.seen(viewer).phase
        assert isinstance(phase, Robbing)
        assert phase.said == ("rob", "call", "")
        assert (phase.caller, phase.last, phase.robs) == (1, 0, 1)
    said(table, "no-rob")
    assert isinstance(table.phase, Robbing)
    assert table.phase.said == ("rob", "call", "no-rob")


@pytest.mark.clause("DDZ-3.7")
def test_who_declined_to_call_may_still_rob() -> None:
    table = said(begin("happy"), "no-call", "no-call", "call")
    assert table.to_act == (1,)
    said(table, "no-rob")
    assert table.to_act == (0,)
    said(table, "rob", "no-rob")
    assert table.public.landlord == 0


@pytest.mark.clause("DDZ-3.7", "DDZ-3.3")
@pytest.mark.parametrize("name", ROB)
def test_nobody_calls_and_the_cards_are_dealt_again(name: str) -> None:
    table = said(begin(name), "no-call", "no-call", "no-call")
    assert table.outcome.reason == "thrown_in"
    assert table.outcome.points == (0, 0, 0)


@pytest.mark.clause("DDZ-3.7", "DDZ-7.5")
def test_the_base_is_one_and_robberies_multiply() -> None:
    table = said(begin("happy"), "call", "rob", "rob", "no-rob")
    assert table.public.base == 1
    assert table.lines()[:2] == [("base", 1), ("rob", 4)]


# ---- two players call and rob


@pytest.mark.clause("DDZ-3.8", "DDZ-R7")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("words", "by_first", "handicap"),
    [
        (["call", "no-rob"], True, 0),
        (["call", "rob", "no-rob"], False, 1),
        (["call", "rob", "rob", "no-rob"], True, 2),
        (["call", "rob", "rob", "rob", "no-rob"], False, 3),
        (["call", "rob", "rob", "rob", "rob"], True, 4),
        (["no-call", "call", "no-rob"], False, 0),
        (["no-call", "call", "rob", "no-rob"], True, 1),
        (["no-call", "call", "rob", "rob", "rob", "rob"], False, 4),
        (["no-call", "no-call"], True, 0),
    ],
)
def test_two_players_rob_in_turn_up_to_four_times(first: int, words: list[str], by_first: bool, handicap: int) -> None:
    table = begin("duel", first)
    for word in words:
        assert isinstance(table.phase, Robbing)
        said(table, word)
    assert not isinstance(table.phase, Robbing)
    assert table.public.landlord == (first if by_first else 1 - first)
    assert (table.public.base, table.public.robs) == (1, handicap)


@pytest.mark.clause("DDZ-3.8", "DDZ-R7")
@pytest.mark.parametrize(("nobody_calls", "expected"), [("first", 1), ("second", 0), ("redeal", None)])
def test_what_becomes_of_a_hand_that_neither_calls(nobody_calls: str, expected: int | None) -> None:
    table = auction(rules_of("duel", nobody_calls=nobody_calls), first=1).do("1 no-call", "0 no-call")
    assert table.public.landlord == expected
    if expected is None:
        assert (table.outcome.reason, table.outcome.winners) == ("thrown_in", ())
    else:
        assert (table.public.base, table.public.robs) == (1, 0)


# ---- by turns


@pytest.mark.clause("DDZ-3.9")
def test_the_two_take_turns_as_landlord_at_three() -> None:
    table = auction(rules_of("duel-rotate"), first=1)
    assert landlord(table) == (1, 3)
    assert isinstance(table.phase, Playing)
    while not table.game.outcome(table.state):
        seat = table.to_act[0]
        table.act(seat, table.game.legal(table.state, seat)[-1])
    match = table.game.next_hand(table.state.match, table.state)
    assert isinstance(match, DouMatch)
    assert landlord(auction(rules_of("duel-rotate"), match=match, first=1)) == (0, 3)
