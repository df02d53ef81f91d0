"""Finds the most valuable division of a hand into melds in Da Zi Pai (ZP-2.5, 7, 8.1, 8.2).

The module uses the same method as ``games.zipai.winning``, but computes only the points. A *block* is a part
of a division: a meld or the pair.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.zipai.cards import NEED, NO_MELD, count_copies, kinds_to_unary, lone, lowest_kind, thermometer, threes
from paiju.features.zipai.bit_encoding import (
    COST,
    LIE_DRAGON,
    LIE_HIDE,
    LIE_OPEN,
    LIE_PONG,
    ONE_SIZE,
    POINTS,
    SMALL,
    TRIPLES,
    WAY,
    WORTH_OF,
    cards_to_word,
)
from paiju.games.zipai.cards import KINDS
from paiju.games.zipai.melds import WORTH, Way, meld_of_kind

OWN, DRAWN, FROM_HAND = range(3)
"""Where a winning card comes from: the seat drew it itself, another seat drew it, or another seat discarded it from its hand."""
NO_POINTS: Final = -1
"""The value that is returned instead of points if a hand is not complete."""
WAIVED_FOURS: Final = 3
WAIVED_THREES: Final = 5

# ---- blocks that can contain the lowest kind of a hand

FOUR, THREE, PAIR = 0, 1, 6
CHOICES: Final = 7
"""The most blocks that can have the same lowest kind: a four, a three, up to four melds of ZP-4.2, and a pair."""


def _blocks_begun_by(kind: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the cards and the points of each meld or pair whose lowest kind is ``kind``.

    The list always has ``CHOICES`` items. If there are fewer melds, the remaining items have no cards.
    """
    rows = [(cards, int(POINTS[which])) for which, cards in enumerate(TRIPLES) if cards[0] == kind]
    rows += [((), 0)] * (PAIR - THREE - 1 - len(rows))
    return [
        ((kind,) * 4, _points_of_meld("dragon", kind)),
        ((kind,) * 3, _points_of_meld("three", kind)),
        *rows,
        ((kind,) * 2, 0),
    ]


def _points_of_meld(way: Way, kind: int) -> int:
    return WORTH[meld_of_kind(way, kind)]


_BEGUN: Final = [_blocks_begun_by(kind) for kind in range(KINDS)]
BEGUN_COST: Final = np.array([[cards_to_word(cards) for cards, _ in row] for row in _BEGUN], np.int64)
BEGUN_NEED: Final = np.array(
    [[kinds_to_unary(cards) if cards else NO_MELD for cards, _ in row] for row in _BEGUN], np.int64
)
BEGUN_POINTS: Final = np.array([[points for _, points in row] for row in _BEGUN], np.int64)

# ---- melds of a dealt hand that are worth points (ZP-2.5, R2)

