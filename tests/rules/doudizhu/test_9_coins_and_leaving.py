"""DDZ-9: coins, rake, escape, doubling thresholds, levels."""

from operator import add
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from paiju.core.apportionment import pay_others_equally, split_proportionally
from paiju.core.coins import (
    DailyPairLimit,
    Stakes,
    Transfer,
    changes_with_unlimited_wallets,
    compute_transfer,
    payments_by_pair,
    settle_hand,
    withheld_payments_by_pair,
)
from paiju.core.fair_deal import draw_deal
from paiju.core.messages import SeatRef, TranslatableText
from paiju.core.ruleset import make_rules
from paiju.core.score_breakdown import Outcome, ScoreLine, outcome_of_leaving
from paiju.core.seats import DEALER
from paiju.games.doudizhu import leave_penalty
from paiju.games.doudizhu.cards import Cards, cards_from_numbers, count_ranks
from paiju.games.doudizhu.doubling_eligibility import may_double
from paiju.games.doudizhu.family import feats
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Bidding, Doubling, DouMatch, Robbing
from paiju.games.doudizhu.title_ladder import LADDER
from paiju.locale import translate
from tests.rules.doudizhu.table import RULESETS, Table, auction, combo, dealt, game, playing, rules_of

ROOM = Stakes(coefficient=1000, rake=50)


def ended(*points: int) -> Outcome:
    return Outcome("x", tuple(seat for seat, amount in enumerate(points) if amount > 0), points)


# ---- coins


@pytest.mark.clause("DDZ-9.1")
def test_the_worked_example() -> None:
    table = playing(rules_of("qq"), ["33334", "5", "6"], base=3, plays=(1, 1, 0)).do(
        "0 3333", "1 pass", "2 pass", "0 4"
    )
    moved = compute_transfer(ROOM, table.outcome, (100_000,) * 3)
    assert moved.seats == (12_000 - 50, -6000 - 50, -6000 - 50)
    assert moved.house == 150


@pytest.mark.clause("DDZ-9.1")
@pytest.mark.parametrize("points", [(12, -6, -6), (-12, 6, 6), (-8, 6, 2), (3, -3), (9, -3, -3, -3)])
def test_losers_and_winners_pay_the_rake_to_the_house(points: tuple[int, ...]) -> None:
    moved = compute_transfer(Stakes(coefficient=7, rake=5), ended(*points), (1000,) * len(points))
    assert moved.seats == tuple(amount * 7 - 5 for amount in points)
    assert moved.house == 5 * len(points)
    assert sum(moved.seats) + moved.house == 0


@pytest.mark.clause("DDZ-9.1", "DDZ-3.3")
def test_a_hand_that_nobody_won_moves_no_coins() -> None:
    moved = compute_transfer(ROOM, Outcome("thrown_in", (), (0, 0, 0)), (10, 0, 5000))
    assert (moved.seats, moved.house) == ((0, 0, 0), 0)


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("points", "purses", "expected"),
    [
        # a farmer has less than the loss: the landlord gets what there is
        ((12, -6, -6), (9000, 2000, 9000), (1950 + 6000 - 50, -2000, -6050)),
        ((12, -6, -6), (9000, 0, 9000), (6000 - 50, 0, -6050)),
        ((12, -6, -6), (9000, 30, 9000), (6000 - 50, -30, -6050)),
        # the landlord has less: the farmers share in proportion
        ((-9, 6, 3), (4550, 100, 100), (-4550, 3000 - 50, 1500 - 50)),
        ((-2, 1, 1), (1051, 0, 0), (-1051, 501 - 50, 500 - 50)),
        # what a winner wins pays the rake, as far as it goes
        ((-2, 1, 1), (50, 0, 0), (-50, 0, 0)),
        ((-2, 1, 1), (60, 0, 20), (-60, 5 - 5, 5 - 25)),
    ],
)
def test_a_loser_pays_no_more_than_there_is(
    points: tuple[int, ...], purses: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    moved = compute_transfer(ROOM, ended(*points), purses)
    assert moved.seats == expected
    assert moved.house == -sum(expected) >= 0
    assert all(purse + change >= 0 for purse, change in zip(purses, moved.seats, strict=True))


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("pot", "claims", "shares"),
    [
        (0, [1, 2], [0, 0]),
        (10, [0, 0], [0, 0]),
        (10, [1, 1, 1], [4, 3, 3]),
        (11, [1, 1, 1], [4, 4, 3]),
        (11, [0, 1, 2], [0, 4, 7]),
        (9, [3, 0], [9, 0]),
    ],
)
def test_a_pot_is_shared_in_whole_coins(pot: int, claims: list[int], shares: list[int]) -> None:
    assert split_proportionally(pot, claims) == shares


