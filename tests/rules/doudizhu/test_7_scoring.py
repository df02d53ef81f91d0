"""DDZ-7: scoring."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.score_breakdown import stake_of
from paiju.games.doudizhu.actions import PASS, Choose, ThrowAway
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.events import StakesDoubled
from paiju.games.doudizhu.leave_penalty import compute_penalty
from paiju.games.doudizhu.scoring import bottom_factor, compute_outcome, throw_factor
from paiju.games.doudizhu.state import Doubling, DouMatch, Opening, Playing, Robbing, Throwing
from paiju.games.doudizhu.yes_no_questions import (
    DOUBLE,
    REDOUBLE,
    Asked,
    affects_settlement,
    choice_number,
    seats_asked,
    with_agreement,
)
from tests.rules.doudizhu.table import (
    RULESETS,
    Table,
    auction,
    called,
    combo,
    counts,
    dealt,
    game_for,
    playing,
    rules_of,
)

HAPPY = ["happy", "wild", "discard", "duel"]


def all_say(table: Table, word: str) -> Table:
    """Everyone who is asked says the same."""
    for seat in table.to_act:
        table.do(f"{seat} {word}")
    return table


# ---- what a choice risks


@pytest.mark.clause("DDZ-7.1")
def test_a_choice_that_raises_the_stake_says_what_a_loss_then_costs() -> None:
    bidding = auction(rules_of("qq"))
    game, state = game_for(rules_of("qq")), bidding.state
    (seat,) = bidding.to_act
    assert [game.loss_if_beaten_after(state, seat, action) for action in game.legal(state, seat)] == [None, 2, 4, 6]
    happy = auction(rules_of("happy"))
    game, (seat,) = game_for(rules_of("happy")), happy.to_act
    assert game.loss_if_beaten_after(happy.state, seat, Choose("call", True)) == 2
    assert game.loss_if_beaten_after(happy.state, seat, Choose("call", False)) is None
    happy.do(f"{seat} call")
    (robber,) = happy.to_act
    assert game.loss_if_beaten_after(happy.state, robber, Choose("rob", True)) == 4


@pytest.mark.clause("DDZ-7.8")
def test_doubling_and_kicking_count_for_the_seat_that_does_it() -> None:
    game = game_for(rules_of("kick"))
    table = playing(rules_of("kick"), ["5", "6", "7"], base=3)
    assert game.loss_if_beaten_after(table.state, 1, Choose("double", True)) == 6
    assert game.loss_if_beaten_after(table.state, 0, Choose("double", True)) == 12
    assert game.loss_if_beaten_after(table.state, 1, Choose("kick", True)) == 6
    kicked = replace(table.state, public=replace(table.state.public, kicked=(False, True, False)))
    assert game.loss_if_beaten_after(kicked, 0, Choose("back", True)) == 3 * (2 * 2 + 1)


@pytest.mark.clause("DDZ-7.7")
def test_an_open_hand_before_the_auction_has_no_price_yet() -> None:
    table = playing(rules_of("happy"), ["5", "6", "7"], base=0)
    game = game_for(rules_of("happy"))
    assert game.loss_if_beaten_after(table.state, 0, Choose("open", True)) is None
    assert game.loss_if_beaten_after(table.state, 0, Choose("double", True)) is None
    assert game.loss_if_beaten_after(table.state, 0, PASS) is None


# ---- the settlement


@pytest.mark.clause("DDZ-7.1", "DDZ-R13")
@pytest.mark.parametrize(
    ("name", "points"),
    [("qq", (24, -12, -12)), ("four", (36, -12, -12, -12)), ("duel-rotate", (12, -12))],
)
def test_the_landlord_settles_the_stake_with_each_farmer(name: str, points: tuple[int, ...]) -> None:
    seats = rules_of(name).players
    bombs = (combo("666666"), combo("777777"))
    facts: dict[str, Any] = {"base": 3, "bombs": bombs, "plays": (1,) * seats}
    won = playing(rules_of(name), ["5", "6", "7", "8"][:seats], **facts).do("0 5")
    assert won.outcome.points == points
    lost = playing(rules_of(name), ["55", "6", "7", "8"][:seats], **facts).do("0 5", "1 6")
    assert lost.outcome.points == tuple(-amount for amount in points)


@pytest.mark.clause("DDZ-7.1")
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("landlord_wins", [True, False])
def test_scores_sum_to_zero_and_the_roles_decide_the_sign(name: str, landlord_wins: bool) -> None:
    seats = rules_of(name).players
    hands = ["7", *["8"] * (seats - 1)] if landlord_wins else ["77", *["8"] * (seats - 1)]
    table = playing(rules_of(name), hands, base=2, plays=(1,) * seats).do("0 7")
    if not landlord_wins:
        table.do("1 8")
    sign = 1 if landlord_wins else -1
    assert table.outcome.points == (sign * 2 * (seats - 1), *[-sign * 2] * (seats - 1))


@pytest.mark.clause("DDZ-7.1", "DDZ-7.2")
@pytest.mark.parametrize("landlord_wins", [True, False])
def test_the_worked_example_of_source_000(landlord_wins: bool) -> None:
    """A bid of 3, two bombs and a rocket: 24 points from each farmer, 48 together, or to each."""
    hands = ["33334444BR5", "66", "77"] if landlord_wins else ["33334444BR56", "66", "7"]
    table = playing(rules_of("classic"), hands, base=3).do("0 3333", "1 pass", "2 pass", "0 4444", "1 pass", "2 pass")
    table.do("0 BR", "1 pass", "2 pass", "0 5")
    if not landlord_wins:
        table.do("1 pass", "2 7")
    sign = 1 if landlord_wins else -1
    assert table.outcome.points == (sign * 48, -sign * 24, -sign * 24)
    assert [line.code for line in table.outcome.account] == ["bid", "bomb", "bomb", "rocket"]


@pytest.mark.clause("DDZ-7.1", "DDZ-7.2", "DDZ-7.3")
def test_the_worked_example_of_source_002() -> None:
    """X = 6: a bid of 3 and one bomb; or a spring."""
    bomb = playing(rules_of("qq"), ["33334", "5", "6"], base=3, plays=(1, 1, 0)).do("0 3333", "1 pass", "2 pass", "0 4")
    assert bomb.outcome.points == (12, -6, -6)
    spring = playing(rules_of("qq"), ["4", "5", "6"], base=3).do("0 4")
    assert spring.outcome.points == (12, -6, -6)


@pytest.mark.clause("DDZ-7.2")
@pytest.mark.parametrize("by", [0, 1])
def test_bombs_of_either_side_double(by: int) -> None:
    hands = ["33335", "67"] if by == 0 else ["35", "66668"]
    table = playing(rules_of("duel-rotate", stripped_ranks=""), hands, plays=(1, 1))
    table.do(*(["0 3333", "1 pass", "0 5"] if by == 0 else ["0 3", "1 6666", "0 pass", "1 8"]))
    assert ("bomb", 2) in table.lines()
    assert abs(table.outcome.points[0]) == 2


@pytest.mark.clause("DDZ-7.2")
def test_a_bomb_kept_in_hand_does_not_double() -> None:
    table = playing(rules_of("qq"), ["3", "4444BR", "5"], plays=(1, 1, 1)).do("0 3")
    assert table.lines() == [("bid", 1)]


@pytest.mark.clause("DDZ-7.2", "DDZ-5.4")
def test_four_with_two_does_not_double() -> None:
    table = playing(rules_of("qq"), ["333345", "6", "7"], plays=(1, 1, 1)).do("0 3333+45")
    assert table.lines() == [("bid", 1)]


@pytest.mark.clause("DDZ-7.2", "DDZ-4.16")
@pytest.mark.parametrize(
    ("bomb", "doubles"), [("4444", False), ("44444", False), ("444444", True), ("44444444", True), ("BBRR", True)]
)
def test_with_four_players_only_six_cards_and_the_rocket_double(bomb: str, doubles: bool) -> None:
    table = playing(rules_of("four"), [bomb, "5", "6", "7"], base=3).do(f"0 {bomb}")
    assert table.outcome.points[1] == (-6 if doubles else -3)


# ---- spring


@pytest.mark.clause("DDZ-7.3")
@pytest.mark.parametrize("name", RULESETS)
def test_spring(name: str) -> None:
    seats = rules_of(name).players
    expected = name not in ("classic", "four", "origin")
    table = playing(rules_of(name), ["58", *["7"] * (seats - 1)]).do(
        "0 5", *(f"{seat} pass" for seat in range(1, seats))
    )
    table.do("0 8")
    assert (("spring", 2) in table.lines()) == expected
    assert rules_of(name).spring == expected
    assert table.outcome.points[1] == (-2 if expected else -1)


@pytest.mark.clause("DDZ-7.3")
@pytest.mark.parametrize("plays", [(1, 1, 0), (1, 0, 1), (5, 2, 2)])
def test_no_spring_when_a_farmer_has_played_a_card(plays: tuple[int, ...]) -> None:
    table = playing(rules_of("qq"), ["5", "7", "7"], plays=plays).do("0 5")
    assert table.lines() == [("bid", 1)]


@pytest.mark.clause("DDZ-7.4", "DDZ-R18")
@pytest.mark.parametrize("name", RULESETS)
def test_reverse_spring(name: str) -> None:
    seats = rules_of(name).players
    expected = name not in ("classic", "four", "origin")
    table = playing(rules_of(name), ["58", *["7"] * (seats - 1)]).do("0 5", "1 7")
    assert (("reverse_spring", 2) in table.lines()) == expected
    assert table.outcome.points[1] == (2 if expected else 1)


@pytest.mark.clause("DDZ-7.4", "DDZ-R18")
def test_one_play_of_many_cards_is_one_play_and_two_plays_are_too_many() -> None:
    one = playing(rules_of("qq"), ["56789K", "6789T", "2"]).do("0 56789", "1 6789T")
    assert ("reverse_spring", 2) in one.lines()
    two = playing(rules_of("qq"), ["568", "79", "2"]).do("0 5", "1 7", "2 pass", "0 8", "1 9")
    assert two.lines() == [("bid", 1)]


# ---- robberies


@pytest.mark.clause("DDZ-7.5", "DDZ-R15")
@pytest.mark.parametrize(("robs", "factor"), [(0, 1), (1, 2), (2, 4), (3, 5), (4, 6)])
@pytest.mark.parametrize("name", ["happy", "duel"])
def test_robberies_multiply(name: str, robs: int, factor: int) -> None:
    hands = ["5", "66667", "8"][: rules_of(name).players]
    table = playing(rules_of(name), hands, robs=robs, plays=(1,) * rules_of(name).players).do("0 5")
    assert table.outcome.points[1] == -factor
    assert [line.value for line in table.outcome.account if line.code == "rob"] == ([factor] if robs else [])


# ---- the bottom


BONUS = [
    # bottom, three players, two players
    ("AsAh5c", 2, 2),
    ("2s2h5c", 2, 2),
    ("KsKh5c", 1, 1),
    ("5s9sKs", 3, 3),
    ("As2sKs", 3, 3),
    ("5s6h7c", 3, 3),
    ("QsKhAc", 3, 3),
    ("KsAh2c", 1, 1),
    ("9sTh2c", 1, 1),
    ("5s5h5c", 3, 3),
    ("AsAhAc", 3, 3),
    ("5s7h9c", 3, 3),
    ("9s9h5c", 3, 3),
    ("5s7hTc", 1, 1),
    ("Rj5sKh", 2, 2),
    ("Bj5sKh", 1, 2),
    ("Bj5s6h", 1, 2),
    ("Rj5s6s", 2, 2),
    ("RjAsAh", 2, 2),
    ("BjAsAh", 2, 2),
    ("Bj2s2h", 2, 2),
    ("BjRj5s", 4, 4),
    ("BjRjAs", 4, 4),
    ("5s6s7s", 3, 3),
    ("Rj2sAh", 2, 2),
]
THREE_ONLY = [("3s4h5c", 3), ("4s3sKs", 3), ("3s3h3c", 3), ("3s4h9c", 3), ("Bj3s4h", 1)]


@pytest.mark.clause("DDZ-7.6", "DDZ-R9")
@pytest.mark.parametrize(("bottom", "three", "two"), BONUS)
def test_the_bonus_of_the_bottom(bottom: str, three: int, two: int) -> None:
    assert bottom_factor(rules_of("happy"), Cards.parse(bottom)) == three
    assert bottom_factor(rules_of("duel"), Cards.parse(bottom)) == two


@pytest.mark.clause("DDZ-7.6", "DDZ-R9")
@pytest.mark.parametrize(("bottom", "three"), THREE_ONLY)
def test_the_bonus_with_threes_and_fours(bottom: str, three: int) -> None:
    assert bottom_factor(rules_of("happy"), Cards.parse(bottom)) == three


@pytest.mark.clause("DDZ-7.6", "DDZ-R9")
@pytest.mark.parametrize(
    ("bottom", "three", "two"),
    [
        ("5s6s7s", 3 * 3 * 3, 3 * 3 * 3),  # one suit, a run, below ten
        ("5s6s9s", 3 * 3, 3 * 3),
        ("5s5h5c", 3 * 3, 3 * 3),
        ("AsAhRj", 2 * 2, 2 * 2),
        ("AsAhBj", 2, 2 * 2),
        ("AsAhAc", 3, 3),
        ("5sThKc", 1, 1),
        ("BjRjAs", 4, 4),
    ],
)
def test_all_bonuses_of_the_bottom_may_multiply(bottom: str, three: int, two: int) -> None:
    cards = Cards.parse(bottom)
    assert bottom_factor(rules_of("happy", bottom_bonuses="multiplied"), cards) == three
    assert bottom_factor(rules_of("duel", bottom_bonuses="multiplied"), cards) == two


@pytest.mark.clause("DDZ-7.6", "DDZ-R9")
def test_each_bonus_of_the_bottom_has_a_line() -> None:
    table = playing(rules_of("happy", bottom_bonuses="multiplied"), ["3", "4", "5"], bottom=Cards.parse("5s6s7s"))
    assert table.lines() == [
        ("base", 1),
        ("bottom.one_suit", 3),
        ("bottom.run", 3),
        ("bottom.all_below_ten", 3),
    ]


@pytest.mark.clause("DDZ-7.5", "DDZ-R15")
@pytest.mark.parametrize(("factors", "expected"), [("listed", (1, 2, 4, 5, 6)), ("doubling", (1, 2, 4, 8, 16))])
def test_what_robberies_multiply_is_a_parameter(factors: str, expected: tuple[int, ...]) -> None:
    for robs, factor in enumerate(expected):
        table = playing(rules_of("duel", rob_factors=factors), ["3", "4"], robs=robs)
        assert stake_of(table.game.score_lines(table.state)) == factor


@pytest.mark.clause("DDZ-7.10", "DDZ-R11")
@pytest.mark.parametrize(
    ("factors", "multiplied", "highest"), [((4, 2, 3), 24, 4), ((1, 4, 4), 16, 4), ((1, 1, 1), 1, 1)]
)
def test_of_several_discards_the_highest_may_count(factors: tuple[int, ...], multiplied: int, highest: int) -> None:
    for name, expected in (("multiplied", multiplied), ("highest", highest)):
        rules = rules_of("discard", discard_factors=name)
        table = playing(rules, ["3", "4", "5"], throw_factors=factors, thrown=(1, 1, 1))
        assert stake_of(table.game.score_lines(table.state)) == expected
        thrown = [line for line in table.game.score_lines(table.state) if line.code == "throw"]
        assert len(thrown) == (sum(factor > 1 for factor in factors) if name == "multiplied" else expected > 1)


@pytest.mark.clause("DDZ-3.6", "DDZ-R5")
@pytest.mark.parametrize("factor", [2, 3, 4])
def test_what_a_kick_multiplies_is_a_parameter(factor: int) -> None:
    facts: dict[str, Any] = {"kicked": (False, True, False), "plays": (2, 1, 1)}
    rules = rules_of("kick", kick_factor=factor)
    assert playing(rules, ["3", "44", "5"], **facts).do("0 3").outcome.points == (1 + factor, -factor, -1)
    back = playing(rules, ["3", "44", "5"], kicked_back=True, **facts).do("0 3").outcome
    assert back.points == (1 + factor**2, -(factor**2), -1)


@pytest.mark.clause("DDZ-7.6", "DDZ-1.2")
@pytest.mark.parametrize("name", HAPPY)
def test_the_bonus_multiplies_the_hand(name: str) -> None:
    bottom = Cards.parse("5s6s7s")
    table = playing(rules_of(name), ["5", "6", "7"][: rules_of(name).players], bottom=bottom, plays=(1, 1, 1))
    table.do("0 5")
    assert table.outcome.points[1] == -3
    assert [line.code for line in table.outcome.account] == ["base", "bottom.one_suit"]


@pytest.mark.clause("DDZ-7.6")
@pytest.mark.parametrize("name", [name for name in RULESETS if name not in HAPPY])
def test_elsewhere_the_bottom_has_no_bonus(name: str) -> None:
    seats = rules_of(name).players
    table = playing(rules_of(name), ["5", "6", "7", "8"][:seats], bottom=Cards.parse("5s6s7s"), plays=(1,) * seats)
    table.do("0 5")
    assert table.outcome.points[1] == -1


# ---- open hands


@pytest.mark.clause("DDZ-7.7", "DDZ-7.9", "DDZ-R10")
@pytest.mark.parametrize("name", HAPPY)
def test_everyone_is_asked_before_the_deal_after_eight_cards_and_after_all(name: str) -> None:
    rules = rules_of(name)
    table = dealt(rules)
    held, factors = [], []
    while isinstance(table.phase, Opening):
        assert table.phase.waiting == tuple(range(rules.players))
        held.append(table.public.counts[0])
        factors.append(table.phase.factor)
        all_say(table, "no-open")
    assert (held, factors) == ([0, 8, 17], [5, 4, 3])


@pytest.mark.clause("DDZ-7.7", "DDZ-R10")
@pytest.mark.parametrize(("moment", "factor"), [(0, 5), (1, 4), (2, 3)])
@pytest.mark.parametrize("name", ["happy", "duel"])
def test_the_earlier_a_hand_is_opened_the_more_it_counts(name: str, moment: int, factor: int) -> None:
    table = dealt(rules_of(name), first=0)
    for _ in range(moment):
        all_say(table, "no-open")
    for seat in range(rules_of(name).players):
        table.do(f"{seat} {'open' if seat == 1 else 'no-open'}")
    assert table.public.opened[1] == factor
    table.stay_closed().do("0 call")
    while isinstance(table.phase, Robbing):
        table.do(f"{table.to_act[0]} no-rob")
    table.stay_closed()
    assert ("open_hand", factor) in table.lines()


@pytest.mark.clause("DDZ-7.7")
@pytest.mark.parametrize("name", HAPPY)
def test_the_landlord_alone_may_open_after_the_bottom_for_two(name: str) -> None:
    table = called(name)
    if name == "discard":
        all_say(table, "throw -")
    assert table.phase == Opening(2, (0,))
    assert table.refuses("1 open") == "not_your_turn"
    table.do("0 open")
    assert ("open_hand", 2) in table.lines()
    assert isinstance(table.phase, Doubling)


@pytest.mark.clause("DDZ-7.7")
def test_the_largest_counts_once() -> None:
    table = dealt(rules_of("happy"), first=0)
    table.do("0 no-open", "1 no-open", "2 no-open")
    table.do("0 no-open", "1 open", "2 open")
    table.do("0 open", "0 call", "2 no-rob", "1 no-rob")
    assert table.public.opened == (3, 4, 4)
    assert [value for code, value in table.lines() if code == "open_hand"] == [4]
    assert isinstance(table.phase, Doubling)  # the landlord's hand is open already


@pytest.mark.clause("DDZ-7.7")
@pytest.mark.parametrize("moment", [0, 1, 2])
def test_an_open_hand_is_seen_by_everybody_from_then_on(moment: int) -> None:
    table = dealt(rules_of("happy"), first=0)
    for _ in range(moment):
        all_say(table, "no-open")
    table.do("0 no-open", "1 open")
    assert table.seen(2).secret.hands[1] is None  # until all have chosen
    table.do("2 no-open")
    for viewer in (0, 2, None):
        assert table.seen(viewer).secret.hands[1] == table.state.secret.hands[1]
        assert table.seen(viewer).secret.hands[2 if viewer == 0 else 0] is None
    table.stay_closed()
    assert table.public.counts[1] == 17
    for viewer in (0, 2, None):
        assert table.seen(viewer).secret.hands[1] == table.state.secret.hands[1]


@pytest.mark.clause("DDZ-7.5", "DDZ-7.7")
def test_the_account_of_an_auction_tells_what_is_at_stake_so_far() -> None:
    table = dealt(rules_of("happy"), first=0)
    assert table.lines() == []
    table.do("0 no-open", "1 open", "2 no-open")
    table.stay_closed()
    assert table.lines() == [("base", 1), ("open_hand", 5)]
    table.do("0 call")
    assert table.lines() == [("base", 1), ("open_hand", 5)]
    table.do("2 rob", "1 no-rob")
    assert table.lines() == [("base", 1), ("rob", 2), ("open_hand", 5)]
    for viewer in (0, 1, 2, None):
        assert table.game.score_lines(table.seen(viewer)) == table.game.score_lines(table.state)


@pytest.mark.clause("DDZ-3.1", "DDZ-3.2")
@pytest.mark.parametrize("name", ["classic", "qq"])
def test_the_account_of_an_auction_has_the_standing_bid(name: str) -> None:
    table = auction(rules_of(name))
    first = table.to_act[0]
    assert table.lines() == []
    table.do(f"{first} bid 2")
    assert table.lines() == [("bid", 2)]


@pytest.mark.clause("DDZ-7.7", "DDZ-3.3")
def test_declarations_lapse_with_a_redeal() -> None:
    table = dealt(rules_of("happy"), first=0).do("0 open", "1 open", "2 no-open").stay_closed()
    table.do("0 no-call", "1 no-call", "2 no-call")
    assert table.outcome.account == ()
    match = table.game.next_hand(table.state.match, table.state)
    again = dealt(rules_of("happy"), match=match)
    assert again.public.opened == (0, 0, 0)
    assert again.phase == Opening(5, (0, 1, 2))


@pytest.mark.clause("DDZ-7.7")
def test_whoever_opened_is_not_asked_again() -> None:
    table = dealt(rules_of("happy")).do("0 open", "1 no-open", "2 no-open")
    assert table.phase == Opening(4, (1, 2))


# ---- doubling


@pytest.mark.clause("DDZ-7.8")
@pytest.mark.parametrize(("landlord", "one", "two"), list(product([False, True], repeat=3)))
def test_who_doubles_doubles_what_is_settled_with_the_other_side(landlord: bool, one: bool, two: bool) -> None:
    table = playing(rules_of("happy"), ["5", "6", "7"], base=1, doubled=(landlord, one, two), plays=(1, 1, 1)).do("0 5")
    mine = 2 if landlord else 1
    first, second = mine * (2 if one else 1), mine * (2 if two else 1)
    assert table.outcome.points == (first + second, -first, -second)


@pytest.mark.clause("DDZ-7.8")
@pytest.mark.parametrize("name", HAPPY)
def test_each_player_is_asked_once_after_everything_else(name: str) -> None:
    table = called(name)
    if name == "discard":
        all_say(table, "throw -")
    table.do("0 no-open")
    assert table.phase == Doubling(tuple(range(rules_of(name).players)))
    all_say(table, "double")
    assert table.public.doubled == (True,) * rules_of(name).players
    assert isinstance(table.phase, Playing)


@pytest.mark.clause("DDZ-7.10")
@pytest.mark.parametrize(
    ("hand", "bottom", "thrown", "factor"),
    [("56789TJQKA2", "444", "4", 1), ("TJJJJQQQQKKKKAAAA", "222", "T", 1), ("JJJJQQQQKKKKAAAA2", "222", "J", 2)],
)
def test_who_runs_out_of_time_throws_what_multiplies_least(hand: str, bottom: str, thrown: str, factor: int) -> None:
    table = called("discard", [hand, "3333"], bottom)
    assert table.game.fallback(table.state, 0) == ThrowAway(thrown)
    for seat in range(3):
        table.act(seat, table.game.fallback(table.state, seat))
    assert table.public.throw_factors[0] == factor


@pytest.mark.clause("DDZ-7.8")
def test_nobody_sees_what_another_chooses_until_all_have_chosen() -> None:
    table = called("happy").do("0 no-open", "1 double")
    other = called("happy").do("0 no-open", "1 no-double")
    for viewer in (0, 2, None):
        assert table.seen(viewer) == other.seen(viewer)
        assert table.game.redact(table.events[-1], viewer) == other.game.redact(other.events[-1], viewer)
    assert table.seen(1) != other.seen(1)
    assert table.to_act == (0, 2)
    assert table.public.doubled == (False, False, False)
    table.do("0 no-double", "2 no-double")
    assert table.public.doubled == (False, True, False)


def super_doubling() -> Table:
    """Seat 0 is landlord of a game with super doubles, and all are asked to double."""
    table = dealt(rules_of("happy", super_double=True), bottom="3s9hKc", first=0).stay_closed()
    return table.do("0 call", "2 no-rob", "1 no-rob", "0 no-open")


@pytest.mark.clause("DDZ-7.8")
def test_a_super_double_is_offered_beside_the_double() -> None:
    table = super_doubling()
    legal = table.game.legal(table.state, 1)
    assert list(map(table.game.format_action, legal)) == ["double", "super-double", "no-double"]
    assert [choice_number(action) for action in legal if isinstance(action, Choose)] == [1, 2, 0]
    assert table.game.fallback(table.state, 1) == Choose("double", False)
    assert [table.game.loss_if_beaten_after(table.state, 1, action) for action in legal] == [2, 4, None]
    assert called("happy").do("0 no-open").refuses("1 super-double") == "not_asked_for"


@pytest.mark.clause("DDZ-7.8", "DDZ-9.3")
def test_a_super_double_counts_four_between_the_two() -> None:
    table = super_doubling().do("0 double", "1 super-double", "2 no-double")
    public, rules = table.public, table.game.rules
    assert (public.doubled, public.double_factors) == ((True, True, False), (2, 4, 1))
    assert StakesDoubled((0, 1), (2, 4)) in table.events
    assert table.lines()[-2:] == [("double", 2), ("super_double", 4)]
    assert compute_outcome(rules, replace(public, plays=(2, 2, 2)), 0, empty=True).points == (10, -8, -2)
    assert [compute_penalty(rules, table.state, seat) for seat in range(3)] == [100, 80, 20]


@pytest.mark.clause("DDZ-7.8")
def test_nobody_sees_that_another_super_doubles_until_all_have_chosen() -> None:
    table, other = super_doubling().do("1 super-double"), super_doubling().do("1 no-double")
    for viewer in (0, 2, None):
        assert table.seen(viewer) == other.seen(viewer)
        assert table.game.redact(table.events[-1], viewer) == other.game.redact(other.events[-1], viewer)


def redoubling(*doubles: str, match: DouMatch | None = None) -> Table:
    """Seat 0 is landlord of a game with redoubles, and the seats have doubled or not."""
    table = dealt(rules_of("happy", redouble=True), bottom="3s9hKc", match=match, first=0).stay_closed()
    table.do("0 call", "2 no-rob", "1 no-rob", "0 no-open")
    return table.do(*(f"{seat} {double}" for seat, double in enumerate(doubles)))


@pytest.mark.clause("DDZ-7.8")
def test_the_landlord_may_redouble_against_the_farmers_who_doubled() -> None:
    table = redoubling("no-double", "double", "no-double")
    assert table.to_act == (0,)
    assert [*map(table.game.format_action, table.game.legal(table.state, 0))] == ["redouble", "no-redouble"]
    assert table.game.fallback(table.state, 0) == Choose("redouble", False)
    assert [table.game.loss_if_beaten_after(table.state, 0, Choose("redouble", yes)) for yes in (True, False)] == [
        5,
        None,
    ]
    table.do("0 redouble")
    assert isinstance(table.phase, Playing)
    assert table.public.agreed == (("redouble", (0,)),)
    assert table.lines()[-2:] == [("double", 2), ("redouble", 2)]
    assert compute_outcome(table.game.rules, replace(table.public, plays=(2, 2, 2)), 0, empty=True).points == (
        5,
        -4,
        -1,
    )


@pytest.mark.clause("DDZ-7.8")
@pytest.mark.parametrize("doubles", [("double", "no-double", "no-double"), ("no-double", "no-double", "no-double")])
def test_nobody_is_asked_to_redouble_if_no_farmer_has_doubled(doubles: tuple[str, ...]) -> None:
    assert isinstance(redoubling(*doubles).phase, Playing)


@pytest.mark.clause("DDZ-7.8", "DDZ-9.4")
@pytest.mark.parametrize(("above", "asked"), [(299, True), (300, False)])
def test_redoubling_needs_coins_as_doubling_does(above: int, asked: bool) -> None:
    match = DouMatch(points=(0,) * 3, purses=(100, 100, 100), double_above=above)
    state = redoubling(match=DouMatch(points=(0,) * 3)).do("0 no-double", "1 double", "2 no-double").state
    game = game_for(rules_of("happy", redouble=True))
    begun = game.compiled.stages[state.stage].begin(game.compiled, replace(state, match=match))
    assert (begun is not None) == asked


@pytest.mark.clause("DDZ-7.8")
def test_a_question_goes_to_the_farmers_or_to_all_in_playing_order() -> None:
    public = redoubling("no-double", "double", "no-double").public
    sides = [Asked("farmers", ""), Asked("all", ""), Asked("all", "", "double"), Asked("farmers", "", "redouble")]
    asked = [seats_asked(public, REDOUBLE._replace(asked=one)) for one in sides]
    assert asked == [(1, 2), (0, 1, 2), (0,), ()]
    assert seats_asked(with_agreement(public, "redouble", 0), REDOUBLE._replace(asked=sides[-1])) == (1, 2)
    twice = with_agreement(with_agreement(public, "redouble", 1), "redouble", 2)
    assert twice.agreed == (("redouble", (1, 2)),)
    assert not affects_settlement(public, DOUBLE, 0, 1)  # it has no phase of its own


@pytest.mark.clause("DDZ-7.8")
def test_only_happy_games_double() -> None:
    assert [name for name in RULESETS if rules_of(name).double] == HAPPY


# ---- the order of a happy hand


ORDER = {
    "happy": [
        "opening",
        "dealing",
        "opening",
        "dealing",
        "opening",
        "robbing",
        "bottom",
        "opening",
        "doubling",
        "playing",
    ],
    "duel": [
        "opening",
        "dealing",
        "opening",
        "dealing",
        "opening",
        "robbing",
        "bottom",
        "opening",
        "doubling",
        "playing",
    ],
    "wild": [
        *["opening", "dealing", "opening", "dealing", "opening", "robbing", "bottom", "wild"],
        *["opening", "doubling", "playing"],
    ],
    "discard": [
        *["opening", "dealing", "opening", "dealing", "opening", "robbing", "bottom", "throwing"],
        *["opening", "doubling", "playing"],
    ],
}


@pytest.mark.clause("DDZ-7.9", "DDZ-8.3")
@pytest.mark.parametrize("name", HAPPY)
def test_the_order_of_a_happy_hand(name: str) -> None:
    table = called(name)
    if name == "discard":
        all_say(table, "throw -")
    table.do("0 no-open")
    all_say(table, "no-double")
    begun = [event.phase for event in table.events if hasattr(event, "phase")]
    names = [getattr(phase, "what", type(phase).__name__.lower()) for phase in begun]
    # The very first phase begins with the hand, before there are events to look at.
    assert ["opening", *names] == ORDER[name]


@pytest.mark.clause("DDZ-7.9")
def test_wild_and_discard_together_keep_the_order() -> None:
    stages = playing(rules_of("wild", discard=True), ["5", "6", "7"]).game.compiled.stages
    assert [getattr(stage, "what", type(stage).__name__) for stage in stages][-6:] == [
        "bottom",
        "wild",
        "ThrowingStage",
        "OpeningStage",
        "DoublingStage",
        "PlayingStage",
    ]


# ---- throwing away


THROWN = [
    ("", 4),
    ("3", 1),
    ("34T", 1),
    ("J", 2),
    ("Q", 2),
    ("K", 2),
    ("A", 2),
    ("JQA", 2),
    ("2", 3),
    ("22", 3),
    ("J2", 6),
    ("B", 4),
    ("R", 4),
    ("BR", 8),
    ("2B", 12),
    ("AB", 8),
    ("A2R", 24),
    ("ABR", 16),
    ("2BR", 24),
]


@pytest.mark.clause("DDZ-7.10", "DDZ-R11")
@pytest.mark.parametrize(("cards", "factor"), THROWN)
def test_what_throwing_away_multiplies(cards: str, factor: int) -> None:
    assert throw_factor(counts(cards)) == factor


@pytest.mark.clause("DDZ-7.10")
def test_how_many_cards_may_be_thrown_away() -> None:
    table = called("discard", ("34567", "34567", "34567"), "89T")
    assert table.phase == Throwing((0, 1, 2))
    assert table.refuses("0 throw 345") == "throws_too_many"
    assert table.refuses("1 throw 3456") == "throws_too_many"
    assert "throw 34" in table.legal(0)
    assert "throw 345" in table.legal(1)
    assert max(len(action) for action in table.legal(0)) == len("throw 34")
    assert max(len(action) for action in table.legal(1)) == len("throw 345")
    assert table.legal(0)[0] == "throw -"
    table.do("0 throw 34", "1 throw 345", "2 throw 3")
    assert table.public.counts == (18, 14, 16)
    assert table.public.thrown == (2, 3, 1)


@pytest.mark.clause("DDZ-7.10")
def test_only_held_cards_are_thrown_away() -> None:
    table = called("discard", ("BR", "3333", "4444"))
    assert table.refuses("1 throw B") == "not_held"
    assert table.refuses("1 pass") == "not_asked_for"


@pytest.mark.clause("DDZ-7.10")
def test_nobody_sees_what_another_throws_and_the_factors_come_out_together() -> None:
    hands = ("34567", "A4567", "24567")
    table = called("discard", hands).do("1 throw A")
    other = called("discard", hands).do("1 throw 4")
    for viewer in (0, 2, None):
        assert table.seen(viewer) == other.seen(viewer)
    assert table.public.throw_factors == (1, 1, 1)
    table.do("0 throw -", "2 throw 2")
    assert table.public.throw_factors == (4, 2, 3)
    for viewer in (0, 2, None):
        assert table.seen(viewer).secret.threw[1] is None
        assert table.seen(viewer).public.thrown == (0, 1, 1)
    assert stake_of(table.game.score_lines(table.state)) == 4 * 2 * 3 * bottom_factor(
        table.game.rules, table.public.bottom
    )


@pytest.mark.clause("DDZ-7.10")
def test_what_an_open_hand_throws_away_is_seen() -> None:
    table = dealt(rules_of("discard"), ["34567", "A4567", "24567"], first=0)
    table.do("0 no-open", "1 open", "2 no-open").stay_closed()
    table.do("0 call", "2 no-rob", "1 no-rob", "0 throw -", "1 throw A", "2 throw 2")
    for viewer in (0, 2, None):
        assert table.seen(viewer).secret.threw[1] == table.state.secret.threw[1]
        assert table.seen(viewer).secret.threw[2] == (table.state.secret.threw[2] if viewer == 2 else None)


@pytest.mark.clause("DDZ-7.10")
def test_what_was_thrown_away_is_shown_when_the_hand_is_over() -> None:
    table = called("discard", ("34567", "A4567", "24567")).do("1 throw A", "0 throw 3", "2 throw 2", "0 no-open")
    all_say(table, "no-double")
    while not table.game.outcome(table.state):
        seat = table.to_act[0]
        table.act(seat, table.game.legal(table.state, seat)[-1])
    assert None not in table.seen(None).secret.threw
    assert table.seen(None).secret.threw == table.state.secret.threw


@pytest.mark.clause("DDZ-7.10", "DDZ-7.3", "DDZ-7.4")
def test_throwing_away_is_no_play() -> None:
    table = called("discard").do("0 throw -", "1 throw -", "2 throw -")
    assert table.public.plays == (0, 0, 0)
    assert [value for code, value in table.lines() if code == "throw"] == [4, 4, 4]
    spring = playing(rules_of("discard"), ["5", "6", "7"], throw_factors=(1, 2, 3), thrown=(1, 1, 1)).do("0 5")
    assert spring.outcome.points == (24, -12, -12)
    back = playing(rules_of("discard"), ["59", "6", "7"], thrown=(2, 3, 3)).do("0 5", "1 6")
    assert ("reverse_spring", 2) in back.lines()


@pytest.mark.clause("DDZ-7.2", "DDZ-7.5", "DDZ-7.6", "DDZ-7.7", "DDZ-7.8", "DDZ-7.1")
def test_everything_together() -> None:
    table = playing(
        rules_of("happy"),
        ["5", "6", "7"],
        robs=3,
        opened=(0, 5, 2),
        bottom=Cards.parse("BjRj3s"),
        bombs=(combo("BR"), combo("4444")),
        doubled=(True, False, True),
    ).do("0 5")
    stake = 1 * 5 * 5 * 4 * 2 * 2 * 2
    assert table.outcome.points == (stake * 6, -stake * 2, -stake * 4)
    assert [line.code for line in table.outcome.account] == [
        *["base", "rob", "open_hand", "bottom.both_jokers", "rocket", "bomb", "spring"],
        *["double", "double"],
    ]