SMALL_POINTS, BIG_POINTS = _points_of_meld("three", 0), _points_of_meld("three", KINDS // 2)
"""The points of three equal cards in the hand, of a run 一二三, and of 二七十 (ZP-8.1).

``SMALL_POINTS`` applies to small cards, and ``BIG_POINTS`` to big ones.
"""
ONE_TWO_THREE, TWO_SEVEN_TEN = cards_to_word((0, 1, 2)), cards_to_word((1, 6, 9))
"""The cards of 一二三 and of 二七十 in small cards, as words."""

# ---- melds that another seat's card may complete

WITH: Final = 6
_WITH: Final = [[which for which, cards in enumerate(TRIPLES) if kind in cards] for kind in range(KINDS)]
MELDS_WITH_KIND: Final = np.array([row + [-1] * (WITH - len(row)) for row in _WITH], np.int64)
"""For each kind, the melds that contain it, as indices in ``TRIPLES`` (ZP-4.2); shape (KINDS, WITH).

Unused places contain -1.
"""


# ---- the search


@jit_inlined
def has_unmeldable_kind(cards: int, pair: int) -> bool:
    """Whether the cards contain a kind that fits neither into a meld nor into the pair.

    If so, the cards cannot be divided into melds. ``pair`` is 1 if the division has a pair, else 0.
    """
    left = lone(cards)
    if pair:
        return bool(left & left - 1) or bool(left & ~(cards >> 1 | cards >> 2))
    return left != 0


@jit
def most_points_of_division(cards: int, fours: int, pair: int) -> int:
    """Return the most points of a division of the cards; ``NO_POINTS`` if there is no division.

    The division has ``fours`` fours of a kind, ``pair`` pairs (0 or 1), and otherwise melds of three cards.

    This is a depth-first search: the lowest remaining kind must begin a block (a meld or the pair). An integer serves
    as the stack of the blocks chosen so far. Each block takes a byte, with its lowest kind and its index among the
    blocks that begin with this kind.
    """
    best, points, trail, depth, choice, kind = NO_POINTS, 0, 0, 0, 0, 0
    while True:
        if choice == 0:
            if cards == 0 and fours == 0 and pair == 0:
                best = max(best, points)
            if cards == 0 or has_unmeldable_kind(cards, pair):
                choice = CHOICES
            else:
                kind = lowest_kind(cards)
        choice = next_block(cards, kind, choice, fours, pair)
        if choice < CHOICES:
            cards -= BEGUN_COST[kind, choice]
            points += BEGUN_POINTS[kind, choice]
            trail = trail << 8 | kind << 3 | choice
            depth += 1
            fours -= choice == FOUR
            pair -= choice == PAIR
            choice = 0
        elif depth == 0:
            return best
        else:
            kind, choice = trail >> 3 & 31, trail & 7
            cards += BEGUN_COST[kind, choice]
            points -= BEGUN_POINTS[kind, choice]
            trail >>= 8
            depth -= 1
            fours += choice == FOUR
            pair += choice == PAIR
            choice += 1


@jit_inlined
def next_block(cards: int, kind: int, choice: int, fours: int, pair: int) -> int:
    """Return the index of the first block, from the index ``choice`` on, that can be made of ``cards``.

    The index counts only the blocks whose lowest kind is ``kind``. A block can be made if all its cards are
    present. A four is possible only if ``fours`` is positive, and a pair only if ``pair`` is positive. Returns
    CHOICES if no block is left.
    """
    there = thermometer(cards)
    while choice < CHOICES:
        need = BEGUN_NEED[kind, choice]
        wanted = (choice != FOUR or (fours > 0 and count_copies(cards, kind) == 4)) and (choice != PAIR or pair > 0)
        if wanted and there & need == need:
            return choice
        choice += 1
    return choice


@jit
def most_points_completing_block(cards: int, fours: int, pair: int, card: int, declined: bool) -> int:
    """Return the most points of a division of ``cards`` in which another seat's card completes a block (ZP-8.2).

    A block is a meld or the pair. Returns ``NO_POINTS`` if there is no such division. ``card`` is the other
    seat's card; ``cards`` includes it. ``fours`` and ``pair`` are the numbers of fours and pairs in the division.
    ``declined`` says whether the seat may no longer claim the card for a pong (ZP-5.5).
    """
    best = NO_POINTS
    held, unit = count_copies(cards, card), 1 << 3 * card
    if held == 4 and fours:
        best = better_points(
            best, most_points_of_division(cards - 4 * unit, fours - 1, pair), WORTH_OF[WAY * LIE_OPEN + card]
        )
    if held >= 3 and not declined:
        best = better_points(
            best, most_points_of_division(cards - 3 * unit, fours, pair), WORTH_OF[WAY * LIE_PONG + card]
        )
    if held >= 2 and pair:
        best = better_points(best, most_points_of_division(cards - 2 * unit, fours, 0), 0)
    there = thermometer(cards)
    for place in range(WITH):
        which = MELDS_WITH_KIND[card, place]
        if which >= 0 and there & NEED[which] == NEED[which]:
            best = better_points(best, most_points_of_division(cards - COST[which], fours, pair), POINTS[which])
    return best


@jit_inlined
def better_points(best: int, rest: int, points: int) -> int:
    """Return the greater of ``best`` and ``rest + points``. If ``rest`` is ``NO_POINTS``, return ``best``."""
    return best if rest == NO_POINTS else max(best, rest + points)


@jit
def most_points_with_winning_card(cards: int, fours: int, pair: int, card: int, source: int, declined: bool) -> int:
    """Return the points of the best division of ``cards``; ``NO_POINTS`` if there is no division.

    ``cards`` include the winning card. ``card`` is the winning card, and ``source`` says where it comes from.
    ``fours`` and ``pair`` are the numbers of fours and pairs in the division. ``declined`` says whether the seat
    may no longer claim the card for a pong (ZP-5.5).
    """
    if source == OWN:
        return most_points_of_division(cards, fours, pair)
    return most_points_completing_block(cards, fours, pair, card, declined)


@jit_inlined
def count_required_fours(left: int, melds: int) -> int:
    """Return how many fours a hand of ``left`` cards must have, in order to be complete with a pair (ZP-7.1).

    A complete hand with a pair has six melds, each of three or four cards, and ``melds`` of them are laid already. The
    ``left`` cards must form the other melds and the pair, so their number determines how many of these melds are fours.
    The result is negative if there are too few cards.
    """
    return left - 3 * (6 - melds) - 2


@jit
def most_points_completing_hand(
    hand: int, left: int, melds: int, fours: int, declined: int, card: int, source: int
) -> int:
    """Return the most points that a hand is worth together with the winning card, without the laid melds.

    Returns ``NO_POINTS`` if the winning card does not complete the hand. ``hand`` has ``left`` cards, without the
    winning card ``card``. The seat has already laid ``melds`` melds, of which ``fours`` are fours. ``declined``
    marks the kinds that the seat may no longer claim for a pong (ZP-5.5). ``source`` says where the winning card
    comes from.
    """
    cards, barred = hand + (1 << 3 * card), bool(declined >> 3 * card & 1)
    wanted = count_required_fours(left + 1, melds)
    best = NO_POINTS
    if wanted >= 0 and wanted + fours > 0 and not has_unmeldable_kind(cards, 1):
        best = most_points_with_winning_card(cards, wanted, 1, card, source, barred)
    if fours == 0 and left + 1 == 3 * (7 - melds) and not has_unmeldable_kind(cards, 0):
        best = max(best, most_points_with_winning_card(cards, 0, 0, card, source, barred))
    return best


@jit
def most_points_completing_four(hand: int, left: int, melds: int, lies: int, card: int, source: int) -> int:
    """Return the most points of a hand if the winning card turns a laid three into a four (ZP-5.3, 5.4).

    These are the points of the cards in the hand, plus the difference between the points of the four and those of
    the three. Returns ``NO_POINTS`` if the card does not complete the hand in this way. The parameters are those
    of ``points_with_card``.
    """
    lying = count_copies(lies, card)
    was = LIE_PONG if lying == 1 else LIE_HIDE
    if lying == 0 or lying > 2 or (was == LIE_PONG and source == FROM_HAND):
        return NO_POINTS
    becomes = LIE_DRAGON if was == LIE_HIDE and source == OWN else LIE_OPEN
    wanted = count_required_fours(left, melds)
    rest = most_points_of_division(hand, wanted, 1) if wanted >= 0 and not has_unmeldable_kind(hand, 1) else NO_POINTS
    return better_points(NO_POINTS, rest, WORTH_OF[WAY * becomes + card] - WORTH_OF[WAY * was + card])


@jit
def points_with_card(
    hand: int, left: int, melds: int, fours: int, lies: int, declined: int, card: int, source: int
) -> int:
    """Return the most points of a hand that ``card`` completes (ZP-7), without the points of the melds laid before.

    Returns ``NO_POINTS`` if the card does not complete the hand. ``lies`` is the seat's item of ``row.lies``. The other
    parameters are those of ``most_points_completing_hand``.
    """
    return max(
        most_points_completing_hand(hand, left, melds, fours, declined, card, source),
        most_points_completing_four(hand, left, melds, lies, card, source),
    )


@jit
def winning_points(row: Any, seat: int, card: int, source: int) -> int:
    """Return the points of all melds of the seat if it wins with ``card`` (ZP-7).

    Returns ``NO_POINTS`` if the card does not complete the hand, or if the points are fewer than the minimum. ``source`` says
    where the card comes from.
    """
    hand, left, melds, fours = row.hand[seat], row.left[seat], row.melds[seat], row.fours[seat]
    best = points_with_card(hand, left, melds, fours, row.lies[seat], row.declined[seat], card, source)
    return best + row.worth[seat] if best != NO_POINTS and best + row.worth[seat] >= row.minimum else NO_POINTS


# ---- wins on the deal


@jit
def deal_winning_points(rules: Any, row: Any, seat: int) -> int:
    """Return the points with which the seat wins on the deal (ZP-2.5, 2.6), or ``NO_POINTS`` (-1) if it does not win."""
    best = fours_and_threes_win_points(rules, row, seat)
    if seat == row.banker:
        whole = points_as_dealt(row, seat)
        if whole != NO_POINTS and whole + row.worth[seat] >= row.minimum:
            best = max(best, whole + row.worth[seat])
    return best


@jit
def points_as_dealt(row: Any, seat: int) -> int:
    """Return the most points of a hand that is complete as dealt; ``NO_POINTS`` (-1) if the hand is not complete."""
    left, melds, laid = row.left[seat], row.melds[seat], row.fours[seat]
    fours = count_required_fours(left, melds)
    best = most_points_of_division(row.hand[seat], fours, 1) if fours >= 0 and fours + laid > 0 else NO_POINTS
    if laid == 0 and left == 3 * (7 - melds):
        best = max(best, most_points_of_division(row.hand[seat], 0, 0))
    return best


@jit
def fours_and_threes_win_points(rules: Any, row: Any, seat: int) -> int:
    """Return the points of a dealt hand that wins by its fours and threes (ZP-2.5), or ``NO_POINTS`` (-1) if it does not win.

    The rules say whether only these melds count, or every meld of the hand that is worth points (R2).
    """
    hand = row.hand[seat]
    three = exact_triple_kinds(hand)
    if row.melds[seat] < WAIVED_FOURS and row.melds[seat] + popcount(three) < WAIVED_THREES:
        return NO_POINTS
    if rules.deal_counts_all:
        small, big = max_worthy_melds(hand & SMALL), max_worthy_melds(hand >> ONE_SIZE)
    else:
        small, big = popcount(three & SMALL), popcount(three & ~SMALL)
    return row.worth[seat] + SMALL_POINTS * small + BIG_POINTS * big


@jit_inlined
def exact_triple_kinds(hand: int) -> int:
    """Return a word with the lowest bit of each kind of which the hand has exactly three cards."""
    return threes(hand) & ~(hand >> 2)


@jit
def max_worthy_melds(cards: int) -> int:
    """Return the greatest number of threes, 一二三 and 二七十 that can be made at the same time from ``cards``.

    ``cards`` are cards of one size. They are in the bits of the small kinds, even if the cards are big.
    """
    most_runs = min(count_copies(cards, 0), count_copies(cards, 2))
    most_reds = min(count_copies(cards, 6), count_copies(cards, 9))
    twos, most = count_copies(cards, 1), 0
    for runs in range(min(most_runs, twos) + 1):
        for reds in range(min(most_reds, twos - runs) + 1):
            rest = cards - runs * ONE_TWO_THREE - reds * TWO_SEVEN_TEN
            most = max(most, runs + reds + popcount(exact_triple_kinds(rest)))
    return most
