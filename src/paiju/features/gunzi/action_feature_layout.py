"""Layout of an encoded Gunzi action: its cards, its effect on the trick, and the cards that remain in the hand.

Cards are in trump order (see ``bit_encoding``). If the action declares trumps, the order is that of the
declared trumps.

The module also contains the bit arithmetic that computes these features. ``encoder`` applies this arithmetic
to NumPy arrays of words, and ``paiju.batch`` compiles it for single words.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.features.feature_layout import FeatureLayout, Fields, field_offsets, word_slices
from paiju.features.gunzi.bit_encoding import (
    FIRST_SIDE_SUIT,
    LEVELS_AT,
    PERMANENT_TRUMPS,
    PLAY,
    RANKS,
    TRUMP_SUIT,
    TRUMP_SUIT_BIT,
    TWOS_AT,
)
from paiju.features.gunzi.observation_layout import card_slices
from paiju.games.gunzi.cards import COPIES
from paiju.games.gunzi.state import BOTTOM

NAME: Final = "gunzi-action-1"

_WHAT: Final[Fields] = (
    ("kind", PLAY + 1, "the kind of the action (``bit_encoding``)"),
    ("number", BOTTOM, "number of cards, in unary"),
    ("takes", 1, "it currently takes the trick"),
    ("ours", 1, "the seat's team currently takes the trick"),
    ("worth", 12, "points of these cards, in unary by fives"),
    ("table", 20, "points of the trick including them, in unary by tens"),
    ("higher", 8, "higher kinds of the suit with enough unseen cards to beat the best play, in unary"),
    ("after", 4, "number of opponents who play after it, in unary …"),
    ("void", 4, "… and of those known to lack the suit led but not trumps"),
)
_CARDS: Final = (("put", "the cards"), ("rest", "the hand that remains"))
_LENGTHS: Final[Fields] = (
    ("length.0", 11, "number of cards left in the first side suit, in unary"),
    ("length.1", 11, "of the second"),
    ("length.2", 11, "of the third"),
    ("length.3", 11, "of the trump suit"),
    ("length.4", 18, "twos, level cards and jokers left"),
)
_SETS: Final[Fields] = (
    *(
        (f"pairs.{suit}", size, "number of kinds with two cards left, by suit as in ``length``")
        for suit, size in enumerate((5, 5, 5, 5, 8))
    ),
    *((f"triples.{suit}", size, "… with three") for suit, size in enumerate((3, 3, 3, 3, 5))),
    ("quads", 4, "… with four, in all suits"),
)
_TOPS: Final[Fields] = (
    *(
        (f"top.{suit}", size, "number of kinds left above which no card of the suit is unseen")
        for suit, size in enumerate((4, 4, 4, 4, 6))
    ),
    *((f"top_pairs.{suit}", size, "… of pairs above which no pair is") for suit, size in enumerate((3, 3, 3, 3, 5))),
    ("top_triples", 4, "… of triples above which no triple is, in all suits"),
    ("held", 12, "points left in the hand, in unary by tens"),
)

NUMBER, TAKES, OURS, WORTH, TABLE, HIGHER, AFTER, VOID = field_offsets(_WHAT)[1:]
HELD: Final = field_offsets(_TOPS)[-1]
CARDS_AT: Final = 1
"""Index of the first word with the action's cards. The words with the remaining hand follow."""
LENGTHS_AT: Final = CARDS_AT + len(_CARDS) * COPIES
SETS_AT: Final = LENGTHS_AT + 1
TOPS_AT: Final = SETS_AT + 1
WORDS: Final = TOPS_AT + 1


def action_layout() -> FeatureLayout:
    """Return the layout of encoded actions."""
    slices = word_slices(0, _WHAT)
    for place, (name, meaning) in enumerate(_CARDS):
        slices += card_slices(name, CARDS_AT + place * COPIES, meaning)
    for number, fields in enumerate((_LENGTHS, _SETS, _TOPS), LENGTHS_AT):
        slices += word_slices(number, fields)
    return FeatureLayout(NAME, WORDS, tuple(slices))


# ---- bit arithmetic that works on a single word (compiled) and on NumPy arrays of words
# ``suited`` is 1 if there is a trump suit, else 0. A place is one bit of a lane: the position of a kind in trump order.

_HIGH_TWOS: Final = TRUMP_SUIT_BIT << TWOS_AT
_HIGH_LEVELS: Final = TRUMP_SUIT_BIT << LEVELS_AT
_TWOS: Final = 15 << TWOS_AT
_LEVELS: Final = 15 << LEVELS_AT
_EACH_SUIT: Final = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
_FIVES: Final = _EACH_SUIT << 2
_TENS: Final = _EACH_SUIT << 7 | _EACH_SUIT << 10


def popcount(kinds: Any) -> Any:
    """Return the number of bits that are set. ``paiju.batch`` replaces this function with a machine instruction."""
    return np.bitwise_count(kinds).astype(np.int64)


