"""Hands of an ending as bit masks, and move generation for the search (GZ-6).

Each card that a seat held when the search began has a *slot*: a bit of a 64-bit word. Slots are sorted by class (a side
suit, or trumps) and rank, so that equal cards are neighbours. A hand is a mask of the slots whose cards the seat still
holds. Of several equal cards, the one in the last slot is played first. A *rank* is a number that orders the cards of
all classes. Cards of equal height have equal ranks, and every trump ranks above every card of a side suit.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from paiju.batch.gunzi.cards import ANY, nth_choice
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.games.gunzi.state import SEATS
from paiju.games.gunzi.trumps import TRUMPS

SLOTS: Final = 36
"""Number of slots of a seat. A hand of Gunzi has 35 cards."""


class Slots(NamedTuple):
    """The cards in the slots of each seat, as integer arrays."""

    copies: Any
    """Masks of the slots that hold the first, second, third and fourth copy of a kind of card; shape (seats, 4)."""
    classes: Any
    """Masks of the slots of each class: the four side suits, and trumps; shape (seats, 5)."""
    fives: Any
    """Masks of the slots of fives; shape (seats,)."""
    tens: Any
    """Masks of the slots of cards worth ten points (tens and kings); shape (seats,)."""
    ranks: Any
    """The rank of each slot; shape (seats, SLOTS)."""


AFTER, RANK, POINTS, SCORE = range(4)
PLAY: Final = 4
"""Number of columns of a listed play.

