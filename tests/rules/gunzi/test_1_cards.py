"""GZ-1: cards, points, trumps and their order."""

from collections import Counter

import pytest

from paiju.core.errors import NotationError
from paiju.core.seats import seats_from
from paiju.games.gunzi.cards import KINDS, NAMES, PACK, Cards, contains, intersection, points_in, size, union, without
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import BOTTOM, HAND, SEATS, team_of
from paiju.games.gunzi.trumps import CALLS, TRUMPS, Call, make_trumps
from tests.rules.gunzi.table import SIX, cards, playing, table

SUITS = "shcd"


def kind(name: str) -> int:
    return NAMES.index(name)


def groups(level: int, call: Call) -> list[set[str]]:
    """The trumps in groups of equals, the highest first."""
    order = make_trumps(level, call)
    held = [at for at in range(KINDS) if order.suit[at] == TRUMPS]
    heights = sorted({order.order[at] for at in held}, reverse=True)
    return [{NAMES[at] for at in held if order.order[at] == height} for height in heights]


@pytest.mark.clause("GZ-1.1")
def test_four_decks_are_216_cards_35_for_each_player_and_six_for_the_bottom() -> None:
    game = Gunzi(SIX)
    pack = game.deal_plan(game.new_match()).pack
    assert Counter(map(game.format_card, pack)) == dict.fromkeys(NAMES, 4)
    assert len(pack) == 216 == 6 * 35 + 6 == SEATS * HAND + BOTTOM
    dealt = table().deal_out()
    assert dealt.state.counts == (35,) * 6
    assert len(dealt.state.secret.deck or ()) == 6


@pytest.mark.clause("GZ-1.1")
def test_opposite_seats_are_partners() -> None:
    assert [team_of(seat) for seat in seats_from(0, 6)] == [0, 1, 2, 0, 1, 2]


@pytest.mark.clause("GZ-1.2")
def test_fives_count_five_tens_and_kings_ten_and_all_of_them_400() -> None:
    worth = {name: points_in(cards(name)) for name in NAMES if points_in(cards(name))}
    assert worth == {rank + suit: points for rank, points in (("5", 5), ("T", 10), ("K", 10)) for suit in SUITS}
    assert points_in(Cards.of(PACK)) == 400


@pytest.mark.clause("GZ-1.3")
def test_trumps_are_jokers_twos_level_cards_and_the_trump_suit() -> None:
    held = {name for group in groups(7, "h") for name in group}
    expected = {"Bj", "Rj", *(rank + suit for rank in "27" for suit in SUITS), *(rank + "h" for rank in "3456789TJQKA")}
    assert held == expected


@pytest.mark.clause("GZ-1.3")
def test_without_a_trump_suit_the_other_three_are_trumps() -> None:
    held = {name for group in groups(7, "none") for name in group}
    assert held == {"Bj", "Rj", *(rank + suit for rank in "27" for suit in SUITS)}


@pytest.mark.clause("GZ-1.4")
def test_order_among_trumps() -> None:
    assert groups(7, "h") == [
        {"Rj"},
        {"Bj"},
        {"7h"},
        {"7s", "7c", "7d"},
        {"2h"},
        {"2s", "2c", "2d"},
        *({rank + "h"} for rank in "AKQJT986543"),
    ]


@pytest.mark.clause("GZ-1.4")
def test_without_a_trump_suit_all_level_cards_are_equal_and_all_twos() -> None:
    assert groups(10, "none") == [{"Rj"}, {"Bj"}, {"Ts", "Th", "Tc", "Td"}, {"2s", "2h", "2c", "2d"}]


@pytest.mark.clause("GZ-1.4")
@pytest.mark.parametrize("level", range(3, 11))
def test_order_in_side_suits_leaves_out_the_level_rank_and_two(level: int) -> None:
    order = make_trumps(level, "s")
    for suit, letter in enumerate("hcd", 1):
        held = sorted((at for at in range(KINDS) if order.suit[at] == suit), key=lambda at: -order.order[at])
        ranks = "".join(NAMES[at][0] for at in held)
        assert ranks == "AKQJT9876543".replace("23456789T"[level - 2], "")
        assert all(NAMES[at][1] == letter for at in held)


@pytest.mark.clause("GZ-1.5")
def test_of_equal_cards_the_earlier_is_the_higher() -> None:
    one = playing(["Ah", "Ah 3h", "3h Ah", "4h", "6h", "8h"]).do("0 play Ah", "1 play Ah", "2 play Ah", "3 play 4h")
    one.do("4 play 6h", "5 play 8h")
    assert one.state.last is not None
    assert one.state.last.taker == 0


@pytest.mark.clause("GZ-1.5", "GZ-R6")
@pytest.mark.parametrize(("call", "taker"), [("s", 1), ("none", 0)])
def test_of_equal_but_not_identical_trumps_the_earlier_is_the_higher(call: Call, taker: int) -> None:
    """7h, 7s, 7c to the lead 7d: one of them is of the trump suit where there is one."""
    one = playing(["7d", "7s", "7h", "7c", "2d", "2s"], call)
    one.do("0 play 7d", "1 play 7s", "2 play 7h", "3 play 7c", "4 play 2d", "5 play 2s")
    assert one.state.last is not None
    assert one.state.last.taker == taker


@pytest.mark.clause("GZ-1.6")
def test_trumps_are_one_suit_for_following() -> None:
    one = playing(["3s 3h", "Rj 3d", "7c 3d", "2d 4d", "As 5d", "4s 4c"]).do("0 play 3s")
    assert one.legal(1) == ["play Rj"]
    one.do("1 play Rj")
    assert one.legal(2) == ["play 7c"]
    one.do("2 play 7c")
    assert one.legal(3) == ["play 2d"]


# ---- cards as text and as numbers


def test_cards_are_written_in_one_order_and_read_in_any() -> None:
    assert Cards.parse("rj 3H 10s,ts A♠").text() == "Ts Ts As 3h Rj"
    assert Cards.parse("3s3s").text() == "3s 3s"
    assert Cards.parse("").text() == ""
    assert str(cards("3s")) == "3s"
    assert repr(cards("3s Bj")) == "Cards('3s Bj')"


@pytest.mark.parametrize(
    ("text", "code", "at"), [("3s 1h", "bad_card", 3), ("3s x", "bad_card", 3), ("sj", "bad_card", 0)]
)
def test_what_is_no_card_is_refused_where_it_stands(text: str, code: str, at: int) -> None:
    with pytest.raises(NotationError) as error:
        Cards.parse(text)
    assert (error.value.code, error.value.details["at"]) == (code, at)


def test_there_is_no_fifth_of_a_kind() -> None:
    with pytest.raises(NotationError, match="too_many_copies"):
        Cards.parse("3s 3s 3s 3s 3s")


def test_packed_cards_count_like_multisets() -> None:
    one, other = cards("3s 3s 4h Rj Rj Rj Rj"), cards("3s 4h 4h Rj Rj Rj")
    assert size(one) == 7
    assert without(one, other) == cards("3s Rj")
    assert intersection(one, other) == cards("3s 4h Rj Rj Rj")
    assert union(one, other) == cards("3s 3s 4h 4h Rj Rj Rj Rj")
    assert contains(one, cards("3s Rj"))
    assert not contains(one, cards("4h 4h"))


def test_calls_name_the_four_suits_and_none() -> None:
    assert CALLS == ("s", "h", "c", "d", "none")
