"""Layout of an encoded Dou Dizhu action: the cards played and the cards that remain in the hand.

The module also contains the bit arithmetic that computes features of the remaining cards. ``encoder``
applies this arithmetic to NumPy arrays of words, and ``paiju.batch`` compiles it for single words.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.features.doudizhu.bit_encoding import THROW
from paiju.features.doudizhu.observation_facts import HIGHER_DOUBLES, offers_higher_doubles
from paiju.features.feature_layout import (
    BITS,
    FeatureLayout,
    FeatureSlice,
    Fields,
    field_offsets,
    mark_layout_extension,
    word_slices,
)
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-action-1"
WITH_DOUBLES: Final = "doudizhu-action-1-doubles"
"""The name of the layout for rulesets that offer several doubles (DDZ-7.8)."""
MOST_LEFT: Final = 33
MOST_WILDS: Final = 4
"""The largest number of wild cards that can be encoded.

A play can contain more wild cards if there are two wild ranks. It is then encoded with this number.
"""

_WHAT: Final = (
    ("kind", THROW + 1, "the kind of the action"),
    ("length", 12, "units of its body, in unary"),
    ("rank", 15, "the highest rank of its body; the points of a bid; 1 for yes"),
    ("above", 15, "higher ranks with enough unseen cards for a unit of its body"),
)
_HIGHER: Final = (("higher", HIGHER_DOUBLES, "which of the higher doubles a yes means"),)
"""Fields that follow those of ``_WHAT`` in the first word, only in rulesets with several doubles."""
_REST: Final = (
    ("ones", 15, "ranks of which one card is left"),
    ("twos", 15, "… two"),
    ("threes", 15, "… three"),
    ("fours", 15, "… four or more"),
)
_RUNS: Final = (
    ("straights", 8, "lowest ranks of five in a row"),
    ("long_straights", 6, "… seven"),
    ("pair_chains", 10, "… three pairs"),
    ("trio_chains", 11, "… two threes"),
    ("lone", 15, "single cards that belong to no straight"),
)
_LEFT: Final = (
    ("left", MOST_LEFT, "number of cards left, in unary"),
    ("wilds", MOST_WILDS, "number of wild cards left, in unary"),
    ("groups", 20, "number of different ranks left, in unary"),
)

LENGTH, RANK, ABOVE, HIGHER = field_offsets((*_WHAT, *_HIGHER))[1:]
TWOS, THREES, FOURS = field_offsets(_REST)[1:]
LONG, PAIRS, TRIOS, LONE = field_offsets(_RUNS)[1:]
WILDS, GROUPS = field_offsets(_LEFT)[1:]


def action_layout(rules: Rules) -> FeatureLayout:
    """Return the layout of encoded actions under these rules."""
    if not offers_higher_doubles(rules):
        return _make_layout(NAME, rules.decks, _WHAT)
    return mark_layout_extension(
        _make_layout(NAME, rules.decks, _WHAT), _make_layout(WITH_DOUBLES, rules.decks, (*_WHAT, *_HIGHER))
    )


def _make_layout(layout: str, decks: int, what: Fields) -> FeatureLayout:
    slices: list[FeatureSlice] = []
    words = 0
    for name, meaning in (("cards", "the cards of the action"), ("rest", "the hand that remains")):
        slices.append(FeatureSlice(name, words * BITS, BITS * decks, meaning))
        words += decks
    for fields in (what, _REST, _RUNS, _LEFT):
        slices += word_slices(words, fields)
        words += 1
    return FeatureLayout(layout, words, tuple(slices))


# ---- bit arithmetic that works on a single word (compiled) and on NumPy arrays of words


_LANE: Final = 0x7FFF
_CHAIN: Final = 0x0FFF


def ranks_by_count(rest: Any) -> Any:
    """Return a word with four masks of ranks, by the number of cards of the rank that remain.

    The masks are for one, two, three, and four or more cards. ``rest`` is the first word of the unary code of the
    cards that remain in the hand after the action.
    """
    ones, twos, threes, fours = rest & _LANE, rest >> 16 & _LANE, rest >> 32 & _LANE, rest >> 48 & _LANE
    return ones & ~twos | (twos & ~threes) << TWOS | (threes & ~fours) << THREES | fours << FOURS


def chain_starts_and_loose(rest: Any) -> Any:
    """Return five masks of ranks in one word, about the cards that remain in the hand after an action.

    The masks follow each other from the lowest bit on (``_RUNS``):

    - the lowest ranks of straights
    - the lowest ranks of long straights (seven ranks)
    - the lowest ranks of pair chains
    - the lowest ranks of trio chains
    - the ranks of single cards outside straights

    ``rest`` contains the remaining cards in unary code. With two packs, the remaining cards take two words, and
    ``rest`` is the first, which has up to four cards of each rank.
    """
    ones, twos, threes = rest & _CHAIN, rest >> 16 & _CHAIN, rest >> 32 & _CHAIN
    five = ones & ones >> 1 & ones >> 2 & ones >> 3 & ones >> 4
    taken = five | five << 1 | five << 2 | five << 3 | five << 4
    lone = rest & _LANE & ~(rest >> 16) & ~taken
    return (
        five
        | (five & ones >> 5 & ones >> 6) << LONG
        | (twos & twos >> 1 & twos >> 2) << PAIRS
        | (threes & threes >> 1) << TRIOS
        | lone << LONE
    )
