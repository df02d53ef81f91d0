"""Episodes like those of ``HandEpisode``, but played by the batch engine instead of the exact rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paiju import batch
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.envs.hand_episode import OVER, AnyStep, EpisodeStep, HandEpisode, Players
from paiju.envs.observations import Bytes


class BatchEngineEpisode(HandEpisode):
    """A ruleset as an environment over the batch engine. Each step holds a row of the engine, and no events.

    Hands and rewards equal those of ``HandEpisode``. Action indices are in the order of the batch engine (``Hands.actions``).
    Observations contain earlier moves, which a row stores; the exact rules keep only each seat's last move of the trick. Raises
    UnknownName if the family has no batch engine.
    """

    def __init__(self, ruleset: str | Ruleset, *choices: Any, **more: Any) -> None:
        super().__init__(ruleset, *choices, **more)
        self._hands = batch.new_hands(self.ruleset, 1, anew=False, history=self.history)
        self._row: Any = None
        """The row to which the single hand of the engine was set last."""

    def make_episode_step(self, step: AnyStep) -> EpisodeStep:
        """Convert a step of the exact rules to one that holds a row."""
        self._row = None
        self._hands.from_state(0, step.state)
        return self._current_step()

    def _current_step(self) -> EpisodeStep:
        row, seat = self._hands.save(), int(self._hands.turns[0])
        self._row = row
        if seat < 0:
            return EpisodeStep(row, None, OVER)
        legal = range(int(self._hands.counts[0]))
        return EpisodeStep(row, seat, self.numbering.choice(legal, lambda number: self._format_number(row, number)))

    def _step(self, turn: EpisodeStep, action: int, players: Players) -> EpisodeStep:
        if players:
            raise ValueError("bots read states, and rows have none")
        hands, self._row = self._hands_at(turn.state), None
        hands.step(np.array([action]))
        return self._current_step()

    def _hands_at(self, row: Any) -> batch.Hands:
        """Set the single hand of the engine to a row, and return it."""
        if row is not self._row:
            self._hands.restore(row)
            self._row = row
        return self._hands

    def _format_number(self, row: Any, number: int) -> str:
        (action,) = self._hands_at(row).actions(0, np.array([number]))
        return self.game.format_action(action)

    def _action_text(self, turn: EpisodeStep, action: int) -> str:
        return self._format_number(turn.state, action)

    def _points_if_over(self, turn: EpisodeStep) -> Sequence[int] | None:
        outcome = self._hands_at(turn.state).outcome(0)
        return None if outcome is None else outcome.points

    def _encode(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        found: Bytes = self._hands_at(turn.state).observe(np.array([seat]), planes=True)[0]
        return found

    def actions(self, turn: EpisodeStep) -> list[Any]:
        return self._hands_at(turn.state).actions(0)

    def to_exact_state(self, turn: EpisodeStep) -> Any:
        return self._hands_at(turn.state).to_state(0)