def unary(count: Any, most: Any) -> Any:
    """Return a count in unary code: a word whose ``count`` lowest bits are set.

    If the count is larger than ``most``, only the ``most`` lowest bits are set.
    """
    return (1 << count) - 1 & (1 << most) - 1


def trump_mask(suited: Any) -> Any:
    """Return a mask of the trumps in trump order. ``suited`` is 1 if there is a trump suit, else 0."""
    return PERMANENT_TRUMPS | TRUMP_SUIT * suited


def suit_mask(place: Any, suited: Any) -> Any:
    """Return a mask of all kinds that are in the same suit as a given kind. All trumps count as one suit.

    ``place`` is the given kind, as one bit in trump order. ``suited`` is 1 if there is a trump suit, else 0.
    """
    all_trumps = trump_mask(suited)
    side = FIRST_SIDE_SUIT * (place & FIRST_SIDE_SUIT != 0) | (FIRST_SIDE_SUIT << RANKS) * (
        place & FIRST_SIDE_SUIT << RANKS != 0
    )
    side = side | (FIRST_SIDE_SUIT << 2 * RANKS) * (place & FIRST_SIDE_SUIT << 2 * RANKS != 0)
    side = side | TRUMP_SUIT * ((place & TRUMP_SUIT != 0) & (suited == 0))
    return side | all_trumps * (place & all_trumps != 0)


def equal_rank_mask(place: Any, suited: Any) -> Any:
    """Return a mask of all kinds that have the same rank in a trick as one kind, including that kind.

    ``place`` has only the bit of this kind, in trump order. Outside the trump suit, all twos rank equally, and so
    do all level cards. ``suited`` is 1 if there is a trump suit, else 0.
    """
    twos, levels = _TWOS ^ _HIGH_TWOS * suited, _LEVELS ^ _HIGH_LEVELS * suited
    return place | twos * (place & twos != 0) | levels * (place & levels != 0)


def higher_in_suit_mask(place: Any, suited: Any) -> Any:
    """Return a mask of the kinds that rank higher than a given kind in the same suit.

    ``place`` has only the bit of the given kind, in trump order. ``suited`` is 1 if there is a trump suit,
    otherwise 0.
    """
    same = equal_rank_mask(place, suited)
    below = same | same - 1
    return suit_mask(place, suited) & ~below & ~same


def takes_trick(ones: Any, best: Any, suited: Any) -> Any:
    """Whether a play of equal cards takes the trick from the best play before it (GZ-6.6, 6.7).

    ``ones`` is the first lane of the equal cards. ``best`` is a mask with a single bit: the kind of the best
    play. Both are in trump order. Both plays must have the same number of cards. ``suited`` is 1 if there is a
    trump suit, else 0.
    """
    ruffs = trump_mask(suited) * (best & trump_mask(suited) == 0)
    return (ones & ones - 1 == 0) & (ones & (higher_in_suit_mask(best, suited) | ruffs) != 0)


def unbeaten_in_suit_mask(unseen: Any, suit: Any, suited: Any) -> Any:
    """Return a mask of the kinds in one suit that no unseen kind of this suit beats.

    ``suit`` is a mask of the suit's kinds. ``unseen`` is one lane of the unseen cards, as for ``unbeaten_mask``.
    """
    here = unseen & suit
    here = here | here >> 1
    here = here | here >> 2
    here = here | here >> 4
    here = here | here >> 8
    here = here | here >> 16
    here = here | here >> 32
    highest = here ^ here >> 1
    return suit & (~(here >> 1) | equal_rank_mask(highest, suited) * (highest != 0))


def unbeaten_mask(unseen: Any, suited: Any) -> Any:
    """Return a mask of the kinds that no unseen kind of their own suit beats. All trumps count as one suit.

    ``unseen`` is one lane of the unseen cards (``bit_encoding``): lane 0 for singles, lane 1 for pairs, lane 2 for triples.
    """
    fourth = TRUMP_SUIT * (1 - suited)
    found = unbeaten_in_suit_mask(unseen, FIRST_SIDE_SUIT, suited) | unbeaten_in_suit_mask(
        unseen, FIRST_SIDE_SUIT << RANKS, suited
    )
    found = (
        found
        | unbeaten_in_suit_mask(unseen, FIRST_SIDE_SUIT << 2 * RANKS, suited)
        | unbeaten_in_suit_mask(unseen, fourth, suited)
    )
    return found | unbeaten_in_suit_mask(unseen, trump_mask(suited), suited)


