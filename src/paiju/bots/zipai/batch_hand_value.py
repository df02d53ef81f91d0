"""Compiled functions that find the best blocks and the value of a hand, as ``steady_bot`` defines them.

``work`` is a record of ``batch_workspace.WORKSPACE``, which contains the inputs and all intermediate results.
The functions add the same numbers in the same order as the bot in Python, so the results are equal to the
last bit.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit_cache import jit, jit_inlined
from paiju.batch.zipai.cards import count_copies, lowest_kind, some, thermometer
from paiju.bots.zipai.batch_workspace import (
    BLOCK_CARDS,
    BLOCK_COST,
    BLOCK_MISSING,
    BLOCK_NEED,
    BLOCK_PLACE,
    BLOCK_POINTS,
    BLOCK_VALUES,
    BLOCKS,
    MOST_NODES,
    NO_BLOCK,
    SLOTS,
    pack_hand,
)
from paiju.bots.zipai.steady_bot import MELDS_WITH_FOUR, MELDS_WITHOUT_FOUR, WEIGHTS
from paiju.features.zipai.bit_encoding import EACH_KIND

MELD: Final = WEIGHTS.meld
POINT: Final = WEIGHTS.point
EYE: Final = WEIGHTS.eye
MISSING: Final = WEIGHTS.missing
assert MELD.is_integer()
assert POINT.is_integer()  # so the values of the laid melds have the same sum in any order
UNTRIED: Final = -2
"""The item of ``tried`` for a node at which the search has just arrived and has tried nothing yet.

