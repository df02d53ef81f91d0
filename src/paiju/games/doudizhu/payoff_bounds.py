"""Bounds on the points that a seat can win or lose in one hand (DDZ-7)."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Final

from paiju.games.doudizhu.cards import cards_from_numbers, cards_in_pack
from paiju.games.doudizhu.phases import STAGES
from paiju.games.doudizhu.phases.automatic_stages import ROTATING_BASE
from paiju.games.doudizhu.phases.bidding import HIGHEST_BID
from paiju.games.doudizhu.phases.open_hand import OpeningStage
from paiju.games.doudizhu.phases.robbing import possible_robbery_counts
from paiju.games.doudizhu.rules import Auction, Rules
from paiju.games.doudizhu.scoring import (
    BOTTOM_FACTORS,
    DOUBLING_FACTOR,
    ROB_FACTORS,
    THREW_FACES,
    THREW_JOKERS,
    THREW_TWOS,
    bottom_factor,
)
from paiju.games.doudizhu.yes_no_questions import CALLED_BASE, PHASE_QUESTIONS, double_questions

BASES: Final[dict[Auction, int]] = {
    "points_open": HIGHEST_BID,
    "points_once": HIGHEST_BID,
    "rotating": ROTATING_BASE,
    "rob": CALLED_BASE,
    "rob_duel": CALLED_BASE,
}
"""The highest base that a hand can have, by the kind of auction."""


def payoff_bounds(rules: Rules) -> tuple[int, int]:
    """Return the least and the most points that a seat can get in one hand (DDZ-7.1).

    The bounds are those of the landlord, who settles with every farmer. Each factor has its highest value, as if all
    factors could occur in one hand. No hand exceeds the bounds, but perhaps no hand reaches them.
    """
    most = (rules.players - 1) * _highest_stake(rules) * _highest_personal_factor(rules)
    return -most, most


def _highest_stake(rules: Rules) -> int:
    """Return the highest base times the highest factors of the whole hand."""
    factors = (
        _highest_rob_factor(rules),
        _highest_open_factor(rules),
        _highest_bottom_factor(rules),
        _highest_throw_factor(rules),
        DOUBLING_FACTOR ** _most_bombs(rules),
        DOUBLING_FACTOR if rules.spring else 1,
    )
    return BASES[rules.auction] * prod(factors)


def _highest_rob_factor(rules: Rules) -> int:
    if rules.auction not in ("rob", "rob_duel"):
        return 1
    return ROB_FACTORS[rules.rob_factors][possible_robbery_counts(rules.players)[-1]]


def _highest_open_factor(rules: Rules) -> int:
    return max(stage.factor for stage in STAGES if isinstance(stage, OpeningStage)) if rules.open_hand else 1


def _highest_bottom_factor(rules: Rules) -> int:
    if not rules.bottom_bonus:
        return 1
    if rules.bottom_bonuses == "highest":
        return max(BOTTOM_FACTORS.values())
    bottoms = combinations(cards_in_pack(rules.decks, rules.stripped_ranks), 3)
    return max(bottom_factor(rules, cards_from_numbers(bottom)) for bottom in bottoms)


def _highest_throw_factor(rules: Rules) -> int:
    """Return the highest factor of thrown cards (DDZ-7.10).

    Under some rules, the factors of the seats are multiplied. Then the highest factor results if every seat
    throws a two and a face card, and as many seats as possible also throw a joker.
    """
    if not rules.discard:
        return 1
    faces = THREW_TWOS * THREW_FACES
    with_joker = faces * THREW_JOKERS[1]
    if rules.discard_factors == "highest":
        return max(with_joker, THREW_TWOS * THREW_JOKERS[2])
    jokers = min(rules.players, 2 * rules.decks)
    return int(with_joker**jokers * faces ** (rules.players - jokers))


def _most_bombs(rules: Rules) -> int:
    """Return the highest number of bombs in one hand that double the points, including one rocket.

    This is the number of bombs that fit into the seats' cards. Without wild cards, the result is also limited by
    the number of bombs that the cards of each rank in the pack can form.
    """
    drawn = rules.players - 1 if rules.draw_from_others else 0
    landlord, farmer = rules.hand_size + rules.bottom_size + drawn, rules.hand_size - (1 if drawn else 0)
    hands = (landlord, *(farmer,) * (rules.players - 1))
    smallest = max(4, rules.bomb_doubles_from)
    fit = sum(size // smallest for size in hands) + any(size % smallest >= 2 * rules.decks for size in hands)
    of_ranks = len(rules.non_joker_ranks) * (4 * rules.decks // smallest) + 1
    return fit if rules.wild else min(fit, of_ranks)


def _highest_personal_factor(rules: Rules) -> int:
    """Return the highest factor between a farmer and the landlord (DDZ-3.6, 7.8).

    The factor is highest if both players kick and double, and say yes to every other question that they are
    asked.
    """
    kick = rules.kick_factor if rules.kick else 1
    double = double_questions(rules)[-1].factor if rules.double else 1
    asked = [
        (question.factor, question.asked.side)
        for question in PHASE_QUESTIONS
        if question.asked and question.applies(rules)
    ]
    return int((kick * double) ** 2 * prod(factor ** (2 if side == "all" else 1) for factor, side in asked))
