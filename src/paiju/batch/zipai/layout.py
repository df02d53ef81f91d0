"""Record layouts for Da Zi Pai: the dtypes of a hand (a row of the array of hands), of an action, and of the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.features.zipai.bit_encoding import TRIPLES
from paiju.features.zipai.history_layout import ENTRIES_KEPT
from paiju.games.zipai.cards import PACK
from paiju.games.zipai.rules import Rules

SEATS: Final = 3
"""The largest number of players; a row has this many seats."""
CARDS: Final = len(PACK)
MELDS: Final = 8
"""An upper bound on the number of melds of a seat."""
OPTIONS: Final = 50
"""An upper bound on the number of answers to a card.

The answers are up to 46 ways to eat, a win, a pong (碰) and a pass. In half of the ways to eat, the further
copies of the card stay in the hand instead of being laid down (下伙; ZP-R6).
"""

# ---- actions

ACTION: Final = np.dtype(
    [("kind", "i1"), ("card", "i1"), ("first", "i1"), ("second", "i1"), ("third", "i1")],
    align=True,
)
"""The dtype of an action.

``card`` is the kind of card that is discarded, or the points of a minimum, otherwise -1. ``first``, ``second`` and
``third`` are the indices of the eaten melds in ``bit_encoding.TRIPLES``, ascending; -1 for none.
"""
EATEN_AT: Final = (3, 9, 15)
"""The bit offsets of the eaten melds in a packed answer, which contains at most three of them.

Each meld is stored as its index in ``TRIPLES`` plus 1; 0 means no meld. The bits below the first offset are
the kind of the action.
"""
BITS_EACH: Final = 63
assert len(TRIPLES) < BITS_EACH

# ---- the history, packed: see ``history_recording.record_entry``

PAST_KIND, PAST_RAISED, PAST_WHAT = 2, 6, 10
"""The bit offsets of three parts of a packed history entry. The lowest bits of the entry are the seat.

- ``PAST_KIND``: the kind of the entry
- ``PAST_RAISED``: 1 plus the index of the meld that was raised to a four, or 0 if no meld was raised
- ``PAST_WHAT``: the cards. For an eat, this part is the indices of the eaten melds, packed as in an answer.
  Otherwise it is the kind of card plus 1, or 0 if the cards are face down.
"""

# ---- reasons

_, DEAL, SELF_DRAWN, FROM_DISCARD, EMPTY = range(5)
REASONS: Final = ("", "deal", "self_drawn", "discard", "empty")
"""The codes of the reasons why a hand ends. The field ``reason`` of a row is an index of this tuple."""

HAND: Final = np.dtype(
    [
        ("chance", "u8"),  # the row's own generator
        ("count", "i8"),  # how many legal actions ``turn`` has; 0 when the hand is over
        ("hand", "i8", SEATS),  # counts, see ``bit_encoding``
        ("lies", "i8", SEATS),  # three bits a kind: how a three or four was laid (``bit_encoding.LIES``)
        ("declined", "i8", SEATS),  # kinds that the seat may no longer pong (ZP-5.5): the lowest bit of each
        ("out", "i8", SEATS),  # discards of a seat that no seat took: counts
        ("eaten", "i8", SEATS),  # eaten melds of ZP-4.2, a bit each
        ("eaten_again", "i8", SEATS),  # … eaten twice or more
        ("shown", "i8"),  # all face-up cards except the one on the table: counts
        ("turn", "i1"),  # the seat to act (the lowest of several); -1 when the hand is over
        ("phase", "i1"),
        ("banker", "i1"),
        ("minimum", "i1"),  # 0 before it is set
        ("by", "i1"),  # the seat that put the card out, is looking at it or has eaten it; -1 for none
        ("card", "i1"),  # the card on the table, drawn, won with, or eaten while it may be caught; -1 for none
        ("drawn", "i1"),  # whether the card was drawn, not discarded
        ("waiting", "i1"),  # seats that still have to answer: bits
        ("asked", "i1"),  # seats that were asked: bits
        ("next", "i1"),  # index in the deck of the top of the stock
        ("left", "i1", SEATS),  # number of cards in hand
        ("fours", "i1", SEATS),  # number of fours laid
        ("worth", "i2", SEATS),  # points of the melds laid
        ("melds", "i1", SEATS),  # number of melds laid …
        ("meld", "u1", (SEATS, MELDS)),  # … and their codes (``bit_encoding.decode_meld``), in order
        ("sealed", "i4", SEATS),  # packed secret answers; -1 for none
        ("options", "i4", OPTIONS),  # the legal answers of ``turn`` to a card, by number
        ("catches", "i1"),  # how often a seat was caught eating without 下伙 (ZP-R6) …
        ("caught", "u1", SEATS * MELDS),  # … and which, oldest first
        ("carried", "i1"),  # the banker, as the previous hand determines it (``carry_over``)
        ("ended", "i1"),  # 1 if the last step ended a hand, 2 if that hand had no winner
        ("reason", "i1"),  # why the last hand ended in this row (``REASONS``; 0 before any has) …
        ("winners", "i1"),  # … and its winners: bits
        ("payer", "i1"),  # the seat that pays alone; -1 if all losers pay
        ("number", "i4"),  # number of hands in this row before this one
        ("won", "i2", SEATS),  # points of each winner's hand
        ("points", "i8", SEATS),  # of the last hand that ended in this row
        ("past_entries", "i2"),  # if observations have the history: number of its entries in this hand
        ("discarded", "i1"),  # number of discards that no seat took …
        ("discards", "u1", CARDS),  # … and which, oldest first: the kind, and 32 × the seat
        ("deck", "u1", CARDS),  # kinds in the order of the deal: the banker's, the others' in turn, the stock
        ("past", "i4", ENTRIES_KEPT),  # the latest entries of the history in a ring, entry n at n % ENTRIES_KEPT
    ],
    align=True,
)
"""The dtype of one hand of Da Zi Pai; fields of unused seats are zero."""

RULES: Final = np.dtype(
    [
        ("players", "i8"),
        ("minimum_from", "i8"),
        ("minimum_step", "i8"),
        ("minimums", "i8"),  # number of minimums to choose from
        ("banker_stays", "i8"),
        ("drawer_eats", "i8"),
        ("deal_counts_all", "i8"),  # a win on the deal counts every meld that is worth points (ZP-2.5, R2)
        ("history", "i8"),  # rows keep the history
        ("false_eat", "i8"),  # eating without 下伙 is possible, and may be caught (ZP-4.3, R6)
        ("pack", "u1", CARDS),
    ],
    align=True,
)
"""The dtype of the rules, as numbers for the compiled code."""


def rules_row(rules: Rules, *, history: bool = False) -> Any:
    """Return the rules of a ruleset as an array with one record of the dtype ``RULES``.

    ``history`` says whether rows store the history of the hand.
    """
    row = np.zeros(1, RULES)
    for name in ("players", "minimum_from", "minimum_step", "banker_stays", "drawer_eats"):
        row[name] = getattr(rules, name)
    row["history"] = history
    row["deal_counts_all"] = rules.deal_points == "all"
    row["false_eat"] = rules.false_eat == "caught"
    row["minimums"] = (rules.minimum_to - rules.minimum_from) // rules.minimum_step + 1
    row["pack"] = PACK
    return row
