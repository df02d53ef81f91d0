"""Compiled: searches for forced wins (``paiju.features.doudizhu.forced_wins``)."""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.cards import without_cards
from paiju.batch.doudizhu.move_generation import Play, nth_beating_play
from paiju.batch.doudizhu.wild_move_generation import holds_wild, power_of_bomb
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.bots.doudizhu.batch_wild_plays import lead_at
from paiju.bots.doudizhu.batch_workspace import count_at, unary_to_packed_counts
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.features.doudizhu.bit_encoding import NOTHING


@jit
def begin_search(row: Any, work: Any, cards: int, more: int, spare: int) -> None:
    """Prepare the workspace for ``is_forced_win`` and ``can_lead_out``, which search a hand for forced wins.

    ``cards`` and ``more`` are this hand, as the two words of the unary code (``paiju.batch.doudizhu.cards``). It
    has at most ``MOST_CARDS_SEARCHED`` cards. The seat that holds it wins as soon as it has at most ``spare``
    cards left (DDZ-6.4).
    """
    work.searched_hand, work.searched_spare = unary_to_packed_counts(cards, more), spare
    work.elsewhere, work.elsewhere_more = without_cards(row.unplayed, row.unplayed_more, cards, more)
    work.failed[:] = 0


@jit
def is_forced_win(rules: Any, row: Any, work: Any, cards: int, more: int, play: Play) -> bool:
    """Whether a play from the searched hand, or from a part of it, begins a forced win."""
    rest, rest_more = without_cards(cards, more, play[3], play[4])
    if popcount(rest) + popcount(rest_more) <= work.searched_spare:
        return True
    return not can_be_beaten(rules, row, work, play) and can_lead_out(rules, row, work, rest, rest_more)


@jit
def can_lead_out(rules: Any, row: Any, work: Any, cards: int, more: int) -> bool:
    """Whether a seat that leads has a forced win.

    ``cards`` and ``more`` are the two words of the seat's hand. This is the hand given to ``begin_search``, or a
    part of that hand.

    The function searches depth-first for a sequence of plays that nobody can beat. For each play of the current
    sequence, it stores the hand before the play, and the number of the lead to try next from that hand. It does not
    search again a hand from which it has found no win.
    """
    depth = 0
    work.line_cards[0], work.line_more[0], work.line_next[0] = cards, more, 0
    while depth >= 0:
        cards, more = work.line_cards[depth], work.line_more[depth]
        play = lead_at(rules, row, cards, more, work.line_next[depth])
        if play[0] == NOTHING:
            work.failed[index_of_part(work, cards, more)] = 1
            depth -= 1
            continue
        work.line_next[depth] += 1
        rest, rest_more = without_cards(cards, more, play[3], play[4])
        if popcount(rest) + popcount(rest_more) <= work.searched_spare:
            return True
        if not work.failed[index_of_part(work, rest, rest_more)] and not can_be_beaten(rules, row, work, play):
            depth += 1
            work.line_cards[depth], work.line_more[depth], work.line_next[depth] = rest, rest_more, 0
    return False


@jit_inlined
def can_be_beaten(rules: Any, row: Any, work: Any, play: Play) -> bool:
    """Whether the cards outside the searched hand can beat a play.

    If these cards include a wild card, the answer is always yes.
    """
    if holds_wild(row, work.elsewhere):
        return True
    kind, length, rank = play[0], play[1], play[2]
    power = power_of_bomb(row, play)
    return nth_beating_play(rules, work.elsewhere, work.elsewhere_more, kind, length, rank, power, 0)[0] != NOTHING


@jit
def index_of_part(work: Any, cards: int, more: int) -> int:
    """Return the number of a part of the searched hand. Different parts have different numbers below ``MOST_PARTS``."""
    part, index = unary_to_packed_counts(cards, more), 0
    for rank in range(KINDS):
        index = index * (count_at(work.searched_hand, rank) + 1) + count_at(part, rank)
    return index
