"""A process that analyses hands and judges puzzles (``python -m paiju.server.adapters.analysis_worker``).

It reads questions and writes answers, each a line of JSON. It has a low priority, so that it does not slow down play, and
ends when the server's process has ended.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Final

from msgspec import Struct

from paiju.core.codec import from_json, to_json
from paiju.duplicate.daily_set import DailySet
from paiju.records import Record, RecordedHand
from paiju.review import Review
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.analysis import ReviewKind, play_deal_as_house, preload_review_solver, stream_review
from paiju.server.app.puzzles.puzzle_solver import PuzzleAnswer, PuzzleQuestion, answer_puzzle_question
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.redacted_errors import error_location, error_type

MORE: Final = b"+"
"""First byte of the line of each answer but the last, if a question has several answers."""

NICE: Final = 15
"""The increment of the process's niceness over that of the server."""


class HouseHandQuestion(Struct, frozen=True, tag="field"):
    """Asks a worker to play a deal of a daily set as the house player ``player``.

    House players are bots of the server. People's results in the deal are compared with theirs.
    """

    daily: DailySet
    deal: int
    player: str


class AnalysisQuestion(Struct, frozen=True, tag="analysis"):
    """Asks a worker for a review of the only hand of a record.

    If ``prepare`` is true, the worker makes no review. It only loads what full reviews of the hand's family need.
    """

    record: Record
    kind: ReviewKind = "full"
    prepare: bool = False


class AnalysisAnswer(Struct, frozen=True, omit_defaults=True):
    """A worker's answer: a review, the answer to a puzzle question, the hand of a house player, or an error.

    An answer to a request to ``prepare`` is empty. For an error, ``reason`` is the type of the error, and ``place``
    is the place in the code where it was raised. ``more`` says that further answers to the same question follow.
    """

    review: Review | None = None
    puzzle: PuzzleAnswer | None = None
    hand: RecordedHand | None = None
    more: bool = False
    reason: str = ""
    place: str = ""


Question = AnalysisQuestion | PuzzleQuestion | HouseHandQuestion


def analyse(library: RulesetRegistry, question: Question) -> Iterator[AnalysisAnswer]:
    """Yield the answers to a question.

    If an exception is raised, the last answer contains its type and its place in the code.
    """
    try:
        if isinstance(question, PuzzleQuestion):
            yield AnalysisAnswer(puzzle=answer_puzzle_question(library, question))
            return
        if isinstance(question, HouseHandQuestion):
            yield AnalysisAnswer(hand=play_deal_as_house(library, question.daily, question.deal, question.player))
            return
        if question.prepare:
            preload_review_solver(library, question.record)
            yield AnalysisAnswer()
            return
        for review in stream_review(library, question.record, question.kind):
            yield AnalysisAnswer(review=review, more=review.state != "complete" and question.kind != "quick")
    except Exception as error:  # noqa: BLE001 (any error concerns this hand alone)
        yield AnalysisAnswer(reason=error_type(error), place=error_location(error))


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Read questions from ``source`` until it ends, and write the answers to ``sink``."""
    library = StandardRegistry()
    for line in source:
        for answer in analyse(library, from_json(line, Question)):
            sink.write((MORE if answer.more else b"") + to_json(answer) + b"\n")
            sink.flush()


def main() -> None:
    """Read questions from the standard input, and write the answers to the standard output.

    All other output of the process goes to the standard error.
    """
    if hasattr(os, "nice"):
        with suppress(OSError):  # if the system does not permit this, the worker runs at normal priority
            os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as sink:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
