"""Encodes legal actions as 64-bit words, in the layout of ``paiju.features.doudizhu.action_feature_layout``."""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.cards import count_of, ranks_above_count, without_cards
from paiju.batch.doudizhu.hand_transitions import nth_action
from paiju.batch.doudizhu.observation import unseen_cards
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.observation_bits import unary
from paiju.features.doudizhu import action_feature_layout
from paiju.features.doudizhu.action_feature_layout import (
    ABOVE,
    GROUPS,
    HIGHER,
    LENGTH,
    MOST_LEFT,
    MOST_WILDS,
    RANK,
    WILDS,
)
from paiju.features.doudizhu.bit_encoding import BOMB, CHOOSE, UNIT

by_number = jit_inlined(action_feature_layout.ranks_by_count)
in_rows = jit_inlined(action_feature_layout.chain_starts_and_loose)


@jit
def describe(rules: Any, row: Any, number: int, out: Any) -> None:
    """Write the encoding of the ``number``-th legal action (from 0) of the seat to act to ``out``."""
    seat = row.turn
    kind, length, rank, cards, more = nth_action(rules, row, number)
    rest, rest_more = without_cards(row.hand[seat], row.more[seat], cards, more)
    decks = rules.decks
    out[0], out[decks] = cards, rest
    if decks == 2:
        out[1], out[3] = more, rest_more
    at = 2 * decks
    bits = 1 << kind | unary(length) << LENGTH
    if kind == CHOOSE and rank > 1:
        bits |= 1 << RANK + 1 | 1 << HIGHER + rank - 2
    else:
        bits |= 1 << RANK + rank
    if kind < BOMB:
        away = unseen_cards(rules, row, seat)
        bits |= (ranks_above_count(away[0], UNIT[kind] - 1) & (-2 << rank)) << ABOVE
    out[at] = bits
    out[at + 1] = by_number(rest)
    out[at + 2] = in_rows(rest)
    out[at + 3] = left_over_word(row, rest, rest_more)


@jit_inlined
def left_over_word(row: Any, rest: int, more: int) -> int:
    """Encode how many cards, wild cards and different ranks remain in the hand after the action.

    ``rest`` and ``more`` are the two words of the remaining cards.
    """
    bits = (
        unary(min(popcount(rest) + popcount(more), MOST_LEFT)) | unary(popcount(ranks_above_count(rest, 0))) << GROUPS
    )
    if row.wild >= 0:
        wilds = count_of(rest, more, row.wild)
        if row.second_wild >= 0:
            wilds = min(wilds + count_of(rest, more, row.second_wild), MOST_WILDS)
        bits |= unary(wilds) << WILDS
    return bits
