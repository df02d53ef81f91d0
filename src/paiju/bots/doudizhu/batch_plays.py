"""Compiled: chooses the steady bot's play or pass in a row of the batch engine (``play_choice``)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.move_generation import Play, nth_answer, nth_lead
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.bots.doudizhu import batch_workspace as at
from paiju.bots.doudizhu import play_choice
from paiju.bots.doudizhu.batch_beliefs import chance_to_go_out, chance_to_go_out_leading
from paiju.bots.doudizhu.batch_costs import cost_of_equal, cost_of_play, divide, hold_chance, hold_chance_of, play_size
from paiju.bots.doudizhu.batch_workspace import (
    card_total,
    chain_body,
    count_at,
    lowest_rank,
    pack_counts,
    ranks_with,
    unpack_counts,
)
from paiju.bots.doudizhu.play_choice import BLOCKS, DEAR, ENDS, FEW, LAST, WON, value_for_count
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.features.doudizhu.bit_encoding import ATTACH, BOMB, NOTHING, PAIR, ROCKET, SINGLE, UNIT

_MOST_TO_GO: Final = 40
URGENCY_OF: Final = np.array([value_for_count(play_choice.URGENT, to_go, 1.0) for to_go in range(_MOST_TO_GO)])
"""What it costs if an enemy gains the lead that has this many cards to go."""
PARTNER_LEAD_OF: Final = np.array(
    [value_for_count(play_choice.PARTNER_LEADS, to_go, 0.8) for to_go in range(_MOST_TO_GO)]
)
"""What it is worth that a partner has the lead that has this many cards to go."""
FINISH: Final = np.array(play_choice.FINISH)

# ---- values of plays and of the pass


@jit
def fill_stakes(work: Any) -> None:
    """Compute the urgency and the value of a partner's lead."""
    least, partner = _MOST_TO_GO - 1, 0.0
    for other in range(work.facts[at.OTHERS]):
        to_go = work.others[other, at.TO_GO]
        if work.others[other, at.ENEMY]:
            least = min(least, to_go)
        else:
            partner = max(partner, PARTNER_LEAD_OF[to_go])
    work.stakes[at.URGENCY], work.stakes[at.PARTNER] = URGENCY_OF[least], partner


@jit
def play_value(work: Any, kind: int, length: int, rank: int, body: int, attached: int) -> float:  # noqa: PLR0913, PLR0917
    """Return the value of a play; lower is better."""
    left, size = work.facts[at.HAND] - body - attached, card_total(body) + card_total(attached)
    if card_total(left) <= work.facts[at.SPARE]:
        return WON - size
    hold = hold_chance(work, kind, length, rank, size)
    cost, plays = divide(work, left, work.rest_plays)
    cost = without_left_over(work, cost, work.rest_plays[:plays])
    number = cost + work.stakes[at.URGENCY] * (1 - hold) - finish_bonus(work, work.rest_plays[:plays]) * hold
    return with_immediate_chances(
        work, number, work.facts[at.OTHERS], -1, kind, length, rank, size, attached
    )


@jit
def without_left_over(work: Any, cost: float, plays: Any) -> float:
    """Return the cost of a divided hand without the plays that the seat may keep at the end (DDZ-6.4)."""
    spare, saved = work.facts[at.SPARE], 0.0
    if not spare:
        return cost
    costs, sizes = np.empty(len(plays)), np.empty(len(plays), np.int64)
    for place in range(len(plays)):
        costs[place], sizes[place] = cost_of_play(work, plays[place]), play_size(plays[place])
    for _ in range(len(plays)):
        most = -1
        for place in range(len(plays)):
            if sizes[place] and (
                most < 0
                or costs[place] > costs[most]
                or (costs[place] == costs[most] and sizes[place] > sizes[most])
            ):
                most = place
        if costs[most] > 0 and sizes[most] <= spare:
            saved, spare = saved + costs[most], spare - sizes[most]
        sizes[most] = 0
    return cost - saved


