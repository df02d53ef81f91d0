"""The history in an encoded Da Zi Pai observation.

Its entries are the cards put out, the melds laid, the seats caught keeping copies of a card (ZP-R6), and the banker's
choice of the minimum. The newest entry comes first.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.features.feature_layout import BITS, FeatureSlice
from paiju.features.history_layout import EntryGroup, HistoryFact, fact_offsets
from paiju.games.zipai.cards import KINDS
from paiju.games.zipai.melds import LAID, WAYS

ENTRIES_KEPT: Final = 48
"""The number of history entries in an observation. Hardly any hand of three players has more (ADR 40)."""
SEATS: Final = 3
MOST_MELDS: Final = 3
"""The most melds that a seat lays at once: the one that it eats, and two with its other copies of the card (下伙)."""

PUT_OUT_FROM_HAND, PUT_OUT_AS_DRAWN, CAUGHT, SET_MINIMUM = range(len(LAID), len(LAID) + 4)
"""The kinds of history entries that are not about laid melds.

In this order, they mean: a seat put out a card from its hand; a seat put out a card as it was drawn; a seat
was caught keeping copies of the card that it ate (ZP-R6); the banker set the minimum.

The kinds of entries about laid melds are ``bit_encoding.LIE_EATEN`` and the numbers that follow it.
"""

COPIES_LAID: Final = np.array([*(WAYS[way].copies if way in WAYS else 0 for way in LAID), 1, 1, 0, 0], np.int64)
"""The number of cards in an entry, by the kind of the entry; 0 for eaten melds, whose cards are not all of one kind."""

FACTS: Final = (
    HistoryFact("there", 1, "the entry exists"),
    HistoryFact("by", SEATS, "the seat, counted from the viewer"),
    HistoryFact(
        "kind",
        SET_MINIMUM + 1,
        "the way in which it laid a meld (``bit_encoding``); put out from hand, or as drawn; was caught; set the minimum",
    ),
    HistoryFact("melds", MOST_MELDS, "number of melds laid, in unary"),
    HistoryFact("raised", 1, "a three on the table became a four"),
)
_, BY, KIND, LAID_AT, RAISED = fact_offsets(FACTS).values()


def _card_slices(name: str, first: int, meaning: str) -> list[FeatureSlice]:
    return [
        FeatureSlice(name, first * BITS, 3 * KINDS, f"{meaning} as far as they are known, per kind at least 1, 2, 3")
    ]


GROUPS: Final = (EntryGroup("past", ENTRIES_KEPT, "the last entry but {}", FACTS, 1, _card_slices),)


def history_word(step: Any, kind: Any, melds: Any, raised: Any) -> Any:
    """Return the word that encodes a history entry, except its cards. ``paiju.batch`` compiles this function.

    ``step`` is the seat that acted, counted from the viewer. ``melds`` is the number of melds laid. ``raised``
    says whether a laid three became a four.
    """
    return 1 | 1 << BY + step | 1 << KIND + kind | (1 << melds) - 1 << LAID_AT | raised << RAISED
