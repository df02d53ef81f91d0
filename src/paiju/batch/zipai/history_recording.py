"""Writes the public actions of a Da Zi Pai hand to the row of the hand, as they happen.

Such an action puts out a card or lays a meld, for example.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit_inlined
from paiju.batch.zipai.layout import PAST_KIND, PAST_RAISED, PAST_WHAT
from paiju.features.zipai.bit_encoding import LIE_DRAGON, LIE_HIDE
from paiju.features.zipai.history_layout import ENTRIES_KEPT


@jit_inlined
def record_entry(rules: Any, row: Any, seat: int, kind: int, what: int, raised: int) -> None:
    """Write an entry to the ring buffer of the history, if rows keep the history.

    ``what`` are the packed cards of the entry (``layout.PAST_WHAT``). If a laid three became a four, ``raised`` is the
    index of this meld plus 1, otherwise 0.
    """
    if rules.history:
        row.past[row.past_entries % ENTRIES_KEPT] = seat | kind << PAST_KIND | raised << PAST_RAISED | what << PAST_WHAT
        row.past_entries += 1


@jit_inlined
def record_meld(rules: Any, row: Any, seat: int, way: int, card: int, raised: int) -> None:
    """Write a meld of cards of one kind to the history.

    The kind is left out if all cards of the meld lie face down.
    """
    record_entry(rules, row, seat, way, 0 if way in (LIE_HIDE, LIE_DRAGON) else card + 1, raised)