@jit
def finish_bonus(work: Any, plays: Any) -> float:
    """Return the expected bonus if the remaining hand is divided into these plays."""
    if len(plays) >= len(FINISH):
        return 0.0
    holds = np.empty(len(FINISH))
    for place in range(len(plays)):
        hold, to = hold_chance_of(work, plays[place]), place
        while to and holds[to - 1] > hold:
            holds[to] = holds[to - 1]
            to -= 1
        holds[to] = hold
    product = 1.0
    for place in range(1, len(plays)):
        product *= holds[place]
    return FINISH[len(plays)] * product


@jit
def with_immediate_chances(  # noqa: PLR0913, PLR0917
    work: Any, goes_on: float, seats: int, leader: int, kind: int, length: int, rank: int, size: int, attached: int
) -> float:
    """Return the value of a play or a pass whose value is ``goes_on`` if no seat wins before this seat acts again.

    The first ``seats`` other seats may beat the combination. If none does, ``leader`` leads (-1: this seat does).
    """
    won = lost = 0.0
    free_partner = free_enemy = 1.0
    for other in range(seats):
        one = work.others[other]
        chance = chance_to_go_out(work, one, kind, length, rank, size, attached)
        if one[at.ENEMY]:
            lost += (1 - won - lost) * free_enemy * chance
            free_partner *= hold_chance(work, kind, length, rank, size)
        else:
            won += (1 - won - lost) * free_partner * chance
            free_enemy *= BLOCKS
    if leader >= 0:
        one = work.others[leader]
        chance = chance_to_go_out_leading(work, one)
        if one[at.ENEMY]:
            lost += (1 - won - lost) * free_enemy * chance
        else:
            won += (1 - won - lost) * free_partner * chance
    return (1 - won - lost) * goes_on + ENDS * (lost - won)


@jit_inlined
def size_to_beat(row: Any) -> int:
    """Return the number of cards of the play to beat."""
    return card_total(pack_counts(row.beat, row.beat_more))


@jit_inlined
def owner_of_trick(row: Any, players: int) -> int:
    """Return the index, among the other seats, of the one that made the play to beat."""
    return (row.by - row.turn + players) % players - 1


@jit
def chance_enemy_leads(work: Any, row: Any) -> float:
    """Return the estimated probability that an enemy gets the lead if this seat passes."""
    owner = owner_of_trick(row, work.facts[at.PLAYERS])
    enemies = 0
    for other in range(owner):
        enemies += work.others[other, at.ENEMY]
    if work.others[owner, at.ENEMY]:
        return 0.6 if enemies < owner else 1.0
    if not enemies:
        return 0.0
    return 0.6 * (1 - hold_chance(work, row.kind, row.length, row.rank, size_to_beat(row)))


@jit
def pass_value(work: Any, row: Any) -> float:
    """Return the value of a pass, including the cost of taking the trick from a partner; lower is better."""
    cost, plays = divide(work, work.facts[at.HAND], work.rest_plays)
    cost = without_left_over(work, cost, work.rest_plays[:plays])
    leads, owner = chance_enemy_leads(work, row), owner_of_trick(row, work.facts[at.PLAYERS])
    number = cost + work.stakes[at.URGENCY] * leads
    kind, attached = row.kind, 1 if ATTACH[row.kind] else 0
    value = with_immediate_chances(
        work, number, owner, owner, kind, row.length, row.rank, size_to_beat(row), attached
    )
    overtaking = 0.0 if work.others[owner, at.ENEMY] else work.stakes[at.PARTNER] * (1 - leads)
    return value - overtaking


# ---- legal plays


@jit
def lead_at(rules: Any, hand: int, more: int, number: int) -> Play:
    """Return the ``number``-th lead of a hand without wild cards."""
    return nth_lead(rules, hand, more, number)


@jit
def answer_at(rules: Any, row: Any, hand: int, more: int, number: int) -> Play:
    """Return the ``number``-th play of a hand without wild cards that beats the play to beat."""
    return nth_answer(rules, hand, more, row.kind, row.length, row.rank, row.power, number)


# ---- leads


