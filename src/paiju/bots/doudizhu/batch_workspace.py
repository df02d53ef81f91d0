"""The workspace, a record in which the compiled steady bot computes, and the functions for packed rank counts.

The compiled bot (``batch_steady``) reads rows of the batch engine, and makes the same choices as
``play_steady``. It packs the rank counts of a hand in one integer, with four bits for each rank. The rank
counts of the exact rules have eight bits for each rank. Both kinds of integers sort hands in the same order,
so both bots break ties in the same way.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.batch.doudizhu.cards import FILLED
from paiju.batch.jit_cache import jit_inlined, popcount
from paiju.bots.doudizhu.combination_cost import SPLITS
from paiju.bots.doudizhu.decomposition import MOST_RESTS
from paiju.bots.doudizhu.losing_actions import MOST_CARDS_PARTLY_UNKNOWN
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.bots.doudizhu.wild_decomposition import TRIED
from paiju.features.doudizhu.forced_wins import MOST_CARDS_SEARCHED
from paiju.games.doudizhu.combinations import LONGEST_CHAIN

ONES: Final = sum(1 << 4 * rank for rank in range(KINDS))
"""One card of every rank, as packed rank counts."""
CHAIN_ONES: Final = sum(1 << 4 * rank for rank in range(LONGEST_CHAIN))
"""One card of each rank that can be in a chain (3 to A), as packed rank counts."""
BYTES: Final = np.uint64(0x0101010101010101)
BITS_BELOW_TOP_BYTE: Final = np.uint64(56)
MOST_OTHERS: Final = 3
MOST_NODES: Final = 512
"""An upper bound on the number of nodes of a search.

The last step of a search begins with fewer than ``MOST_RESTS`` nodes, and may add several.
"""
SLOTS: Final = 1024
MOST_PLAYS: Final = 48
MOST_PARTS: Final = 1 << MOST_CARDS_SEARCHED
"""The largest number of parts that a searched hand can have.

A hand of a given size has the most parts if all its cards have different ranks.
"""
assert MOST_RESTS < MOST_NODES // 2 < SLOTS // 2

(KIND, LENGTH, RANK, BODY, ATTACHED, USED) = range(6)
"""The columns of a play in the fields ``plays``, ``hand_plays`` and ``lead`` of the workspace.

``BODY``, ``ATTACHED`` and ``USED`` are packed rank counts:

- ``BODY`` and ``ATTACHED`` are the ranks for which the cards of the play stand.
- ``USED`` are the cards themselves. They differ from these ranks if some of them are wild. The column is not
  filled in ``plays``.
"""

WORKSPACE: Final = np.dtype(
    [
        # what the seat knows (``seat_knowledge``); cards are packed rank counts
        ("hand", "i8"),
        ("unseen", "i8"),
        ("spare", "i8"),
        ("wild", "i8"),  # the wild ranks; -1 for none
        ("second_wild", "i8"),
        ("wilds", "i8"),  # the number of wild cards in the seat's hand
        ("players", "i8"),
        ("decks", "i8"),
        ("attaches_singles", "i8"),  # whether the rules allow single cards as attachments
        ("others", "i8"),  # the number of other seats; they are in the order in which they act
        ("enemies", "i8", MOST_OTHERS),  # whether each of them is an enemy
        ("sizes", "i8", MOST_OTHERS),
        ("to_go", "i8", MOST_OTHERS),
        ("known", "i8", MOST_OTHERS),
        ("parts", "i8", MOST_OTHERS),  # the share of the unseen cards, in parts of 32
        ("urgency", "f8"),  # what it costs if an enemy gains the lead
        ("partner", "f8"),  # what it is worth that a partner has the lead
        # what each enemy may hold (``trick_odds.EnemyOdds``), by unit and rank
        ("has", "f8", (MOST_OTHERS, 5, KINDS)),
        ("above", "f8", (MOST_OTHERS, 5, KINDS)),
        ("bombs", "f8", (MOST_OTHERS, KINDS)),
        ("rocket", "f8", MOST_OTHERS),
        ("haste", "f8", MOST_OTHERS),
        # single cards, pairs and trios by rank: the probability that they hold the trick, and their cost
        ("holds", "f8", (4, KINDS)),
        ("costs", "f8", (4, KINDS)),
        # the cheapest split of a number of equal cards by rank: its cost and its index
        ("split_costs", "f8", (max(SPLITS) + 1, KINDS)),
        ("splits", "i8", (max(SPLITS) + 1, KINDS)),
        # the probability that each chain holds the trick; -1: not yet known
        ("chains", "f8", (4, LONGEST_CHAIN + 1, LONGEST_CHAIN)),
        # the nodes of a search: remainders of the hand
        ("rests", "i8", MOST_NODES),
        ("rest_costs", "f8", MOST_NODES),
        ("chain_costs", "f8", MOST_NODES),  # the cost of the chains that were removed
        ("trios", "i8", MOST_NODES),  # how many trios these have
        ("parents", "i8", MOST_NODES),
        ("links", "i8", MOST_NODES),  # the last of the chains
        ("queue", "i8", MOST_NODES),  # the nodes that are not expanded yet: a binary heap, the cheapest node first
        # a hash table of the remainders: 0 for an empty slot, else the number of the node plus 1
        ("slots", "i2", SLOTS),
        ("loose", "f8", KINDS + 1),
        # the latest division of a hand into plays
        ("count", "i8"),
        ("plays", "i8", (MOST_PLAYS, 6)),
        ("trio_count", "i8"),
        ("trio_bodies", "i8", KINDS),
        # ranks of which a single card, or a pair, can be attached to a trio: one card of each
        ("loose_ranks", "i8", 3),
        # the ranks that are tried for a wild card, and how good each seems
        ("promising", "i8", TRIED + 1),
        ("savings", "f8", TRIED + 1),
        # the division of the seat's whole hand, and what it costs
        ("hand_cost", "f8"),
        ("hand_count", "i8"),
        ("hand_plays", "i8", (MOST_PLAYS, 6)),
        ("lead", "i8", 6),  # the best lead so far, and its value
        ("lead_value", "f8"),
        ("keep", "f8", KINDS),  # the cost of giving away one card of each rank as an attachment
        # a search for a forced win (``batch_forced_wins``): the hand, and the other cards that are not yet played
        ("searched_hand", "i8"),
        ("searched_spare", "i8"),
        ("elsewhere", "i8"),
        ("elsewhere_more", "i8"),
        ("failed", "i1", MOST_PARTS),  # the parts of the hand from which no win was found
        # the line of plays that it tries: the hand before each play, and the number of the next lead of this hand
        ("line_cards", "i8", MOST_CARDS_SEARCHED + 1),
        ("line_more", "i8", MOST_CARDS_SEARCHED + 1),
        ("line_next", "i8", MOST_CARDS_SEARCHED + 1),
        ("picks", "i8", MOST_CARDS_PARTLY_UNKNOWN),  # the ranks of the hidden cards that an enemy may hold
    ],
    align=True,
)
"""The dtype of the workspace: the record that contains all numbers of one decision of the compiled bot.

