"""Compiled: the odds that plays hold the trick, the costs of combinations, and the division of a hand into plays.

A play holds the trick if no enemy beats it. ``trick_odds``, ``combination_cost`` and ``decomposition`` define the
numbers. The functions of this module compute the same numbers and add in the same order, so the results are equal to
the last bit. ``work`` is a record of ``batch_workspace.WORKSPACE``, which contains the inputs and all intermediate
results.
"""

from __future__ import annotations

from math import comb, exp
from typing import Any, Final

import numpy as np

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.bots.doudizhu import batch_workspace as at
from paiju.bots.doudizhu import combination_cost, trick_odds
from paiju.bots.doudizhu.batch_workspace import (
    CHAIN_ONES,
    SLOTS,
    card_total,
    chain_body,
    count_at,
    highest_rank,
    ranks_with,
)
from paiju.bots.doudizhu.combination_cost import (
    BOMB_COST,
    BOMB_HOLDS,
    CHAIN_WINS_BACK,
    ROCKET_COST,
    SPLITS,
)
from paiju.bots.doudizhu.decomposition import MOST_RESTS, SHORTEST_CHAINS
from paiju.bots.doudizhu.trick_odds import KINDS
from paiju.features.doudizhu.bit_encoding import (
    BOMB,
    PAIR,
    PAIR_CHAIN,
    QUAD_PAIRS,
    QUAD_SINGLES,
    ROCKET,
    SINGLE,
    STRAIGHT,
    TRIO,
    TRIO_CHAIN,
    TRIO_CHAIN_PAIRS,
    TRIO_CHAIN_SINGLES,
    TRIO_PAIR,
    TRIO_SINGLE,
    UNIT,
)
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER
from paiju.games.doudizhu.combinations import LONGEST_CHAIN
from paiju.games.doudizhu.wild_move_generation import QUAD

COPIES: Final = 9
CHANCES: Final = np.array(
    [
        [[trick_odds.chance_of_copies(copies, need, parts) for parts in range(33)] for need in range(COPIES)]
        for copies in range(COPIES)
    ],
    np.float64,
)
"""A table of ``trick_odds.chance_of_copies``: ``CHANCES[copies, need, parts]`` is its result for these arguments."""
EAGER: Final = np.array([trick_odds.EAGER.get(unit, 0.0) for unit in range(5)])
WINS_BACK: Final = np.array(combination_cost.WINS_BACK)
SHORTEST: Final = np.array([SHORTEST_CHAINS.get(unit, 0) for unit in range(4)])
HASTE: Final = np.array([trick_odds.haste_factor(to_go) for to_go in range(34)])
MOST_PARTS: Final = 2
_SPLITS_OF: Final = [sorted(SPLITS[held]) for held in range(max(SPLITS) + 1)]
SPLIT_COUNTS: Final = np.array([len(splits) for splits in _SPLITS_OF])
SPLIT_PARTS: Final = np.array(
    [
        [[[*pair] for pair in (*split, (0, 0), (0, 0))][:MOST_PARTS] for split in (*splits, (), (), ())][:3]
        for splits in _SPLITS_OF
    ]
)
"""The ways to divide equal cards into plays, as an int array: a table of ``combination_cost.SPLITS``.

``SPLIT_PARTS[held, split, part]`` is a pair: the size of a play, and the number of plays of this size.

- ``held`` is the number of equal cards.
- ``split`` is the index of a way to divide them. Of ways that cost the same, the first one is chosen.
- ``part`` is the index of the pair within this way. The pair is (0, 0) if the way has fewer pairs.
"""
CHAIN_KINDS: Final = np.array([0, STRAIGHT, PAIR_CHAIN, TRIO_CHAIN])
PLAIN_KINDS: Final = np.array([0, SINGLE, PAIR, TRIO, BOMB, BOMB, BOMB, BOMB, BOMB])
TRIO_KINDS: Final = np.array([[TRIO, TRIO_SINGLE, TRIO_PAIR], [TRIO_CHAIN, TRIO_CHAIN_SINGLES, TRIO_CHAIN_PAIRS]])
"""``TRIO_KINDS[is_chain, size]`` is the kind of a trio, or of a chain of trios, with attachments of ``size`` cards.

``is_chain`` is 0 or 1; ``size`` is 0 (no attachments), 1 (single cards) or 2 (pairs).
"""
JOKERS: Final = 1 << 4 * SMALL_JOKER | 1 << 4 * BIG_JOKER
_MIX: Final = 0x9E3779B97F4A7C15 - (1 << 64)