def card_points_in_fives(cards: Any, level: Any) -> Any:
    """Return how many points the cards are worth, in units of five (GZ-1.2). ``level`` is the level rank."""
    fives = _FIVES | _LEVELS * (level == 5)
    tens = _TENS | _LEVELS * ((level == 10) | (level == 13))
    found = (
        popcount(cards[0] & fives)
        + popcount(cards[1] & fives)
        + popcount(cards[2] & fives)
        + popcount(cards[3] & fives)
    )
    more = popcount(cards[0] & tens) + popcount(cards[1] & tens) + popcount(cards[2] & tens) + popcount(cards[3] & tens)
    return found + 2 * more


def card_count(cards: Any) -> Any:
    """Return the number of cards in a set."""
    return popcount(cards[0]) + popcount(cards[1]) + popcount(cards[2]) + popcount(cards[3])


def unary_suit_counts(kinds: Any, most: Any, most_high: Any) -> Any:
    """Return a word with the numbers of kinds in the four suits and in the permanent trumps, in unary code.

    The word has five numbers. ``kinds`` is a mask of the kinds in trump order. The number for a suit takes
    ``most`` bits, and the number for the permanent trumps ``most_high`` bits.
    """
    found = (
        unary(popcount(kinds & FIRST_SIDE_SUIT), most) | unary(popcount(kinds >> RANKS & FIRST_SIDE_SUIT), most) << most
    )
    found = found | unary(popcount(kinds >> 2 * RANKS & FIRST_SIDE_SUIT), most) << 2 * most
    found = found | unary(popcount(kinds >> 3 * RANKS & FIRST_SIDE_SUIT), most) << 3 * most
    return found | unary(popcount(kinds >> TWOS_AT), most_high) << 4 * most


def suit_lengths_word(rest: Any) -> Any:
    """Return a word that says how many cards of each suit, and how many permanent trumps, remain after an action.

    The numbers are in unary code. ``rest`` are the cards that remain in the hand.
    """
    one, two, three, four = rest
    found = 0
    for at in range(0, TWOS_AT, RANKS):
        cards = (
            popcount(one >> at & FIRST_SIDE_SUIT)
            + popcount(two >> at & FIRST_SIDE_SUIT)
            + popcount(three >> at & FIRST_SIDE_SUIT)
            + popcount(four >> at & FIRST_SIDE_SUIT)
        )
        found = found | unary(cards, 11) << 11 * (at // RANKS)
    cards = popcount(one >> TWOS_AT) + popcount(two >> TWOS_AT) + popcount(three >> TWOS_AT) + popcount(four >> TWOS_AT)
    return found | unary(cards, 18) << 44


def sets_word(rest: Any) -> Any:
    """Return a word with the numbers of pairs, triples and quads that remain in the hand, in unary code.

    Pairs and triples are counted for each suit and for the permanent trumps; quads are counted together. A set also
    counts as a set of each smaller size: a triple is also a pair. ``rest`` are the cards that remain in the hand
    after the action.
    """
    return unary_suit_counts(rest[1], 5, 8) | unary_suit_counts(rest[2], 3, 5) << 28 | unary(popcount(rest[3]), 4) << 45


def unbeaten_sets_word(rest: Any, unseen: Any, suited: Any, held: Any) -> Any:
    """Return a word with the numbers of singles, pairs and triples in ``rest`` that no unseen cards can beat.

    ``rest`` are the cards that remain in the hand. A set of ``rest`` is compared only with unseen sets of the
    same size in the same suit. The word also contains the points in the hand, in units of ten. ``held`` are these
    points in units of five.
    """
    singles = unary_suit_counts(rest[0] & unbeaten_mask(unseen[0], suited), 4, 6)
    pairs = unary_suit_counts(rest[1] & unbeaten_mask(unseen[1], suited), 3, 5)
    triples = unary(popcount(rest[2] & unbeaten_mask(unseen[2], suited)), 4)
    return singles | pairs << 22 | triples << 39 | unary(held // 2, 12) << HELD


def action_word(kind: Any, cards: Any, worth: Any) -> Any:
    """Return a word that encodes the kind of an action, the number of its cards, and the points of these cards.

    ``worth`` are the points in units of five.
    """
    return 1 << kind | unary(cards, BOTTOM) << NUMBER | unary(worth, 12) << WORTH


def trick_word(takes: Any, ours: Any, table: Any, higher: Any) -> Any:
    """Return the bits that describe the trick after a play.

    - ``takes``: whether the play beats all earlier plays of the trick
    - ``ours``: whether the seat's team made the best play of the trick, this play included
    - ``table``: the points in the trick, in units of five
    - ``higher``: the number of kinds that would beat the best play and of which enough cards are unseen
    """
    return takes << TAKES | ours << OURS | unary(table // 2, 20) << TABLE | unary(higher, 8) << HIGHER


def players_behind_word(after: Any, void: Any) -> Any:
    """Return the bits that describe the opponents who play later in the trick.

    ``after`` is the number of these opponents, and ``void`` the number of those who may ruff.
    """
    return unary(after, 4) << AFTER | unary(void, 4) << VOID
