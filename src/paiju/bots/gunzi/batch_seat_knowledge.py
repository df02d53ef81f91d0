"""Compiled functions for what a seat knows, and for its chances to win tricks, as ``steady_bot`` defines them.

``work`` is a record of ``batch_workspace.WORKSPACE``. The functions multiply the same numbers in the same order as the
bot in Python, so the results are equal to the last bit.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.gunzi.action_features import with_cards
from paiju.batch.gunzi.cards import (
    KINDS_OF_CLASS,
    ORDER,
    SUIT,
    Lanes,
    card_count,
    cards_of_kinds,
    copies_of_kind,
    count_of,
    lowest_set_bit_index,
    overwrite_cards,
)
from paiju.batch.gunzi.observation import sees_bottom, unseen_cards
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.bots.gunzi import expected_values
from paiju.bots.gunzi.batch_workspace import (
    ALL_RIVALS,
    HIGHER_KINDS,
    LATER_RIVALS,
    NOT_BEATEN,
    NOT_RUFFING,
    NOT_RUFFING_IF_VOID,
)
from paiju.features.gunzi.bit_encoding import NO_SUIT
from paiju.games.gunzi.state import SEATS, TEAMS
from paiju.games.gunzi.trumps import CLASSES, TRUMPS

value_of_keeping = jit_inlined(expected_values.value_of_keeping)
chance_card_takes_last_trick = jit_inlined(expected_values.chance_card_takes_last_trick)
loss_of_last_trick = jit_inlined(expected_values.last_trick_value_loss)


@jit
def fill_seat_knowledge(row: Any, work: Any) -> None:
    """Write to the workspace what the seat to act knows, and the value of keeping each card of its hand."""
    seat = work.seat = row.turn
    work.level, work.call = row.level, row.call if row.call >= 0 else NO_SUIT
    overwrite_cards(work.hand, row.hand[seat])
    overwrite_cards(work.unseen, unseen_cards(row, seat, sees_bottom(row, seat)))
    work.size = card_count(work.hand)
    for suit in range(CLASSES):
        kinds = KINDS_OF_CLASS[work.level, work.call, suit]
        work.lengths[suit] = card_count(cards_of_kinds(work.hand, kinds))
        work.unseen_counts[suit] = card_count(cards_of_kinds(work.unseen, kinds))
    left = work.hand[0]
    while left:
        kind = lowest_set_bit_index(left)
        left &= left - 1
        is_trump, order = SUIT[work.level, work.call, kind] == TRUMPS, ORDER[work.level, work.call, kind]
        work.values[kind] = value_of_keeping(is_trump, order, count_of(work.hand, kind))
    list_rivals(row, work)


@jit
def list_rivals(row: Any, work: Any) -> None:
    """List the enemies of the seat: all of them in ascending order, and those that play later in the order of play."""
    work.rival_count[:] = 0
    for seat in range(SEATS):
        add_rival(work, ALL_RIVALS, seat)
    for place in range(row.laid + 1, SEATS):
        add_rival(work, LATER_RIVALS, (row.leader + place) % SEATS)


@jit_inlined
def add_rival(work: Any, group: int, seat: int) -> None:
    """Append a seat to a list of enemies if it is an enemy."""
    if (seat - work.seat) % TEAMS:
        work.rivals[group, work.rival_count[group]] = seat
        work.rival_count[group] += 1


# ---- the probability of winning a trick


@jit
def chance_unbeaten(row: Any, work: Any, kind: int, copies: int, group: int) -> float:
    """Return the probability that no enemy beats a set of ``copies`` cards (``_SeatKnowledge.chance_unbeaten``).

    ``group`` says which enemies are considered: ALL_RIVALS or LATER_RIVALS.
    """
    rivals = work.rival_count[group]
    suit, safe = SUIT[work.level, work.call, kind], 1.0
    if rivals == 0:
        return safe
    if not are_all_void(row, work, suit, group):
        left = HIGHER_KINDS[work.level, work.call, kind] & work.unseen[0]
        while left:
            higher = lowest_set_bit_index(left)
            left &= left - 1
            safe *= NOT_BEATEN[copies, count_of(work.unseen, higher), rivals]
    return safe if suit == TRUMPS else safe * chance_not_ruffed(row, work, suit, copies, group)


@jit_inlined
def are_all_void(row: Any, work: Any, suit: int, group: int) -> bool:
    """Whether all enemies of a list have shown that they have no card of a suit."""
    found = True
    for place in range(work.rival_count[group]):
        found &= bool(row.lacks[work.rivals[group, place]] >> suit & 1)
    return found


@jit
def chance_not_ruffed(row: Any, work: Any, suit: int, copies: int, group: int) -> float:
    """Return the probability that no enemy of a list ruffs a set of ``copies`` cards of a suit."""
    safe = 1.0
    if work.unseen_counts[TRUMPS] == 0:
        return safe
    for place in range(work.rival_count[group]):
        lacks = row.lacks[work.rivals[group, place]]
        if not lacks >> TRUMPS & 1:
            is_void, unseen = lacks >> suit & 1, work.unseen_counts[suit]
            safe *= NOT_RUFFING_IF_VOID[copies] if is_void else NOT_RUFFING[copies, unseen]
    return safe


# ---- the last trick


@jit
def consider_last_trick(row: Any, work: Any) -> None:
    """Write to the workspace the highest trump of the hand and the probability that it takes the last trick."""
    work.top = highest_trump(work, work.hand[0])
    work.last_trick_chance = chance_of_last_trick(row, work, work.top)


@jit
def highest_trump(work: Any, kinds: int) -> int:
    """Return the highest trump of a mask of kinds, the lowest number of several equally high ones; -1 for none."""
    found, most = -1, -1
    left = kinds & KINDS_OF_CLASS[work.level, work.call, TRUMPS]
    while left:
        kind = lowest_set_bit_index(left)
        left &= left - 1
        if ORDER[work.level, work.call, kind] > most:
            found, most = kind, ORDER[work.level, work.call, kind]
    return found


@jit
def chance_of_last_trick(row: Any, work: Any, top: int) -> float:
    """Return the probability that a hand takes the last trick. ``top`` is its highest trump, or -1."""
    if top < 0:
        return 0.0
    return float(
        chance_card_takes_last_trick(chance_unbeaten(row, work, top, 1, ALL_RIVALS), count_of(work.unseen, top))
    )


@jit
def last_trick_value_loss(row: Any, work: Any, kind: int, copies: int) -> float:
    """Return by how much the expected value of the last trick falls if ``copies`` cards of a kind are played now."""
    if copies == work.size or kind != work.top or copies < count_of(work.hand, kind):
        return 0.0
    after = chance_of_last_trick(row, work, highest_trump(work, work.hand[0] & ~(1 << kind)))
    return float(loss_of_last_trick(work.size, work.last_trick_chance, after))


# ---- the cheapest cards


@jit
def cheapest_cards(work: Any, cards: Lanes, number: int) -> Lanes:
    """Return the ``number`` cards of a set that have the lowest ``worths``. Of equal ones, lower kinds come first."""
    chosen = copies_of_kind(0, 0)
    while number:
        kind = cheapest_kind(work, cards[0] & ~chosen[0])
        copies = min(number, count_of(cards, kind))
        number -= copies
        chosen = with_cards(chosen, copies_of_kind(kind, copies))
    return chosen


@jit
def cheapest_kind(work: Any, kinds: int) -> int:
    """Return the kind of a mask with the lowest of the ``worths``; the lowest kind if several are equal."""
    found = lowest_set_bit_index(kinds)
    left = kinds & kinds - 1
    while left:
        kind = lowest_set_bit_index(left)
        left &= left - 1
        if work.worths[kind] < work.worths[found]:
            found = kind
    return found