BINOMIAL: Final = np.array([[float(comb(n, k)) for k in range(55)] for n in range(109)])

# ---- odds (``trick_odds``)


@jit
def fill_odds(work: Any) -> None:
    """Write to the workspace the probabilities and costs that follow from what the seat knows about other hands.

    ``fill_seat_knowledge`` must already have written this knowledge to the workspace. The numbers are computed once for
    a decision, and then used for all plays that the bot evaluates.
    """
    for other in range(work.others):
        if work.enemies[other]:
            fill_enemy_odds(work, other)
    work.chains[:] = -1.0
    for unit in range(1, 4):
        for rank in range(KINDS):
            total = 0.0
            for other in range(work.others):
                if work.enemies[other]:
                    total += work.haste[other] * work.above[other, unit, rank]
            work.holds[unit, rank] = exp(-EAGER[unit] * total)
            work.costs[unit, rank] = 1 - work.holds[unit, rank] * (1 + WINS_BACK[unit])
    fill_splits(work)


@jit
def fill_enemy_odds(work: Any, other: int) -> None:
    """Write to the workspace what an enemy may hold (``trick_odds.infer_enemy_odds``)."""
    size, known, parts = work.sizes[other], work.known[other], work.parts[other]
    has, above = work.has[other], work.above[other]
    for unit in range(1, 5):
        running = 0.0
        for rank in range(KINDS - 1, -1, -1):
            copies, need = count_at(work.unseen, rank), unit - count_at(known, rank)
            has[unit, rank] = CHANCES[copies, max(need, 0), parts] if unit <= size else 0.0
            above[unit, rank] = running
            running += has[unit, rank]
    rocket = has[1, SMALL_JOKER] * has[1, BIG_JOKER] if size >= 2 else 0.0
    running = 0.0
    for rank in range(KINDS - 1, -1, -1):
        work.bombs[other, rank] = running + rocket
        running += has[4, rank] if rank < SMALL_JOKER else 0.0
    work.rocket[other] = rocket
    work.haste[other] = HASTE[min(work.to_go[other], len(HASTE) - 1)]


@jit
def chance_chain_holds_trick(work: Any, unit: int, length: int, rank: int) -> float:
    """Return the probability that a chain holds the trick.

    The chain has ``unit`` cards of each of ``length`` ranks; ``rank`` is the highest of them.
    """
    found = float(work.chains[unit, length, rank])
    if found >= 0:
        return found
    total = 0.0
    for other in range(work.others):
        if not work.enemies[other] or work.sizes[other] < unit * length:
            continue
        expected = 0.0
        for top in range(rank + 1, LONGEST_CHAIN):
            product = 1.0
            for place in range(top - length + 1, top + 1):
                product *= work.has[other, unit, place]
            expected += product
        total += expected
    found = exp(-total)
    work.chains[unit, length, rank] = found
    return found


@jit
def chance_bomb_holds_trick(work: Any, size: int, rank: int) -> float:
    """Return the probability that a bomb of ``size`` equal cards holds the trick."""
    total = 0.0
    for other in range(work.others):
        if work.enemies[other]:
            total += work.bombs[other, rank] if size <= 4 else work.rocket[other] + 0.15 * (8 - size)
    return exp(-total)


