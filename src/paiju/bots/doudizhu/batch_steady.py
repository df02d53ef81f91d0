"""The steady bot of Dou Dizhu, compiled for the batch engine.

``play_steady`` defines the bot. The compiled code computes the same numbers from a row (the state of one hand in the
engine) instead of a view, so both bots choose the same actions (``tests/bots/doudizhu/test_batch_steady.py``).
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.attachments import LOOSE, count_attachments, loose_attachment_index
from paiju.batch.doudizhu.cards import count_of, ranks_above_count
from paiju.batch.doudizhu.scoring import throw_factor
from paiju.batch.jit_cache import jit, jit_inlined, jit_inlined_early, popcount
from paiju.bots.doudizhu import batch_workspace as at
from paiju.bots.doudizhu import choices_before_play
from paiju.bots.doudizhu.batch_decomposition import cost_of_play, fill_odds, play_size
from paiju.bots.doudizhu.batch_losing_actions import is_lost_by_passing
from paiju.bots.doudizhu.batch_play_choice import choose_answer, choose_lead, fill_values_of_having_lead
from paiju.bots.doudizhu.batch_seat_knowledge import fill_seat_knowledge
from paiju.bots.doudizhu.batch_wild_decomposition import divide_hand
from paiju.bots.doudizhu.batch_workspace import WORKSPACE, packed_counts_to_unary
from paiju.bots.doudizhu.choices_before_play import CALLS, KEEPS, KICKS, KICKS_BACK, OPENS_EARLY, PER_PLAY, ROBBED, ROBS
from paiju.bots.kernel_bot import KernelBot
from paiju.features.doudizhu.bit_encoding import (
    ASKING,
    BIDDING,
    DOUBLING,
    KICKING,
    NOTHING,
    PAIR,
    PLAYING,
    ROBBING,
    SINGLE,
    THROWING,
    TRIO,
)
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO
from paiju.games.doudizhu.phases.throwing_away import FARMER_THROWS, LANDLORD_THROWS
from paiju.games.doudizhu.yes_no_questions import DOUBLES, PHASE_QUESTIONS

_KINDS_OF_GAMES: Final = [[(players, wild) for players in range(5)] for wild in (False, True)]
STRENGTH: Final = np.array(
    [[choices_before_play.STRENGTH.get(key, (0.0, 0.0)) for key in keys] for keys in _KINDS_OF_GAMES]
)
EVEN: Final = np.array([[choices_before_play.EVEN.get(key, (0.0, 0.0)) for key in keys] for keys in _KINDS_OF_GAMES])
HANDICAP: Final = np.array(choices_before_play.HANDICAP)
SLOPE: Final = np.array(choices_before_play.SLOPE)
BID_CHANCES: Final = np.array([chance for chance, _ in choices_before_play.BIDS])
BID_POINTS: Final = np.array([points for _, points in choices_before_play.BIDS])
DUEL_ROBS: Final = np.array(choices_before_play.DUEL_ROBS)
DOUBLE_CHANCES: Final = np.array([choices_before_play.DOUBLES[double.what] for double in DOUBLES])
AGREE_CHANCES: Final = np.array([choices_before_play.AGREES[question.what] for question in PHASE_QUESTIONS])
OPEN_CHANCES: Final = np.array([choices_before_play.OPENS.get(factor, 0.0) for factor in range(8)])
"""The win probability that the bot requires to open its hand. The index is the factor for opening the hand.

The value is 0 for factors that are offered only during the deal. There the bot counts its high cards and bombs
instead (``OPENS_EARLY``).
"""


@jit
def choose_rows(rules: Any, rows: Any, workspace: Any, chosen: Any) -> None:
    """Write to ``chosen`` the number of the steady bot's action in each row.

    The number is 0 if the row has at most one legal action or its hand is over.
    """
    for index in range(len(rows)):
        chosen[index] = choose(rules[0], rows[index], workspace[0]) if rows[index].count > 1 else 0


@jit_inlined_early
def choose(rules: Any, row: Any, work: Any) -> int:
    """Return the number of the action that the steady bot chooses in the hand ``row``."""
    fill_seat_knowledge(rules, row, work)
    lost = False
    if row.phase == PLAYING and row.kind != NOTHING:
        lost = is_lost_by_passing(rules, row, work)
        if lost and row.count == 2:
            return 1
    fill_odds(work)
    divide_hand(work)
    if row.phase == PLAYING:
        fill_values_of_having_lead(work)
        return choose_lead(rules, row, work) if row.kind == NOTHING else choose_answer(rules, row, work, not lost)
    if row.phase == BIDDING:
        return choose_bid(rules, row, work)
    if row.phase == DOUBLING:
        return choose_double(rules, row, work)
    if row.phase == THROWING:
        return choose_cards_to_throw(rules, row, work)
    return 0 if says_yes(rules, row, work) else 1


# ---- choices before the play (``choices_before_play``)


@jit_inlined
def logistic_win_chance(slope: float, even: float, cost: float) -> float:
    """Return the win probability of a hand with this cost: a logistic function that is 1/2 at the cost ``even``."""
    return 1 / (1 + exp(slope * (cost - even)))


@jit
def win_chance_before_bottom(rules: Any, work: Any, robs: int) -> float:
    """Return the probability of winning as landlord, estimated before the bottom is taken.

    ``robs`` is the number of robberies, including the one that is being considered; it matters only in a two-player
    game.
    """
    even, slope = STRENGTH[rules.wild, work.players, 0], STRENGTH[rules.wild, work.players, 1]
    strain = work.hand_cost - PER_PLAY * work.hand_count
    return logistic_win_chance(slope, even + ROBBED * robs if work.players == 2 else even, strain)


@jit
def win_chance(rules: Any, row: Any, work: Any) -> float:
    """Return the probability that this seat's side wins, estimated once the landlord is known."""
    part, handicap = 0 if row.turn == row.landlord else 1, work.spare
    for other in range(work.others):
        handicap = max(handicap, work.sizes[other] - work.to_go[other])
    even = EVEN[rules.wild, work.players, part] + HANDICAP[part] * handicap
    return logistic_win_chance(SLOPE[part], even, work.hand_cost)


