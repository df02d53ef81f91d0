"""Layout of an encoded Da Zi Pai action: what it does, the hand that remains, and the cards that would complete this hand.

The module also contains the bit arithmetic that computes features of the remaining hand. ``encoder`` applies it to NumPy arrays
of words, and ``paiju.batch`` compiles it for single words.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.features.feature_layout import FeatureLayout, FeatureSlice, Fields, field_offsets, word_slices
from paiju.features.zipai.bit_encoding import EACH_KIND, ONE_SIZE, PASS, RUNS, SEVEN, SMALL, TEN, TRIPLES, TWOS
from paiju.games.zipai.cards import COPIES, KINDS

NAME: Final = "zipai-action-1"
MOST_LOOSE: Final = 12
MOST_MELDS: Final = 7
MOST_FOURS: Final = 4
MOST_LAID: Final = 32
MOST_MISSING: Final = 30
MOST_WAITS: Final = 10
MOST_PROMISED: Final = 20
LONE_WHEN_READY: Final = 3
"""If one more card completes a hand, at most this many kinds of its cards are in no meld.

Two of these kinds can form a meld with that card, and the third can form the pair.
"""

_WHAT: Final = (
    ("kind", PASS + 1, "the kind of the action (``bit_encoding``), none for ``CATCH``"),
    ("card", KINDS, "the card that is discarded or taken"),
    ("unseen", COPIES, "number of unseen cards of its kind, in unary"),
    ("known", 3, "seats with an untaken discard of its kind, counted from the viewer"),
    ("discards", 1, "a discard follows"),
    ("melds", MOST_MELDS, "number of melds laid after it, in unary"),
    ("fours", MOST_FOURS, "fours among them"),
    ("loose", MOST_LOOSE, "number of kinds left outside all melds, in unary"),
)
_REST: Final = (("rest", 3 * KINDS, "the hand that remains, per kind at least one, two, three"),)
_EATEN: Final = (("eaten", len(TRIPLES), "the melds that are eaten"),)
_FITS: Final = (
    (
        "fits",
        3 * KINDS,
        "per kind: outside all melds; also without a second card of one; an unseen card would complete such a meld",
    ),
)
_WHOLE: Final = (
    (
        "whole",
        3 * KINDS,
        "per kind: lowest of a run; lowest of 二七十; two cards form a meld with one of the other size",
    ),
)
_POINTS: Final = (
    ("laid", MOST_LAID, "points of the melds laid after it, or of the win, in unary"),
    ("missing", MOST_MISSING, "… and the points missing to the minimum"),
)
_READY: Final = (
    ("complete", MOST_WAITS, "number of unseen cards that complete the hand, after the best discard, in unary …"),
    ("own", MOST_WAITS, "… that win if the viewer draws them"),
    ("drawn", MOST_WAITS, "… if another seat draws them"),
    ("given", MOST_WAITS, "… from another seat's hand"),
    ("promised", MOST_PROMISED, "points of threes and rows in the remaining hand, in unary"),
)

CARD, UNSEEN, KNOWN, DISCARDS, MELDS, FOURS, LOOSE = field_offsets(_WHAT)[1:]
MISSING: Final = field_offsets(_POINTS)[1]
OWN, DRAWN, GIVEN, PROMISED = field_offsets(_READY)[1:]

_PARTS: Final[tuple[Fields, ...]] = (_WHAT, _REST, _EATEN, _FITS, _WHOLE, _POINTS, _READY)
WHAT_WORD, REST_WORD, EATEN_WORD, FITS_WORD, WHOLE_WORD, POINTS_WORD, READY_WORD = range(len(_PARTS))


def action_layout() -> FeatureLayout:
    """Return the layout of encoded actions."""
    slices: list[FeatureSlice] = []
    for number, fields in enumerate(_PARTS):
        slices += word_slices(number, fields)
    return FeatureLayout(NAME, len(_PARTS), tuple(slices))


# ---- bit arithmetic that works on a single word (compiled) and on NumPy arrays of words


_FIRSTS: Final = 1 | 1 << ONE_SIZE


def melds_present(cards: Any) -> Any:
    """Return a word with a bit for each meld of ZP-4.2 that the hand contains.

    Three bits belong to each kind of card:

    - whether the hand has a run whose lowest kind is this kind
    - whether it has a 二七十 whose 二 is this kind
    - whether it has a meld of mixed size with two cards of this kind
    """
    there, two = (cards | cards >> 1 | cards >> 2) & EACH_KIND, (cards >> 1 | cards >> 2) & EACH_KIND
    runs = there & there >> 3 & there >> 6 & RUNS
    jumps = there & there >> SEVEN & there >> TEN & TWOS
    mixed = two & SMALL & there >> ONE_SIZE | (there & SMALL & two >> ONE_SIZE) << ONE_SIZE
    return runs | jumps << 1 | mixed << 2


def loose_card_bits(cards: Any, lone: Any, unseen: Any) -> Any:
    """Return a word with three bits for each kind of card.

    - The first bit is set if the hand contains the kind, but no meld that includes it.
    - The second bit is set if, in addition, no other card of the hand could be in one meld with the kind.
    - The third bit is set if an unseen card of this kind would form a meld with two cards of the hand, and a kind
      of these two has its first bit set.

    ``cards`` is the hand, ``lone`` has the lowest bit of each kind in no meld, and ``unseen`` are the unseen cards.
    """
    there, two = (cards | cards >> 1 | cards >> 2) & EACH_KIND, (cards >> 1 | cards >> 2) & EACH_KIND
    both = there & SMALL & there >> ONE_SIZE
    next_one, next_two = there >> 3, there >> 6
    seven, ten = there >> SEVEN, there >> TEN
    near = two | both | both << ONE_SIZE
    near |= there & (next_one | next_two) & RUNS | (next_one & (there | next_two) & RUNS) << 3
    near |= (next_two & (there | next_one) & RUNS) << 6
    near |= (
        there & (seven | ten) & TWOS | (seven & (there | ten) & TWOS) << SEVEN | (ten & (there | seven) & TWOS) << TEN
    )
    lone_one, lone_two, lone_seven, lone_ten = lone >> 3, lone >> 6, lone >> SEVEN, lone >> TEN
    pair = lone & two
    beside = lone & SMALL & there >> ONE_SIZE | there & SMALL & lone >> ONE_SIZE
    wanted = pair | (pair & SMALL) << ONE_SIZE | pair >> ONE_SIZE | beside | beside << ONE_SIZE
    wanted |= (lone_one & next_two | next_one & lone_two) & RUNS
    wanted |= ((lone & next_two | there & lone_two) & RUNS) << 3 | ((lone & next_one | there & lone_one) & RUNS) << 6
    wanted |= (lone_seven & ten | seven & lone_ten) & TWOS
    wanted |= ((lone & ten | there & lone_ten) & TWOS) << SEVEN | ((lone & seven | there & lone_seven) & TWOS) << TEN
    return lone | (lone & ~near) << 1 | (wanted & (unseen | unseen >> 1 | unseen >> 2) & EACH_KIND) << 2


def scoring_melds(cards: Any) -> Any:
    """Return a word with a bit for each meld in the hand that is worth points.

    Three bits belong to each kind of card:

    - whether the hand has three or four cards of this kind
    - whether it has a 二七十 whose 二 is this kind
    - whether it has a 一二三 whose 一 is this kind

    A meld of small kinds (the bits in ``SMALL``) is worth three points, and a meld of big kinds six.
    """
    there = (cards | cards >> 1 | cards >> 2) & EACH_KIND
    jumps = there & there >> SEVEN & there >> TEN & TWOS
    firsts = there & there >> 3 & there >> 6 & _FIRSTS
    return (cards & cards >> 1 | cards >> 2) & EACH_KIND | jumps << 1 | firsts << 2