Each decision overwrites the numbers of the decision before it.
"""


# ---- packed rank counts


@jit_inlined
def unary_to_packed_counts(cards: int, more: int) -> int:
    """Convert the two words of unary code (``paiju.batch.doudizhu.cards``) to packed rank counts."""
    counts = 0
    for word in (cards, more):
        left = word
        while left:
            counts += 1 << 4 * (popcount((left & -left) - 1) & 15)
            left &= left - 1
    return counts


@jit_inlined
def packed_counts_to_unary(counts: int) -> tuple[int, int]:
    """Convert packed rank counts to the two words of unary code (``paiju.batch.doudizhu.cards``)."""
    cards = more = 0
    for rank in range(KINDS):
        held = count_at(counts, rank)
        cards |= FILLED[min(held, 4)] << rank
        more |= FILLED[max(held - 4, 0)] << rank
    return cards, more


@jit_inlined
def count_at(counts: int, rank: int) -> int:
    """Return the number of cards of a rank in packed rank counts."""
    return counts >> 4 * rank & 15


@jit_inlined
def card_total(counts: int) -> int:
    """Return the number of cards in packed rank counts.

    A multiplication adds up the counts. It uses unsigned numbers, because the product may exceed the largest signed
    number. LLVM assumes that signed numbers do not overflow, and compiled comparisons of the result wrongly.
    """
    pairs = (counts & 0x0F0F0F0F0F0F0F0F) + (counts >> 4 & 0x0F0F0F0F0F0F0F0F)
    return int(np.int64(np.uint64(pairs) * BYTES >> BITS_BELOW_TOP_BYTE))


@jit_inlined
def count_wilds(work: Any, counts: int) -> int:
    """Return the number of wild cards in packed rank counts."""
    number = 0
    if work.wild >= 0:
        number = count_at(counts, work.wild)
        if work.second_wild >= 0:
            number += count_at(counts, work.second_wild)
    return number


@jit_inlined
def wild_rank_mask(work: Any) -> int:
    """Return packed rank counts with all bits set at the wild ranks, and no others."""
    second = work.second_wild
    return int(15 << 4 * work.wild | (15 << 4 * second if second >= 0 else 0))


@jit_inlined
def ranks_with(counts: int, number: int) -> int:
    """Return one card of every rank that has at least ``number`` cards, as packed rank counts.

    ``number`` must be from 1 to 8.
    """
    return counts + (8 - number) * ONES >> 3 & ONES


@jit_inlined
def lowest_rank(counts: int) -> int:
    """Return the lowest rank in packed rank counts, which must contain at least one card."""
    return popcount((counts & -counts) - 1) >> 2


@jit_inlined
def highest_rank(counts: int) -> int:
    """Return the highest rank in packed rank counts; -1 if they contain no card."""
    rank = -1
    while counts:
        counts >>= 4
        rank += 1
    return rank


@jit_inlined
def chain_body(unit: int, length: int, rank: int) -> int:
    """Return the cards of a chain, as packed rank counts.

    The chain has ``unit`` cards of each of ``length`` ranks; ``rank`` is the highest of them.
    """
    return (ONES & (1 << 4 * length) - 1) * unit << 4 * (rank - length + 1)
