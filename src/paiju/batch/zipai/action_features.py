"""Encodes legal actions as 64-bit words, in the layout of ``paiju.features.zipai.action_feature_layout``."""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.observation_bits import seat_after, unary
from paiju.batch.zipai.cards import count_copies, lone, nth_kind, thermometer
from paiju.batch.zipai.layout import BITS_EACH, EATEN_AT
from paiju.batch.zipai.observation import bit_of_kind, unseen_cards
from paiju.batch.zipai.threes_and_fours import can_pong
from paiju.batch.zipai.winning import (
    DRAWN,
    FROM_HAND,
    NO_POINTS,
    OWN,
    deal_winning_points,
    points_with_card,
    winning_points,
)
from paiju.features.zipai import action_feature_layout
from paiju.features.zipai.action_feature_layout import (
    LONE_WHEN_READY,
    MOST_LAID,
    MOST_LOOSE,
    MOST_MISSING,
    MOST_PROMISED,
    MOST_WAITS,
)
from paiju.features.zipai.bit_encoding import (
    CLAIMING,
    COST,
    DISCARD,
    DISCARDING,
    EAT,
    LIE_OPEN,
    LIE_PONG,
    LIES,
    LOOKING,
    MINIMUM,
    NOTHING,
    OPEN,
    OPENING,
    PONG,
    SET_MINIMUM,
    SMALL,
    WAY,
    WIN,
    WORTH_OF,
)
from paiju.games.zipai.cards import KINDS

fits = jit_inlined(action_feature_layout.loose_card_bits)
whole = jit_inlined(action_feature_layout.melds_present)
worthy = jit_inlined(action_feature_layout.scoring_melds)


@jit
def describe(rules: Any, row: Any, number: int, out: Any) -> None:
    """Encode the ``number``-th legal action (from 0) of the seat to act, and write the encoding to ``out``."""
    seat, minimum = row.turn, row.minimum
    kind, card, answer = action_parts(rules, row, number)
    hand, left, melds, fours, worth = row.hand[seat], row.left[seat], row.melds[seat], row.fours[seat], row.worth[seat]
    lies, declined = row.lies[seat], declined_kinds_after_action(row, seat, kind)
    eaten = discards = 0
    if kind == SET_MINIMUM:
        minimum, card = card, NOTHING
    elif kind == DISCARD:
        hand, left = hand - (1 << 3 * card), left - 1
    elif kind == WIN:
        worth = points_if_won(rules, row, seat)
    elif kind == PONG:
        hand, left, melds, discards = hand - (2 << 3 * card), left - 2, melds + 1, 1
        worth, lies = worth + WORTH_OF[WAY * LIE_PONG + card], lies | LIES[LIE_PONG] << 3 * card
    elif kind == OPEN:
        worth += WORTH_OF[WAY * LIE_OPEN + card] - WORTH_OF[WAY * LIE_PONG + card]
        fours, discards, lies = fours + 1, fours == 0, lies + (LIES[LIE_OPEN] - LIES[LIE_PONG] << 3 * card)
    elif kind == EAT:
        hand, left, discards = hand + (1 << 3 * card), left + 1, 1
        for place in EATEN_AT:
            which = (answer >> place & BITS_EACH) - 1
            if which != NOTHING:
                hand, left, melds, worth = hand - COST[which], left - 3, melds + 1, worth + WORTH_OF[which]
                eaten |= 1 << which
    away, loose = unseen_cards(row, seat), lone(hand)
    out[0] = action_word(rules, row, seat, kind, card, away) | seat_after_action_word(discards, melds, fours, loose)
    out[1], out[2], out[3], out[4] = thermometer(hand), eaten, fits(hand, loose, away), whole(hand)
    out[5] = (
        unary(min(worth, MOST_LAID))
        | unary(min(max(minimum - worth, 0), MOST_MISSING)) << action_feature_layout.MISSING
    )
    out[6] = unary(meld_points_in_hand(hand)) << action_feature_layout.PROMISED
    if kind != WIN:
        out[6] |= best_wait_counts_word(hand, left, melds, fours, lies, declined, minimum - worth, away, discards)


@jit_inlined
def action_parts(rules: Any, row: Any, number: int) -> tuple[int, int, int]:
    """Return three numbers that describe the ``number``-th legal action (from 0):

    - its kind
    - its card; NOTHING if it has none; the points if the action sets the minimum
    - its packed answer; 0 for a discard and for an action that sets the minimum
    """
    if row.phase == MINIMUM:
        return SET_MINIMUM, rules.minimum_from + number * rules.minimum_step, 0
    if row.phase == DISCARDING:
        return DISCARD, nth_kind(row.hand[row.turn], number), 0
    answer = row.options[number]
    kind = answer & 7
    return kind, row.card if kind in (PONG, OPEN, EAT) else NOTHING, answer