At each node, the search first tries to leave the first card out of all blocks. It then tries the blocks that
contain the first card, one after another.
"""
_MIX: Final = 0x9E3779B97F4A7C15 - (1 << 64)

# ---- the blocks of a hand


@jit
def fill_blocks(work: Any) -> None:
    """Find the blocks that the seat's hand contains and their values, and remove the search nodes of earlier hands.

    A partial meld is a block only if the seat has not seen all cards that would complete it.
    """
    work.list_count = 0
    work.first[:] = NO_BLOCK
    there = thermometer(pack_hand(work.hand))
    for block in range(BLOCKS):
        if there & BLOCK_NEED[block] != BLOCK_NEED[block]:
            continue
        missing = BLOCK_MISSING[block]
        unseen = count_copies(work.unseen, missing) if missing >= 0 else 0
        if missing >= 0 and unseen == 0:
            continue
        work.values[block] = BLOCK_VALUES[block, unseen]
        append_block(work, block, BLOCK_PLACE[block])
    forget_partitions(work)


@jit_inlined
def append_block(work: Any, block: int, place: int) -> None:
    """Append a block to one of the lists of blocks.

    Each list contains the blocks with the same first card. ``place`` is the place of this card in a packed hand.
    """
    work.next[block] = NO_BLOCK
    if work.first[place] == NO_BLOCK:
        work.first[place] = block
        work.lists[work.list_count] = place
        work.list_count += 1
    else:
        work.next[work.last[place]] = block
    work.last[place] = block


# ---- the best blocks (``_SeatKnowledge.best_partition``)


@jit
def forget_partitions(work: Any) -> None:
    """Remove all nodes of the search, and add the node of an empty hand."""
    for node in range(work.nodes):
        work.slots[work.slot_of[node]] = 0
    work.nodes = work.is_full = 0
    add_node(work, find_slot(work, 0), 0)


@jit_inlined
def find_slot(work: Any, part: int) -> int:
    """Return the slot of the hash table that contains a part of the hand or, if none does, the slot where it belongs."""
    slot = (part * _MIX >> 40) & SLOTS - 1
    while work.slots[slot] and work.parts[work.slots[slot] - 1] != part:
        slot = (slot + 1) & SLOTS - 1
    return slot


@jit_inlined
def add_node(work: Any, slot: int, part: int) -> int:
    """Add a node for a part of the hand, enter the node in a slot of the hash table, and return it.

    The slot must be empty, and must be the one to which the part belongs.
    """
    node = work.nodes
    work.nodes += 1
    work.parts[node], work.slot_of[node] = part, slot
    work.best_values[node], work.best_blocks[node], work.rests[node] = 0.0, NO_BLOCK, 0
    work.slots[slot] = node + 1
    return int(node)


@jit
def find_best_partition(work: Any, hand: int) -> int:
    """Search the partition of a packed hand into disjoint blocks with the highest total value, and return its first node.

    A node stands for some of the hand's cards; it is an index into arrays of ``work``. ``best_blocks[node]`` is the block
    that contains the node's first card, or NO_BLOCK if that card is in no block. ``rests[node]`` is the node of the other
    cards.

    If several partitions are equally good, the first one found counts. If the search needs too many nodes, it ends
    early and sets ``is_full``.
    """
    slot = find_slot(work, hand)
    if work.slots[slot]:
        return int(work.slots[slot] - 1)
    if work.nodes == MOST_NODES:
        work.is_full = 1
        return 0
    depth = 0
    work.path[0], work.tried[0] = add_node(work, slot, hand), UNTRIED
    while depth >= 0:
        node, block = work.path[depth], work.tried[depth]
        if block == NO_BLOCK:
            depth -= 1
            continue
        part = work.parts[node]
        place = lowest_kind(part)
        rest = part - (1 << 3 * place if block == UNTRIED else BLOCK_COST[block])
        slot = find_slot(work, rest)
        if work.slots[slot]:
            improve_node(work, node, block, work.slots[slot] - 1)
            work.tried[depth] = next_block_in(work, part, work.first[place] if block == UNTRIED else work.next[block])
        elif work.nodes < MOST_NODES:
            depth += 1
            work.path[depth], work.tried[depth] = add_node(work, slot, rest), UNTRIED
        else:
            work.is_full = 1
            break
    return int(work.path[0])


@jit_inlined
def improve_node(work: Any, node: int, block: int, rest: int) -> None:
    """Store a partition of the cards of a node, if its total value is higher than that of the stored partition.

    The partition consists of ``block`` and the best partition of the node ``rest``, which has the other cards. If
    ``block`` is UNTRIED, the first card of the node is in no block, and ``rest`` has all other cards. This
    partition is the first one that is tried, and is always stored.
    """
    value = work.best_values[rest]
    if block != UNTRIED:
        value += work.values[block]
        if not value > work.best_values[node]:
            return
    work.best_values[node], work.rests[node] = value, rest
    work.best_blocks[node] = NO_BLOCK if block == UNTRIED else block


@jit_inlined
def next_block_in(work: Any, part: int, block: int) -> int:
    """Return the first block that a part of the hand contains; NO_BLOCK if there is none.

    The search begins with ``block``, and goes on to the blocks that follow it in its list.
    """
    there = thermometer(part)
    while block != NO_BLOCK and there & BLOCK_NEED[block] != BLOCK_NEED[block]:
        block = work.next[block]
    return block


@jit
def keep_best_blocks(work: Any, hand: int) -> None:
    """Write the most valuable blocks of a hand to ``work.kept``, the best first.

    At most as many blocks are kept as the number of melds that the hand still needs to be complete. The cards of
    the kept blocks are written to ``work.kept_cards``.
    """
    node, count = find_best_partition(work, pack_hand(hand)), 0
    while work.parts[node]:
        if work.best_blocks[node] != NO_BLOCK:
            insert_block(work, count, work.best_blocks[node])
            count += 1
        node = work.rests[node]
    needed = (MELDS_WITH_FOUR if work.fours else MELDS_WITHOUT_FOUR) - work.melds
    work.kept_count = min(count, needed)
    work.kept_cards = 0
    for place in range(work.kept_count):
        work.kept_cards += BLOCK_CARDS[work.kept[place]]


@jit_inlined
def insert_block(work: Any, count: int, block: int) -> None:
    """Insert a block among the first ``count`` kept blocks, which are sorted by value, the most valuable first.

    The new block follows all blocks that are at least as valuable.
    """
    place = count
    while place and work.values[work.kept[place - 1]] < work.values[block]:
        work.kept[place] = work.kept[place - 1]
        place -= 1
    work.kept[place] = block


# ---- the value of a hand


@jit
def value_hand(work: Any, hand: int) -> float:
    """Return the value of a seat's hand and laid melds together (``_SeatKnowledge._hand_value``)."""
    keep_best_blocks(work, hand)
    value, points = 0.0, 0.0
    for place in range(work.kept_count):
        value += work.values[work.kept[place]]
        points += BLOCK_POINTS[work.kept[place]]
    value += MELD * work.melds + POINT * work.worth
    if work.fours and kinds_with_pair(hand - work.kept_cards):
        value += EYE
    return float(value - MISSING * max(0.0, work.minimum - (points + work.worth)))


@jit_inlined
def kinds_with_pair(cards: int) -> int:
    """Return a word with the lowest bit of each kind of which there are at least two cards."""
    return (cards >> 1 | cards >> 2) & EACH_KIND


@jit
def discard_candidates(work: Any) -> int:
    """Return a word of the kinds to consider as discards (``_SeatKnowledge._discard_candidates``)."""
    keep_best_blocks(work, work.hand)
    outside = work.hand - work.kept_cards
    pairs = kinds_with_pair(outside) if work.fours else 0
    eye = pairs & -pairs
    spare = some(outside) & ~eye
    if spare:
        return int(spare)
    return int(some(BLOCK_CARDS[work.kept[work.kept_count - 1]]) if work.kept_count else eye)


@jit
def sum_blocks_without(work: Any, card: int) -> float:
    """Return the sum of the values of all blocks of the hand that do not contain a card."""
    total = 0.0
    for number in range(work.list_count):
        block = work.first[work.lists[number]]
        while block != NO_BLOCK:
            if not count_copies(BLOCK_CARDS[block], card):
                total += work.values[block]
            block = work.next[block]
    return total
