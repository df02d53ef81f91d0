"""Compiled functions that choose what to lead and with what to follow, as ``steady_bot`` defines it."""

from __future__ import annotations

from math import inf
from typing import Any

from paiju.batch.gunzi.action_features import with_cards
from paiju.batch.gunzi.cards import (
    KINDS_OF_CLASS,
    SUIT,
    Lanes,
    card_count,
    cards_of_kinds,
    choice_number,
    copies_of_kind,
    count_of,
    lanes_tuple,
    lowest_set_bit_index,
    points_in,
)
from paiju.batch.gunzi.hand_transitions import beats_best_play, led_suit, nth_follow
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.bots.gunzi import expected_values
from paiju.bots.gunzi.batch_seat_knowledge import (
    chance_unbeaten,
    cheapest_cards,
    cheapest_kind,
    consider_last_trick,
    fill_seat_knowledge,
    last_trick_value_loss,
)
from paiju.bots.gunzi.batch_workspace import ALL_RIVALS, LATER_RIVALS, POINTS
from paiju.bots.gunzi.expected_values import SAFE_WITH_PARTNER
from paiju.games.gunzi.cards import COPIES, KINDS
from paiju.games.gunzi.state import SEATS, TEAMS
from paiju.games.gunzi.trumps import TRUMPS

expected_lead_gain = jit_inlined(expected_values.expected_lead_gain)
expected_pot_without_own_play = jit_inlined(expected_values.expected_pot_without_own_play)
cost_of_winning = jit_inlined(expected_values.cost_of_winning)
expected_winning_gain = jit_inlined(expected_values.expected_winning_gain)
worth_with_partner = jit_inlined(expected_values.worth_with_partner)
worth_with_others = jit_inlined(expected_values.worth_with_others)


@jit
def choose_lead(row: Any, work: Any) -> int:
    """Return the action number of the lead with the highest expected gain (``steady_bot._choose_lead``).

    Of equally good leads, that of the lowest kind is returned, and of these the first.
    """
    fill_seat_knowledge(row, work)
    consider_last_trick(row, work)
    number, best, most, best_kind = 0, 0, -inf, KINDS
    for copies in range(1, COPIES + 1):
        left = work.hand[copies - 1]
        while left:
            kind = lowest_set_bit_index(left)
            left &= left - 1
            gain = lead_gain(row, work, kind, copies)
            if gain > most or (gain == most and kind < best_kind):
                best, most, best_kind = number, gain, kind
            number += 1
    return best


@jit
def lead_gain(row: Any, work: Any, kind: int, copies: int) -> float:
    """Return the expected gain of leading ``copies`` cards of a kind."""
    safe = chance_unbeaten(row, work, kind, copies, ALL_RIVALS)
    points, held = copies * POINTS[kind], count_of(work.hand, kind)
    gain = expected_lead_gain(safe, copies, points, work.values[kind], held, copies == work.size)
    return float(gain - last_trick_value_loss(row, work, kind, copies))


@jit
def choose_follow(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the play with which to follow (``steady_bot._choose_follow``)."""
    fill_seat_knowledge(row, work)
    kinds, needed = KINDS_OF_CLASS[work.level, work.call, led_suit(row)], card_count(row.plays[0])
    suited = cards_of_kinds(work.hand, kinds)
    others, held = cards_of_kinds(work.hand, ~kinds), card_count(suited)
    with_partner = does_partner_win(row, work, needed)
    kind = -1 if with_partner else choose_winning_kind(row, work, needed, kinds)
    if kind >= 0:
        chosen = copies_of_kind(kind, needed)
    else:
        set_worths(work, with_partner)
        if held > needed:
            chosen = cheapest_sets(work, suited, nth_follow(rules, row, work.seat, row.count - 1)[0])
        else:
            chosen = cheapest_cards(work, others, needed - held)
    return choice_number(suited, needed, chosen) if held > needed else choice_number(others, needed - held, chosen)


@jit_inlined
def does_partner_win(row: Any, work: Any, copies: int) -> bool:
    """Whether the partner probably wins the trick."""
    holder = (row.leader + row.best) % SEATS
    if holder == work.seat or (holder - work.seat) % TEAMS:
        return False
    kind = lowest_set_bit_index(row.plays[row.best, 0])
    return bool(chance_unbeaten(row, work, kind, copies, LATER_RIVALS) > SAFE_WITH_PARTNER)


# ---- the cheapest play


@jit
def set_worths(work: Any, with_partner: bool) -> None:
    """Set ``worths``, by which cards to follow with are sorted. ``with_partner`` says whether the partner wins."""
    left = work.hand[0]
    while left:
        kind = lowest_set_bit_index(left)
        left &= left - 1
        value, points = work.values[kind], POINTS[kind]
        work.worths[kind] = worth_with_partner(value, points) if with_partner else worth_with_others(value, points)


@jit
def cheapest_sets(work: Any, cards: Lanes, worst: Lanes) -> Lanes:
    """Return the cheapest cards of a set that have the same shape as ``worst``, chosen from the largest sets on.

    ``worst`` is the last legal play, which has the worst shape that is allowed.
    """
    chosen = copies_of_kind(0, 0)
    for copies in range(COPIES, 0, -1):
        larger = worst[copies] if copies < COPIES else 0
        for _ in range(popcount(worst[copies - 1] & ~larger)):
            kind = cheapest_kind(work, cards[copies - 1] & ~chosen[0])
            chosen = with_cards(chosen, copies_of_kind(kind, copies))
    return chosen


# ---- taking the trick


@jit
def choose_winning_kind(row: Any, work: Any, copies: int, led: int) -> int:
    """Return the kind of the set with which to take the trick; -1 if no such set is worth its cost.

    ``led`` is a mask of the kinds of the suit led.
    """
    pool = work.hand[copies - 1]
    if work.hand[0] & led:
        pool = pool & led if card_count(cards_of_kinds(work.hand, led)) >= copies else 0
    best, most = -1, 0.0
    if pool == 0:
        return best
    consider_last_trick(row, work)
    pot = trick_pot(row, copies)
    while pool:
        kind = lowest_set_bit_index(pool)
        pool &= pool - 1
        if beats_best_play(row, row.plays[row.best, 0], 1 << kind):
            gain = winning_gain(row, work, kind, copies, pot)
            if gain > most:
                best, most = kind, gain
    return best


@jit
def trick_pot(row: Any, copies: int) -> float:
    """Return the points that the trick is expected to have, apart from the seat's own play."""
    points = 0
    for place in range(row.laid):
        points += points_in(lanes_tuple(row.plays[place]))
    return float(expected_pot_without_own_play(points, copies, SEATS - 1 - row.laid))


@jit
def winning_gain(row: Any, work: Any, kind: int, copies: int, pot: float) -> float:
    """Return the expected gain of taking the trick with ``copies`` cards of a kind."""
    safe = chance_unbeaten(row, work, kind, copies, LATER_RIVALS)
    is_trump = led_suit(row) == TRUMPS or SUIT[work.level, work.call, kind] == TRUMPS
    cost = cost_of_winning(copies, work.values[kind], is_trump) + last_trick_value_loss(row, work, kind, copies)
    return float(expected_winning_gain(safe, pot, copies * POINTS[kind], cost, copies == work.size))
