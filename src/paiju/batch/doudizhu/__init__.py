"""Dou Dizhu in arrays: all rulesets, whole hands."""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu import describe, exact, hand, observe
from paiju.batch.doudizhu.layout import ACTION, HAND, REASONS, rules_row
from paiju.batch.engine import root
from paiju.batch.kernels import play_by
from paiju.bits.doudizhu import done, seen
from paiju.core.deal import Deal
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import DouMatch, State

play_by(HAND, hand, observe, describe)


class Engine:
    """One ruleset of Dou Dizhu (``batch.engine.Engine``)."""

    hand = HAND
    action = ACTION
    reasons = REASONS

    def __init__(self, game: DouDizhu) -> None:
        self._compiled = game.compiled
        self.rules = rules_row(game.compiled)
        self.layout = seen.layout(game.rules)
        self.described = done.layout(game.rules)

    def put_deal(self, row: Any, deal: Deal) -> None:
        """The deck and the further draws."""
        row["deck"][: len(deal.deck)] = deal.deck
        row["draws"][: len(deal.draws)] = deal.draws

    def put_state(self, row: Any, state: State) -> None:
        """Write a whole state into a row."""
        exact.put_state(self._compiled, row, state)

    def state_of(self, row: Any, match: DouMatch) -> State:
        """The state of a row."""
        return exact.state_of(self._compiled, row, match)

    def tally(self, rows: Any) -> Any:
        """The root of the points."""
        return root(rows["points"])

    def action_of(self, row: Any, action: Any) -> Action:
        """An action as the exact rules have it."""
        return exact.action_of(self._compiled, row, action)

    def numbers_of(self, action: Action) -> tuple[int, ...]:
        """An action in numbers."""
        return exact.numbers_of(action)
