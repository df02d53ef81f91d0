"""Compiled functions that find whether the seat to act certainly loses if it passes (``losing_actions``).

The functions work on a row of the batch engine, which is the state of one hand.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.move_generation import Play
from paiju.batch.doudizhu.wild_move_generation import holds_wild
from paiju.batch.jit_cache import jit, jit_inlined, jit_inlined_early, popcount
from paiju.bots.doudizhu.batch_forced_wins import begin_search, can_lead_out, is_forced_win
from paiju.bots.doudizhu.batch_play_choice import index_of_trick_owner
from paiju.bots.doudizhu.batch_seat_knowledge import count_hidden_cards
from paiju.bots.doudizhu.batch_wild_plays import answer_at, lead_at
from paiju.bots.doudizhu.batch_workspace import count_at, packed_counts_to_unary
from paiju.bots.doudizhu.losing_actions import MOST_CARDS_PARTLY_UNKNOWN, MOST_HANDS_SEARCHED
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.features.doudizhu.bit_encoding import NOTHING
from paiju.features.doudizhu.forced_wins import MOST_CARDS_SEARCHED


@jit_inlined_early
def is_lost_by_passing(rules: Any, row: Any, work: Any) -> bool:
    """Whether the seat to act certainly loses if it passes."""
    owner = index_of_trick_owner(row, work.players)
    for other in range(owner + 1):
        if work.enemies[other] and certainly_wins_from_next_turn(rules, row, work, other, other == owner):
            return not partner_may_beat(rules, row, work, other)
    return False


@jit_inlined_early
def partner_may_beat(rules: Any, row: Any, work: Any, before: int) -> bool:
    """Whether a partner who acts before a certain enemy may beat the current play of the trick.

    ``before`` is the index of that enemy among the other seats.
    """
    found = False
    for other in range(before):
        found = found or (not work.enemies[other] and may_beat(rules, row, work, other))
    return found


@jit
def certainly_wins_from_next_turn(rules: Any, row: Any, work: Any, other: int, leads: bool) -> bool:
    """Whether an enemy certainly wins from its next turn on, whichever hand it holds.

    ``other`` is the index of the enemy among the other seats. ``leads`` says whether the enemy leads at its next
    turn.
    """
    if leads and work.to_go[other] == 1:
        return True
    hidden = count_hidden_cards(work, other)
    if hidden:
        few = work.sizes[other] <= MOST_CARDS_PARTLY_UNKNOWN
        return few and can_go_out_with_every_hand(rules, row, work, other, hidden, leads)
    return work.sizes[other] <= MOST_CARDS_SEARCHED and wins_with_known_hand(rules, row, work, other, leads)


@jit
def wins_with_known_hand(rules: Any, row: Any, work: Any, other: int, leads: bool) -> bool:
    """Whether a seat whose whole hand is known goes out with its next play, or has a forced win."""
    cards, more = packed_counts_to_unary(work.known[other])
    begin_search(row, work, cards, more, work.sizes[other] - work.to_go[other])
    if leads:
        return can_lead_out(rules, row, work, cards, more)
    number = 0
    while True:
        play = answer_at(rules, row, cards, more, number)
        if play[0] == NOTHING:
            return False
        if is_forced_win(rules, row, work, cards, more, play):
            return True
        number += 1


@jit
def can_go_out_with_every_hand(rules: Any, row: Any, work: Any, other: int, hidden: int, leads: bool) -> bool:
    """Whether a seat can go out with its next play, whichever hand it holds.

    The seat's hand consists of known cards and ``hidden`` unknown cards. The function tries every choice of the
    unknown cards. It picks the cards of a choice one by one, in ascending order of rank. The result is False if
    there are more than ``MOST_HANDS_SEARCHED`` choices.
    """
    chosen = place = rank = hands = 0
    while True:
        while rank < KINDS and count_at(chosen, rank) >= count_at(work.unseen, rank):
            rank += 1
        if rank < KINDS:
            work.picks[place] = rank
            chosen += 1 << 4 * rank
            place += 1
            if place < hidden:
                continue
            hands += 1
            if hands > MOST_HANDS_SEARCHED or not can_go_out(
                rules, row, work, other, work.known[other] + chosen, leads
            ):
                return False
        elif not place:
            return hands > 0
        place -= 1
        rank = work.picks[place]
        chosen -= 1 << 4 * rank
        rank += 1


@jit
def can_go_out(rules: Any, row: Any, work: Any, other: int, hand: int, leads: bool) -> bool:
    """Whether a seat can go out with its next play if it holds ``hand``, as packed rank counts."""
    cards, more = packed_counts_to_unary(hand)
    number = 0
    while True:
        play = lead_at(rules, row, cards, more, number) if leads else answer_at(rules, row, cards, more, number)
        if play[0] == NOTHING:
            return False
        if size_of_play(play) >= work.to_go[other]:
            return True
        number += 1


@jit_inlined
def size_of_play(play: Play) -> int:
    """Return the number of cards of a play."""
    return popcount(play[3]) + popcount(play[4])


@jit
def may_beat(rules: Any, row: Any, work: Any, other: int) -> bool:
    """Whether a seat may hold a play that beats the current play of the trick.

    If the seat may hold a wild card, the answer is yes.
    """
    cards, more = packed_counts_to_unary(work.known[other] + (work.unseen if count_hidden_cards(work, other) else 0))
    if holds_wild(row, cards):
        return True
    number = 0
    while True:
        play = answer_at(rules, row, cards, more, number)
        if play[0] == NOTHING:
            return False
        if size_of_play(play) <= work.sizes[other]:
            return True
        number += 1