@jit
def chance_to_hold_trick(work: Any, kind: int, length: int, rank: int, size: int) -> float:
    """Return the probability that a combination of ``size`` cards holds the trick.

    The enemies' bombs are ignored unless the combination is itself a bomb.
    """
    if kind >= BOMB:
        return 1.0 if kind == ROCKET else chance_bomb_holds_trick(work, size, rank)
    fits = False
    for other in range(work.others):
        fits |= work.enemies[other] != 0 and work.sizes[other] >= size
    if not fits:
        return 1.0
    if length > 1:
        return chance_chain_holds_trick(work, UNIT[kind], length, rank)
    return float(work.holds[min(UNIT[kind], 3), rank])


@jit_inlined
def play_size(play: Any) -> int:
    """Return the number of cards of a play."""
    return card_total(play[at.BODY]) + card_total(play[at.ATTACHED])


@jit_inlined
def chance_play_holds_trick(work: Any, play: Any) -> float:
    """Return the probability that no enemy beats a play. ``play`` is a row of the array ``work.plays``."""
    return chance_to_hold_trick(work, play[at.KIND], play[at.LENGTH], play[at.RANK], play_size(play))


# ---- costs (``combination_cost``)


@jit
def cost_of_equal(work: Any, unit: int, rank: int) -> float:
    """Return the cost of playing ``unit`` cards of a rank together."""
    return work.costs[unit, rank] if unit < 4 else BOMB_COST - BOMB_HOLDS * chance_bomb_holds_trick(work, unit, rank)


@jit_inlined
def cost_of_chain(work: Any, unit: int, length: int, rank: int) -> float:
    """Return the cost of a chain of ``unit`` cards of each of ``length`` ranks; ``rank`` is the highest of them."""
    return 1 - chance_chain_holds_trick(work, unit, length, rank) * (1 + CHAIN_WINS_BACK)


@jit
def fill_splits(work: Any) -> None:
    """Write to the workspace, for each rank, the cheapest way to divide its cards into plays, and the cost.

    There is one result for each number of equal cards, from 1 to the number that the hand has of the rank. If the
    hand has wild cards, which can stand for the rank, there are also results for larger numbers.
    """
    for rank in range(KINDS):
        most = count_at(work.hand, rank)
        if work.wilds and rank < SMALL_JOKER:
            most = max(most, min(most + work.wilds, QUAD))
        for held in range(1, most + 1):
            best = np.inf
            for split in range(SPLIT_COUNTS[held]):
                cost = 0.0
                for part in range(MOST_PARTS):
                    unit, number = SPLIT_PARTS[held, split, part, 0], SPLIT_PARTS[held, split, part, 1]
                    if number:
                        cost += cost_of_equal(work, unit, rank) * number
                if cost < best:
                    best = cost
                    work.splits[held, rank] = split
            work.split_costs[held, rank] = best


@jit
def cost_of_play(work: Any, play: Any) -> float:
    """Return the cost of a play, in turns (``combination_cost``). ``play`` is a row of the array ``work.plays``.

    The cost is negative if the play gains more turns than it takes.
    """
    kind, length, rank = play[at.KIND], play[at.LENGTH], play[at.RANK]
    if kind == ROCKET:
        return ROCKET_COST
    if length > 1:
        return cost_of_chain(work, UNIT[kind], length, rank)
    if kind in (QUAD_SINGLES, QUAD_PAIRS):
        return 0.5
    return cost_of_equal(work, count_at(play[at.BODY], rank), rank)


# ---- the search for chains (``decomposition``)


