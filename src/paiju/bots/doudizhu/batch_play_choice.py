"""Compiled: chooses the steady bot's play or pass in a row of the batch engine (``play_choice``)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.attachments import STRICT
from paiju.batch.doudizhu.move_generation import nth_lead
from paiju.batch.jit_cache import jit, jit_inlined, jit_inlined_early, popcount
from paiju.bots.doudizhu import batch_workspace as at
from paiju.bots.doudizhu import play_choice
from paiju.bots.doudizhu.batch_decomposition import chance_play_holds_trick, chance_to_hold_trick, cost_of_equal
from paiju.bots.doudizhu.batch_seat_knowledge import chance_to_go_out, chance_to_go_out_leading
from paiju.bots.doudizhu.batch_wild_decomposition import divide_with_wilds
from paiju.bots.doudizhu.batch_wild_plays import (
    answer_at,
    attached_ranks,
    find_wild_lead,
    is_listed_before,
    is_listed_before_with_wilds,
    lead_at,
)
from paiju.bots.doudizhu.batch_workspace import (
    card_total,
    count_at,
    count_wilds,
    lowest_rank,
    packed_counts_to_unary,
    ranks_with,
    unary_to_packed_counts,
)
from paiju.bots.doudizhu.play_choice import (
    CHANCE_NOT_BLOCKED,
    COST_OF_NEEDED_CARD,
    FEW_LEADS,
    FEW_LEADS_WITH_SMALL_HAND,
    IMMEDIATE_WIN_VALUE,
    WON_VALUE,
    step_function_value,
)
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.features.doudizhu.bit_encoding import (
    ATTACH,
    BOMB,
    PAIR,
    PAIR_CHAIN,
    QUAD_PAIRS,
    QUAD_SINGLES,
    ROCKET,
    SINGLE,
    STRAIGHT,
    TRIO,
    TRIO_CHAIN,
    TRIO_CHAIN_PAIRS,
    TRIO_CHAIN_SINGLES,
    TRIO_PAIR,
    TRIO_SINGLE,
)

_MOST_TO_GO: Final = 40
URGENCY_OF: Final = np.array([step_function_value(play_choice.ENEMY_LEADS, to_go, 1.0) for to_go in range(_MOST_TO_GO)])
"""The cost of letting an enemy gain the lead, by the number of cards that this enemy still has to play."""
PARTNER_LEAD_OF: Final = np.array(
    [step_function_value(play_choice.PARTNER_LEADS, to_go, 0.8) for to_go in range(_MOST_TO_GO)]
)
"""What it is worth to the bot if a partner has the lead.

The index is the number of cards that the partner still has to play.
"""
FINISH: Final = np.array(play_choice.FINISH)
PLACE_OF_KIND: Final = np.argsort(
    [
        *(SINGLE, STRAIGHT, PAIR, PAIR_CHAIN, TRIO, TRIO_SINGLE, TRIO_PAIR, TRIO_CHAIN, TRIO_CHAIN_SINGLES),
        *(TRIO_CHAIN_PAIRS, QUAD_SINGLES, QUAD_PAIRS, BOMB, ROCKET),
    ]
)
"""For each kind of play, its position in the order in which ``nth_lead`` lists the leads.

