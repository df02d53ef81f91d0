"""What an action is and what it leaves behind, as words (``bits.zipai.done``)."""

from __future__ import annotations

from typing import Any

from paiju.batch.jit import inlined, jit, popcount
from paiju.batch.observing import bar, from_seat
from paiju.batch.zipai.cards import copies, lone, nth, thermometer
from paiju.batch.zipai.laying import can_pong
from paiju.batch.zipai.layout import BITS_EACH, EATEN_AT
from paiju.batch.zipai.observe import unseen
from paiju.batch.zipai.winning import DRAWN, FROM_HAND, NOT, OWN, winning, winning_deal, won_with
from paiju.bits.zipai import done
from paiju.bits.zipai.codes import (
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
from paiju.bits.zipai.done import LONE_WHEN_READY, MOST_LAID, MOST_LOOSE, MOST_MISSING, MOST_PROMISED, MOST_WAITS
from paiju.games.zipai.cards import KINDS

fits = inlined(done.fits)
whole = inlined(done.whole)
worthy = inlined(done.worthy)


@jit
def describe(rules: Any, row: Any, number: int, out: Any) -> None:
    """One action of whose turn it is."""
    seat, minimum = row.turn, row.minimum
    kind, card, answer = acted(rules, row, number)
    hand, left, melds, fours, worth = row.hand[seat], row.left[seat], row.melds[seat], row.fours[seat], row.worth[seat]
    lies, declined = row.lies[seat], declined_after(row, seat, kind)
    eaten = discards = 0
    if kind == SET_MINIMUM:
        minimum, card = card, NOTHING
    elif kind == DISCARD:
        hand, left = hand - (1 << 3 * card), left - 1
    elif kind == WIN:
        worth = won_now(row, seat)
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
    away, loose = unseen(row, seat), lone(hand)
    out[0] = what(rules, row, seat, kind, card, away) | of_table(discards, melds, fours, loose)
    out[1], out[2], out[3], out[4] = thermometer(hand), eaten, fits(hand, loose, away), whole(hand)
    out[5] = bar(min(worth, MOST_LAID)) | bar(min(max(minimum - worth, 0), MOST_MISSING)) << done.MISSING
    out[6] = bar(promised(hand)) << done.PROMISED
    if kind != WIN:
        out[6] |= ready(hand, left, melds, fours, lies, declined, minimum - worth, away, discards)


@inlined
def acted(rules: Any, row: Any, number: int) -> tuple[int, int, int]:
    """The kind of an action, the card that is put out or taken (or the points of a minimum), and the answer as it is kept."""
    if row.phase == MINIMUM:
        return SET_MINIMUM, rules.minimum_from + number * rules.minimum_step, 0
    if row.phase == DISCARDING:
        return DISCARD, nth(row.hand[row.turn], number), 0
    answer = row.options[number]
    kind = answer & 7
    return kind, row.card if kind in (PONG, OPEN, EAT) else NOTHING, answer


@inlined
def declined_after(row: Any, seat: int, kind: int) -> int:
    """The kinds that may not be made three of, when this has been said to a card (ZP-5.5)."""
    declined = row.declined[seat]
    if row.phase == CLAIMING and seat != row.by and kind not in (PONG, WIN) and can_pong(row, seat, row.card):
        declined |= 1 << 3 * row.card
    return declined


@jit
def won_now(row: Any, seat: int) -> int:
    """The points with which the seat, who may, wins now."""
    if row.phase == OPENING:
        return winning_deal(row, seat)
    if row.phase == LOOKING:
        return winning(row, seat, row.card, OWN)
    return winning(row, seat, row.card, DRAWN if row.drawn else FROM_HAND)


@inlined
def what(rules: Any, row: Any, seat: int, kind: int, card: int, away: int) -> int:
    """The kind of an action, and its card."""
    bits = 1 << kind
    if card != NOTHING:
        bits |= 1 << done.CARD + card | bar(copies(away, card)) << done.UNSEEN
        for step in range(rules.players):
            bits |= (copies(row.out[from_seat(seat, step, rules.players)], card) > 0) << done.KNOWN + step
    return bits


@inlined
def of_table(discards: int, melds: int, fours: int, loose: int) -> int:
    """What lies, and how much is loose."""
    found = bar(melds) << done.MELDS | bar(min(fours, done.MOST_FOURS)) << done.FOURS | discards << done.DISCARDS
    return found | bar(min(popcount(loose), MOST_LOOSE)) << done.LOOSE


@inlined
def promised(hand: int) -> int:
    """Points of threes and rows in the hand."""
    melds = worthy(hand)
    return min(3 * popcount(melds & SMALL) + 6 * popcount(melds & ~SMALL), MOST_PROMISED)


@jit
def ready(
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
    """How many unseen cards complete a hand, and how many of them win with the points that are wanted of it.

    Where a card is to be put out first: how many do so after the best discard for each of these.
    """
    if popcount(lone(hand)) > LONE_WHEN_READY + discards:
        return 0
    if not discards:
        return waits(hand, left, melds, fours, lies, declined, wanted, away)
    found = 0
    for card in range(KINDS):
        if copies(hand, card):
            found |= waits(hand - (1 << 3 * card), left - 1, melds, fours, lies, declined, wanted, away)
    return found


@jit
def waits(hand: int, left: int, melds: int, fours: int, lies: int, declined: int, wanted: int, away: int) -> int:
    """The same of a hand as it is between two turns."""
    complete = own = drawn = given = 0
    if popcount(lone(hand)) > LONE_WHEN_READY:
        return 0
    for card in range(KINDS):
        cards = copies(away, card)
        if cards == 0:
            continue
        best = won_with(hand, left, melds, fours, lies, declined, card, OWN)
        if best == NOT:
            continue
        complete += cards
        if best >= wanted:
            own += cards
            second = won_with(hand, left, melds, fours, lies, declined, card, DRAWN)
            third = won_with(hand, left, melds, fours, lies, declined, card, FROM_HAND)
            drawn += cards if second != NOT and second >= wanted else 0
            given += cards if third != NOT and third >= wanted else 0
    return (
        bar(min(complete, MOST_WAITS))
        | bar(min(own, MOST_WAITS)) << done.OWN
        | bar(min(drawn, MOST_WAITS)) << done.DRAWN
        | bar(min(given, MOST_WAITS)) << done.GIVEN
    )
