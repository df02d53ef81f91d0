"""Deals a hand of Dou Dizhu: shuffles, draws random numbers, and runs the stages in which no seat has a choice (DDZ-2, 8.1).

In these stages packets are dealt, the bottom is taken, wild ranks are drawn, or the landlord is set by rotation.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.cards import nth_set_bit, with_cards, without_cards
from paiju.batch.doudizhu.scoring import bottom_bonus
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.rng import shuffle, uniform_below
from paiju.features.doudizhu.bit_encoding import BOTTOM, DEALING, DRAWING, ROTATING, WILD
from paiju.games.doudizhu.phases.automatic_stages import ROTATING_BASE


@jit
def draw_deal(rules: Any, row: Any) -> None:
    """Shuffle the pack, and draw the other random numbers that the hand needs.

    Depending on the rules, these choose the first bidder, the upcard, the wild ranks and the cards that the landlord
    draws.
    """
    size = rules.pack_size
    row.deck[:size] = rules.pack[:size]
    shuffle(row, row.deck[:size])
    if rules.draws_first >= 0:
        row.draws[rules.draws_first] = uniform_below(row, rules.players)
    if rules.draws_upcard >= 0:
        row.draws[rules.draws_upcard] = uniform_below(row, rules.players * rules.hand_size)
    if rules.draws_wild >= 0:
        row.draws[rules.draws_wild] = uniform_below(row, popcount(rules.numbers))
    if rules.draws_second_wild >= 0:
        row.draws[rules.draws_second_wild] = uniform_below(row, popcount(rules.numbers) - 1)
    if rules.draws_drawn >= 0:
        for draw in range(rules.players - 1):
            row.draws[rules.draws_drawn + draw] = uniform_below(row, rules.hand_size)


@jit_inlined
def run_automatic_stage(rules: Any, row: Any) -> None:
    """Run a stage in which no seat has a choice, such as dealing a packet."""
    if row.phase == DEALING:
        deal_packet(rules, row)
    elif row.phase == ROTATING:
        row.landlord, row.base = row.first, ROTATING_BASE
    elif row.phase == BOTTOM:
        take_bottom(rules, row)
    elif row.phase == DRAWING:
        draw_from_others(rules, row)
    else:
        draw_wild_rank(rules, row)


@jit_inlined
def draw_wild_rank(rules: Any, row: Any) -> None:
    """Set the wild rank or, in the phase SECOND_WILD, the second wild rank (DDZ-8.1, 8.10).

    A random number of the deal chooses the rank. The second wild rank differs from the first.
    """
    if row.phase == WILD:
        row.wild = nth_set_bit(rules.numbers, row.draws[rules.draws_wild])
    else:
        row.second_wild = nth_set_bit(rules.numbers & ~(1 << row.wild), row.draws[rules.draws_second_wild])


@jit
def cards_of_deck_slice(row: Any, start: int, size: int) -> tuple[int, int]:
    """Return the two words of the ``size`` cards of the deck from index ``start`` on."""
    cards = more = 0
    for place in range(start, start + size):
        cards, more = with_cards(cards, more, 1 << (row.deck[place] >> 2), 0)
    return cards, more


@jit_inlined
def deal_packet(rules: Any, row: Any) -> None:
    """Deal a packet of cards to every seat. With the first packet, also set the first bidder (DDZ-2, 2.7)."""
    last = rules.factors[row.stage]
    start, end = (rules.first_packet, rules.hand_size) if last else (0, rules.first_packet)
    for seat in range(rules.players):
        cards, more = cards_of_deck_slice(row, seat * rules.hand_size + start, end - start)
        row.hand[seat], row.more[seat] = with_cards(row.hand[seat], row.more[seat], cards, more)
        row.left[seat] += end - start
    if last:
        return
    if rules.draws_upcard >= 0:
        row.upcard = row.draws[rules.draws_upcard]
        row.first = row.upcard // rules.hand_size
    else:
        row.first = row.carried if rules.rotates and row.carried >= 0 else row.draws[rules.draws_first]


@jit_inlined
def take_bottom(rules: Any, row: Any) -> None:
    """Add the bottom cards to the landlord's hand (DDZ-2.6). If the rules have bottom bonuses, set ``row.bonus``."""
    seat = row.landlord
    row.hand[seat], row.more[seat] = with_cards(row.hand[seat], row.more[seat], row.bottom, row.bottom_more)
    row.left[seat] += rules.bottom_size
    if rules.bottom_bonus:
        row.bonus = bottom_bonus(rules, row)


@jit
def draw_from_others(rules: Any, row: Any) -> None:
    """Move one random card of each other seat to the landlord's hand (DDZ-2.5).

    A random number of the deal chooses the card: it is an index into the cards that the seat was dealt. For this
    purpose, these cards are sorted by rank, the lowest first. Cards of one rank are sorted by suit, spades first.
    """
    landlord = row.landlord
    for draw in range(rules.players - 1):
        giver = (landlord + 1 + draw) % rules.players
        card = nth_lowest_dealt_card(rules, row, giver, row.draws[rules.draws_drawn + draw])
        mask = 1 << (card >> 2)
        row.hand[giver], row.more[giver] = without_cards(row.hand[giver], row.more[giver], mask, 0)
        row.hand[landlord], row.more[landlord] = with_cards(row.hand[landlord], row.more[landlord], mask, 0)
        row.left[giver] -= 1
        row.left[landlord] += 1
        row.gave[giver] = card
        if row.opened[giver] or row.opened[landlord]:
            row.gifts_seen |= 1 << giver


@jit
def nth_lowest_dealt_card(rules: Any, row: Any, seat: int, place: int) -> int:
    """Return the card at index ``place`` of the cards that a seat was dealt, in ascending order.

    A card is the number rank × 4 + suit.
    """
    start = seat * rules.hand_size
    for card in range(60):
        for at in range(start, start + rules.hand_size):
            if row.deck[at] == card:
                if place == 0:
                    return card
                place -= 1
    return -1