@jit_inlined
def declined_kinds_after_action(row: Any, seat: int, kind: int) -> int:
    """Return the kinds of cards that the seat may no longer pong (碰) after an action of kind ``kind`` (ZP-5.5).

    The result is a word in which the bit ``3 * k`` is set for each such kind ``k`` of cards.
    """
    declined = row.declined[seat]
    if row.phase == CLAIMING and seat != row.by and kind not in (PONG, WIN) and can_pong(row, seat, row.card):
        declined |= 1 << 3 * row.card
    return declined


@jit
def points_if_won(rules: Any, row: Any, seat: int) -> int:
    """Return the points with which the seat would win if it declared a win now. Declaring a win must be legal."""
    if row.phase == OPENING:
        return deal_winning_points(rules, row, seat)
    if row.phase == LOOKING:
        return winning_points(row, seat, row.card, OWN)
    return winning_points(row, seat, row.card, DRAWN if row.drawn else FROM_HAND)


@jit_inlined
def action_word(rules: Any, row: Any, seat: int, kind: int, card: int, away: int) -> int:
    """Encode the kind of an action, its card, and what the seat knows about the other copies of this card.

    The seat knows how many copies it has not seen, and which seats have discarded a copy that nobody took. ``away`` are
    the cards that the seat has not seen.
    """
    bits = bit_of_kind(kind)
    if card != NOTHING:
        bits |= 1 << action_feature_layout.CARD + card | unary(count_copies(away, card)) << action_feature_layout.UNSEEN
        for step in range(rules.players):
            bits |= (
                count_copies(row.out[seat_after(seat, step, rules.players)], card) > 0
            ) << action_feature_layout.KNOWN + step
    return bits


@jit_inlined
def seat_after_action_word(discards: int, melds: int, fours: int, loose: int) -> int:
    """Encode the situation of a seat after an action.

    ``discards`` is 1 if the seat must discard after the action, otherwise 0. ``melds`` is the number of the
    seat's melds on the table, and ``fours`` is the number of fours among them. ``loose`` is a mask of the kinds
    in the seat's hand that form no meld with the other cards in the hand.
    """
    found = (
        unary(melds) << action_feature_layout.MELDS
        | unary(min(fours, action_feature_layout.MOST_FOURS)) << action_feature_layout.FOURS
        | discards << action_feature_layout.DISCARDS
    )
    return found | unary(min(popcount(loose), MOST_LOOSE)) << action_feature_layout.LOOSE


@jit_inlined
def meld_points_in_hand(hand: int) -> int:
    """Return the points of the threes and the melds 一二三 and 二七十 that the hand contains, at most ``MOST_PROMISED``."""
    melds = worthy(hand)
    return min(3 * popcount(melds & SMALL) + 6 * popcount(melds & ~SMALL), MOST_PROMISED)


@jit
def best_wait_counts_word(
    hand: int,
    left: int,
    melds: int,
    fours: int,
    lies: int,
    declined: int,
    wanted: int,
    away: int,
    discards: int,
) -> int:
    """Encode how many unseen cards complete the hand, and how many of them win with at least ``wanted`` points.

    The word has the four numbers of ``wait_counts_word``. ``away`` are the unseen cards. ``discards`` is 1 if the
    seat must discard first, else 0. If the seat must discard, each number is the highest that a discard makes
    possible. Different numbers may need different discards. The other parameters are those of
    ``points_with_card``.
    """
    if popcount(lone(hand)) > LONE_WHEN_READY + discards:
        return 0
    if not discards:
        return wait_counts_word(hand, left, melds, fours, lies, declined, wanted, away)
    found = 0
    for card in range(KINDS):
        if count_copies(hand, card):
            found |= wait_counts_word(hand - (1 << 3 * card), left - 1, melds, fours, lies, declined, wanted, away)
    return found


@jit
def wait_counts_word(
    hand: int, left: int, melds: int, fours: int, lies: int, declined: int, wanted: int, away: int
) -> int:
    """Return a word that says how many unseen cards complete the hand, if the seat need not discard first.

    ``away`` are the unseen cards. The word also says how many of these completing cards win with at least
    ``wanted`` points in each of three cases: the seat itself draws the card, another seat draws it, or another
    seat discards it. The other parameters are those of ``points_with_card``.
    """
    complete = own = drawn = given = 0
    if popcount(lone(hand)) > LONE_WHEN_READY:
        return 0
    for card in range(KINDS):
        cards = count_copies(away, card)
        if cards == 0:
            continue
        best = points_with_card(hand, left, melds, fours, lies, declined, card, OWN)
        if best == NO_POINTS:
            continue
        complete += cards
        if best >= wanted:
            own += cards
            second = points_with_card(hand, left, melds, fours, lies, declined, card, DRAWN)
            third = points_with_card(hand, left, melds, fours, lies, declined, card, FROM_HAND)
            drawn += cards if second != NO_POINTS and second >= wanted else 0
            given += cards if third != NO_POINTS and third >= wanted else 0
    return (
        unary(min(complete, MOST_WAITS))
        | unary(min(own, MOST_WAITS)) << action_feature_layout.OWN
        | unary(min(drawn, MOST_WAITS)) << action_feature_layout.DRAWN
        | unary(min(given, MOST_WAITS)) << action_feature_layout.GIVEN
    )
