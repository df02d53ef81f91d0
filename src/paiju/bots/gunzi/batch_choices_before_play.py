"""Compiled functions that choose the bot's actions before the play, as ``steady_bot`` defines them."""

from __future__ import annotations

from math import inf
from typing import Any

from paiju.batch.gunzi.action_features import with_cards, without_cards
from paiju.batch.gunzi.cards import (
    KINDS_OF_CLASS,
    POINT_CARDS,
    SUIT,
    Lanes,
    card_count,
    cards_of_kinds,
    choice_number,
    copies_of_kind,
    count_of,
    lanes_tuple,
    lowest_set_bit_index,
)
from paiju.batch.gunzi.hand_start import nth_declaration
from paiju.batch.gunzi.hand_transitions import cards_to_give_back, nth_action
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.bots.gunzi import expected_values
from paiju.bots.gunzi.batch_seat_knowledge import (
    chance_of_last_trick,
    cheapest_cards,
    fill_seat_knowledge,
    highest_trump,
)
from paiju.bots.gunzi.expected_values import MOST_COMPARED, SHORT_SUIT
from paiju.features.gunzi.bit_encoding import LOWEST_KINDS, NO_SUIT, SUIT_KINDS
from paiju.games.gunzi.cards import BIG_JOKER, SMALL_JOKER
from paiju.games.gunzi.state import BOTTOM, TEAMS

needed_suit_length = jit_inlined(expected_values.needed_suit_length)
expected_gain_from_burying_jokers = jit_inlined(expected_values.expected_gain_from_burying_jokers)
cohesion = jit_inlined(expected_values.cohesion)
cost_of_parting = jit_inlined(expected_values.cost_of_parting)

# ---- declaring


@jit
def choose_declaration(rules: Any, row: Any) -> int:
    """Return the action number of the declaration to make, or 0 for none (``steady_bot._choose_declaration``)."""
    if row.bank < 0:
        return int(row.count > 1 and declares_in_first_hand(row))
    seat, best, most, least = row.turn, 0, -1, 0
    for number in range(row.count - 1):
        kind, copies, call, _ = nth_declaration(rules, row, seat, number)
        if call < 0:
            call = kind // SUIT_KINDS
        if call == NO_SUIT:
            continue
        length = suit_length(row, seat, call)
        if length > most or (length == most and copies <= least):
            best, most, least = number + 1, length, copies
    now = suit_length(row, seat, row.call) if 0 <= row.call < NO_SUIT else -1
    return best if most >= max(needed_suit_length(row.left[seat], 0), now + 2) else 0


@jit_inlined
def declares_in_first_hand(row: Any) -> bool:
    """Whether the seat to act declares in the first hand of a match, if it can."""
    if row.banker < 0:
        return True
    is_short = 0 <= row.call < NO_SUIT and suit_length(row, row.turn, row.call) < SHORT_SUIT
    return bool(is_short and (row.banker - row.turn) % TEAMS)


@jit
def suit_length(row: Any, seat: int, suit: int) -> int:
    """Return the number of cards of a suit in a hand, without cards that are trumps whichever suit is declared."""
    kinds = (1 << SUIT_KINDS) - 2 << SUIT_KINDS * suit & ~(LOWEST_KINDS << row.level - 2)
    return card_count(cards_of_kinds(row.hand[seat], kinds))


# ---- burying and giving back


@jit
def cheapest_to_part_with(work: Any, pool: Lanes, number: int) -> Lanes:
    """Return the ``number`` cards of a set that are least worth keeping (``steady_bot._cheapest_to_part_with``)."""
    left = pool[0]
    while left:
        kind = lowest_set_bit_index(left)
        left &= left - 1
        length = work.lengths[SUIT[work.level, work.call, kind]]
        work.worths[kind] = cost_of_parting(work.values[kind], bool(POINT_CARDS >> kind & 1), length)
    return cheapest_cards(work, pool, number)


@jit
def choose_burial(row: Any, work: Any) -> int:
    """Return the action number of the cards that the banker buries (``steady_bot._choose_burial``)."""
    fill_seat_knowledge(row, work)
    hand, jokers = lanes_tuple(work.hand), choose_jokers(row, work, BOTTOM)
    rest = cheapest_to_part_with(work, without_cards(hand, jokers), BOTTOM - card_count(jokers))
    return choice_number(hand, BOTTOM, with_cards(jokers, rest))


@jit
def choose_jokers_to_bury(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the jokers to bury, or 0 for none (``steady_bot._choose_jokers_to_bury``)."""
    fill_seat_knowledge(row, work)
    jokers = choose_jokers(row, work, row.takeable)
    number = 0
    while nth_action(rules, row, number)[2] != jokers:
        number += 1
    return number


@jit
def choose_jokers(row: Any, work: Any, most: int) -> Lanes:
    """Return the choice of at most ``most`` jokers of the hand that has the highest expected gain if it is buried."""
    best, jokers = -inf, joker_cards(0, 0)
    for big in range(count_of(work.hand, BIG_JOKER) + 1):
        for small in range(count_of(work.hand, SMALL_JOKER) + 1):
            if big + small <= most:
                buried = joker_cards(small, big)
                rest = without_cards(lanes_tuple(work.hand), buried)
                chance = chance_of_last_trick(row, work, highest_trump(work, rest[0]))
                gain = expected_gain_from_burying_jokers(2 * big + small, big + small, chance)
                if gain > best:
                    best, jokers = gain, buried
    return jokers


@jit_inlined
def joker_cards(small: int, big: int) -> Lanes:
    """Return the set of this many small and big jokers."""
    cards: Lanes = with_cards(copies_of_kind(SMALL_JOKER, small), copies_of_kind(BIG_JOKER, big))
    return cards


@jit
def choose_cards_to_give_back(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the cards that the banker gives back (``steady_bot._choose_cards_to_give_back``)."""
    fill_seat_knowledge(row, work)
    pool, number = cards_to_give_back(rules, row), card_count(row.tribute[row.payers - row.owed])
    return choice_number(pool, number, cheapest_to_part_with(work, pool, number))


# ---- paying tribute and taking back


@jit
def choose_cards_to_pay(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the tribute that fits least with the hand (``steady_bot._choose_cards_to_pay``)."""
    fill_seat_knowledge(row, work)
    best, least = 0, inf
    for number in range(min(row.count, MOST_COMPARED)):
        cards = nth_action(rules, row, number)[2]
        found = cohesion_with_hand(work, cards, lanes_tuple(work.hand))
        if found < least:
            best, least = number, found
    return best


@jit
def choose_cards_to_take_back(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the cards that fit best with the hand (``steady_bot._choose_cards_to_take_back``)."""
    fill_seat_knowledge(row, work)
    best, most = 0, -inf
    for number in range(min(row.count, MOST_COMPARED)):
        cards = nth_action(rules, row, number)[2]
        found = cohesion_with_hand(work, cards, with_cards(lanes_tuple(work.hand), cards))
        if found > most:
            best, most = number, found
    return best


@jit
def cohesion_with_hand(work: Any, cards: Lanes, hand: Lanes) -> float:
    """Return how well cards fit with a hand (``steady_bot._cohesion``)."""
    alike, suited, left = 0, 0, cards[0]
    while left:
        kind = lowest_set_bit_index(left)
        left &= left - 1
        alike += count_of(cards, kind) * count_of(hand, kind)
        suit = SUIT[work.level, work.call, kind]
        suited += card_count(cards_of_kinds(hand, KINDS_OF_CLASS[work.level, work.call, suit]))
    return float(cohesion(alike, suited))
