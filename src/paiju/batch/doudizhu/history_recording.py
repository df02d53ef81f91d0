"""Writes the calls and moves of a Dou Dizhu hand to its row, as they happen."""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu.layout import encode_call
from paiju.batch.jit_cache import jit_inlined
from paiju.features.doudizhu.bit_encoding import MOVES
from paiju.features.doudizhu.history_layout import CALLS_KEPT, MOVES_KEPT, QUESTION_NUMBERS
from paiju.games.doudizhu.yes_no_questions import BACK, CALL, DOUBLE, KICK, OPEN, PHASE_QUESTIONS, ROB

FIRST_DOUBLE: Final = QUESTION_NUMBERS[DOUBLE.what]
FIRST_ASKED: Final = QUESTION_NUMBERS[PHASE_QUESTIONS[0].what]
"""The number of the first question that has a phase of its own.

``FIRST_DOUBLE`` is the number of the question about the double with the lowest factor. The questions about
higher doubles have the numbers after it.
"""
TO_CALL, TO_ROB, TO_KICK, TO_KICK_BACK, TO_OPEN = (
    QUESTION_NUMBERS[question.what] for question in (CALL, ROB, KICK, BACK, OPEN)
)


@jit_inlined
def record_move(rules: Any, row: Any, code: int, cards: int, more: int) -> None:
    """Insert a move as the newest in ``row.recent``.

    If rows keep the history, also write it to the ring buffer ``row.past``. ``code`` is the move packed by
    ``layout.encode_move``, or PASS.
    """
    for move in range(MOVES - 1, 0, -1):
        row.recent[move], row.recent_more[move] = row.recent[move - 1], row.recent_more[move - 1]
        row.recent_code[move] = row.recent_code[move - 1]
    row.recent[0], row.recent_more[0], row.recent_code[0] = cards, more, code
    if rules.history:
        place = row.moves & MOVES_KEPT - 1
        row.past[place], row.past_more[place], row.past_code[place] = cards, more, code
        row.moves += 1


@jit_inlined
def record_call(rules: Any, row: Any, seat: int, rank: int, question: int) -> None:
    """Append a call to the record of the first calls of the hand.

    Does nothing if rows do not keep the history, or if there is no space. ``question`` is the number of the
    question, and ``rank`` is 1 for yes and 0 for no. For a bid, ``question`` is -1 and ``rank`` is the points.
    """
    if rules.history and row.calls < CALLS_KEPT:
        row.call[row.calls] = encode_call(seat, rank, question)
        row.calls += 1