The index of an entry is the number of the kind.
"""

# ---- values of plays and of the pass


@jit_inlined_early
def fill_values_of_having_lead(work: Any) -> None:
    """Write to the workspace what it costs if an enemy gains the lead, and what it is worth if a partner has it."""
    least, partner = _MOST_TO_GO - 1, 0.0
    for other in range(work.others):
        to_go = work.to_go[other]
        if work.enemies[other]:
            least = min(least, to_go)
        else:
            partner = max(partner, PARTNER_LEAD_OF[to_go])
    work.urgency, work.partner = URGENCY_OF[least], partner


@jit
def play_value(work: Any, kind: int, length: int, rank: int, used: int) -> float:
    """Return the value of a play; lower is better. ``used`` are its cards."""
    left, size = work.hand - used, card_total(used)
    if card_total(left) <= work.spare:
        return WON_VALUE - size
    hold = chance_to_hold_trick(work, kind, length, rank, size)
    cost = divide_with_wilds(work, left)
    number = cost + work.urgency * (1 - hold) - finish_bonus(work) * hold
    return adjust_for_immediate_wins(work, number, work.others, -1, kind, length, rank, size)


@jit_inlined_early
def finish_bonus(work: Any) -> float:
    """Return the expected bonus for the hand that remains after a play (``play_choice.FINISH``).

    ``work.plays`` contains the plays into which the remaining hand is divided.
    """
    if work.count >= len(FINISH):
        return 0.0
    for place in range(work.count):
        hold, to = chance_play_holds_trick(work, work.plays[place]), place
        while to and work.loose[to - 1] > hold:
            work.loose[to] = work.loose[to - 1]
            to -= 1
        work.loose[to] = hold
    product = 1.0
    for place in range(1, work.count):
        product *= work.loose[place]
    return float(FINISH[work.count] * product)


@jit
def adjust_for_immediate_wins(  # noqa: PLR0913, PLR0917
    work: Any, goes_on: float, seats: int, leader: int, kind: int, length: int, rank: int, size: int
) -> float:
    """Return the value of a play or a pass, corrected for the chance that another seat wins before this seat acts.

    - ``goes_on`` is the value if no other seat wins by then.
    - ``kind``, ``length``, ``rank`` and ``size`` (the number of cards) describe the combination to beat.
    - ``seats`` is how many of the other seats may beat it: these act first, one after another.
    - ``leader`` is the seat that leads if none of them beats it: an index among the other seats, or -1 for this
      seat itself.
    """
    won = lost = 0.0
    free_partner = free_enemy = 1.0
    for other in range(seats):
        chance = chance_to_go_out(work, other, kind, length, rank, size)
        if work.enemies[other]:
            lost += (1 - won - lost) * free_enemy * chance
            free_partner *= chance_to_hold_trick(work, kind, length, rank, size)
        else:
            won += (1 - won - lost) * free_partner * chance
            free_enemy *= CHANCE_NOT_BLOCKED
    if leader >= 0:
        chance = chance_to_go_out_leading(work, leader)
        if work.enemies[leader]:
            lost += (1 - won - lost) * free_enemy * chance
        else:
            won += (1 - won - lost) * free_partner * chance
    return (1 - won - lost) * goes_on + IMMEDIATE_WIN_VALUE * (lost - won)


@jit_inlined
def size_to_beat(row: Any) -> int:
    """Return the number of cards of the play to beat."""
    return card_total(unary_to_packed_counts(row.beat, row.beat_more))


@jit_inlined
def index_of_trick_owner(row: Any, players: int) -> int:
    """Return which of the other seats made the play to beat, as an index.

    The other seats are counted in the order in which they act: the seat that acts next has index 0.
    """
    return int((row.by - row.turn + players) % players - 1)


@jit_inlined_early
def chance_enemy_leads(work: Any, row: Any) -> float:
    """Return the estimated probability that an enemy gets the lead if this seat passes."""
    owner = index_of_trick_owner(row, work.players)
    enemies = 0
    for other in range(owner):
        enemies += work.enemies[other]
    if work.enemies[owner]:
        return 0.6 if enemies < owner else 1.0
    if not enemies:
        return 0.0
    return 0.6 * (1 - chance_to_hold_trick(work, row.kind, row.length, row.rank, size_to_beat(row)))


@jit_inlined_early
def pass_value(work: Any, row: Any) -> float:
    """Return the value of a pass; lower is better.

    If the play to beat was made by a partner, the value is lowered, because a play would take the trick from this
    partner.
    """
    leads, owner = chance_enemy_leads(work, row), index_of_trick_owner(row, work.players)
    number = work.hand_cost + work.urgency * leads
    value = adjust_for_immediate_wins(work, number, owner, owner, row.kind, row.length, row.rank, size_to_beat(row))
    overtaking = 0.0 if work.enemies[owner] else work.partner * (1 - leads)
    return value - overtaking


# ---- leads


@jit
def choose_lead(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the best play to lead with; 0 if the rules do not allow this play."""
    work.lead[:], work.lead_value = 0, np.inf
    if row.count <= FEW_LEADS or (row.count <= FEW_LEADS_WITH_SMALL_HAND and card_total(work.hand) <= 8):
        for number in range(row.count):
            kind, length, rank, cards, more = lead_at(rules, row, row.hand[row.turn], row.more[row.turn], number)
            update_best_lead(work, kind, length, rank, unary_to_packed_counts(cards, more), True)
    else:
        for place in range(work.hand_count):
            play = work.hand_plays[place]
            update_best_lead(work, play[at.KIND], play[at.LENGTH], play[at.RANK], play[at.USED], False)
    for size in range(1, 3):
        ranks = ranks_with(work.hand, size)
        if ranks and has_partner_with_hand_size(work, size):
            rank = lowest_rank(ranks)
            update_best_lead(work, SINGLE if size == 1 else PAIR, 1, rank, size << 4 * rank, False)
    return find_lead_number(rules, row, work)


