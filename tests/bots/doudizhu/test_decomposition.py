"""How the steady bot splits a hand into plays, and what it infers about hidden cards."""

from random import Random

import pytest

from paiju.bots.doudizhu.decision_context import DecisionContext
from paiju.bots.doudizhu.decomposition import Decomposition
from paiju.bots.doudizhu.seat_knowledge import Beliefs, OtherSeat, infer_from_view
from paiju.games.doudizhu.cards import cards_from_numbers, count_ranks, parse_ranks
from paiju.games.doudizhu.combinations import Combination
from tests.bots.doudizhu.positions import doudizhu, position


def context(ruleset: str, hand: int, unseen: int, *wilds: int) -> DecisionContext:
    others = tuple(OtherSeat(seat, True, 17, 17, 0, False, 0.5) for seat in (1, 2))
    return DecisionContext(doudizhu(ruleset).compiled, Beliefs(0, True, hand, wilds, 0, unseen, others))


def split(text: str, ruleset: str = "qq", *wilds: int) -> set[str]:
    """The plays of a hand, everything else unseen."""
    g = doudizhu(ruleset)
    hand = parse_ranks(text)
    plan = context(ruleset, hand, count_ranks(cards_from_numbers(g.compiled.pack)) - hand, *wilds).decompose(hand)
    return {play.text() for play in plan.plays}


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("34567", {"34567"}),
        ("345678977", {"3456789", "77"}),
        ("33445566", {"33445566"}),
        ("3334445J", {"333444+5J"}),
        ("33355", {"333+55"}),
        ("3333", {"3333"}),
        ("BR3", {"BR", "3"}),
        ("3456778999", {"345678", "999+7"}),
        ("3456789778", {"3456789", "77", "8"}),
    ],
)
def test_hands_are_split_into_few_plays(hand: str, plays: set[str]) -> None:
    assert split(hand) == plays


def test_where_single_cards_may_not_be_attached_pairs_are() -> None:
    assert split("333579955", "four") == {"333+99", "555", "7"} or split("3335799", "four") == {"333+99", "5", "7"}


def test_a_wild_card_makes_a_bomb_or_fills_a_gap() -> None:
    assert split("777K5", "wild", 2) == {"7777<5777", "K"}
    assert split("67TJ5", "wild", 2) != {"5", "6", "7", "T", "J"}


def test_wild_cards_of_two_ranks_make_a_bomb() -> None:
    assert split("KK58", "wild", 2, 5) == {"KKKK<58KK"}


@pytest.mark.parametrize(("ruleset", "size"), [("qq", 17), ("classic", 20), ("four", 33), ("duel", 20), ("wild", 20)])
def test_a_split_uses_every_card_once_and_every_play_is_a_combination(ruleset: str, size: int) -> None:
    g, random = doudizhu(ruleset).compiled, Random(5)
    for _ in range(40):
        deck = random.sample(g.pack, len(g.pack))
        hand, unseen = (count_ranks(cards_from_numbers(cards)) for cards in (deck[:size], deck[size:]))
        wilds = (random.randrange(13),) if ruleset == "wild" else ()
        thinks = context(ruleset, hand, unseen, *wilds)
        plan = thinks.decompose(hand)
        assert sum(play.used for play in plan.plays) == hand
        assert all(g.find_matching_reading(play, thinks.known.wilds) is not None for play in plan.plays)
        assert plan.cost == pytest.approx(thinks.cost(hand))


def cost_of(text: str, unseen: str = "3456789TJQKA2BR") -> float:
    hand = parse_ranks(text)
    return context("qq", hand, parse_ranks(unseen)).cost(hand)


def test_low_cards_raise_the_cost_and_high_cards_lower_it() -> None:
    assert cost_of("3") > cost_of("K") > cost_of("2") > cost_of("R")
    assert cost_of("R") < 0
    assert cost_of("3333") < 0
    assert cost_of("BR") < cost_of("R") + cost_of("B")


def test_an_unbeatable_card_lowers_the_cost_whatever_its_rank() -> None:
    assert cost_of("9", "3456789") == cost_of("R")


def test_an_empty_hand_costs_nothing() -> None:
    assert context("qq", 0, parse_ranks("3")).decompose(0) == Decomposition(0.0, ())


# ---- what a seat knows


def test_farmer_infers_the_known_cards_of_the_landlord() -> None:
    g = doudizhu("qq")
    state = position("qq", ["789TJ", "3456", "KKA"], 1)
    known = infer_from_view(g.compiled, g.view(state, 1), 1)
    assert [other.seat for other in known.enemies] == [0]
    assert [other.seat for other in known.partners] == [2]
    assert known.unseen == parse_ranks("789TJKKA")
    assert known.enemies[0].share == 5 / 8


def test_inference_uses_open_hands_and_the_bottom() -> None:
    g = doudizhu("happy")
    bottom = position("happy", ["789TJ", "3456", "KKA"], 1).secret.hands[0]
    state = position("happy", ["789TJ", "3456", "KKA"], 1, opened=(0, 0, 3), bottom=bottom)
    known = infer_from_view(g.compiled, g.view(state, 1), 1)
    assert known.unseen == 0
    assert [(other.seat, other.known, other.whole) for other in known.others] == [
        (2, parse_ranks("KKA"), True),
        (0, parse_ranks("789TJ"), True),
    ]


def test_hold_chance_is_one_for_an_unbeatable_play() -> None:
    g = doudizhu("qq")
    state = position("qq", ["3QQ", "4455667", "89TJJKA2"], 0)
    thinks = DecisionContext(g.compiled, infer_from_view(g.compiled, g.view(state, 0), 0))
    assert thinks.chance_to_hold_trick(Combination.parse("QQ")) == 1
    assert 0 < thinks.chance_to_hold_trick(Combination.parse("K")) < 1
    assert thinks.chance_to_hold_trick(Combination.parse("2")) == 1
    assert thinks.chance_to_hold_trick(Combination.parse("3")) < 0.1