# ---- escape by the standing bid


def begun(name: str, first: int = 0, **options: object) -> Table:
    return auction(rules_of(name, **options), first=first)


def costs(table: Table) -> list[int]:
    return [leave_penalty.compute_penalty(table.game.rules, table.state, seat) for seat in range(table.game.seats)]


@pytest.mark.clause("DDZ-9.2")
def test_before_any_bid_leaving_costs_three_points() -> None:
    assert costs(Table(rules_of("qq"), game("qq").start(DouMatch(), dealt_deal("qq")))) == [3, 3, 3]
    assert costs(begun("qq")) == [3, 3, 3]
    assert costs(begun("qq").do("0 bid 0")) == [3, 3, 3]


def dealt_deal(name: str) -> Any:
    deal = dealt(rules_of(name)).state.secret.deal
    assert deal is not None
    return deal


@pytest.mark.clause("DDZ-9.2")
@pytest.mark.parametrize("bid", [1, 2])
def test_leaving_an_auction_costs_three_times_the_standing_bid(bid: int) -> None:
    table = begun("qq").do(f"0 bid {bid}", "1 bid 0")
    assert isinstance(table.phase, Bidding)
    assert costs(table) == [3 * bid] * 3


@pytest.mark.clause("DDZ-9.2")
@pytest.mark.parametrize(("bombs", "cost"), [((), 9), (("3333",), 18), (("3333", "BR"), 36)])
def test_leaving_play_costs_base_times_multiplier_times_three(bombs: tuple[str, ...], cost: int) -> None:
    facts: dict[str, Any] = {"base": 3, "bombs": tuple(map(combo, bombs)), "plays": (2, 1, 0)}
    table = playing(rules_of("qq"), ["33334", "4444", "BR"], **facts)
    assert costs(table) == [cost] * 3  # what is still in a hand does not count here


@pytest.mark.clause("DDZ-9.2", "DDZ-9.5", "DDZ-7.4")
@pytest.mark.parametrize(("plays", "landlord"), [((0, 0, 0), 12), ((1, 0, 0), 12), ((1, 1, 0), 12), ((2, 1, 0), 9)])
def test_by_the_standing_bid_a_landlord_pays_no_less_than_a_reverse_spring(
    plays: tuple[int, ...], landlord: int
) -> None:
    table = playing(rules_of("qq"), ["33334", "4444", "BR"], base=3, plays=plays)
    assert costs(table) == [landlord, 9, 9]
    letter = rules_of("qq", escape_factors="letter")
    assert costs(playing(letter, ["33334", "4444", "BR"], base=3, plays=plays)) == [9, 9, 9]


# ---- escape by what was in the hands


@pytest.mark.clause("DDZ-9.3", "DDZ-R12")
@pytest.mark.parametrize("factors", ["letter", "loss"])
@pytest.mark.parametrize("name", ["kick", "happy", "wild", "discard"])
def test_the_least_is_twenty_for_a_landlord_and_ten_for_a_farmer(name: str, factors: str) -> None:
    table = playing(rules_of(name, escape_factors=factors), ["3", "4", "5"], landlord=1, base=1)
    assert costs(table) == [10, 20, 10]
    bid = playing(rules_of("kick", escape_factors=factors), ["3", "4", "5"], base=3)
    assert costs(bid) == [60, 30, 30]


@pytest.mark.clause("DDZ-9.3", "DDZ-R12")
@pytest.mark.parametrize("factors", ["letter", "loss"])
def test_with_two_players_a_landlord_counts_twice(factors: str) -> None:
    table = playing(rules_of("duel", escape_factors=factors), ["3", "4"], base=1)
    assert costs(table) == [20, 10]


@pytest.mark.clause("DDZ-9.3", "DDZ-R12")
@pytest.mark.parametrize(
    ("robs", "bonus", "letter", "loss"),
    [
        (3, "", (20, 10), (20, 10)),
        (4, "", (20, 10), (24, 12)),
        (2, "Rj5s9h", (20, 10), (32, 16)),
        (3, "Rj5s9h", (10, 10), (40, 20)),
        (4, "Rj5s9h", (12, 12), (48, 24)),
        (4, "BjRj3s", (24, 24), (96, 48)),
    ],
)
def test_from_ten_on_the_multiplier_counts(
    robs: int, bonus: str, letter: tuple[int, int], loss: tuple[int, int]
) -> None:
    """By the letter both pay the multiplier; else a spring counts, and a landlord pays for both farmers."""
    bottom = Cards.parse(bonus) if bonus else None
    for factors, (landlord, farmer) in (("letter", letter), ("loss", loss)):
        rules = rules_of("happy", escape_factors=factors)
        table = playing(rules, ["3", "4", "5"], robs=robs, bottom=bottom)
        assert costs(table) == [landlord, farmer, farmer]