@jit
def update_best_lead(work: Any, kind: int, length: int, rank: int, used: int, is_listed: bool) -> None:
    """Store a play as the best lead (``work.lead``) if it is better than the best lead so far.

    The play with the lower value is better. If the values are equal, the larger play is better; then the play of
    lower rank; and then, if ``is_listed`` is true, the play that comes first in the list of legal plays of the
    exact rules. ``used`` are the cards of the play.
    """
    value, best = lead_value(work, kind, length, rank, used), work.lead
    if value > work.lead_value:
        return
    if value == work.lead_value:
        size, most = card_total(used), card_total(best[at.USED])
        if size != most:
            comes_first = size > most
        elif rank != best[at.RANK]:
            comes_first = rank < best[at.RANK]
        elif not is_listed or kind != best[at.KIND]:
            comes_first = is_listed and kind < best[at.KIND]
        else:
            comes_first = is_play_listed_before(work, kind, length, rank, used, best[at.USED])
        if not comes_first:
            return
    work.lead_value = value
    best[at.KIND], best[at.LENGTH], best[at.RANK], best[at.USED] = kind, length, rank, used


@jit_inlined
def is_play_listed_before(work: Any, kind: int, length: int, rank: int, used: int, other: int) -> bool:
    """Whether the exact rules list the play ``used`` before the play ``other``.

    ``used`` and ``other`` are the cards of two legal plays of this seat that have the same kind and the same
    body.
    """
    if work.wilds:
        return is_listed_before_with_wilds(work, kind, length, rank, used, other)
    return is_listed_before(used, other)


