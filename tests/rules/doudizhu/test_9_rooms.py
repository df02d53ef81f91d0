"""DDZ-9: coins, rake, escape, doubling thresholds, levels."""

from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.breakdown import Outcome, ScoreLine, outcome_of_leaving
from paiju.core.coins import Stakes, compute_transfer, split_proportionally
from paiju.core.fair_deal import draw_deal
from paiju.core.messages import SeatRef, TranslatableText
from paiju.core.seats import DEALER
from paiju.games.doudizhu import leave_penalty
from paiju.games.doudizhu.cards import Cards, cards_of, ranks_of
from paiju.games.doudizhu.family import feats
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.stake_rooms import may_double
from paiju.games.doudizhu.state import Bidding, Doubling, DouMatch, Robbing
from paiju.games.doudizhu.titles import LADDER
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
    return [leave_penalty.penalty(table.game.rules, table.state, seat) for seat in range(table.game.seats)]


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
    table = playing(rules_of("qq"), ["33334", "4444", "BR"], base=3, bombs=tuple(map(combo, bombs)))
    assert costs(table) == [cost] * 3  # what is still in a hand does not count here


# ---- escape by what was in the hands


@pytest.mark.clause("DDZ-9.3", "DDZ-R12")
@pytest.mark.parametrize("name", ["kick", "happy", "wild", "discard"])
def test_below_ten_a_landlord_pays_twenty_and_a_farmer_ten(name: str) -> None:
    table = playing(rules_of(name), ["3", "4", "5"], landlord=1, base=1)
    assert costs(table) == [10, 20, 10]
    bid = playing(rules_of("kick"), ["3", "4", "5"], base=3)
    assert costs(bid) == [60, 30, 30]


@pytest.mark.clause("DDZ-9.3", "DDZ-R12")
@pytest.mark.parametrize(
    ("robs", "bonus", "landlord", "farmer"),
    [
        (3, "", 20, 10),
        (4, "", 20, 10),
        (2, "Rj5s9h", 20, 10),
        (3, "Rj5s9h", 10, 10),
        (4, "Rj5s9h", 12, 12),
        (4, "BjRj3s", 24, 24),
    ],
)
def test_from_ten_on_both_pay_the_multiplier(robs: int, bonus: str, landlord: int, farmer: int) -> None:
    bottom = Cards.parse(bonus) if bonus else None
    table = playing(rules_of("happy"), ["3", "4", "5"], robs=robs, bottom=bottom)
    assert costs(table) == [landlord, farmer, farmer]


@pytest.mark.clause("DDZ-9.3")
def test_every_bomb_and_rocket_in_one_hand_counts_played_or_not() -> None:
    table = playing(rules_of("kick"), ["33337BR", "44445555", "6"])
    assert leave_penalty.multiplier(table.game.rules, table.state) == 2**4
    before = costs(table)
    assert before == [16, 16, 16]
    table.do("0 3333", "1 4444", "2 pass", "0 BR")
    assert costs(table) == before


@pytest.mark.clause("DDZ-9.3")
def test_cards_of_two_hands_make_no_bomb() -> None:
    table = playing(rules_of("kick"), ["333B", "3R", "6"])
    assert leave_penalty.multiplier(table.game.rules, table.state) == 1


@pytest.mark.clause("DDZ-9.3", "DDZ-7.10")
def test_a_bomb_that_was_thrown_away_in_part_counts() -> None:
    table = playing(rules_of("discard"), ["6", "333", "5"], throw_factors=(1, 1, 4))
    thrown = replace(table.state.secret, threw=(None, cards_of([3]), Cards(0)))
    state = replace(table.state, secret=thrown)
    assert leave_penalty.multiplier(table.game.rules, state) == 4 * 2


@pytest.mark.clause("DDZ-9.3", "DDZ-3.6", "DDZ-7.8")
def test_doubles_and_kicks_do_not_count() -> None:
    facts: dict[str, Any] = {"kicked": (False, True, True), "kicked_back": True, "doubled": (True, True, True)}
    table = playing(rules_of("kick"), ["3", "4", "5"], **facts)
    assert leave_penalty.multiplier(table.game.rules, table.state) == 1


@pytest.mark.clause("DDZ-9.3", "DDZ-8.4")
def test_with_a_wild_rank_natural_fours_and_the_four_wild_cards_count() -> None:
    table = playing(rules_of("wild"), ["5555", "777", "3333"], wild=2)
    assert leave_penalty.multiplier(table.game.rules, table.state) == 2 * 2
    soft = playing(rules_of("wild"), ["57778", "6", "9"], wild=2)
    assert leave_penalty.multiplier(soft.game.rules, soft.do("0 7777<5777").state) == 1


