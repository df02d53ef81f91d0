"""Decisions of the steady bot before play: bidding, robbing, kicking, doubling, opening, throwing cards away."""

from random import Random
from typing import Any

import pytest

from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.doudizhu import play_steady
from paiju.core.fair_deal import draw_deal
from paiju.core.hand_runner import run_hand
from paiju.games.doudizhu.cards import card_list, cards_from_numbers, count_ranks, ranks_text
from paiju.games.doudizhu.state import Asking, Bidding, Doubling, Kicking, Opening, Over, Phase, Robbing, Throwing
from tests.bots.doudizhu.positions import choice, dealt, doudizhu, state_before_play

MONSTER = "334455AAAA2222BRK"
GOOD = "3456789TKKAA222BR"
JUNK = "334456679TTJQQK78"
BIDDING = Bidding(0, True, said=(None,) * 3)


def said(hand: str, phase: Phase, ruleset: str = "qq", seats: int = 3, **public: Any) -> str:
    """What seat 0 says with a hand."""
    _, rest = dealt(doudizhu(ruleset).compiled.pack, [hand])
    others = Random(1).sample(card_list(rest), len(hand) * (seats - 1))
    hands = [ranks_text(count_ranks(cards_from_numbers(others[seat :: seats - 1]))) for seat in range(seats - 1)]
    return choice(ruleset, state_before_play(ruleset, [hand, *hands], phase, **public), 0)


def test_bot_bids_three_with_a_very_strong_hand() -> None:
    assert said(MONSTER, BIDDING) == "bid 3"
    assert said(GOOD, BIDDING) == "bid 3"


def test_bot_passes_with_a_very_weak_hand() -> None:
    assert said(JUNK, BIDDING) == "bid 0"
    assert said("33446688TTJJQ567Q", BIDDING) == "bid 0"


def test_bot_does_not_raise_a_bid_without_gain() -> None:
    two = Bidding(0, True, high=3 - 1, bidder=1, said=(None, 2, None))
    assert said("3356699TTJJQKK22B", BIDDING) == "bid 2"
    assert said("3356699TTJJQKK22B", two) == "bid 0"
    assert said(MONSTER, two) == "bid 3"


def test_bot_bids_in_multi_round_auctions_and_with_two_decks() -> None:
    phase = Bidding(0, False, said=(None,) * 4)
    assert said("3344555566AAAA2222KBBRRKK", phase, "four", 4) == "bid 3"


def test_bot_calls_and_robs_only_with_a_very_strong_hand() -> None:
    calling = Robbing((0, 1, 2), said=("",) * 3)
    robbing = Robbing((0, 1), caller=2, last=2, said=("", "", "call"))
    assert said(MONSTER, calling, "happy") == "call"
    assert said(MONSTER, robbing, "happy") == "rob"
    assert said("33446688TTJJQ567Q", calling, "happy") == "no-call"
    assert said("33446688TTJJQ567Q", robbing, "happy") == "no-rob"


def test_bot_robs_less_as_the_handicap_grows() -> None:
    def answers(hand: str) -> list[str]:
        return [
            said(hand, Robbing((0,), caller=1, last=1, robs=robs, said=("", "call")), "duel", 2) for robs in range(4)
        ]

    middling = answers("556789TTJQKKA2267"[:17])
    assert middling[0] == "rob"
    assert middling[3] == "no-rob"
    assert answers("5566AAAA2222KKKBR") == ["rob"] * 4


@pytest.mark.parametrize("name", ["qq", "happy", "wild"])
def test_bots_throw_in_few_deals(name: str) -> None:
    game, thrown_in = doudizhu(name), 0
    for seed in range(40):
        start = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), bytes([seed] * 8)))
        bots = dict.fromkeys(range(game.seats), SeatedBot(play_steady, Random(1)))
        states = (move.step.state for move in run_hand(game, start, make_bot_asker(game, bots)))
        end = next(state for state in states if state.public.landlord is not None or isinstance(state.phase, Over))
        thrown_in += end.public.landlord is None
    assert thrown_in <= 10


def test_bot_kicks_only_with_a_strong_hand() -> None:
    kicking = Kicking((0,))
    assert said(MONSTER, kicking, "kick", landlord=1, base=3) == "kick"
    assert said(JUNK, kicking, "kick", landlord=1, base=3) == "no-kick"


def test_bot_kicks_back_only_with_a_very_strong_hand() -> None:
    kicked: dict[str, Any] = {"landlord": 0, "base": 3, "kicked": (False, True, False)}
    assert said(MONSTER, Kicking((0,)), "kick", **kicked) == "kick-back"
    assert said(JUNK, Kicking((0,)), "kick", **kicked) == "no-kick-back"


def test_bot_doubles_only_with_a_strong_hand() -> None:
    doubling = Doubling((0, 1, 2))
    for landlord in (0, 1):
        assert said(MONSTER, doubling, "happy", landlord=landlord, base=1) == "double"
        assert said(JUNK, doubling, "happy", landlord=landlord, base=1) == "no-double"
        assert (
            said(MONSTER, doubling, "happy super_double=True redouble=True", landlord=landlord, base=1)
            == "super-double"
        )


def test_bot_redoubles_only_with_a_very_strong_hand() -> None:
    asked = Asking("redouble", (0,), (None,) * 3)
    doubled: dict[str, Any] = {"landlord": 0, "base": 1, "doubled": (False, True, False)}
    assert said(MONSTER, asked, "happy super_double=True redouble=True", **doubled) == "redouble"
    assert said(JUNK, asked, "happy super_double=True redouble=True", **doubled) == "no-redouble"


def test_bot_opens_only_a_very_strong_hand_and_never_before_the_deal() -> None:
    assert said("", Opening(5, (0, 1, 2)), "happy") == "no-open"
    assert said("22AABR34", Opening(4, (0, 1, 2)), "happy") == "open"
    assert said("22A3455K", Opening(4, (0, 1, 2)), "happy") == "no-open"
    assert said(MONSTER, Opening(3, (0, 1, 2)), "happy") == "open"
    assert said(JUNK, Opening(3, (0, 1, 2)), "happy") == "no-open"
    assert said(MONSTER, Opening(2, (0,)), "happy", landlord=0, base=1) == "open"


def test_bot_does_not_open_where_a_larger_factor_counts_already() -> None:
    assert said(MONSTER, Opening(3, (0, 2)), "happy", opened=(0, 5, 0)) == "no-open"


def test_landlord_throws_low_single_cards_away() -> None:
    assert said("3468TTJJQQKKAA277", Throwing((0, 1, 2)), "discard", landlord=0, base=1) == "throw 34"


def test_a_farmer_throws_three_away_and_no_card_that_costs_a_factor() -> None:
    assert said("3468TTJJQQKKAA277", Throwing((0, 1, 2)), "discard", landlord=1, base=1) == "throw 346"
    assert said("JJQKKA2AQ", Throwing((0, 1, 2)), "discard", landlord=1, base=1) == "throw -"


def test_nothing_is_thrown_away_from_a_very_strong_hand() -> None:
    assert said(MONSTER, Throwing((0, 1, 2)), "discard", landlord=0, base=1) == "throw -"
