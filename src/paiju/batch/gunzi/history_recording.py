"""Writes the actions of a Gunzi hand to its row as they happen: actions before the first trick, and plays."""

from __future__ import annotations

from typing import Any

from paiju.batch.gunzi.cards import card_count, lowest_set_bit_index
from paiju.batch.gunzi.layout import CALL_CARDS, encode_action_before_tricks
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.features.gunzi.history_layout import CALLS_KEPT, PLAYS_KEPT
from paiju.games.gunzi.cards import COPIES


@jit
def record_action_before_tricks(rules: Any, row: Any, seat: int, kind: int, call: int, cards: Any) -> None:
    """Append a public action before the first trick to the history in the row.

    The row stores only the first ``CALLS_KEPT`` of these actions. The function does nothing if rows do not keep the
    history, or if the row has no space left for the action or its cards.
    """
    if rules.history and row.calls < CALLS_KEPT:
        end = row.call_end[row.calls - 1] if row.calls else 0
        if end + card_count(cards) > CALL_CARDS:
            return
        end = write_card_kinds(cards, row.call_kinds, end)
        row.call_code[row.calls], row.call_end[row.calls] = encode_action_before_tricks(seat, kind, call), end
        row.calls += 1


@jit
def record_play(row: Any, seat: int, cards: Any) -> None:
    """Write a play to the ring buffer of the latest plays."""
    place = row.past_plays % PLAYS_KEPT
    row.past_by[place] = seat
    row.past_kinds[place] = -1
    write_card_kinds(cards, row.past_kinds[place], 0)
    row.past_plays += 1


@jit_inlined
def write_card_kinds(cards: Any, out: Any, at: int) -> int:
    """Write the kind of each card to ``out`` from index ``at`` on. Returns the index after the last one."""
    for lane in range(COPIES):
        kinds = cards[lane]
        while kinds:
            out[at] = lowest_set_bit_index(kinds)
            kinds &= kinds - 1
            at += 1
    return at
