"""The batch engine for Gunzi: complete hands and matches."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.batch.gunzi import action_features, hand_end, hand_transitions, observation, state_conversion
from paiju.batch.gunzi.layout import ACTION, HAND, REASONS, rules_row
from paiju.batch.kernels import register_family
from paiju.core.fair_deal import Deal
from paiju.features.gunzi import action_feature_layout, observation_layout
from paiju.games.gunzi.actions import Action
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import SEATS, TEAMS, GunziMatch, State

register_family(HAND, hand_transitions, hand_end, observation, action_features)


class GunziEngine:
    """Plays one Gunzi ruleset in the batch engine (a ``batch.engine.RulesetEngine``)."""

    hand = HAND
    action = ACTION
    reasons = REASONS

    def __init__(self, game: Gunzi, *, history: bool = False) -> None:
        self._rules, self._history = game.rules, history
        self.rules = rules_row(game.rules, history=history)
        self.layout = observation_layout.observation_layout(history=history)
        self.action_layout = action_feature_layout.action_layout()

    def put_deal(self, row: Any, deal: Deal) -> None:
        """Write a deal to a row: the deck and the cards that the seats will cut."""
        row["deck"] = deal.deck
        row["draws"][: len(deal.draws)] = deal.draws

    def put_state(self, row: Any, state: State) -> None:
        """Write a complete state of the exact rules to a row."""
        state_conversion.put_state(self._rules, row, state, history=self._history)

    def state_of(self, row: Any, match: GunziMatch) -> State:
        """Return the state of the hand in a row.

        Its match state is ``match``, but the row supplies the hand number, the levels, the banker, the tribute and
        the numbers of matches won.
        """
        return state_conversion.state_of(self._rules, row, match, history=self._history)

    def learning_points(self, rows: Any) -> Any:
        """Return by how many card points each seat's team leads the average of the other teams; shape (n, seats).

        The card points (GZ-7) are those of the last finished hand in each row.
        """
        final = rows["final"].astype(np.float64)
        ahead = (TEAMS * final - final.sum(1, keepdims=True)) / (TEAMS - 1)
        return np.tile(ahead, SEATS // TEAMS)

    def action_of(self, row: Any, action: Any) -> Action:
        """Convert an action record to an action of the exact rules."""
        return state_conversion.action_of(row, action)

    def action_fields(self, action: Action) -> tuple[int, ...]:
        """Convert an action of the exact rules to the fields of an action record."""
        return state_conversion.action_fields(action)
