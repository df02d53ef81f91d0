"""DDZ-1: cards and seats."""

from collections import Counter

import pytest

from paiju.core.seats import next_seat, seats_from
from paiju.games.doudizhu.cards import RANKS, SMALL_JOKER, card_text
from paiju.games.doudizhu.state import farmers
from tests.rules.doudizhu.table import RULESETS, auction, combo, deal_of, game, playing, rules_of


def pack_of(name: str) -> list[str]:
    return [card_text(card) for card in game(name).deal_plan(game(name).new_match()).pack]


@pytest.mark.clause("DDZ-1.1")
@pytest.mark.parametrize("name", ["classic", "qq", "kick", "happy", "wild", "discard", "origin"])
def test_one_deck_is_four_suits_of_thirteen_ranks_and_two_jokers(name: str) -> None:
    expected = {rank + suit for rank in "3456789TJQKA2" for suit in "shcd"} | {"Bj", "Rj"}
    pack = pack_of(name)
    assert len(pack) == 54
    assert set(pack) == expected


@pytest.mark.clause("DDZ-1.2")
def test_every_rank_beats_the_one_below_and_none_above() -> None:
    order = ["R", "B", "2", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3"]
    singles = [combo(rank) for rank in order]
    for at, one in enumerate(singles):
        assert [one.beats(other) for other in singles] == [False] * (at + 1) + [True] * (14 - at)


@pytest.mark.clause("DDZ-1.2")
def test_suits_never_matter_in_play() -> None:
    table = playing(rules_of("qq"), ["5d9d", "5s7s", "7h9s"])
    table.do("0 5@5d")
    assert table.refuses("1 5@5s") == "does_not_beat"
    table.do("1 7@7s")
    assert table.refuses("2 7@7h") == "does_not_beat"
    assert table.legal(2) == ["pass", "play 9"]


@pytest.mark.clause("DDZ-1.3")
def test_the_four_player_game_has_two_of_every_card() -> None:
    assert Counter(pack_of("four")) == dict.fromkeys(pack_of("classic"), 2)
    assert len(pack_of("four")) == 108


@pytest.mark.clause("DDZ-1.4")
@pytest.mark.parametrize("name", ["duel", "duel-rotate"])
def test_two_players_have_no_threes_and_fours(name: str) -> None:
    pack = pack_of(name)
    assert len(pack) == 46
    assert not {card[0] for card in pack} & {"3", "4"}
    assert set(pack) < set(pack_of("classic"))


@pytest.mark.clause("DDZ-1.5", "DDZ-R14")
@pytest.mark.parametrize("name", RULESETS)
def test_the_next_seat_plays_next(name: str) -> None:
    rules = rules_of(name)
    table = playing(rules, ["39", "48", "57", "6T"][: rules.players] if rules.players > 2 else ["59", "68"], landlord=1)
    lead = table.legal(1)[0]
    seats: list[int] = []
    table.do(f"1 {lead}")
    while len(seats) < rules.players - 1:
        seats += table.to_act
        table.do(f"{table.to_act[0]} pass")
    assert seats == [(1 + step) % rules.players for step in range(1, rules.players)]


@pytest.mark.clause("DDZ-1.5")
def test_seats_are_numbered_in_playing_order() -> None:
    assert [next_seat(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert seats_from(2, 4) == (2, 3, 0, 1)


@pytest.mark.clause("DDZ-1.6")
@pytest.mark.parametrize("name", RULESETS)
def test_the_landlord_is_alone_against_all_the_others(name: str) -> None:
    seats = rules_of(name).players
    table = playing(rules_of(name), ["6"] * seats, landlord=1)
    assert farmers(table.state) == tuple(seat for seat in range(seats) if seat != 1)
    table.do("1 6")
    assert table.outcome.winners == (1,)
    other = playing(rules_of(name), ["66"] + ["6"] * (seats - 1), landlord=0)
    other.do("0 6", "1 pass", *(["2 pass"] if seats > 2 else []), *(["3 pass"] if seats > 3 else []))
    assert other.to_act == (0,)


@pytest.mark.clause("DDZ-1.6")
def test_the_farmers_win_and_lose_together() -> None:
    table = playing(rules_of("four"), ["39", "4", "5", "6"], landlord=0)
    table.do("0 3", "1 4")
    assert table.outcome.winners == (1, 2, 3)
    assert table.outcome.points == (-3, 1, 1, 1)


def test_the_ranks_are_in_order() -> None:
    assert RANKS.index("B") == SMALL_JOKER
    assert deal_of(rules_of("qq")).deck != ()
    assert auction(rules_of("qq")).to_act == (0,)