@pytest.mark.clause("DDZ-9.3")
def test_before_a_landlord_is_settled_one_leaves_as_a_farmer() -> None:
    table = begun("kick")
    assert costs(table) == [10, 10, 10]
    assert costs(table.do("0 bid 2")) == [20, 20, 20]
    assert costs(table.do("1 bid 3")) == [30, 60, 30]  # settled, and seat 2 may still kick


@pytest.mark.clause("DDZ-9.3")
def test_before_the_bottom_is_taken_hands_count_as_dealt() -> None:
    table = auction(rules_of("kick"), ["333444666777", "3", "4"], "67", first=0)
    bombs = sum(leave_penalty.bombs_in(table.game.rules, ranks_of(hand or 0)) for hand in table.state.secret.hands)
    assert leave_penalty.multiplier(table.game.rules, table.state) == 2**bombs
    table.do("0 bid 3")
    assert leave_penalty.multiplier(table.game.rules, table.state) == 2**bombs
    table.do("1 no-kick", "2 no-kick")
    assert leave_penalty.multiplier(table.game.rules, table.state) == 2 ** (bombs + 2)


@pytest.mark.clause("DDZ-9.3")
def test_robberies_and_open_hands_so_far_count() -> None:
    table = dealt(rules_of("happy"), ["3", "4", "5"], first=0).do("0 open", "1 no-open", "2 no-open").stay_closed()
    bombs = leave_penalty.multiplier(table.game.rules, table.state) // 5
    table.do("0 call", "2 rob")
    assert isinstance(table.phase, Robbing)
    assert leave_penalty.multiplier(table.game.rules, table.state) == 5 * 2 * bombs
    assert costs(table) == [10 * bombs] * 3


@pytest.mark.clause("DDZ-9.3")
def test_with_two_packs_the_bombs_that_double_count() -> None:
    rules = rules_of("four", escape="hand")
    table = playing(rules, ["55555", "666666", "BBRR", "7"])
    assert leave_penalty.multiplier(rules, table.state) == 2 * 2


# ---- what one knows of it before


def told(table: Table, seat: int) -> tuple[int, int]:
    found = table.game.leave_cost_bounds(table.state, seat)
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


# ---- what becomes of an escape


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize("name", ["classic", "four", "origin"])
def test_where_no_escape_is_told_of_leaving_costs_nothing(name: str) -> None:
    seats = rules_of(name).players
    table = playing(rules_of(name), ["3333", "4", "5", "6"][:seats], base=3)
    assert costs(table) == [0] * seats


@pytest.mark.clause("DDZ-9.5", "DDZ-9.2", "DDZ-9.3")
def test_which_escape_a_ruleset_has() -> None:
    assert {name: rules_of(name).escape for name in RULESETS} == {
        **dict.fromkeys(["classic", "four", "origin"], "none"),
        "qq": "standing",
        **dict.fromkeys(["kick", "duel-rotate", "happy", "wild", "discard", "duel"], "hand"),
    }


@pytest.mark.clause("DDZ-9.5", "DDZ-R19")
@pytest.mark.parametrize(("purse", "paid"), [(100_000, 60_000), (500, 500), (0, 0)])
def test_what_an_escape_costs_goes_to_the_house(purse: int, paid: int) -> None:
    moved = compute_transfer(ROOM, outcome_of_leaving(1, 3, (ScoreLine("leaving", 60, "base"),)), (7, purse, 7))
    assert moved.seats == (0, -paid, 0)
    assert moved.house == paid


@pytest.mark.clause("DDZ-9.5")
def test_once_the_hand_has_ended_leaving_costs_nothing() -> None:
    assert costs(playing(rules_of("qq"), ["3", "4", "5"]).do("0 3")) == [0, 0, 0]


@pytest.mark.clause("DDZ-9.3")
def test_the_landlord_by_turns_leaves_at_three() -> None:
    table = auction(rules_of("duel-rotate"), ["5678", "5678"], first=1)
    bombs = leave_penalty.multiplier(table.game.rules, table.state)
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
    state = whole.start(match, draw_deal(whole.plan(match), seed))
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
    price = whole.leave_cost_bounds(state, 0)
    assert price.least <= whole.leave_outcome(state, 0).cost <= price.most
