"""What lies where: the record of one hand, and that of the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.features.zipai.bit_encoding import TRIPLES
from paiju.games.zipai.cards import PACK
from paiju.games.zipai.rules import Rules

SEATS: Final = 3
"""The most that play; a row has this many places."""
CARDS: Final = len(PACK)
MELDS: Final = 8
"""More melds than a seat can lay."""
OPTIONS: Final = 40
"""More than there are ways to answer a card."""

# ---- actions

ACTION: Final = np.dtype(
    [("kind", "i1"), ("card", "i1"), ("first", "i1"), ("second", "i1"), ("third", "i1")],
    align=True,
)
"""One action.

``card`` is the kind that is put out, or the points of a minimum, else -1. ``first``, ``second`` and ``third`` are the melds that
are eaten, by their number in ``codes.TRIPLES``, ascending; -1 for none.
"""
EATEN_AT: Final = (3, 9, 15)
"""An answer is its kind, and one more than the number of each meld that is eaten from these bits on."""
BITS_EACH: Final = 63
assert len(TRIPLES) < BITS_EACH

# ---- how a hand ended

_, DEAL, SELF_DRAWN, FROM_DISCARD, EMPTY = range(5)
REASONS: Final = ("", "deal", "self_drawn", "discard", "empty")
"""How a hand ends."""

HAND: Final = np.dtype(
    [
        ("chance", "u8"),  # the row's own generator
        ("count", "i8"),  # how many legal actions ``turn`` has; 0 when the hand is over
        ("hand", "i8", SEATS),  # counts, see ``codes``
        ("lies", "i8", SEATS),  # three bits a kind: how a three or four of it lies (``codes.LIES``)
        ("declined", "i8", SEATS),  # kinds that may not be made three of any more (ZP-5.5): the lowest bit of each
        ("out", "i8", SEATS),  # what a seat put out and nobody took: counts
        ("eaten", "i8", SEATS),  # melds of ZP-4.2 that lie, a bit each
        ("eaten_again", "i8", SEATS),  # … that lie twice or more
        ("shown", "i8"),  # all that lies face up, but for the card on the table: counts
        ("turn", "i1"),  # who acts; of several, the lowest seat. -1 when the hand is over
        ("phase", "i1"),
        ("banker", "i1"),
        ("minimum", "i1"),  # 0 before it is set
        ("by", "i1"),  # who put the card out, or looks at it; -1 for none
        ("card", "i1"),  # the card that is on the table or looked at, or won with; -1 for none
        ("drawn", "i1"),  # whether it was drawn
        ("waiting", "i1"),  # who has still to answer, a bit a seat
        ("asked", "i1"),  # who was asked, bits
        ("next", "i1"),  # place in the deck of the top of the stock
        ("left", "i1", SEATS),  # cards in hand
        ("fours", "i1", SEATS),  # fours that lie
        ("worth", "i2", SEATS),  # points of the melds that lie
        ("melds", "i1", SEATS),  # how many lie …
        ("meld", "u1", (SEATS, MELDS)),  # … and which (``codes.decode_meld``), in their order
        ("sealed", "i4", SEATS),  # answers; -1 for none
        ("options", "i4", OPTIONS),  # the answers that ``turn`` has to a card, in the order of their numbers
        ("carried", "i1"),  # who is the next banker, from the hand before
        ("ended", "i1"),  # 1 in the step in which a hand ended, 2 if nobody won it
        ("reason", "i1"),  # how the last hand that ended in this row did (``REASONS``; 0 if none has) …
        ("winners", "i1"),  # … and who won it, a bit a seat
        ("payer", "i1"),  # who pays alone; -1 if every other does
        ("number", "i4"),  # hands before this one
        ("won", "i2", SEATS),  # what each winner's hand is worth
        ("points", "i8", SEATS),  # of the last hand that ended in this row
        ("discarded", "i1"),  # how many cards nobody took …
        ("discards", "u1", CARDS),  # … which, oldest first: the kind, and 32 × who put it out
        ("deck", "u1", CARDS),  # kinds as dealt: the banker's, the others' in turn, the stock
    ],
    align=True,
)
"""One hand of Da Zi Pai. Seats that do not exist hold zeros."""

RULES: Final = np.dtype(
    [
        ("players", "i8"),
        ("minimum_from", "i8"),
        ("minimum_step", "i8"),
        ("minimums", "i8"),  # how many there are to choose from
        ("banker_stays", "i8"),
        ("drawer_eats", "i8"),
        ("pack", "u1", CARDS),
    ],
    align=True,
)
"""The rules, as numbers: what the compiled code reads."""


def rules_row(rules: Rules) -> Any:
    """The rules of a ruleset, as an array of one record."""
    row = np.zeros(1, RULES)
    for name in ("players", "minimum_from", "minimum_step", "banker_stays", "drawer_eats"):
        row[name] = getattr(rules, name)
    row["minimums"] = (rules.minimum_to - rules.minimum_from) // rules.minimum_step + 1
    row["pack"] = PACK
    return row
