"""The batch engine for Da Zi Pai: complete hands under all rulesets."""

from __future__ import annotations

from typing import Any

from paiju.batch.engine import signed_root
from paiju.batch.kernels import register_family
from paiju.batch.zipai import action_features, hand_transitions, observation, state_conversion
from paiju.batch.zipai.layout import ACTION, HAND, REASONS, rules_row
from paiju.core.fair_deal import Deal
from paiju.features.zipai import action_feature_layout, bit_encoding, observation_layout
from paiju.games.zipai.actions import Action
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.state import State, ZiPaiMatch

register_family(HAND, hand_transitions, observation, action_features)


class ZiPaiEngine:
    """Plays one Da Zi Pai ruleset in the batch engine (a ``batch.engine.RulesetEngine``)."""

    hand = HAND
    action = ACTION
    reasons = REASONS

    def __init__(self, game: ZiPai, *, history: bool = False) -> None:
        self._deal_points, self._history = game.rules.deal_points, history
        self.rules = rules_row(game.rules, history=history)
        self.layout = observation_layout.observation_layout(game.rules, history=history)
        self.action_layout = action_feature_layout.action_layout()

    def put_deal(self, row: Any, deal: Deal) -> None:
        """Write a deal to a row: the deck."""
        row["deck"] = deal.deck

    def put_state(self, row: Any, state: State) -> None:
        """Write a complete state of the exact rules to a row."""
        state_conversion.put_state(row, state, history=self._history)

    def state_of(self, row: Any, match: ZiPaiMatch) -> State:
        """Return the state of the hand in a row.

        The state's match state is ``match``, except for the banker, who comes from the row.
        """
        return state_conversion.state_of(row, match, self._deal_points, history=self._history)

    def learning_points(self, rows: Any) -> Any:
        """Return the signed square roots of the points of the last finished hand in each row; shape (n, seats)."""
        return signed_root(rows["points"])

    def action_of(self, _row: Any, action: Any) -> Action:
        """Convert an action record to an action of the exact rules."""
        return state_conversion.action_of(action)

    def action_fields(self, action: Action) -> tuple[int, ...]:
        """Convert an action of the exact rules to the fields of an action record."""
        return bit_encoding.action_fields(action)
