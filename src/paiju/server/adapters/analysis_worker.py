"""A process that analyses hands and judges puzzles, one line of JSON each: ``python -m paiju.server.adapters.analysis_worker``.

It has a low priority, so that it does not slow down play, and ends when the server's process has ended.
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
from paiju.server.app.analysis import ReviewKind, play_deal, prepare_reviews, stream_review
from paiju.server.app.puzzles.puzzle_solver import PuzzleAnswer, PuzzleQuestion, answer_puzzle_question
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.redacted_errors import error_location, error_type

MORE: Final = b"+"
"""The first byte of an answer that another one follows."""

NICE: Final = 15
"""Increment of the process's niceness over the server's."""


class FieldQuestion(Struct, frozen=True, tag="field"):
    """A house player of the field, by its id, and the number of the deal of a daily set that it plays."""

    daily: DailySet
    deal: int
    player: str


class AnalysisQuestion(Struct, frozen=True, tag="analysis"):
    """A recorded hand to analyse, and the kind of review to make.

    With ``prepare``, no review is made: the worker only loads what full reviews of such hands need.
    """

    record: Record
    kind: ReviewKind = "full"
    prepare: bool = False


class AnalysisAnswer(Struct, frozen=True, omit_defaults=True):
    """The review of a hand, the answer about a puzzle, the hand of a house player, or an error with its place in the code.

    Answers with ``more`` are followed by others to the same question.
    """

    review: Review | None = None
    puzzle: PuzzleAnswer | None = None
    hand: RecordedHand | None = None
    more: bool = False
    reason: str = ""
    place: str = ""


Question = AnalysisQuestion | PuzzleQuestion | FieldQuestion


def analyse(library: RulesetRegistry, question: Question) -> Iterator[AnalysisAnswer]:
    """Yield the answers to a question. An exception becomes the last answer."""
    try:
        if isinstance(question, PuzzleQuestion):
            yield AnalysisAnswer(puzzle=answer_puzzle_question(library, question))
            return
        if isinstance(question, FieldQuestion):
            yield AnalysisAnswer(hand=play_deal(library, question.daily, question.deal, question.player))
            return
        if question.prepare:
            prepare_reviews(library, question.record)
            yield AnalysisAnswer()
            return
        for review in stream_review(library, question.record, question.kind):
            yield AnalysisAnswer(review=review, more=review.state != "complete" and question.kind != "quick")
    except Exception as error:  # noqa: BLE001 (whatever it is, it concerns this hand alone)
        yield AnalysisAnswer(reason=error_type(error), place=error_location(error))


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer questions until the end of the input."""
    library = StandardRegistry()
    for line in source:
        for answer in analyse(library, from_json(line, Question)):
            sink.write((MORE if answer.more else b"") + to_json(answer) + b"\n")
            sink.flush()


def main() -> None:
    """Serve on standard input and output. Other output is redirected to standard error."""
    if hasattr(os, "nice"):
        with suppress(OSError):  # without the permission, it works at normal priority
            os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as sink:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
