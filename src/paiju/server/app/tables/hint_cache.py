"""A cache of the hints for a table's seats. Hints are computed outside the event loop, once for each state."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from paiju.core.game import AnyGame, Game
from paiju.core.seats import Seat
from paiju.server import wire
from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.tables.view_models import Hinter, compute_hints
from paiju.server.domain.table_state import Table


class HintCache:
    """Keeps the hints for each seat of a table, together with the state for which they were computed."""

    def __init__(self) -> None:
        self._known: dict[Seat, tuple[Any, Raw]] = {}

    def gives_hints(self, table: Table) -> bool:
        """Whether a hand is running and its game has hints."""
        return table.running_hand is not None and type(table.game).hand_hints is not Game.hand_hints

    def is_missing(self, table: Table, seat: Seat) -> bool:
        """Whether the cache lacks the hints of a seat for the current state."""
        known = self._known.get(seat)
        return known is None or known[0] is not table.require_running_hand().state

    async def compute(self, table: Table, seat: Seat, thinker: BotRunner) -> None:
        """Compute the hints of a seat for the state of ``table``, and keep them.

        If the live table changes in the meantime, the hints for its new state are still missing afterwards.
        """
        state = table.require_running_hand().state
        hints = await thinker.hand_hints(table.game, table.game.view(state, seat), seat)
        self._known[seat] = state, wire.encode_raw(hints)

    def make_hinter(self, table: Table) -> Hinter:
        """Return a function that returns the hints for a seat of the table.

        If the cache lacks the hints of the seat, the function computes them, which takes time.
        """

        def hints_of(game: AnyGame, view: Any, seat: Seat) -> Raw:
            known = self._known.get(seat)
            if known is not None and table.running_hand is not None and known[0] is table.running_hand.state:
                return known[1]
            return compute_hints(game, view, seat)

        return hints_of
