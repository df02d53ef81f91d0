"""Finds the moves (a line) that would probably follow an action, with the cards as they were actually dealt.

Every seat takes the action that the net chooses for its own view. There is an exception: if the solver judged
the decision, the net chooses only among the actions that the solver finds best with these cards. The line ends
before the first random event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Raw

from paiju.core.codec import to_json
from paiju.core.seats import DEALER, Seat
from paiju.nets.policy import play_strong
from paiju.review.cards_of_action import cards_of_action
from paiju.review.judgement import Decision
from paiju.review.model import LineMove
from paiju.review.review_context import ReviewContext
from paiju.review.solver_judge import Prover

MOST_MOVES: Final = 3
"""Maximum number of moves in a line."""
MOST_STEPS: Final = 20
"""Maximum number of steps that are played to find a line.

There are more steps than moves in a line, because a claim or pass that a seat makes in secret is a step, but
not at once a move of the line.
"""


class _Step(NamedTuple):
    """An action after the judged action: the state before it, the seat that took it, the action, and its events."""

    before: Any
    seat: Seat
    action: Any
    events: Sequence[Any]


class Continuation:
    """Finds the moves that would follow an action if the strong bot played all seats from there on.

    If the solver judged the decision, the bot chooses only among the actions that ``prover`` finds best.
    """

    def __init__(self, context: ReviewContext, prover: Prover) -> None:
        self._context = context
        self._prover = prover

    def likely_line(self, decision: Decision, action: Any, *, is_proved: bool) -> tuple[LineMove, ...]:
        """Return the first moves, at most ``MOST_MOVES``, that would probably follow ``action`` at a decision.

        Moves that some seat would not notice are left out.
        """
        found = (self._to_line_move(step) for step in self._public_steps(decision, action, is_proved=is_proved))
        return tuple(islice(found, MOST_MOVES))

    def _public_steps(self, decision: Decision, action: Any, *, is_proved: bool) -> Iterator[_Step]:
        """Yield the steps that every seat notices.

        A claim that a seat makes in secret is yielded when it takes effect. A secret pass is never yielded.
        """
        game, claims = self._context.game, dict[Seat, _Step]()
        for step in self._steps_after(decision, action, is_proved=is_proved):
            seats = {getattr(event, "seat", DEALER) for event in step.events if game.voice.event(event)}
            if step.seat == DEALER:
                yield from (claims[seat] for seat in sorted(seats & claims.keys()))
                claims.clear()
            elif seats:
                yield step
            elif step.action != game.fallback(step.before, step.seat):
                claims[step.seat] = step

    def _steps_after(self, decision: Decision, action: Any, *, is_proved: bool) -> Iterator[_Step]:
        """Yield the steps that follow ``action`` until a random event or the end of the hand.

        The strong bot chooses the actions; if ``is_proved`` is true, only among those that the solver finds best.
        """
        game, luck = self._context.game, self._context.hooks.luck_kind
        state = game.step(decision.state, decision.seat, action).state
        for _ in range(MOST_STEPS):
            if game.outcome(state) is not None:
                return
            seat = game.to_act(state)[0]
            taken = (
                game.legal(state, DEALER)[0]
                if seat == DEALER
                else self._choose_action(state, seat, is_proved=is_proved)
            )
            after = game.step(state, seat, taken)
            if any(map(luck, after.events)):
                return
            yield _Step(state, seat, taken, after.events)
            state = after.state

    def _choose_action(self, state: Any, seat: Seat, *, is_proved: bool) -> Any:
        game = self._context.game
        view = game.view(state, seat)
        legal: Sequence[Any] = game.legal(view, seat)
        if is_proved:
            legal = self._prover.best_actions(state, seat, legal)
        return play_strong(game, view, seat, legal, Random(0))  # noqa: S311 -- it draws nothing

    def _to_line_move(self, step: _Step) -> LineMove:
        game = self._context.game
        return LineMove(
            seat=step.seat,
            action=Raw(to_json(step.action)),
            text=game.format_action(step.action),
            cards=cards_of_action(game, step.before, step.seat, step.action),
            label=game.voice.action(step.before, step.seat, step.action),
        )