@jit
def choose_lead(rules: Any, row: Any, work: Any) -> int:
    """Return the number of the play with which to lead."""
    hand, more = row.hand[row.turn], row.more[row.turn]
    _, plays = divide(work, work.facts[at.HAND], work.hand_plays)
    if row.count <= FEW or (row.count <= LAST and card_total(work.facts[at.HAND]) <= 8):
        number, value = best_lead_of_all(rules, row, work)
    else:
        place, value = best_lead_of_division(work, plays)
        number = number_of_lead(rules, hand, more, work.hand_plays[place])
    for size in range(1, 3):
        if has_partner_with(work, size) and ranks_with(work.facts[at.HAND], size):
            gift = work.hand_plays[plays]
            rank = lowest_rank(ranks_with(work.facts[at.HAND], size))
            gift[at.KIND], gift[at.LENGTH], gift[at.RANK] = SINGLE if size == 1 else PAIR, 1, rank
            gift[at.BODY], gift[at.ATTACHED] = size << 4 * rank, 0
            number, value = better_of(rules, row, work, number, value, gift)
    return max(number, 0)


@jit
def better_of(rules: Any, row: Any, work: Any, number: int, value: float, gift: Any) -> tuple[int, float]:  # noqa: PLR0913, PLR0917
    """Return the number and the value of a lead, or those of ``gift`` if it comes first."""
    hand, more = row.hand[row.turn], row.more[row.turn]
    worth = lead_value(work, gift[at.KIND], 1, gift[at.RANK], gift[at.BODY], 0)
    if worth > value:
        return number, value
    if worth == value and number >= 0:
        _, _, rank, cards, beyond = lead_at(rules, hand, more, number)
        size = card_total(pack_counts(cards, beyond))
        if size > play_size(gift) or (size == play_size(gift) and rank <= gift[at.RANK]):
            return number, value
    return number_of_lead(rules, hand, more, gift), worth


@jit
def best_lead_of_division(work: Any, plays: int) -> tuple[int, float]:
    """Return the best of the first ``plays`` plays into which the hand is divided, and its value."""
    best, value = 0, np.inf
    for place in range(plays):
        play = work.hand_plays[place]
        worth = lead_value(work, play[at.KIND], play[at.LENGTH], play[at.RANK], play[at.BODY], play[at.ATTACHED])
        size, rank = play_size(play), play[at.RANK]
        chosen = work.hand_plays[best]
        if worth < value or (
            worth == value
            and (size > play_size(chosen) or (size == play_size(chosen) and rank < chosen[at.RANK]))
        ):
            best, value = place, worth
    return best, value


@jit
def best_lead_of_all(rules: Any, row: Any, work: Any) -> tuple[int, float]:
    """Return the number of the best of all legal leads, and its value."""
    best, value, best_size, best_rank, best_kind, best_attached = 0, np.inf, 0, 0, 0, 0
    for number in range(row.count):
        kind, length, rank, cards, more = lead_at(rules, row.hand[row.turn], row.more[row.turn], number)
        used = pack_counts(cards, more)
        body = body_of(kind, length, rank, used)
        worth, size = lead_value(work, kind, length, rank, body, used - body), card_total(used)
        if worth > value:
            continue
        if worth == value:
            if size != best_size:
                earlier = size > best_size
            elif rank != best_rank:
                earlier = rank < best_rank
            elif kind != best_kind:
                earlier = kind < best_kind
            else:
                earlier = is_listed_before(used - body, best_attached)
            if not earlier:
                continue
        best, value, best_size, best_rank, best_kind, best_attached = number, worth, size, rank, kind, used - body
    return best, value


@jit_inlined
def body_of(kind: int, length: int, rank: int, used: int) -> int:
    """Return the cards of a play that are not attached."""
    return chain_body(UNIT[kind], length, rank) if ATTACH[kind] else used


@jit_inlined
def is_listed_before(attached: int, other: int) -> bool:
    """Whether the exact rules list a play before one with the same body and other attached cards.

    At the lowest rank in which the two differ, a card comes before none, and fewer cards before more.
    """
    differs = attached ^ other
    if not differs:
        return False
    rank = lowest_rank(differs)
    one, two = count_at(attached, rank), count_at(other, rank)
    return one != 0 and (two == 0 or one < two)


@jit
def number_of_lead(rules: Any, hand: int, more: int, play: Any) -> int:
    """Return the number of a lead; -1 if it is not legal."""
    cards, beyond = unpack_counts(play[at.BODY] + play[at.ATTACHED])
    number = 0
    while True:
        kind, _, rank, one, two = lead_at(rules, hand, more, number)
        if kind == NOTHING:
            return -1
        if kind == play[at.KIND] and rank == play[at.RANK] and one == cards and two == beyond:
            return number
        number += 1