@pytest.mark.clause("DDZ-9.3", "DDZ-7.3", "DDZ-7.4")
@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ((0, 0, 0), [48, 24, 24]),
        ((1, 0, 0), [48, 24, 24]),
        ((2, 0, 0), [24, 24, 24]),
        ((1, 0, 1), [48, 12, 12]),
        ((2, 1, 0), [24, 12, 12]),
    ],
)
def test_the_spring_that_there_would_be_counts(plays: tuple[int, ...], expected: list[int]) -> None:
    facts: dict[str, Any] = {"robs": 4, "bottom": Cards.parse("Rj5s9h"), "plays": plays}
    assert costs(playing(rules_of("happy"), ["3", "4", "5"], **facts)) == expected
    assert costs(playing(rules_of("happy", spring=False), ["3", "4", "5"], **facts)) == [24, 12, 12]


@pytest.mark.clause("DDZ-9.3")
def test_every_bomb_and_rocket_in_one_hand_counts_played_or_not() -> None:
    facts: dict[str, Any] = {"plays": (2, 1, 1)}
    table = playing(rules_of("kick"), ["33337BR", "44445555", "6"], **facts)
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 2**4
    before = costs(table)
    assert before == [32, 16, 16]
    table.do("0 3333", "1 4444", "2 pass", "0 BR")
    assert costs(table) == before


@pytest.mark.clause("DDZ-9.3")
def test_cards_of_two_hands_make_no_bomb() -> None:
    table = playing(rules_of("kick"), ["333B", "3R", "6"])
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 1


@pytest.mark.clause("DDZ-9.3", "DDZ-7.10")
def test_a_bomb_that_was_thrown_away_in_part_counts() -> None:
    table = playing(rules_of("discard"), ["6", "333", "5"], throw_factors=(1, 1, 4))
    thrown = replace(table.state.secret, threw=(None, cards_from_numbers([3]), Cards(0)))
    state = replace(table.state, secret=thrown)
    assert leave_penalty.compute_multiplier(table.game.rules, state) == 4 * 2


@pytest.mark.clause("DDZ-9.3", "DDZ-3.6", "DDZ-R12")
def test_kicks_count_between_those_who_kicked_and_the_landlord() -> None:
    facts: dict[str, Any] = {"kicked": (False, True, True), "kicked_back": True, "base": 3, "plays": (2, 1, 1)}
    assert costs(playing(rules_of("kick"), ["3", "4", "5"], **facts)) == [3 * 10 * 8, 3 * 10 * 4, 3 * 10 * 4]
    one = facts | {"kicked": (False, True, False), "kicked_back": False}
    assert costs(playing(rules_of("kick"), ["3", "4", "5"], **one)) == [3 * 10 * 3, 3 * 10 * 2, 3 * 10]
    letter = playing(rules_of("kick", escape_factors="letter"), ["3", "4", "5"], **facts)
    assert costs(letter) == [60, 30, 30]
    assert leave_penalty.compute_multiplier(letter.game.rules, letter.state) == 1


@pytest.mark.clause("DDZ-9.3", "DDZ-7.8", "DDZ-R12")
def test_doubles_count_once_all_have_chosen() -> None:
    table = auction(rules_of("happy"), ["3", "4", "5"], first=0).do("0 call", "2 no-rob", "1 no-rob", "0 no-open")
    before = costs(table)
    bombs = leave_penalty.compute_multiplier(table.game.rules, table.state)
    times = max(10, 2 * bombs)
    assert before == [2 * times, times, times]
    assert costs(table.do("0 double", "2 double")) == before
    assert costs(table.do("1 no-double")) == [6 * times, 2 * times, 4 * times]


@pytest.mark.clause("DDZ-9.3", "DDZ-9.5", "DDZ-8.5")
def test_soft_bombs_that_were_played_count_where_more_were_played_than_held() -> None:
    """Nobody held four of a rank, and five soft bombs were played: that is what would be lost."""
    bombs = tuple(combo(text) for text in ("3333<3335", "4444<4445", "6666<6665", "7777<7775"))
    facts: dict[str, Any] = {"wild": 2, "bombs": bombs, "plays": (3, 2, 0)}
    assert costs(playing(rules_of("wild"), ["8", "9", "T"], **facts)) == [32, 16, 16]
    assert costs(playing(rules_of("wild", escape_factors="letter"), ["8", "9", "T"], **facts)) == [20, 10, 10]


