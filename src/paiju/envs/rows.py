"""The same hands as ``table``, by the engine in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paiju import batch
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.envs.seeing import Bytes
from paiju.envs.table import OVER, AnyStep, Players, Table, Turn


class RowTable(Table):
    """A table whose turns hold a row, which the arrays play on, and no events. Hands and rewards are those of ``Table``.

    Places are in the arrays' own order (``Hands.actions``). A row remembers more than a state: its observations tell earlier
    moves where the exact rules tell each seat's last in the trick. Raises UnknownName for a family that has no such engine.
    """

    def __init__(self, ruleset: str | Ruleset, *choices: Any, **more: Any) -> None:
        super().__init__(ruleset, *choices, **more)
        self._hands = batch.new(self.ruleset, 1, anew=False)

    def at(self, step: AnyStep) -> Turn:
        """The turn that the exact rules have come to."""
        self._hands.from_state(0, step.state)
        return self._turn()

    def _turn(self) -> Turn:
        row, seat = self._hands.save(), int(self._hands.turns[0])
        if seat < 0:
            return Turn(row, None, OVER)
        legal = range(int(self._hands.counts[0]))
        return Turn(row, seat, self.numbering.choice(legal, lambda number: self._written(row, number)))

    def _after(self, turn: Turn, action: int, players: Players) -> Turn:
        if players:
            raise ValueError("bots read states, and rows have none")
        self._at(turn.state).step(np.array([action]))
        return self._turn()

    def _at(self, row: Any) -> batch.Hands:
        """The one hand, put to a row."""
        self._hands.restore(row)
        return self._hands

    def _written(self, row: Any, number: int) -> str:
        (action,) = self._at(row).actions(0, np.array([number]))
        return self.game.format_action(action)

    def _text(self, turn: Turn, action: int) -> str:
        return self._written(turn.state, action)

    def _points(self, turn: Turn) -> Sequence[int] | None:
        outcome = self._at(turn.state).outcome(0)
        return None if outcome is None else outcome.points

    def _seen(self, turn: Turn, seat: Seat) -> Bytes:
        found: Bytes = self._at(turn.state).observe(np.array([seat]), planes=True)[0]
        return found

    def actions(self, turn: Turn) -> list[Any]:
        return self._at(turn.state).actions(0)

    def whole(self, turn: Turn) -> Any:
        return self._at(turn.state).to_state(0)