@jit_inlined
def has_partner_with(work: Any, size: int) -> bool:
    """Whether a partner holds this number of cards."""
    found = False
    for other in range(work.facts[at.OTHERS]):
        found |= work.others[other, at.ENEMY] == 0 and work.others[other, at.SIZE] == size
    return found


@jit
def lead_value(work: Any, kind: int, length: int, rank: int, body: int, attached: int) -> float:  # noqa: PLR0913, PLR0917
    """Return the value of a lead; lower is better."""
    size = card_total(body) + card_total(attached)
    value = play_value(work, kind, length, rank, body, attached)
    fits_partner = fits_enemy = False
    for other in range(work.facts[at.OTHERS]):
        one = work.others[other]
        if one[at.ENEMY]:
            fits_enemy |= one[at.TO_GO] <= size <= one[at.SIZE]
        else:
            fits_partner |= one[at.TO_GO] == size
    if fits_partner and size <= 2 and length == 1 and kind != ROCKET:
        value += -2.5 * (1 - rank / 14)
    hold = hold_chance(work, kind, length, rank, size)
    if fits_enemy and kind < BOMB and hold != 1:
        value += 3.0 * (1 - hold) + 1.0
    return value


# ---- answers


@jit
def choose_answer(rules: Any, row: Any, work: Any, may_pass: bool) -> int:
    """Return the number of the best play that beats the current one, or 0 for the pass if that is better."""
    hand, more = row.hand[row.turn], row.more[row.turn]
    best, value = 1, np.inf
    if may_pass:
        best, value = 0, pass_value(work, row)
    fill_keep(work)
    number = 1
    while number < row.count:
        kind, length, rank, cards, beyond = answer_at(rules, row, hand, more, number - 1)
        used = pack_counts(cards, beyond)
        body = body_of(kind, length, rank, used)
        cheapest, attached, after = cheapest_with_body(rules, row, work, number, kind, rank, body, used - body)
        worth = play_value(work, kind, length, rank, body, attached)
        if worth < value:
            best, value = cheapest, worth
        number = after
    return best


@jit
def cheapest_with_body(  # noqa: PLR0913, PLR0917
    rules: Any, row: Any, work: Any, number: int, kind: int, rank: int, body: int, attached: int
) -> tuple[int, int, int]:
    """Return the number and the attached cards of the answer with the cheapest attachments, among those with one body.

    ``number`` is the first of them, with these attached cards. The third result is the number of the first play after them.
    """
    hand, more = row.hand[row.turn], row.more[row.turn]
    best, chosen, lost = number, attached, attachment_cost(work, attached)
    number += 1
    while ATTACH[kind] and number < row.count:
        play = answer_at(rules, row, hand, more, number - 1)
        if play[0] != kind or play[2] != rank:
            break
        attached = pack_counts(play[3], play[4]) - body
        cost = attachment_cost(work, attached)
        if cost < lost or (cost == lost and is_listed_before(attached, chosen)):
            best, chosen, lost = number, attached, cost
        number += 1
    return best, chosen, number


@jit
def attachment_cost(work: Any, attached: int) -> float:
    """Return the cost of giving away the attached cards of a play."""
    cost = 0.0
    for rank in range(KINDS):
        if count_at(attached, rank):
            cost += work.keep[rank] * count_at(attached, rank)
    return cost


@jit
def fill_keep(work: Any) -> None:
    """Compute, for each rank, the cost of giving away one card of it as an attachment."""
    for rank in range(KINDS):
        work.keep[rank] = DEAR + rank / 10
    _, plays = divide(work, work.facts[at.HAND], work.hand_plays)
    for place in range(plays):
        play = work.hand_plays[place]
        loose = play[at.ATTACHED]
        if play[at.KIND] in (SINGLE, PAIR):
            loose = play[at.BODY]
        for rank in range(KINDS):
            number = count_at(loose, rank)
            if number:
                work.keep[rank] = -cost_of_equal(work, number, rank) / number + rank / 100
