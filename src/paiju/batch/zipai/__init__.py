"""Da Zi Pai in arrays: all rulesets, whole hands."""

from __future__ import annotations

from typing import Any

from paiju.batch.engine import signed_root
from paiju.batch.kernels import play_by
from paiju.batch.zipai import action_features, hand, observation, state_conversion
from paiju.batch.zipai.layout import ACTION, HAND, REASONS, rules_row
from paiju.core.fair_deal import Deal
from paiju.features.zipai import action_layout, bit_encoding, observation_layout
from paiju.games.zipai.actions import Action
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.state import State, ZiPaiMatch

play_by(HAND, hand, observation, action_features)


class ZiPaiEngine:
    """One ruleset of Da Zi Pai (``batch.engine.RulesetEngine``)."""

    hand = HAND
    action = ACTION
    reasons = REASONS

    def __init__(self, game: ZiPai) -> None:
        self.rules = rules_row(game.rules)
        self.layout = observation_layout.observation_layout(game.rules)
        self.described = action_layout.action_layout()

    def put_deal(self, row: Any, deal: Deal) -> None:
        """The deck."""
        row["deck"] = deal.deck

    def put_state(self, row: Any, state: State) -> None:
        """Write a whole state into a row."""
        state_conversion.put_state(row, state)

    def state_of(self, row: Any, match: ZiPaiMatch) -> State:
        """The state of a row."""
        return state_conversion.state_of(row, match)

    def tally(self, rows: Any) -> Any:
        """The root of the points."""
        return signed_root(rows["points"])

    def action_of(self, _row: Any, action: Any) -> Action:
        """An action as the exact rules have it."""
        return state_conversion.action_of(action)

    def numbers_of(self, action: Action) -> tuple[int, ...]:
        """An action in numbers."""
        return bit_encoding.action_numbers(action)