@jit
def choose_bid(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the highest bid that the hand is worth; 0 is the pass."""
    chance = win_chance_before_bottom(rules, work, 0)
    for place in range(len(BID_CHANCES)):
        if chance >= BID_CHANCES[place]:
            return int(max(BID_POINTS[place] - row.high, 0))
    return 0


@jit
def choose_double(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the highest double that the hand is worth.

    If the hand is worth no double, return the number of the last action, which declines.
    """
    chance = win_chance(rules, row, work)
    for number in range(rules.doubles - 1, -1, -1):
        if chance >= DOUBLE_CHANCES[number]:
            return number
    return int(rules.doubles)


@jit
def choose_cards_to_throw(rules: Any, row: Any, work: Any) -> int:
    """Return the number of the action that throws the most costly single cards, pairs and trios away (DDZ-7.10).

    The bot throws as many of these away as it may. With a strong hand (``KEEPS``) it throws nothing away: action 0.
    """
    if win_chance(rules, row, work) >= KEEPS:
        return 0
    left, thrown, done = LANDLORD_THROWS if row.turn == row.landlord else FARMER_THROWS, 0, 0
    for _ in range(work.hand_count):
        most, cost = -1, 0.0
        for place in range(work.hand_count):
            if done >> place & 1:
                continue
            other = cost_of_play(work, work.hand_plays[place])
            if most < 0 or other > cost:
                most, cost = place, other
        done |= 1 << most
        play = work.hand_plays[most]
        if play_size(play) <= left and may_be_thrown(play):
            left -= play_size(play)
            thrown += play[at.USED]
    return number_of_throw(row, *packed_counts_to_unary(thrown))


@jit_inlined
def may_be_thrown(play: Any) -> bool:
    """Whether the bot may throw the cards of a play away, as ``choices_before_play`` decides it."""
    if play[at.KIND] not in (SINGLE, PAIR, TRIO) or play[at.LENGTH] != 1:
        return False
    cards, _ = packed_counts_to_unary(play[at.USED])
    return bool(throw_factor(cards) == 1)


@jit_inlined
def number_of_throw(row: Any, cards: int, beyond: int) -> int:
    """Return the number of the action that throws these cards away (``nth_throw_away_action``)."""
    hand, more = row.hand[row.turn], row.more[row.turn]
    number = loose_attachment_index(hand, more, cards, beyond)
    for fewer in range(popcount(cards) + popcount(beyond)):
        number += count_attachments(LOOSE, fewer, hand, more)
    return int(number)


@jit
def says_yes(rules: Any, row: Any, work: Any) -> bool:
    """Return whether the bot answers yes to the question of the phase: to call, rob, kick, redouble or open a hand."""
    if row.phase == ROBBING:
        if row.caller < 0:
            return win_chance_before_bottom(rules, work, 0) >= CALLS
        needed = DUEL_ROBS[row.robs] if rules.players == 2 else ROBS
        return win_chance_before_bottom(rules, work, row.robs + 1) >= needed
    if row.phase == KICKING:
        if row.turn == row.landlord:
            return win_chance_before_bottom(rules, work, 0) >= KICKS_BACK
        return win_chance(rules, row, work) >= KICKS
    if row.phase == ASKING:
        return bool(win_chance(rules, row, work) >= AGREE_CHANCES[rules.factors[row.stage]])
    return opens_hand(rules, row, work)


@jit
def opens_hand(rules: Any, row: Any, work: Any) -> bool:
    """Whether the bot opens its hand when it may (DDZ-7.7)."""
    factor = rules.factors[row.stage]
    for seat in range(rules.players):
        if row.opened[seat] >= factor:
            return False
    if OPEN_CHANCES[factor] == 0:
        return count_high_cards_and_bombs(row) >= OPENS_EARLY
    chance = win_chance(rules, row, work) if row.turn == row.landlord else win_chance_before_bottom(rules, work, 0)
    return bool(chance >= OPEN_CHANCES[factor])


@jit_inlined
def count_high_cards_and_bombs(row: Any) -> int:
    """Return the number of jokers and 2s in the hand, plus twice the number of bombs of other ranks."""
    hand, more = row.hand[row.turn], row.more[row.turn]
    high = count_of(hand, more, TWO) + count_of(hand, more, SMALL_JOKER) + count_of(hand, more, BIG_JOKER)
    return high + 2 * popcount(ranks_above_count(hand, 3) & ~(1 << TWO))


# ---- the interface


class DouDizhuSteady(KernelBot):
    """The compiled steady bot. It decides in every row."""

    kernel = staticmethod(choose_rows)
    workspace_type = WORKSPACE
