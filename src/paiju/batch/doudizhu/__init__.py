"""The batch engine for Dou Dizhu: complete hands under all rulesets."""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu import action_features, hand_transitions, observation, state_conversion
from paiju.batch.doudizhu.layout import ACTION, HAND, REASONS, rules_row
from paiju.batch.engine import signed_root
from paiju.batch.kernels import register_family
from paiju.core.fair_deal import Deal
from paiju.features.doudizhu import action_feature_layout, observation_layout
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import DouMatch, State

register_family(HAND, hand_transitions, observation, action_features)


class DouDizhuEngine:
    """Plays one Dou Dizhu ruleset in the batch engine (a ``batch.engine.RulesetEngine``)."""

    hand = HAND
    action = ACTION
    reasons = REASONS

    def __init__(self, game: DouDizhu, *, history: bool = False) -> None:
        self._compiled, self._history = game.compiled, history
        self.rules = rules_row(game.compiled, history=history)
        self.layout = observation_layout.observation_layout(game.rules, history=history)
        self.action_layout = action_feature_layout.action_layout(game.rules)

    def put_deal(self, row: Any, deal: Deal) -> None:
        """Write a deal to a row: the deck and the additional random draws."""
        row["deck"][: len(deal.deck)] = deal.deck
        row["draws"][: len(deal.draws)] = deal.draws

    def put_state(self, row: Any, state: State) -> None:
        """Write a complete state of the exact rules to a row."""
        state_conversion.put_state(self._compiled, row, state, history=self._history)

    def state_of(self, row: Any, match: DouMatch) -> State:
        """Return the state of the hand in a row. Its match state is ``match``, unchanged."""
        return state_conversion.state_of(self._compiled, row, match, history=self._history)

    def learning_points(self, rows: Any) -> Any:
        """Return the signed square roots of the points of the last finished hand in each row; shape (n, seats)."""
        return signed_root(rows["points"])

    def action_of(self, row: Any, action: Any) -> Action:
        """Convert an action record to an action of the exact rules."""
        return state_conversion.action_of(self._compiled, row, action)

    def action_fields(self, action: Action) -> tuple[int, ...]:
        """Convert an action of the exact rules to the fields of an action record."""
        return state_conversion.action_fields(action)
