"""Da Zi Pai in arrays: all rulesets, whole hands."""

from __future__ import annotations

from typing import Any

from paiju.batch.engine import root
from paiju.batch.kernels import play_by
from paiju.batch.zipai import describe, exact, hand, observe
from paiju.batch.zipai.layout import ACTION, HAND, REASONS, rules_row
from paiju.bits.zipai import codes, done, seen
from paiju.core.deal import Deal
from paiju.games.zipai.actions import Action
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.state import State, ZiPaiMatch

play_by(HAND, hand, observe, describe)


class Engine:
    """One ruleset of Da Zi Pai (``batch.engine.Engine``)."""

    hand = HAND
    action = ACTION
    reasons = REASONS

    def __init__(self, game: ZiPai) -> None:
        self.rules = rules_row(game.rules)
        self.layout = seen.layout(game.rules)
        self.described = done.layout()

    def put_deal(self, row: Any, deal: Deal) -> None:
        """The deck."""
        row["deck"] = deal.deck

    def put_state(self, row: Any, state: State) -> None:
        """Write a whole state into a row."""
        exact.put_state(row, state)

    def state_of(self, row: Any, match: ZiPaiMatch) -> State:
        """The state of a row."""
        return exact.state_of(row, match)

    def tally(self, rows: Any) -> Any:
        """The root of the points."""
        return root(rows["points"])

    def action_of(self, _row: Any, action: Any) -> Action:
        """An action as the exact rules have it."""
        return exact.action_of(action)

    def numbers_of(self, action: Action) -> tuple[int, ...]:
        """An action in numbers."""
        return codes.numbers_of(action)
