"""The base class of scripted hands, in which a test performs actions written as text and then checks the position."""

from __future__ import annotations

from typing import Any, Self

from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame, Step
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat, Viewer


class ScriptedHand:
    """A hand in progress. A test writes an action as a player types it, after the number of the seat.

    ``may_continue``: after each action the dealer does what it can; otherwise a test says when.
    """

    goes_on = True

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Any] = []

    def do(self, *lines: str) -> Self:
        """Check and perform the action of each line."""
        for line in lines:
            self.act(*self.said(line))
        return self

    def said(self, line: str) -> tuple[Seat, Any]:
        """Return the seat and the action of a line."""
        seat, _, text = line.partition(" ")
        return int(seat), self.game.parse_action(text)

    def act(self, seat: Seat, action: Any) -> Self:
        self.take(self.game.act(self.state, seat, action))
        return self.deal_on() if self.goes_on else self

    def take(self, step: Step[Any, Any]) -> None:
        self.state = step.state
        self.events += step.events

    def deal_on(self) -> Self:
        self.take(self.game.run_dealer(self.state))
        return self

    def refuses(self, line: str) -> str:
        """Return the code of the error with which an action is refused."""
        return self.error(line).code

    def error(self, line: str) -> IllegalAction:
        """Return the error with which an action is refused, after a check that the state did not change."""
        seat, action = self.said(line)
        before = self.state
        assert action not in self.game.legal(self.state, seat)
        try:
            self.game.act(self.state, seat, action)
        except IllegalAction as error:
            assert self.state is before
            return error
        raise AssertionError(f"{line} is allowed")

    def legal(self, seat: Seat) -> list[str]:
        return [self.game.format_action(action) for action in self.game.legal(self.state, seat)]

    def seen(self, viewer: Viewer) -> Any:
        return self.game.view(self.state, viewer)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome:
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return outcome
