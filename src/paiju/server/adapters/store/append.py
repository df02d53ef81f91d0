"""The rows that an append adds beside the log entry. A database writes them with the entry or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from paiju.server.adapters.store.coins import booking_rows
from paiju.server.adapters.store.hands import hand_row, played_rows, rated_hand_row
from paiju.server.adapters.store.tables import BOOKINGS, CONTESTS, HANDS, PLAYED, TableDefinition
from paiju.server.app.store import Append

ADDED: Final = (HANDS, PLAYED, CONTESTS, BOOKINGS)
"""The tables to which rows are added."""


def added_rows(append: Append) -> Iterable[tuple[TableDefinition, Sequence[tuple[Any, ...]]]]:
    """Yield the rows that an append adds, by table. Most appends add none."""
    if (hand := append.finished) is not None:
        yield HANDS, [hand_row(hand)]
        yield PLAYED, played_rows(hand)
        if hand.verdict is not None and hand.verdict.is_rated:
            yield CONTESTS, [rated_hand_row(hand.id, hand.ended, hand.verdict)]
    if append.settled is not None:
        yield BOOKINGS, booking_rows(append.settled)
