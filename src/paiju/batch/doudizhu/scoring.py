"""Scores a finished hand of Dou Dizhu (DDZ-7)."""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.cards import ranks_above_count
from paiju.batch.doudizhu.layout import ANSWERED_QUESTION, DOUBLES, NONE, QUESTION_FACTORS, QUESTIONS
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.games.doudizhu.cards import ACE, SMALL_JOKER, TEN, TWO
from paiju.games.doudizhu.scoring import (
    BOTTOM_FACTORS,
    DOUBLING_FACTOR,
    THREW_FACES,
    THREW_JOKERS,
    THREW_NOTHING,
    THREW_TWOS,
)

BOTH_JOKERS, ONE_SUIT, RUN, THREE_ALIKE, BELOW_TEN, ONE_JOKER, ACES_OR_TWOS = BOTTOM_FACTORS.values()


@jit
def bottom_bonus(rules: Any, row: Any) -> int:
    """Return the factor for the three bottom cards (DDZ-7.6, R9); 1 if they earn no bonus.

    If they earn several bonuses, the rules say which counts: the highest factor, or the product of all factors.
    """
    ones, twos, threes = (
        ranks_above_count(row.bottom, 0),
        ranks_above_count(row.bottom, 1),
        ranks_above_count(row.bottom, 2),
    )
    jokers = ones >> SMALL_JOKER
    start = rules.players * rules.hand_size
    suits = 0
    for place in range(start, start + rules.bottom_size):
        suits |= 1 << (row.deck[place] & 3)
    low = ones & -ones
    run = ones == 7 * low and ones < 1 << TWO
    earned = (
        BOTH_JOKERS if jokers == 3 else 1,
        ONE_SUIT if not jokers and popcount(suits) == 1 else 1,
        RUN if run else 1,
        THREE_ALIKE if threes else 1,
        BELOW_TEN if not jokers and ones < 1 << TEN else 1,
        ONE_JOKER if jokers == 2 or (jokers == 1 and rules.players == 2) else 1,
        ACES_OR_TWOS if (twos & ~threes) >> ACE & 3 else 1,
    )
    best, together = 1, 1
    for factor in earned:
        best = max(best, factor)
        together *= factor
    return together if rules.bonuses_multiply else best


@jit_inlined
def throw_factor(cards: int) -> int:
    """Return the factor that a seat gets for throwing away the cards ``cards`` (DDZ-7.10, R11)."""
    if not cards:
        return THREW_NOTHING
    ones = ranks_above_count(cards, 0)
    jokers = popcount(ones >> SMALL_JOKER)
    faces = THREW_FACES if ones >> (ACE - 3) & 15 else 1
    return THREW_JOKERS[jokers] * faces * (THREW_TWOS if ones >> TWO & 1 else 1)


@jit
def settle(rules: Any, row: Any, winner: int) -> int:
    """Write the points of all seats (DDZ-6.3, 6.4, 7.1). Returns the winning seats as a bit mask.

    ``winner`` is the seat whose play ended the hand.
    """
    landlord = row.landlord
    stake = hand_stake(rules, row, winner)
    row.points[landlord] = 0
    for seat in range(rules.players):
        if seat != landlord:
            worth = stake * settlement_factor(rules, row, seat)
            sign = -1 if winner == landlord else 1
            row.points[seat] = sign * worth
            row.points[landlord] -= sign * worth
    alone = 1 << landlord
    return alone if winner == landlord else (1 << rules.players) - 1 - alone


@jit_inlined
def hand_stake(rules: Any, row: Any, winner: int) -> int:
    """Return the base times the factors that count for every farmer.

    ``winner`` is the seat whose play ended the hand. Whether there is a spring depends on this seat.
    """
    stake = row.base * rules.rob_factors[row.robs] * row.bonus << row.doublings
    opened, others, thrown = 1, 0, 1
    for seat in range(rules.players):
        factor = row.throw_factors[seat]
        thrown = thrown * factor if rules.throws_multiply else max(thrown, factor)
        opened = max(opened, row.opened[seat])
        others += row.plays[seat]
    if rules.spring:
        alone = row.plays[row.landlord]
        if winner == row.landlord:
            stake *= DOUBLING_FACTOR if others == alone else 1
        elif row.left[winner] == 0 and alone == 1:
            stake *= DOUBLING_FACTOR
    return stake * opened * thrown


@jit_inlined
def settlement_factor(rules: Any, row: Any, farmer: int) -> int:
    """Return the product of the factors that count only between one farmer and the landlord (DDZ-3.6, 7.8).

    These are kicks, doubles and the factors of ``question_factors``.
    """
    landlord = row.landlord
    kicked = row.kicked >> farmer & 1
    kicks = 1
    if kicked:
        kicks = rules.kick_factor * rules.kick_factor if row.kicked_back else rules.kick_factor
    factor = int(kicks) * row.double_factors[farmer] * row.double_factors[landlord]
    return factor * question_factors(row, farmer) if rules.asks else factor


@jit
def question_factors(row: Any, farmer: int) -> int:
    """Return the product of the factors of questions that count between the landlord and a farmer.

    The factor of a question counts once for each of the two that has said yes, if this yes has an effect
    (``question_affects_settlement``). Only questions that have a phase of their own are considered.
    """
    factor, landlord = 1, row.landlord
    for number in range(QUESTIONS):
        if row.agreed[number] >> farmer & 1 and question_affects_settlement(row, number, landlord):
            factor *= QUESTION_FACTORS[number]
        if row.agreed[number] >> landlord & 1 and question_affects_settlement(row, number, farmer):
            factor *= QUESTION_FACTORS[number]
    return factor


@jit_inlined
def question_affects_settlement(row: Any, number: int, opponent: int) -> bool:
    """Whether a yes to question ``number`` changes the points between the seat that says yes and ``opponent``.

    Some questions answer an earlier question, as a redouble answers a double. A yes to such a question changes
    the points only if the opponent has said yes to the earlier question.
    """
    answers = ANSWERED_QUESTION[number]
    if answers == NONE:
        return True
    if answers == DOUBLES:
        return bool(row.double_factors[opponent] > 1)
    return bool(row.agreed[answers] >> opponent & 1)


@jit_inlined
def cards_winner_may_keep(rules: Any, row: Any, seat: int) -> int:
    """Return how many cards a seat may still hold after the play with which it wins the hand (DDZ-6.4)."""
    return row.robs if rules.duel and row.landlord >= 0 and seat != row.landlord else 0
