"""The same hands as ``table``, by the engine in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paiju import batch
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.envs.episode import OVER, AnyStep, EpisodeStep, HandEpisode, Players
from paiju.envs.observations import Bytes


class BatchedEpisode(HandEpisode):
    """A table whose turns hold a row, which the arrays play on, and no events. Hands and rewards are those of ``HandEpisode``.

    Places are in the arrays' own order (``Hands.actions``). A row remembers more than a state: its observations tell earlier
    moves where the exact rules tell each seat's last in the trick. Raises UnknownName for a family that has no such engine.
    """

    def __init__(self, ruleset: str | Ruleset, *choices: Any, **more: Any) -> None:
        super().__init__(ruleset, *choices, **more)
        self._hands = batch.new_hands(self.ruleset, 1, anew=False)

    def to_step(self, step: AnyStep) -> EpisodeStep:
        """The turn that the exact rules have come to."""
        self._hands.from_state(0, step.state)
        return self._turn()

    def _turn(self) -> EpisodeStep:
        row, seat = self._hands.save(), int(self._hands.turns[0])
        if seat < 0:
            return EpisodeStep(row, None, OVER)
        legal = range(int(self._hands.counts[0]))
        return EpisodeStep(row, seat, self.numbering.choice(legal, lambda number: self._written(row, number)))

    def _step(self, turn: EpisodeStep, action: int, players: Players) -> EpisodeStep:
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

    def _action_text(self, turn: EpisodeStep, action: int) -> str:
        return self._written(turn.state, action)

    def _points(self, turn: EpisodeStep) -> Sequence[int] | None:
        outcome = self._at(turn.state).outcome(0)
        return None if outcome is None else outcome.points

    def _encode(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        found: Bytes = self._at(turn.state).observe(np.array([seat]), planes=True)[0]
        return found

    def actions(self, turn: EpisodeStep) -> list[Any]:
        return self._at(turn.state).actions(0)

    def full_state(self, turn: EpisodeStep) -> Any:
        return self._at(turn.state).to_state(0)
