"""The workspace of the compiled steady bot of Gunzi, and the tables that it computes from ``expected_values``.

The workspace is the record in which the bot computes. Cards are four lanes (``paiju.batch.gunzi.cards``).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from paiju.batch.gunzi.cards import ORDER, SUIT
from paiju.bots.gunzi.expected_values import HELD_TOGETHER, RUFFS, chance_not_beaten, chance_not_ruffing, chance_void
from paiju.games.gunzi.cards import COPIES, KINDS, PACK, points_in, single
from paiju.games.gunzi.state import SEATS
from paiju.games.gunzi.trumps import CLASSES

ALL_RIVALS: Final = 0
"""The index of all enemies in the arrays ``rivals`` and ``rival_count``."""
LATER_RIVALS: Final = 1
"""The index, in the same arrays, of the enemies that play to the trick after the seat."""

POINTS: Final = np.array([points_in(single(kind)) for kind in range(KINDS)], np.int64)
"""The points of each kind of card."""
_IN_SAME_CLASS: Final = SUIT[..., :, None] == SUIT[..., None, :]
HIGHER_KINDS: Final = (_IN_SAME_CLASS & (ORDER[..., :, None] < ORDER[..., None, :])) @ (1 << np.arange(KINDS))
"""Masks of the kinds in the same class that are higher than a kind; indexed by level, call and kind."""
NOT_BEATEN: Final = np.array(
    [
        [[chance_not_beaten(held, rivals) for rivals in range(SEATS)] for held in HELD_TOGETHER.get(copies, (0,) * 5)]
        for copies in range(COPIES + 1)
    ]
)
"""The probability that no enemy holds a set; indexed by its size, the unseen copies and the number of enemies."""
NOT_RUFFING: Final = np.array(
    [
        [chance_not_ruffing(chance_void(unseen), RUFFS.get(copies, 0)) for unseen in range(len(PACK) + 1)]
        for copies in range(COPIES + 1)
    ]
)
"""The probability that a seat does not ruff; indexed by the cards led and the unseen cards of the suit."""
NOT_RUFFING_IF_VOID: Final = np.array([chance_not_ruffing(1.0, RUFFS.get(copies, 0)) for copies in range(COPIES + 1)])
"""The same probability for a seat that has shown that it has no card of the suit."""

WORKSPACE: Final = np.dtype(
    [
        # what the seat knows
        ("level", "i8"),
        ("call", "i8"),  # the trump call, or no trumps before they are announced
        ("seat", "i8"),
        ("hand", "i8", COPIES),
        ("size", "i8"),  # the number of cards in hand
        ("lengths", "i8", CLASSES),  # the number of cards of each suit in hand …
        ("unseen", "i8", COPIES),  # … and the cards that other seats may hold …
        ("unseen_counts", "i8", CLASSES),  # … with the number of those of each suit
        ("rivals", "i8", (2, SEATS)),  # the lists ALL_RIVALS and LATER_RIVALS of enemies
        ("rival_count", "i8", 2),
        # the highest trump in hand, -1 for none, and the probability that it takes the last trick
        ("top", "i8"),
        ("last_trick_chance", "f8"),
        # the value of keeping a card of each kind in hand, and the values by which cards are sorted
        ("values", "f8", KINDS),
        ("worths", "f8", KINDS),
    ],
    align=True,
)
"""The dtype of the workspace: the record that contains all numbers of one decision of the compiled bot.

Each decision overwrites the numbers of the decision before it.
"""
