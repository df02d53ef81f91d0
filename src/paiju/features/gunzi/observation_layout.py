"""Layout of an encoded Gunzi observation (GZ-4 to 8).

Seats are numbered from the viewer in playing order. Seat 0 is the viewer, and seat 3 is the viewer's partner.
Team 0 is the viewer's team. A set of cards takes four words, the lanes of ``bit_encoding``. The cards in a
word are in trump order, and so are suits.

The name of a slice ends in the number of its lane, counted from 1. For example, ``hand.1`` is the first lane
of the viewer's hand. ``known.3.1`` is the first lane of the cards that seat 3 is known to hold.
"""

from __future__ import annotations

from typing import Final

from paiju.features.feature_layout import (
    BITS,
    FeatureLayout,
    FeatureSlice,
    field_offsets,
    mark_layout_extension,
    word_slices,
)
from paiju.features.gunzi.bit_encoding import OVER, PLACES
from paiju.features.gunzi.history_layout import history_groups
from paiju.features.history_layout import add_history
from paiju.games.gunzi.cards import COPIES
from paiju.games.gunzi.state import BOTTOM, SEATS, TEAMS

NAME: Final = "gunzi-2"
MOST_WON: Final = 6
TENS: Final = 40

MASKED_PREFIXES: Final = (
    *("played", "seen", "shown", "sealed", "last.", "paid.", "due.", "owed.", "first.", "asked.", "led.", "took."),
    *("turned", "dealt", "known.0", "play.0"),
)
"""Prefixes of the slices that no network reads.

The content of such a slice follows from other slices, or describes the past. ``play.0``, the viewer's own
play to the trick, is always empty.
"""

CARDS: Final = (
    ("hand", "the viewer's hand"),
    ("unseen", "cards that the viewer does not see: in other hands, not dealt yet, or in the bottom"),
    ("played", "all cards played"),
    ("bottom", "the buried cards, if the viewer knows them"),
    ("seen", "cards of the dealt bottom that every seat has seen"),
    ("shown", "the cards of the current declaration"),
    ("sealed", "the tribute that the viewer has laid face down"),
)
CARDS_OF_SEAT: Final = (
    ("known", "cards that every seat knows seat {} to hold"),
    ("play", "what seat {} has played to the current trick"),
    ("last", "what seat {} played to the previous trick"),
    ("paid", "the open tribute that seat {} has paid"),
)
_SEAT: Final = (
    ("left", 7, "number of cards in hand, binary"),
    ("due", 7, "the tribute due in this hand, binary"),
    ("owed", 7, "number of cards that the banker still has to give back, binary"),
    (
        "lacks",
        5,
        "suits that the seat is known to lack: three side suits, the trump suit (or the fourth side suit), trumps",
    ),
    ("banker", 1, "is the banker"),
    ("first", 1, "was dealt the first card"),
    ("declared", 1, "has made the current declaration"),
    ("awaited", 1, "its next suited card determines the trump suit"),
    ("asked", 1, "must act now; never set while cards are dealt"),
    ("leads", 1, "has led the trick"),
    ("takes", 1, "currently takes the trick"),
    ("led", 1, "led the previous trick"),
    ("took", 1, "took the previous trick"),
)
_TEAM: Final = (
    ("team_points", TENS, "points taken, in unary by tens"),
    ("team_five", 1, "five points more"),
    ("team_level", 13, "the level, from 2 to ace"),
    ("team_half", 1, "half a level more"),
    ("team_won", MOST_WON, "number of matches won, in unary"),
    ("team_scored", 1, "is the non-banking team that took points last"),
)
_HAND: Final = (
    ("phase", OVER + 1, "the phase (``bit_encoding``)"),
    ("level", 13, "the level rank of the hand, from 2 to ace"),
    ("trumps", 5, "the announced trumps: a suit, or no trumps"),
    ("opening", 1, "the first hand of a match"),
    ("bottom_open", 1, "the buried cards lie open"),
    ("takeable", BOTTOM, "number of bottom cards that may be taken back for jokers, in unary"),
    ("taking", BOTTOM, "number of cards to be taken back now, in unary"),
    ("turned", BOTTOM, "number of bottom cards turned, in unary"),
    ("dealt", 8, "number of cards dealt to the seats, binary"),
)

_, DUE, OWED, LACKS, BANKER, FIRST, DECLARED, AWAITED, ASKED, LEADS, TAKES, LED, TOOK = field_offsets(_SEAT)
_, FIVE, TEAM_LEVEL, HALF, WON, SCORED = field_offsets(_TEAM)
_, LEVEL, TRUMPS, OPENING, BOTTOM_OPEN, TAKEABLE, TAKING, TURNED, DEALT = field_offsets(_HAND)

OF_SEATS_AT: Final = len(CARDS) * COPIES
"""Index of the first word of the card sets that belong to a seat (``CARDS_OF_SEAT``)."""
SEATS_AT: Final = OF_SEATS_AT + len(CARDS_OF_SEAT) * SEATS * COPIES
"""Index of the word about seat 0. The words about the other seats, the teams and the hand follow."""
WORDS: Final = SEATS_AT + SEATS + TEAMS + 1


def observation_layout(*, history: bool = False) -> FeatureLayout:
    """Return the layout of observations.

    With ``history``, the entries of ``history_layout`` follow the other words.
    """
    layout = _make_layout()
    return mark_layout_extension(layout, add_history(layout, history_groups(card_slices))) if history else layout


def _make_layout() -> FeatureLayout:
    by_seat = [(f"{name}.{seat}", label.format(seat)) for name, label in CARDS_OF_SEAT for seat in range(SEATS)]
    slices: list[FeatureSlice] = []
    for place, (name, meaning) in enumerate((*CARDS, *by_seat)):
        slices += card_slices(name, place * COPIES, meaning)
    seats = [(f".{seat}", _SEAT) for seat in range(SEATS)]
    teams = [(f".{team}", _TEAM) for team in range(TEAMS)]
    for number, (ending, fields) in enumerate((*seats, *teams, ("", _HAND)), SEATS_AT):
        slices += word_slices(number, fields, ending)
    return FeatureLayout(NAME, WORDS, tuple(slices), masked=MASKED_PREFIXES)


def card_slices(name: str, first: int, meaning: str) -> list[FeatureSlice]:
    """Return the slices that encode a set of cards, one slice for each lane.

    ``first`` is the index of the set's first word.
    """
    numbers = range(1, COPIES + 1)
    return [
        FeatureSlice(f"{name}.{one}", BITS * (first + one - 1), PLACES, f"{meaning}: {one} or more") for one in numbers
    ]


def order_missing_suits_by_trumps(suits: int, suit: int) -> int:
    """Return the suits that a seat is known to lack, as bits in trump order. Bit 4 stands for trumps.

    ``suits`` has these bits in the order of the rules. ``suit`` is the trump suit, encoded as for
    ``bit_encoding.order_by_trumps``.
    """
    turn = suit + 1 & 3
    return (suits & 15) >> turn | suits << 4 - turn & 15 | suits & 16