@pytest.mark.clause("DDZ-9.3", "DDZ-8.4")
def test_with_a_wild_rank_natural_fours_and_the_four_wild_cards_count() -> None:
    table = playing(rules_of("wild"), ["5555", "777", "3333"], wild=2)
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 2 * 2
    soft = playing(rules_of("wild"), ["57778", "6", "9"], wild=2)
    assert leave_penalty.compute_multiplier(soft.game.rules, soft.do("0 7777<5777").state) == 1


@pytest.mark.clause("DDZ-9.3")
def test_before_a_landlord_is_settled_one_leaves_as_a_farmer() -> None:
    table = begun("kick")
    assert costs(table) == [10, 10, 10]
    assert costs(table.do("0 bid 2")) == [20, 20, 20]
    assert costs(table.do("1 bid 3")) == [30, 30, 30]  # seat 2 may still kick
    assert [table.game.loss_now(table.state, seat) for seat in range(3)] == [0, 0, 0]
    assert costs(table.do("2 kick", "1 kick-back")) == [30, 3 * 10 * 5, 3 * 10 * 4]
    letter = begun("kick", escape_factors="letter").do("0 bid 2", "1 bid 3")
    assert costs(letter) == [30, 60, 30]


@pytest.mark.clause("DDZ-9.3")
def test_before_the_bottom_is_taken_hands_count_as_dealt() -> None:
    table = auction(rules_of("kick"), ["333444666777", "3", "4"], "67", first=0)
    bombs = sum(
        leave_penalty.count_bombs(table.game.rules, count_ranks(hand or 0)) for hand in table.state.secret.hands
    )
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 2**bombs
    table.do("0 bid 3")
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 2**bombs
    table.do("1 no-kick", "2 no-kick")
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 2 ** (bombs + 2)


@pytest.mark.clause("DDZ-9.3")
def test_robberies_and_open_hands_so_far_count() -> None:
    table = dealt(rules_of("happy"), ["3", "4", "5"], first=0).do("0 open", "1 no-open", "2 no-open").stay_closed()
    bombs = leave_penalty.compute_multiplier(table.game.rules, table.state) // 5
    table.do("0 call", "2 rob")
    assert isinstance(table.phase, Robbing)
    assert leave_penalty.compute_multiplier(table.game.rules, table.state) == 5 * 2 * bombs
    assert costs(table) == [10 * bombs] * 3


@pytest.mark.clause("DDZ-9.3")
def test_with_two_packs_the_bombs_that_double_count() -> None:
    rules = rules_of("four", escape="hand")
    table = playing(rules, ["55555", "666666", "BBRR", "7"])
    assert leave_penalty.compute_multiplier(rules, table.state) == 2 * 2


# ---- what one knows of it before


def told(table: Table, seat: int) -> tuple[int, int]:
    found = table.game.leave_cost_bounds(table.state, seat)
    assert found is not None
    assert found == table.game.leave_cost_bounds(table.game.view(table.state, seat), seat)
    return found.least, found.most


@pytest.mark.clause("DDZ-9.2")
def test_what_the_standing_bid_makes_of_it_is_known_to_all() -> None:
    table = begun("qq").do("0 bid 2")
    assert [told(table, seat) for seat in range(3)] == [(6, 6)] * 3


@pytest.mark.clause("DDZ-9.3")
@pytest.mark.parametrize(
    ("hand", "least", "most"),
    [
        # Q, K and 2 may lie in other hands, whole, and both jokers in one: four bombs
        ("33445566778899TJA", 10, 16),
        # 8, T, Q and K may, and the hand itself has one
        ("B22AAJJ9776666543", 10, 32),
        # a hand of 17 has no room for more than four, and this one has four of its own
        ("2222AAAAKKKKQQQQJ", 16, 2**12),
    ],
)
def test_bombs_that_may_lie_elsewhere_are_told_as_the_most(hand: str, least: int, most: int) -> None:
    table = auction(rules_of("kick"), [hand, "", ""], first=0)
    assert told(table, 0) == (least, most)