@jit
def find_division(work: Any, counts: int) -> int:
    """Search for the cheapest division of a hand without a rocket, and return the search node of this division.

    Each node stands for a division into some chains and a remainder: the cards that are left after these chains
    were removed from the hand. ``work.links`` contains the chain that was removed last, and ``work.parents`` the
    node before that removal. Node 0 is the whole hand.
    """
    work.slots[:] = 0
    work.links[0], work.parents[0] = 0, -1
    work.chain_costs[0], work.trios[0] = 0.0, 0
    add_node(work, 0, counts)
    nodes, best = 1, 0
    work.queue[0] = 0
    queued = 1
    while queued and nodes < MOST_RESTS:
        node, first = pop_cheapest_node(work, queued), nodes
        queued -= 1
        for unit in range(3, 0, -1):
            nodes = expand_node(work, node, unit, nodes)
        for added in range(first, nodes):
            push_node(work, queued, added)
            queued += 1
            if is_cheaper_node(work, added, best):
                best = added
    return best


@jit_inlined
def add_node(work: Any, node: int, rest: int) -> None:
    """Add a node to the search, for the remainder ``rest``: cards that are left after some chains were removed.

    The caller must already have written four things to ``work``: the node's parent, its last chain, the cost of
    its chains, and the number of trios in them.
    """
    work.rests[node] = rest
    work.rest_costs[node] = cost_of_division(work, rest, work.chain_costs[node], work.trios[node])
    slot = find_slot(work, rest)
    work.slots[slot] = node + 1


@jit_inlined
def find_slot(work: Any, rest: int) -> int:
    """Return the slot in the hash table for the remainder ``rest``: cards that are left after chains were removed.

    It is the slot that contains the remainder or, if none does, the empty slot where it belongs.
    """
    slot = (rest * _MIX >> 40) & SLOTS - 1
    while work.slots[slot] and work.rests[work.slots[slot] - 1] != rest:
        slot = (slot + 1) & SLOTS - 1
    return slot


@jit_inlined
def is_cheaper_node(work: Any, node: int, other: int) -> bool:
    """Whether a node costs less than another one, or costs the same and has the numerically smaller remainder."""
    if work.rest_costs[node] != work.rest_costs[other]:
        return bool(work.rest_costs[node] < work.rest_costs[other])
    return bool(work.rests[node] < work.rests[other])


@jit_inlined
def push_node(work: Any, queued: int, node: int) -> None:
    """Add a node to the queue ``work.queue``, a binary heap in the order of ``is_cheaper_node``.

    ``queued`` is the number of nodes in the queue.
    """
    place = queued
    while place and is_cheaper_node(work, node, work.queue[(place - 1) >> 1]):
        work.queue[place] = work.queue[(place - 1) >> 1]
        place = (place - 1) >> 1
    work.queue[place] = node


@jit_inlined
def pop_cheapest_node(work: Any, queued: int) -> int:
    """Remove the cheapest node from ``work.queue``, which has ``queued`` nodes, and return it."""
    found, last, place = work.queue[0], work.queue[queued - 1], 0
    while True:
        child = 2 * place + 1
        if child >= queued - 1:
            break
        if child + 1 < queued - 1 and is_cheaper_node(work, work.queue[child + 1], work.queue[child]):
            child += 1
        if not is_cheaper_node(work, work.queue[child], last):
            break
        work.queue[place] = work.queue[child]
        place = child
    work.queue[place] = last
    return int(found)


@jit
def expand_node(work: Any, node: int, unit: int, nodes: int) -> int:
    """Remove each useful chain in turn from the remainder of a node, and add a node for each new remainder.

    The remainder of a node is the cards that are left there. Only one chain is removed for each new node. The
    chains have ``unit`` cards of each rank. ``nodes`` is the number of nodes before the call. Returns the number of
    nodes after it.
    """
    rest = work.rests[node]
    mask = ranks_with(rest, unit) & CHAIN_ONES
    exact = mask ^ (ranks_with(rest, unit + 1) & CHAIN_ONES)
    if not exact & exact - 1:
        return nodes
    for first in range(LONGEST_CHAIN - SHORTEST[unit] + 1):
        length = 0
        while first + length < LONGEST_CHAIN and mask >> 4 * (first + length) & 1:
            length += 1
            body = chain_body(1, length, first + length - 1)
            if length < SHORTEST[unit] or popcount(exact & body) < 2:
                continue
            left = rest - body * unit
            if work.slots[find_slot(work, left)]:
                continue
            rank = first + length - 1
            work.parents[nodes], work.links[nodes] = node, unit << 8 | length << 4 | rank
            work.chain_costs[nodes] = work.chain_costs[node] + cost_of_chain(work, unit, length, rank)
            work.trios[nodes] = work.trios[node] + (length if unit == 3 else 0)
            add_node(work, nodes, left)
            nodes += 1
    return nodes