@jit
def find_lead_number(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the best lead (``work.lead``); 0 if that lead is not legal.

    If the hand has no wild cards, the function finds the lead by binary search in the list of legal leads.
    """
    hand, more, count, play = row.hand[row.turn], row.more[row.turn], row.count, work.lead
    cards, beyond = packed_counts_to_unary(play[at.USED])
    if row.second_wild >= 0 or work.wilds:
        return find_wild_lead(rules, row, hand, (play[at.KIND], play[at.LENGTH], play[at.RANK], cards, beyond))
    size = card_total(play[at.USED])
    wanted = lead_order_key(play[at.KIND], play[at.LENGTH], play[at.RANK], size)
    first, after = 0, count
    while first < after:
        middle = (first + after) // 2
        kind, length, rank, one, two = nth_lead(rules, hand, more, middle)
        if lead_order_key(kind, length, rank, popcount(one) + popcount(two)) < wanted:
            first = middle + 1
        else:
            after = middle
    for number in range(first, count):
        _, _, _, one, two = nth_lead(rules, hand, more, number)
        if one == cards and two == beyond:
            return number
    return 0


@jit_inlined
def lead_order_key(kind: int, length: int, rank: int, size: int) -> int:
    """Return a sort key for a lead: sorted by this key, leads are in the order in which ``nth_lead`` lists them.

    Leads that have the same body and differ only in their attached cards have the same key.
    """
    return int((PLACE_OF_KIND[kind] << 8 | (size if kind == BOMB else length)) << 8 | rank)


@jit_inlined
def has_partner_with_hand_size(work: Any, size: int) -> bool:
    """Whether a partner holds exactly ``size`` cards."""
    found = False
    for other in range(work.others):
        found |= work.enemies[other] == 0 and work.sizes[other] == size
    return found


@jit_inlined_early
def lead_value(work: Any, kind: int, length: int, rank: int, used: int) -> float:
    """Return the value of a lead; lower is better. ``used`` are its cards."""
    size = card_total(used)
    value = play_value(work, kind, length, rank, used)
    fits_partner = fits_enemy = False
    for other in range(work.others):
        if work.enemies[other]:
            fits_enemy |= work.to_go[other] <= size <= work.sizes[other]
        else:
            fits_partner |= work.to_go[other] == size
    if fits_partner and size <= 2 and length == 1 and kind != ROCKET:
        value += -2.5 * (1 - rank / 14)
    hold = chance_to_hold_trick(work, kind, length, rank, size)
    if fits_enemy and kind < BOMB and hold != 1:
        value += 3.0 * (1 - hold) + 1.0
    return value


# ---- answers


@jit
def choose_answer(rules: Any, row: Any, work: Any, may_pass: bool) -> int:
    """Return the action number of the best answer to the play to beat: a play that beats it, or the pass (0).

    If ``may_pass`` is false, the pass is not considered.
    """
    hand, more = row.hand[row.turn], row.more[row.turn]
    best, value = 1, np.inf
    if may_pass:
        best, value = 0, pass_value(work, row)
    fill_attachment_costs(work)
    best_kind = best_rank = best_used = number = 0
    while number < row.count - 1:
        kind, length, rank, cards, beyond = answer_at(rules, row, hand, more, number)
        cheapest, used, after = number, unary_to_packed_counts(cards, beyond), number + 1
        if ATTACH[kind]:
            cheapest, used, after = cheapest_with_body(rules, row, work, number, rank, used)
        worth = play_value(work, kind, length, rank, used)
        is_best = worth < value
        if worth == value and work.wilds and best and kind == best_kind:
            is_best = rank < best_rank or (
                rank == best_rank and is_listed_before_with_wilds(work, kind, length, rank, used, best_used)
            )
        if is_best:
            best, value, best_kind, best_rank, best_used = cheapest + 1, worth, kind, rank, used
        number = after
    return best


@jit_inlined_early
def cheapest_with_body(rules: Any, row: Any, work: Any, number: int, rank: int, used: int) -> tuple[int, int, int]:
    """Find the answer with the cheapest attachments among all answers that have the same body.

    An answer is a play that beats the play to beat. In the list of answers, those with the same body follow each
    other. The first of them has the index ``number``, the cards ``used``, and a body of rank ``rank``.

    Returns three numbers: the index of the cheapest answer, its cards, and the index of the first answer with a
    different body.
    """
    hand, more, kind, length = row.hand[row.turn], row.more[row.turn], row.kind, row.length
    best, chosen, lost = number, used, attachment_cost(rules, work, kind, length, rank, used)
    number += 1
    while number < row.count - 1:
        play = answer_at(rules, row, hand, more, number)
        if play[0] != kind or play[2] != rank:
            break
        used = unary_to_packed_counts(play[3], play[4])
        cost = attachment_cost(rules, work, kind, length, rank, used)
        if cost < lost or (cost == lost and is_play_listed_before(work, kind, length, rank, used, chosen)):
            best, chosen, lost = number, used, cost
        number += 1
    return best, chosen, number


@jit
def attachment_cost(rules: Any, work: Any, kind: int, length: int, rank: int, used: int) -> float:
    """Return the cost of giving away the attached cards and the wild cards of a play.

    ``used`` are the cards of the play.
    """
    attached = attached_ranks(rules.manner & STRICT, work, kind, length, rank, used)
    cost = 0.0
    for one in range(KINDS):
        if count_at(attached, one):
            cost += work.keep[one] * count_at(attached, one)
    return cost + COST_OF_NEEDED_CARD * count_wilds(work, used) if work.wilds else cost


@jit_inlined_early
def fill_attachment_costs(work: Any) -> None:
    """Write to ``work.keep``, for each rank, the cost of giving away one card of the rank as an attachment."""
    for rank in range(KINDS):
        work.keep[rank] = COST_OF_NEEDED_CARD + rank / 10
    for place in range(work.hand_count):
        play = work.hand_plays[place]
        loose = play[at.ATTACHED]
        if play[at.KIND] in (SINGLE, PAIR):
            loose = play[at.BODY]
        for rank in range(KINDS):
            number = count_at(loose, rank)
            if number:
                work.keep[rank] = -cost_of_equal(work, number, rank) / number + rank / 100