@pytest.mark.clause("DDZ-9.3", "DDZ-9.5")
@pytest.mark.parametrize("name", ["qq", "kick", "happy", "wild", "discard", "duel", "duel-rotate"])
def test_what_the_seat_would_lose_is_known_to_it(name: str) -> None:
    """The price is told with its bounds where doubles, a spring and played bombs count."""
    facts: dict[str, Any] = {"bombs": (combo("3333"),), "doubled": (True, True, False)[: rules_of(name).players]}
    table = playing(rules_of(name), ["4567", "8888", "99"][: rules_of(name).players], **facts)
    for seat, cost in enumerate(costs(table)):
        least, most = told(table, seat)
        assert least <= cost <= most
        assert table.game.loss_now(table.state, seat) <= least


@pytest.mark.clause("DDZ-9.3", "DDZ-2.6")
def test_a_bottom_that_is_shown_is_known_to_lie_with_the_landlord() -> None:
    """Three 3s of the bottom leave one card to be had for a bomb; the landlord may have played cards of it already."""
    table = auction(rules_of("kick"), ["4", "55", "66"], "333", first=0).do("0 bid 3", "1 no-kick", "2 no-kick")
    least, most = told(table, 1)
    assert least <= costs(table)[1] <= most
    before = told(table, 1)
    table.do("0 3", "1 pass", "2 pass")
    assert told(table, 1)[0] >= before[0]


# ---- what becomes of an escape


PLAYED_OUT = ["classic", "four", "origin"]


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize("name", PLAYED_OUT)
def test_where_there_is_no_escape_rule_leaving_ends_no_hand(name: str) -> None:
    seats = rules_of(name).players
    table = playing(rules_of(name), ["3333", "4", "5", "6"][:seats], base=3)
    for seat in range(seats):
        assert table.game.leave_outcome(table.state, seat) is None
        assert table.game.leave_cost_bounds(table.state, seat) is None
        assert table.game.loss_now(table.state, seat) == 0


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize("name", PLAYED_OUT)
def test_by_the_old_reading_leaving_is_free_there_and_the_hand_void(name: str) -> None:
    rules = rules_of(name, escape="none")
    table = playing(rules, ["3333", "4", "5", "6"][: rules.players], base=3)
    for seat in range(rules.players):
        assert table.game.leave_outcome(table.state, seat) == outcome_of_leaving(seat, rules.players)
        assert told(table, seat) == (0, 0)


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("winner", "left", "points"),
    [
        (1, (1,), (-3, 0, 3)),  # a farmer who won has left: the landlord pays the other one
        (1, (1, 2), (0, 0, 0)),
        (0, (0,), (0, 0, 0)),  # the landlord has left and won: the farmers pay nothing
        (1, (0,), (-6, 3, 3)),  # who left pays what was lost
        (0, (1,), (6, -3, -3)),
        (1, (), (-6, 3, 3)),
    ],
)
def test_a_leaver_gains_nothing_and_the_losers_pay_less(
    winner: int, left: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = playing(rules_of("origin"), ["35" if winner else "3", "4", "67"], base=3)
    ended = table.do(*(["0 3", "1 4"] if winner else ["0 3"])).outcome
    outcome = table.game.outcome_with_leavers(ended, left)
    assert outcome.points == points
    assert outcome.winners == ended.winners
    gained = tuple(seat for seat in left if ended.points[seat] > 0)
    assert outcome.forfeiters == gained
    assert outcome.account[len(ended.account) :] == tuple(
        ScoreLine("forfeited", ended.points[seat], "note", seat) for seat in gained
    )
    before = DouMatch(points=(1, 2, 3))
    assert table.game.match_after(before, table.state, outcome).points == tuple(map(add, (1, 2, 3), points))


@pytest.mark.clause("DDZ-9.5", "DDZ-9.2", "DDZ-9.3")
def test_which_escape_a_ruleset_has() -> None:
    assert {name: rules_of(name).escape for name in RULESETS} == {
        **dict.fromkeys(PLAYED_OUT, "played_out"),
        "qq": "standing",
        **dict.fromkeys(["kick", "duel-rotate", "happy", "wild", "discard", "duel"], "hand"),
    }
    for name in set(RULESETS) - set(PLAYED_OUT):
        assert (rules_of(name).escape_factors, rules_of(name).escape_to) == ("loss", "others")


@pytest.mark.clause("DDZ-9.5", "DDZ-R12", "DDZ-R19")
def test_a_ruleset_that_was_stored_before_means_the_old_reading() -> None:
    plain = {name: value for name, value in asdict(rules_of("happy")).items() if not name.startswith("escape_")}
    old = make_rules(Rules, plain)
    assert (old.escape, old.escape_factors, old.escape_to) == ("hand", "letter", "house")
    assert make_rules(Rules, {}).escape == "none"


def left_by(to_others: bool, cost: int = 60, seat: int = 1, seats: int = 3) -> Outcome:
    return outcome_of_leaving(seat, seats, (ScoreLine("leaving", cost, "base"),), to_others=to_others)


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(("purse", "paid"), [(100_000, 60_000), (500, 500), (0, 0)])
def test_by_the_old_reading_what_an_escape_costs_goes_to_the_house(purse: int, paid: int) -> None:
    moved = compute_transfer(ROOM, left_by(to_others=False), (7, purse, 7))
    assert moved.seats == (0, -paid, 0)
    assert moved.house == paid
    assert changes_with_unlimited_wallets(ROOM, left_by(to_others=False)) == (0, -60_000, 0)


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("purse", "paid"),
    [
        (100_000, (30_000, -60_000, 30_000)),
        (501, (250, -501, 251)),  # what does not divide goes to the next in turn
        (0, (0, 0, 0)),
    ],
)
def test_what_an_escape_costs_goes_to_those_who_stayed(purse: int, paid: tuple[int, ...]) -> None:
    """In coins after the purse has capped it, and without a rake."""
    outcome = left_by(to_others=True)
    assert (outcome.points, outcome.winners) == ((30, -60, 30), ())
    moved = compute_transfer(ROOM, outcome, (7, purse, 0))
    assert (moved.seats, moved.house) == (paid, 0)
    assert changes_with_unlimited_wallets(ROOM, outcome) == (30_000, -60_000, 30_000)