@jit
def cost_of_division(work: Any, rest: int, cost: float, trios: int) -> float:
    """Return the cost of dividing a hand into some chains and the other cards, ``rest``.

    ``cost`` is the cost of the chains, and ``trios`` the number of trios in them. The function attaches the most
    costly cards of ``rest`` to trios. Attached cards cost nothing.
    """
    loose = 0
    for rank in range(KINDS):
        held = count_at(rest, rank)
        if not held:
            continue
        part = work.split_costs[held, rank]
        cost += part
        unit = SPLIT_PARTS[held, work.splits[held, rank], 0, 0]
        if unit == 3:
            trios += 1
        elif part > 0 and (unit == 2 or (unit == 1 and work.attaches_singles)):
            place = loose
            while place and work.loose[place - 1] < part:
                work.loose[place] = work.loose[place - 1]
                place -= 1
            work.loose[place] = part
            loose += 1
    saved = 0.0
    for place in range(min(trios, loose)):
        saved += work.loose[place]
    return cost - saved


# ---- the plays of a division


@jit
def divide(work: Any, counts: int) -> float:
    """Divide a hand into plays, write them to ``work.plays``, and return the cost of the hand.

    ``counts`` are packed rank counts in which each wild card counts as the rank for which it stands
    (``batch_wild_decomposition``). Cards that the seat may keep at the end cost nothing (DDZ-6.4).
    """
    work.count = work.trio_count = 0
    work.loose_ranks[1] = work.loose_ranks[2] = 0
    rocket = JOKERS * work.decks
    has_rocket = counts & JOKERS * 15 == rocket
    node = find_division(work, counts - rocket if has_rocket else counts)
    cost = float(work.rest_costs[node])
    if has_rocket:
        cost += ROCKET_COST
        add_play(work, ROCKET, 1, BIG_JOKER, rocket, 0)
    add_chains(work, node)
    add_equal_cards(work, work.rests[node])
    attach_to_trios(work)
    for unit in range(1, 3):
        for rank in range(KINDS):
            if count_at(work.loose_ranks[unit], rank):
                add_play(work, PLAIN_KINDS[unit], 1, rank, unit << 4 * rank, 0)
    return cost - cost_of_spare_cards(work) if work.spare else cost


@jit_inlined
def add_play(work: Any, kind: int, length: int, rank: int, body: int, attached: int) -> None:
    """Add a play to ``work.plays``."""
    play = work.plays[work.count]
    play[at.KIND], play[at.LENGTH], play[at.RANK], play[at.BODY], play[at.ATTACHED] = kind, length, rank, body, attached
    work.count += 1


@jit_inlined
def add_trio_body(work: Any, body: int) -> None:
    """Add a trio or a chain of trios to ``work.trio_bodies``. ``attach_to_trios`` later makes plays of these bodies."""
    work.trio_bodies[work.trio_count] = body
    work.trio_count += 1


@jit
def add_chains(work: Any, node: int) -> None:
    """Add the chains that were removed on the way to a node of the search, in the order of their removal.

    Chains of trios are added to ``work.trio_bodies``, the others to ``work.plays``.
    """
    depth, last = 0, node
    while last:
        depth, last = depth + 1, work.parents[last]
    for step in range(depth - 1, -1, -1):
        last = node
        for _ in range(step):
            last = work.parents[last]
        unit, length, rank = work.links[last] >> 8, work.links[last] >> 4 & 15, work.links[last] & 15
        if unit == 3:
            add_trio_body(work, chain_body(unit, length, rank))
        else:
            add_play(work, CHAIN_KINDS[unit], length, rank, chain_body(unit, length, rank), 0)


