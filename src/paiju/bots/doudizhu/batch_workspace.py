"""The arrays in which the compiled steady bot computes, and its packed rank counts.

The compiled bot (``batch_steady``) makes the choices of ``play_steady`` in rows of the batch engine. It packs the rank counts of
a hand in one integer with four bits for each rank. Integers of this kind are in the same order as the rank counts of the exact
rules, which have eight bits for each rank, so that both bots break ties alike.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiju.batch.doudizhu.cards import FILLED
from paiju.batch.jit_cache import jit_inlined, popcount
from paiju.bots.doudizhu.combination_cost import SPLITS
from paiju.bots.doudizhu.decomposition import MOST_RESTS
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.games.doudizhu.combinations import LONGEST

ONES: Final = sum(1 << 4 * rank for rank in range(KINDS))
"""One card of every rank."""
CHAIN_ONES: Final = sum(1 << 4 * rank for rank in range(LONGEST))
"""One card of each of the ranks that can form chains: 3 to A."""
MOST_OTHERS: Final = 3
MOST_CHAINS: Final = 8
"""An upper bound on the chains into which a hand can be divided. Each has at least five cards."""
MOST_NODES: Final = 512
"""An upper bound on the remainders of one search: ``MOST_RESTS``, and those that its last step adds."""
SLOTS: Final = 1024
MOST_PLAYS: Final = 48
assert MOST_RESTS < MOST_NODES // 2 < SLOTS // 2

# ---- indices of ``Workspace.facts``
(HAND, UNSEEN, SPARE, OTHERS, DECKS, SINGLES, PLAYERS) = range(7)
# ---- indices of ``Workspace.stakes``
(URGENCY, PARTNER) = range(2)
# ---- the columns of ``Workspace.others``
(SEAT, ENEMY, SIZE, TO_GO, KNOWN, PARTS) = range(6)
# ---- the columns of a play in ``Workspace.hand_plays`` and ``rest_plays``
(KIND, LENGTH, RANK, BODY, ATTACHED) = range(5)


class Workspace(NamedTuple):
    """The arrays for one decision after another. Rows of ``others`` are in the order of ``seat_knowledge.Beliefs.others``."""

    facts: NDArray[np.int64]
    others: NDArray[np.int64]
    has: NDArray[np.float64]
    """``has[i, unit, rank]`` of other seat ``i``, as in ``trick_odds.Rival``; so are ``above``, ``bombs``, ``rocket``, ``haste``."""
    above: NDArray[np.float64]
    bombs: NDArray[np.float64]
    rocket: NDArray[np.float64]
    haste: NDArray[np.float64]
    holds: NDArray[np.float64]
    """``holds[unit, rank]``: the probability that a single card, a pair or a trio holds the trick."""
    costs: NDArray[np.float64]
    """``costs[unit, rank]``: the cost of a single card, a pair or a trio."""
    split_costs: NDArray[np.float64]
    """``split_costs[held, rank]``: the lowest cost of ``held`` cards of a rank; ``splits`` is the index of that split."""
    splits: NDArray[np.int64]
    chains: NDArray[np.float64]
    """``chains[unit, length, rank]``: the probability that a chain holds the trick; -1 if it has not been computed yet."""
    rests: NDArray[np.int64]
    """The remainders of a search, each with its cost, the cost of the chains removed so far, their trios, and the last of them."""
    rest_costs: NDArray[np.float64]
    chain_costs: NDArray[np.float64]
    trios: NDArray[np.int64]
    parents: NDArray[np.int64]
    links: NDArray[np.int64]
    expanded: NDArray[np.bool_]
    slots: NDArray[np.int16]
    """A hash table of the remainders: 0 for an empty slot, else the index of the remainder plus 1."""
    loose: NDArray[np.float64]
    hand_plays: NDArray[np.int64]
    """The plays into which the hand is divided."""
    rest_plays: NDArray[np.int64]
    """The plays into which the hand that remains after a play is divided."""
    stakes: NDArray[np.float64]
    """What it costs if an enemy gains the lead, and what it is worth that a partner has the lead."""
    keep: NDArray[np.float64]
    """The cost of giving away one card of each rank as an attachment."""


def new_workspace() -> Workspace:
    """Return the arrays for the decisions of one thread."""
    floats, numbers = np.float64, np.int64
    return Workspace(
        facts=np.zeros(8, numbers),
        others=np.zeros((MOST_OTHERS, 6), numbers),
        has=np.zeros((MOST_OTHERS, 5, KINDS), floats),
        above=np.zeros((MOST_OTHERS, 5, KINDS), floats),
        bombs=np.zeros((MOST_OTHERS, KINDS), floats),
        rocket=np.zeros(MOST_OTHERS, floats),
        haste=np.zeros(MOST_OTHERS, floats),
        holds=np.zeros((4, KINDS), floats),
        costs=np.zeros((4, KINDS), floats),
        split_costs=np.zeros((max(SPLITS) + 1, KINDS), floats),
        splits=np.zeros((max(SPLITS) + 1, KINDS), numbers),
        chains=np.zeros((4, LONGEST + 1, LONGEST), floats),
        rests=np.zeros(MOST_NODES, numbers),
        rest_costs=np.zeros(MOST_NODES, floats),
        chain_costs=np.zeros(MOST_NODES, floats),
        trios=np.zeros(MOST_NODES, numbers),
        parents=np.zeros(MOST_NODES, numbers),
        links=np.zeros(MOST_NODES, numbers),
        expanded=np.zeros(MOST_NODES, np.bool_),
        slots=np.zeros(SLOTS, np.int16),
        loose=np.zeros(KINDS + 1, floats),
        hand_plays=np.zeros((MOST_PLAYS, 5), numbers),
        rest_plays=np.zeros((MOST_PLAYS, 5), numbers),
        stakes=np.zeros(2, floats),
        keep=np.zeros(KINDS, floats),
    )


# ---- packed rank counts


@jit_inlined
def pack_counts(cards: int, more: int) -> int:
    """Convert unary code (``paiju.batch.doudizhu.cards``) to packed rank counts."""
    counts = 0
    for word in (cards, more):
        left = word
        while left:
            counts += 1 << 4 * (popcount((left & -left) - 1) & 15)
            left &= left - 1
    return counts


@jit_inlined
def unpack_counts(counts: int) -> tuple[int, int]:
    """Convert packed rank counts to the two words of unary code."""
    cards = more = 0
    for rank in range(KINDS):
        held = count_at(counts, rank)
        cards |= FILLED[min(held, 4)] << rank
        more |= FILLED[max(held - 4, 0)] << rank
    return cards, more


@jit_inlined
def count_at(counts: int, rank: int) -> int:
    """Return the number of cards of a rank."""
    return counts >> 4 * rank & 15


@jit_inlined
def card_total(counts: int) -> int:
    """Return the number of cards."""
    pairs = (counts & 0x0F0F0F0F0F0F0F0F) + (counts >> 4 & 0x0F0F0F0F0F0F0F0F)
    return pairs * 0x0101010101010101 >> 56


@jit_inlined
def ranks_with(counts: int, number: int) -> int:
    """Return one card of every rank of which there are at least ``number`` cards, which must be from 1 to 8."""
    return counts + (8 - number) * ONES >> 3 & ONES


@jit_inlined
def lowest_rank(counts: int) -> int:
    """Return the lowest rank of some cards; there must be at least one card."""
    return popcount((counts & -counts) - 1) >> 2


@jit_inlined
def highest_rank(counts: int) -> int:
    """Return the highest rank of some cards; -1 if there are none."""
    rank = -1
    while counts:
        counts >>= 4
        rank += 1
    return rank


@jit_inlined
def chain_body(unit: int, length: int, rank: int) -> int:
    """Return the cards of a chain: ``unit`` cards of each of ``length`` ranks up to ``rank``."""
    return (ONES & (1 << 4 * length) - 1) * unit << 4 * (rank - length + 1)