CAP = DailyPairLimit(5000, (0, 1, 2))


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("moved", "payer", "payee", "allowed"),
    [
        ((), 0, 1, 5000),
        (((0, 1, 2000),), 0, 1, 3000),
        (((0, 1, 2000),), 1, 0, 7000),  # what came back may go again
        (((0, 1, 2000),), 0, 2, 5000),
        (((0, 1, 9000),), 0, 1, 0),
        ((), 0, 3, None),  # a bot
    ],
)
def test_what_a_pair_may_still_move(moved: Any, payer: int, payee: int, allowed: int | None) -> None:
    assert replace(CAP, moved=moved).limit_of(payer, payee) == allowed


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
def test_what_exceeds_the_cap_of_a_pair_is_not_moved_but_paid_by_who_left() -> None:
    """Otherwise leaving would be cheaper than losing where the stakes are high."""
    outcome, purses = left_by(to_others=True, cost=18), (0, 100_000, 0)
    cap = replace(CAP, moved=((1, 0, 1000),))
    settled = settle_hand(ROOM, outcome, purses, cap)
    assert settled.transfer == Transfer((4000, -18_000, 5000), 9000)
    assert settled.transfer.seats[1] == compute_transfer(ROOM, outcome, purses).seats[1]
    assert settled.limits == ((1, 0, 4000), (1, 2, 5000))
    assert compute_transfer(ROOM, outcome, purses, settled.limits) == settled.transfer
    assert payments_by_pair(settled, outcome) == ((1, 0, 4000), (1, 2, 5000))
    assert withheld_payments_by_pair(settled, outcome) == ((1, 0, 5000), (1, 2, 4000))
    free = settle_hand(ROOM, outcome, purses, replace(cap, coins=100_000))
    assert (free.limits, free.transfer) == ((), compute_transfer(ROOM, outcome, purses))
    assert withheld_payments_by_pair(free, outcome) == ()


@pytest.mark.clause("DDZ-9.1", "DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("points", "cap", "expected"),
    [
        ((12, -6, -6), 100_000, (12_000 - 50, -6050, -6050)),
        ((12, -6, -6), 4000, (8000 - 50, -4050, -4050)),
        ((-9, 6, 3), 4000, (-7050, 4000 - 50, 3000 - 50)),
        ((0, 0, 0), 4000, (-50, -50, -50)),
    ],
)
def test_a_hand_that_was_scored_moves_no_more_either(
    points: tuple[int, ...], cap: int, expected: tuple[int, ...]
) -> None:
    outcome = Outcome("x", (0,), points)
    settled = settle_hand(ROOM, outcome, (50_000,) * 3, replace(CAP, coins=cap))
    assert settled.transfer == Transfer(expected, 150)


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
def test_with_a_cap_bots_are_paid_in_full_and_the_house_too() -> None:
    cap = DailyPairLimit(100, (0, 1))
    assert settle_hand(ROOM, left_by(to_others=True), (0, 100_000, 0), cap).transfer == Transfer(
        (100, -60_000, 30_000), 29_900
    )
    old = settle_hand(ROOM, left_by(to_others=False), (0, 100_000, 0), cap)
    assert old.transfer == Transfer((0, -60_000, 0), 60_000)
    void = settle_hand(ROOM, Outcome("thrown_in", (), (0, 0, 0)), (10, 10, 10), cap)
    assert void.transfer == Transfer((0, 0, 0), 0)


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(
    ("amount", "payer", "seats", "shares"),
    [(7, 0, 2, (-7, 7)), (7, 2, 3, (4, 3, -7)), (11, 1, 4, (3, -11, 5, 3)), (0, 0, 3, (0, 0, 0))],
)
def test_what_does_not_divide_goes_to_the_next_in_turn(
    amount: int, payer: int, seats: int, shares: tuple[int, ...]
) -> None:
    assert pay_others_equally(amount, payer, seats) == shares


