"""Caches the hints of a table's seats. They are computed once for each state, off the event loop."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from paiju.core.game import AnyGame, Game
from paiju.core.seats import Seat
from paiju.server import wire
from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.tables.view_models import Hinter, compute_hints
from paiju.server.domain.table import Table


class HintCache:
    """The hints of one table's hand, by seat, and the state that they are for."""

    def __init__(self) -> None:
        self._known: dict[Seat, tuple[Any, Raw]] = {}

    def gives_hints(self, table: Table) -> bool:
        """Whether the game has hints."""
        return table.running_hand is not None and type(table.game).hand_hints is not Game.hand_hints

    def is_missing(self, table: Table, seat: Seat) -> bool:
        """Whether the hints of a seat must be computed."""
        known = self._known.get(seat)
        return known is None or known[0] is not table.require_running_hand().state

    async def compute(self, table: Table, seat: Seat, thinker: BotRunner) -> None:
        """Compute the hints of a seat; the table may change meanwhile."""
        state = table.require_running_hand().state
        hints = await thinker.hand_hints(table.game, table.game.view(state, seat), seat)
        self._known[seat] = state, wire.raw(hints)

    def lookup(self, table: Table) -> Hinter:
        """Return a function that gives the hints for a table, and computes missing ones synchronously."""

        def hints_of(game: AnyGame, view: Any, seat: Seat) -> Raw:
            known = self._known.get(seat)
            if known is not None and table.running_hand is not None and known[0] is table.running_hand.state:
                return known[1]
            return compute_hints(game, view, seat)

        return hints_of