@jit
def add_equal_cards(work: Any, rest: int) -> None:
    """Add plays for the cards that are in no chain. ``work.splits`` says how the cards of a rank are divided.

    Trios are added to ``work.trio_bodies``. Single cards and pairs that can be attached to trios are marked in
    ``work.loose_ranks``.
    """
    for rank in range(KINDS):
        held = count_at(rest, rank)
        for part in range(MOST_PARTS if held else 0):
            split = work.splits[held, rank]
            unit, number = SPLIT_PARTS[held, split, part, 0], SPLIT_PARTS[held, split, part, 1]
            if unit == 3:
                add_trio_body(work, 3 << 4 * rank)
            elif unit < 3 and number == 1:
                work.loose_ranks[unit] |= 1 << 4 * rank
            else:
                for _ in range(number):
                    add_play(work, PLAIN_KINDS[unit], 1, rank, unit << 4 * rank, 0)


@jit
def attach_to_trios(work: Any) -> None:
    """Add a play for each trio and chain of trios, with the most costly attachments.

    The longest chains get their attachments first.
    """
    for length in range(LONGEST_CHAIN, 0, -1):
        for place in range(work.trio_count):
            body = work.trio_bodies[place]
            if popcount(ranks_with(body, 3)) != length:
                continue
            best, attached, total = 0, 0, 0.0
            for unit in range(1 if work.attaches_singles else 2, 3):
                chosen, worth = find_costliest_attachments(
                    work, work.loose_ranks[unit] & ~ranks_with(body, 3), unit, length
                )
                if chosen and (not best or worth >= total):
                    best, attached, total = unit, chosen, worth
            work.loose_ranks[best] &= ~attached
            kind = TRIO_KINDS[1 if length > 1 else 0, best]
            add_play(work, kind, length, highest_rank(body), body, attached * best)


@jit
def find_costliest_attachments(work: Any, mask: int, unit: int, number: int) -> tuple[int, float]:
    """Choose the ``number`` most costly attachments, and return their ranks and their total cost.

    The ranks are returned as packed rank counts, with one card of each rank. An attachment is a single card if
    ``unit`` is 1, and a pair if it is 2. ``mask`` contains one card of each rank that can be attached. Only
    attachments with a positive cost are chosen. If there are fewer than ``number`` of these, returns (0, 0.0).
    """
    chosen, total = 0, 0.0
    for _ in range(number):
        best = -1
        for rank in range(KINDS):
            if not count_at(mask & ~chosen, rank) or work.costs[unit, rank] <= 0:
                continue
            if best < 0 or work.costs[unit, rank] > work.costs[unit, best]:
                best = rank
        if best < 0:
            return 0, 0.0
        chosen |= 1 << 4 * best
        total += work.costs[unit, best]
    return chosen, total


@jit
def cost_of_spare_cards(work: Any) -> float:
    """Return the total cost of the plays that the seat need not make, because it may keep their cards (DDZ-6.4).

    The most costly plays of ``work.plays`` are chosen first. A play is skipped if its cards, together with those
    already chosen, are more than ``work.spare``.
    """
    spare, saved, done = work.spare, 0.0, 0
    for _ in range(work.count):
        most, cost, size = -1, 0.0, 0
        for place in range(work.count):
            if done >> place & 1:
                continue
            other, cards = cost_of_play(work, work.plays[place]), play_size(work.plays[place])
            if most < 0 or other > cost or (other == cost and cards > size):
                most, cost, size = place, other, cards
        done |= 1 << most
        if cost > 0 and size <= spare:
            saved, spare = saved + cost, spare - size
    return saved
