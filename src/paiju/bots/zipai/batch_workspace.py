"""The workspace of the compiled steady bot of Da Zi Pai, and the bot's table of all blocks.

The workspace is the record in which the bot computes. The compiled bot (``batch_steady``) makes the same
choices as ``play_steady``, but from rows of the batch engine. Cards are words of three bits for each kind
(``paiju.features.zipai.bit_encoding``). In a *packed hand*, the kinds are in the order
``steady_bot.ORDER``. The search for the best blocks removes the kinds in this order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from paiju.batch.jit_cache import jit
from paiju.batch.zipai.cards import count_copies, kinds_to_unary
from paiju.bots.zipai.steady_bot import (
    ORDER,
    PARTIAL_MELDS,
    PLACE,
    WEIGHTS,
    WHOLE_MELDS,
    value_of_meld,
    value_of_partial_meld,
)
from paiju.features.zipai.bit_encoding import cards_to_word
from paiju.games.zipai.cards import COPIES, KINDS, Kind

# ---- all blocks, in the order in which ``play_steady`` finds those of its hand


class _PossibleBlock(NamedTuple):
    """A block: a whole meld, or a partial meld that one more card completes.

    ``missing`` is the kind of the card that completes a partial meld; -1 if the block is a whole meld.
    """

    cards: tuple[Kind, ...]
    points: int
    missing: Kind = -1

    def value(self, unseen: int) -> float:
        """Return the value of the block.

        ``unseen`` is the number of cards that would complete the block and that the seat has not seen.
        """
        if self.missing < 0:
            return value_of_meld(WEIGHTS, self.points)
        return value_of_partial_meld(WEIGHTS, self.cards, self.points, unseen)

    @property
    def places(self) -> tuple[int, ...]:
        """The cards as places of a packed hand."""
        return tuple(PLACE[kind] for kind in self.cards)


_BLOCKS: Final = (
    *(_PossibleBlock(cards, points) for cards, points in WHOLE_MELDS),
    *(_PossibleBlock(cards, points, missing) for cards, missing, points in PARTIAL_MELDS),
)
BLOCKS: Final = len(_BLOCKS)
BLOCK_CARDS: Final = np.array([cards_to_word(block.cards) for block in _BLOCKS], np.int64)
BLOCK_COST: Final = np.array([cards_to_word(block.places) for block in _BLOCKS], np.int64)
"""The cards of each block, as a packed hand."""
BLOCK_NEED: Final = np.array([kinds_to_unary(block.places) for block in _BLOCKS], np.int64)
"""The bits that are set in the unary code of every packed hand that contains the block."""
BLOCK_PLACE: Final = np.array([min(block.places) for block in _BLOCKS], np.int64)
BLOCK_MISSING: Final = np.array([block.missing for block in _BLOCKS], np.int64)
BLOCK_VALUES: Final = np.array([[block.value(unseen) for unseen in range(COPIES + 1)] for block in _BLOCKS])
"""The values of the blocks, as an array.

``BLOCK_VALUES[block, unseen]`` is the value of ``block`` if ``unseen`` unseen cards would complete it.
"""
BLOCK_POINTS: Final = np.array([block.points if block.missing < 0 else block.points / 2 for block in _BLOCKS])
KIND_AT: Final = np.array(ORDER, np.int64)

# ---- the workspace

NO_BLOCK: Final = -1
MOST_KEPT: Final = 16
"""An upper bound on the number of blocks in a partition of a hand.

The number is bounded because each block has at least two cards.
"""
MOST_NODES: Final = 1 << 14
"""The maximum number of nodes in all searches of one decision together.

A decision that needs more nodes is left to ``play_steady``. Of 63,000 decisions, the largest needed 8,018
nodes, and one in a thousand more than 2,800. Of the hands that were constructed as hard cases, the worst
needed 14,740 nodes for a discard.
"""
SLOTS: Final = 1 << 15
MOST_CARDS: Final = 32
"""An upper bound on the number of cards of a hand."""

WORKSPACE: Final = np.dtype(
    [
        # what the seat knows, and its hand and melds, possibly after a claim that it considers
        ("unseen", "i8"),
        ("minimum", "i8"),
        ("declined", "i8"),
        ("hand", "i8"),
        ("left", "i8"),
        ("melds", "i8"),
        ("fours", "i8"),
        ("worth", "i8"),
        ("lies", "i8"),
        # the blocks that the seat's hand contains, in a list for each place of their first card
        ("values", "f8", BLOCKS),
        ("first", "i8", KINDS),  # the first block of each list; NO_BLOCK if the list is empty
        ("last", "i8", KINDS),
        ("next", "i8", BLOCKS),  # the block after each block in its list; NO_BLOCK after the last
        ("lists", "i8", KINDS),  # the places of the lists that are not empty, in the order in which they began
        ("list_count", "i8"),
        # the nodes of the search for the best blocks: parts of the hand
        ("nodes", "i8"),
        ("parts", "i8", MOST_NODES),  # the cards of each node, as a packed hand
        ("best_values", "f8", MOST_NODES),
        ("best_blocks", "i8", MOST_NODES),  # the first of the best blocks; NO_BLOCK if the first card is in no block
        ("rests", "i8", MOST_NODES),  # the node of the cards without this block, or without the first card
        ("slot_of", "i8", MOST_NODES),
        ("is_full", "i8"),  # whether there was no room for a further node
        # a hash table of the nodes: 0 for an empty slot, else the number of the node plus 1
        ("slots", "i2", SLOTS),
        # the nodes from the searched hand to the part that is searched now, and the block to try next for each of them
        ("path", "i8", MOST_CARDS),
        ("tried", "i8", MOST_CARDS),
        # the best blocks of the hand considered last, the most valuable first
        ("kept", "i8", MOST_KEPT),
        ("kept_count", "i8"),
        ("kept_cards", "i8"),
        # the discards that leave the hand ready: their kinds, and the weighted number of winning cards after each
        ("ready", "i8"),
        ("chances", "f8", KINDS),
    ],
    align=True,
)
"""The dtype of the workspace: the record that contains all numbers of one decision of the compiled bot.

Each decision overwrites the numbers of the last.
"""


@jit
def pack_hand(cards: int) -> int:
    """Convert a word of cards to a packed hand."""
    packed = 0
    for place in range(KINDS):
        packed |= count_copies(cards, KIND_AT[place]) << 3 * place
    return packed
