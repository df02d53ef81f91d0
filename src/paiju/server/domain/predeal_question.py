"""The question that some games ask before the deal (明牌开始: whether to play with an open hand from the start).

A player answers the question together with the report of being ready, so no hand waits for an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame
from paiju.core.hand_runner import predeal_question_state
from paiju.core.seats import Seat
from paiju.server.domain import table_events
from paiju.server.domain.command_context import CommandContext


def check_predeal_answer(game: AnyGame, seat: Seat, answer: Any) -> None:
    """Raise IllegalAction unless the game has a question before the deal and ``answer`` is legal for the seat."""
    state = predeal_question_state(game)
    if state is None:
        raise IllegalAction("not_asked_for")
    game.check(state, seat, answer)


def apply_predeal_answers(draft: CommandContext, answers: Sequence[Any]) -> None:
    """Record the answers of the players to the question before the deal. ``answers`` has one answer for each seat.

    If an answer is None, the fallback of the game is recorded. Does nothing if the game has no such question.
    Bots are asked later, as for any other decision.
    """
    hand = draft.table.require_running_hand()
    if not draft.game.is_window_optional(hand.state):
        return
    for seat in draft.game.to_act(hand.state):
        if draft.table.chairs[seat].player is None:
            continue
        if answers[seat] is None:
            draft.record(table_events.WindowAnswered(seat, "window", draft.game.fallback(hand.state, seat)))
        else:
            draft.record(table_events.WindowAnswered(seat, "player", answers[seat]))