- AFTER: the seat's hand after the play
- RANK: the rank of the play if it can take a trick, else -1
- POINTS: the card points in the play
- SCORE: plays with a low score are tried first
"""

Lanes = tuple[int, int, int, int]


@jit_inlined
def hand_to_lanes(slots: Any, seat: int, hand: int) -> Lanes:
    """Return a hand as four lanes (``paiju.batch.gunzi.cards``). A lane is a mask of kinds.

    The first lane has the kinds of which the hand has at least one card; the others those with at least two,
    three and four. In each lane, the bit of the first slot of a kind stands for the kind.
    """
    copies = slots.copies[seat]
    return hand & copies[0], (hand & copies[1]) >> 1, (hand & copies[2]) >> 2, (hand & copies[3]) >> 3


@jit_inlined
def remaining_hand(lanes: Lanes, some: Lanes) -> int:
    """Return the hand that is left after the cards ``some`` are taken from ``lanes``, as a mask of slots.

    Both ``lanes`` and ``some`` are lanes (``hand_to_lanes``).
    """
    one, two, three, four = lanes
    for kinds in some:
        one, two, three, four = (
            (one & ~kinds) | (two & kinds),
            (two & ~kinds) | (three & kinds),
            (three & ~kinds) | (four & kinds),
            four & ~kinds,
        )
    return one | two << 1 | three << 2 | four << 3


@jit_inlined
def slot_of(bit: int) -> int:
    """Return the number of the slot whose bit is ``bit``: the index of the only bit that is set in ``bit``."""
    return popcount(bit - 1)


@jit_inlined
def points_in(slots: Any, seat: int, cards: int) -> int:
    """Return the card points (GZ-1.2) of ``cards``, a mask of slots of a seat."""
    return 5 * popcount(cards & slots.fives[seat]) + 10 * popcount(cards & slots.tens[seat])


@jit
def ranks_elsewhere(slots: Any, hands: Any, seat: int) -> int:
    """Return a mask of the ranks of all cards that the other seats hold."""
    found = 0
    for other in range(SEATS):
        if other != seat:
            kinds = hands[other] & slots.copies[other, 0]
            while kinds:
                bit = kinds & -kinds
                kinds ^= bit
                found |= 1 << slots.ranks[other, slot_of(bit)]
    return found


@jit
def interchangeable_slots(slots: Any, hands: Any, seat: int, best: int) -> int:
    """Return a mask of those kinds in a seat's hand that are interchangeable with the next lower kind in the hand.

    The bit of the first slot of a kind stands for the kind. ``best`` is the rank of the best card played in the
    trick, or -1. See ``is_interchangeable``.
    """
    hand, elsewhere = hands[seat], ranks_elsewhere(slots, hands, seat)
    kinds = hand & slots.copies[seat, 0]
    found, lower = 0, 0
    while kinds:
        bit = kinds & -kinds
        kinds ^= bit
        if lower and is_interchangeable(slots, seat, hand, lower, bit, elsewhere, best):
            found |= bit
        lower = bit
    return found


@jit_inlined
def is_interchangeable(slots: Any, seat: int, hand: int, lower: int, bit: int, elsewhere: int, best: int) -> bool:
    """Whether it makes no difference which of two neighbouring kinds of a hand is played.

    ``lower`` and ``bit`` are the bits of the first slots of the two kinds. ``elsewhere`` is a mask of the ranks
    in other hands (``ranks_elsewhere``). ``best`` is the rank that wins the trick before this play. The result is
    true if all of these conditions hold:

    - Both kinds belong to one class, have equally many copies in the hand, and have equal points.
    - No other hand holds a card of the ranks of these kinds, or of a rank between them.
    - Either both kinds beat the rank ``best``, or neither does.
    """
    low, high = slots.ranks[seat, slot_of(lower)], slots.ranks[seat, slot_of(bit)]
    if low <= best < high or elsewhere & ((2 << high) - (1 << low)):
        return False
    for suit in range(TRUMPS + 1):
        if bool(slots.classes[seat, suit] & lower) != bool(slots.classes[seat, suit] & bit):
            return False
    if points_in(slots, seat, lower) != points_in(slots, seat, bit):
        return False
    _, two, three, four = hand_to_lanes(slots, seat, hand)
    return (
        bool(two & lower) == bool(two & bit)
        and bool(three & lower) == bool(three & bit)
        and bool(four & lower) == bool(four & bit)
    )


@jit_inlined
def write_play(slots: Any, seat: int, hand: int, after: int, rank: int, out: Any, at: int) -> int:
    """Write to row ``at`` of ``out`` the play that turns the hand ``hand`` into the hand ``after``.

    ``rank`` is the rank of the play if the play can take the trick, else -1. Returns the index of the next row;
    -1 if ``out`` has no further row.
    """
    row = out[at]
    row[AFTER], row[RANK], row[POINTS] = after, rank, points_in(slots, seat, hand ^ after)
    return at + 1 if at + 1 < len(out) else -1


@jit
def write_leads(slots: Any, hands: Any, seat: int, out: Any, at: int) -> int:
    """Write the leads of a seat to ``out`` from row ``at`` on (GZ-6.1). Of equivalent leads, only one is written.

    Returns the index after the last row written; -1 if ``out`` has too few rows.
    """
    hand = hands[seat]
    lanes = hand_to_lanes(slots, seat, hand)
    kinds = lanes[0] & ~interchangeable_slots(slots, hands, seat, -1)
    while kinds and at >= 0:
        bit = kinds & -kinds
        kinds ^= bit
        rank = slots.ranks[seat, slot_of(bit)]
        two, three, four = lanes[1] & bit, lanes[2] & bit, lanes[3] & bit
        at = write_play(slots, seat, hand, remaining_hand(lanes, (bit, 0, 0, 0)), rank, out, at)
        if two and at >= 0:
            at = write_play(slots, seat, hand, remaining_hand(lanes, (bit, two, 0, 0)), rank, out, at)
        if three and at >= 0:
            at = write_play(slots, seat, hand, remaining_hand(lanes, (bit, two, three, 0)), rank, out, at)
        if four and at >= 0:
            at = write_play(slots, seat, hand, remaining_hand(lanes, (bit, two, three, four)), rank, out, at)
    return at


@jit
def write_follows(
    slots: Any, hands: Any, seat: int, led: int, number: int, best: int, way: int, out: Any, at: int
) -> int:
    """Write the plays of a seat that follows a lead of ``number`` cards of class ``led`` (GZ-6.3 to 6.6).

    The function writes the plays to ``out``, beginning at row ``at``. Of equivalent plays, it writes only one.
    ``best`` is the rank of the play that is winning the trick at this point. ``way``, BEST or UNBROKEN, says
    which shapes the seat may play (``paiju.batch.gunzi.cards``). Returns the index after the last row written;
    -1 if ``out`` has too few rows.
    """
    hand = hands[seat]
    suited = hand & slots.classes[seat, led]
    held = popcount(suited)
    all_lanes = hand_to_lanes(slots, seat, hand)
    same = interchangeable_slots(slots, hands, seat, best)
    fixed, pool, needed = 0, suited, number
    if held <= number:
        fixed, pool, needed, way = suited, hand & ~suited, number - held, ANY
    pool_lanes, fixed_lanes = hand_to_lanes(slots, seat, pool), hand_to_lanes(slots, seat, fixed)
    takers = slots.classes[seat, led] | slots.classes[seat, TRUMPS]
    index = 0
    while at >= 0:
        some, left = nth_choice(pool_lanes, needed, way, index)
        if left >= 0:
            return at
        index += 1
        if same and is_redundant(pool_lanes[0], same, some):
            continue
        one, two = some[0] | fixed_lanes[0], some[1] | fixed_lanes[1]
        three, four = some[2] | fixed_lanes[2], some[3] | fixed_lanes[3]
        is_set = not one & (one - 1) and (one & takers) != 0
        rank = slots.ranks[seat, slot_of(one)] if is_set else -1
        at = write_play(slots, seat, hand, remaining_hand(all_lanes, (one, two, three, four)), rank, out, at)
    return at


@jit
def is_redundant(kinds: int, same: int, some: Lanes) -> bool:
    """Whether a choice of cards can be left out, because an equivalent choice with lower cards exists.

    Such a choice exists if, of two interchangeable kinds that are neighbours in the hand, the choice takes more
    cards of the higher kind than of the lower one.

    ``kinds`` is a mask of the kinds in the hand. ``same`` is the result of ``interchangeable_slots``. ``some`` is
    the choice.
    """
    lower = 0
    while kinds:
        bit = kinds & -kinds
        kinds ^= bit
        if bit & same:
            for lane in some:
                if lane & bit and not lane & lower:
                    return True
        lower = bit
    return False