@pytest.mark.clause("DDZ-9.5", "DDZ-2.7")
def test_a_hand_that_was_left_is_over_and_the_next_to_bid_goes_on() -> None:
    table = begun("qq", first=1).do("1 bid 2")
    game, match = table.game, DouMatch(points=(10, 20, -30), first=1)
    outcome = game.leave_outcome(table.state, 0)
    assert outcome is not None
    assert outcome.points == (-6, 3, 3)
    assert game.is_counted(table.state, outcome)
    assert game.match_after(match, table.state, outcome) == DouMatch(hand=1, points=(4, 23, -27), first=2)
    old = DouDizhu(rules_of("qq", escape_to="house"))
    void = old.leave_outcome(table.state, 0)
    assert void is not None
    assert not old.is_counted(table.state, void)
    assert old.match_after(match, table.state, void) == DouMatch(hand=1, points=(10, 20, -30), first=1)


@pytest.mark.clause("DDZ-9.5", "DDZ-2.7")
def test_a_hand_that_was_left_before_anybody_came_first_has_its_first_to_come() -> None:
    game = DouDizhu(rules_of("qq"))
    match = game.new_match()
    state = game.start(match, dealt_deal("qq"))
    outcome = game.leave_outcome(state, 0)
    assert outcome is not None
    assert outcome.points == (-3, 2, 1)
    assert game.match_after(match, state, outcome) == DouMatch(hand=1, points=(-3, 2, 1))


@pytest.mark.clause("DDZ-9.5")
def test_once_the_hand_has_ended_leaving_costs_nothing() -> None:
    assert costs(playing(rules_of("qq"), ["3", "4", "5"]).do("0 3")) == [0, 0, 0]


@pytest.mark.clause("DDZ-9.3")
def test_the_landlord_by_turns_leaves_at_three() -> None:
    table = auction(rules_of("duel-rotate"), ["5678", "5678"], first=1)
    bombs = leave_penalty.compute_multiplier(table.game.rules, table.state)
    assert costs(table) == ([30, 60] if bombs < 10 else [3 * bombs, 3 * bombs])


# ---- who may double


@pytest.mark.clause("DDZ-9.4", "DDZ-7.8")
@pytest.mark.parametrize(
    ("purses", "above", "expected"),
    [
        (None, 100, (0, 1, 2)),
        ((40, 40, 21), 100, (0,)),  # the landlord needs all together, 101; the farmers have 80 and 61
        ((40, 40, 20), 100, ()),
        ((60, 41, 40), 100, (0, 1)),
        ((60, 40, 41), 100, (0, 2)),
        ((101, 0, 0), 100, (0, 1, 2)),
        ((0, 0, 0), 0, ()),
    ],
)
def test_doubling_needs_coins(purses: tuple[int, ...] | None, above: int, expected: tuple[int, ...]) -> None:
    assert tuple(seat for seat in range(3) if may_double(seat, 0, purses, above)) == expected
    match = DouMatch(points=(0, 0, 0), purses=purses, double_above=above)
    table = auction(rules_of("happy"), match=match, first=0).do("0 call", "2 no-rob", "1 no-rob", "0 no-open")
    assert (table.phase.waiting if isinstance(table.phase, Doubling) else ()) == expected


def begun_doubling(purses: tuple[int, ...] | None) -> list[TranslatableText]:
    """What is told when the doubling begins."""
    match = DouMatch(points=(0, 0, 0), purses=purses, double_above=100)
    table = auction(rules_of("happy"), match=match, first=0).do("0 call", "2 no-rob", "1 no-rob")
    events = table.game.step(table.state, 0, table.game.parse_action("no-open")).events
    told = [table.game.voice.event(event) for event in events]
    return [words for words in told if words is not None and words.key.startswith("event.cannot")]


