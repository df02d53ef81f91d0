"""Layout of an encoded Dou Dizhu observation (DDZ-2, 6).

Seats are numbered from the viewer in playing order, so seat 0 is the viewer. Cards are in unary code: a word has four lanes
of sixteen bits, and bit *r* of lane *k* means "more than *k* cards of rank *r*" (rank 0 is 3, rank 14 the big joker). With
two packs each word of cards is followed by a second one for the fifth to eighth card.
"""

from __future__ import annotations

from typing import Final

from paiju.features.doudizhu.bit_encoding import BIDDING, KINDS, MOVES, OVER, ROBBING
from paiju.features.feature_layout import (
    BITS,
    ConditionalSlices,
    FeatureLayout,
    FeatureSlice,
    field_offsets,
    word_slices,
)
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-1"
MOST_LEFT: Final = 40
MOST_BONUS: Final = 4
"""A factor of the bottom above this one, which several bonuses make together, looks like it."""
MOST_DOUBLINGS: Final = 8
PHASES: Final = OVER + 1
LEFT_OUT: Final = ("move.",)
"""Earlier moves of the hand, which the state of the exact rules does not keep."""
AUCTION: Final = ConditionalSlices(("said.",), (BIDDING, ROBBING))
"""The bids are shown to a network only during the auction."""

_CARDS: Final = (
    ("hand", "the viewer's hand"),
    ("unseen", "cards that the viewer has not seen: in other hands, thrown away, in the bottom, or set aside"),
    ("beat", "the play to beat"),
    ("bottom", "the bottom, if the viewer has seen it"),
    ("threw", "the cards that the viewer has thrown away"),
    ("gifts", "the cards drawn by the landlord that the viewer knows"),
)
_SEAT: Final = (
    ("left", MOST_LEFT, "number of cards in hand, in unary"),
    ("landlord", 1, "is the landlord"),
    ("first", 1, "is the first bidder"),
    ("opened", 3, "has an open hand, for a factor of 3, 4, 5 (the first alone: 2)"),
    ("kicked", 1, "has kicked"),
    ("doubled", 1, "has doubled"),
    ("waiting", 1, "still has to make a secret choice"),
    ("leads", 1, "has played the play to beat"),
    ("said", 4, "passed or declined; bid 1, called or robbed; bid 2; bid 3"),
    ("thrown", 3, "number of cards thrown away, in unary"),
    ("chose", 2, "the viewer's own secret choice until it is revealed: no, yes"),
)
_HAND: Final = (
    ("phase", PHASES, "the phase (``bit_encoding``)"),
    ("kind", len(KINDS), "the kind of the play to beat"),
    ("length", 12, "units of its body, in unary"),
    ("rank", 15, "the highest rank of its body"),
)
_WORTH: Final = (
    ("base", 3, "the base, or the standing bid, in unary"),
    ("robs", 4, "number of robberies, in unary"),
    ("doublings", MOST_DOUBLINGS, "number of bombs that doubled the stake, in unary"),
    ("bonus", MOST_BONUS - 1, "the factor of the bottom minus 1, in unary"),
    ("passes", 2, "number of consecutive passes, in unary"),
    ("kicked_back", 1, "the landlord has kicked back"),
    ("wild", 13, "the wild rank"),
    ("upcard", 15, "the rank of the card turned up"),
)


LEFT, LANDLORD, FIRST, OPENED, KICKED, DOUBLED, WAITING, LEADS, SAID, THROWN, CHOSE = field_offsets(_SEAT)
PHASE, KIND, LENGTH, RANK = field_offsets(_HAND)
BASE, ROBS, DOUBLINGS, BONUS, PASSES, KICKED_BACK, WILD_RANK, UPCARD = field_offsets(_WORTH)


def observation_layout(rules: Rules) -> FeatureLayout:
    """Return the layout of a ruleset's observations."""
    slices: list[FeatureSlice] = []
    words = 0
    cards = [
        *_CARDS,
        *((f"played.{seat}", f"the cards that seat {seat} has played") for seat in range(rules.players)),
        *((f"seen.{seat}", f"the hand of seat {seat}, if it is open") for seat in range(1, rules.players)),
        *((f"move.{move}", f"the last move but {move}; no cards for a pass") for move in range(MOVES)),
    ]
    for name, meaning in cards:
        slices.append(FeatureSlice(name, words * BITS, BITS * rules.decks, meaning))
        words += rules.decks
    seats = [(f".{seat}", _SEAT) for seat in range(rules.players)]
    for ending, fields in (*seats, ("", _HAND), ("", _WORTH)):
        slices += word_slices(words, fields, ending)
        words += 1
    landlord = tuple(one.first for one in slices if one.name.startswith("landlord."))
    return FeatureLayout(NAME, words, tuple(slices), LEFT_OUT, AUCTION, landlord)