@pytest.mark.clause("DDZ-9.4")
@pytest.mark.parametrize(
    ("purses", "barred"), [((60, 41, 40), (2,)), ((40, 40, 20), (0, 1, 2)), ((101, 0, 0), ()), (None, ())]
)
def test_who_cannot_double_is_told_why(purses: tuple[int, ...] | None, barred: tuple[int, ...]) -> None:
    told = begun_doubling(purses)
    assert told == (
        [TranslatableText("event.cannot_double", {"who": tuple(map(SeatRef, barred)), "above": 100})] if barred else []
    )


# ---- levels


TITLES = """包身工 0 短工 10 长工 25 佃户 40 贫农 80 渔夫 140 猎人 230 中农 365 富农 500 掌柜 700 商人 1000 衙役 1500
小财主 2200 大财主 3000 小地主 4000 大地主 5500 知县 7700 通判 10000 知府 14000 总督 20000 巡抚 30000 丞相 45000 帝王 70000"""


def title(level: int) -> str:
    return translate("zh", f"title.{LADDER.levels[level].code}", family="doudizhu")


@pytest.mark.clause("DDZ-9.6")
def test_the_levels() -> None:
    told = TITLES.split()
    levels = [(title(at), str(level.points)) for at, level in enumerate(LADDER.levels)]
    assert levels == list(zip(told[::2], told[1::2], strict=True))


@pytest.mark.clause("DDZ-9.6")
@pytest.mark.parametrize(
    ("points", "expected"),
    [(-5, "包身工"), (0, "包身工"), (9, "包身工"), (10, "短工"), (69_999, "丞相"), (70_000, "帝王"), (10**9, "帝王")],
)
def test_points_give_a_title(points: int, expected: str) -> None:
    assert title(LADDER.level_of(points)) == expected


@pytest.mark.clause("DDZ-9.6")
def test_only_qq_has_levels() -> None:
    assert [name for name in RULESETS if LADDER.counts(rules_of(name))] == ["qq"]


@pytest.mark.parametrize(
    ("rules", "commands", "expected"),
    [
        ("qq", "0 bid 0|1 bid 2|2 bid 3", [(), ("called",), ("called",)]),
        ("happy", "0 no-call|1 call|0 rob|2 no-rob", [("called",), ("called",), ()]),
    ],
)
def test_who_wanted_to_be_the_landlord_is_counted(rules: str, commands: str, expected: list[tuple[str, ...]]) -> None:
    table = auction(rules_of(rules), first=0).do(*commands.split("|"))
    assert [tuple(feats(table.events, table.state, seat)) for seat in range(3)] == expected


@pytest.mark.clause("DDZ-7.3")
@pytest.mark.parametrize(("plays", "expected"), [((1, 0, 0), "spring"), ((1, 1, 0), "")])
def test_who_won_by_a_spring_is_counted(plays: tuple[int, ...], expected: str) -> None:
    table = playing(rules_of("qq"), ["33334", "5", "6"], base=3, plays=plays).do("0 3333", "1 pass", "2 pass", "0 4")
    assert [" ".join(feats((), table.state, seat)) for seat in range(3)] == [expected, "", ""]


@pytest.mark.clause("DDZ-9.3")
def test_a_rocket_may_lie_hidden_where_no_rank_has_cards_enough_for_a_bomb_that_doubles() -> None:
    whole = DouDizhu(replace(rules_of("discard"), escape="hand", bomb_doubles_from=5))
    match = whole.new_match()
    seed = bytes.fromhex("a4f3869a76a90ef0c4f5117ca99475811142822bf7f2c3d73dd53321b7b34e04")
    state = whole.start(match, draw_deal(whole.deal_plan(match), seed))
    for said in [
        "1 no-open",
        "2 open",
        "0 no-open",
        "deal",
        "0 no-open",
        "1 no-open",
        "deal",
        "1 no-open",
        "0 no-open",
        "0 call",
        "2 rob",
    ]:
        if said == "deal":
            state, _ = whole.step(state, DEALER, whole.legal(state, DEALER)[0])
        else:
            state, _ = whole.step(state, int(said[0]), whole.parse_action(said[2:]))
    price, outcome = whole.leave_cost_bounds(state, 0), whole.leave_outcome(state, 0)
    assert price is not None
    assert outcome is not None
    assert price.least <= outcome.cost <= price.most
