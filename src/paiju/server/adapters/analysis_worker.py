"""A process that analyses finished hands, one line of JSON each: ``python -m paiju.server.adapters.analysis_worker``.

It has a low priority, so that it does not slow down play, and ends when the server's process has ended.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import IO, Final

from msgspec import Struct

from paiju.core.codec import from_json, to_json
from paiju.records import Record
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.analysis import DecisionReview, decisions_of
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.redacted_errors import error_location, error_type

NICE: Final = 15
"""Increment of the process's niceness over the server's."""


class AnalysisQuestion(Struct, frozen=True):
    """A recorded hand to analyse."""

    record: Record


class AnalysisAnswer(Struct, frozen=True, omit_defaults=True):
    """The assessment of a hand's decisions; or the error that stopped the analysis, and its place in the code."""

    decisions: tuple[DecisionReview, ...] | None = None
    reason: str = ""
    place: str = ""


def analyse(library: RulesetRegistry, question: AnalysisQuestion) -> AnalysisAnswer:
    """Analyse a hand. An exception becomes the answer."""
    try:
        return AnalysisAnswer(tuple(decisions_of(library, question.record)))
    except Exception as error:  # noqa: BLE001 (whatever it is, it concerns this hand alone)
        return AnalysisAnswer(reason=error_type(error), place=error_location(error))


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer questions until the end of the input."""
    library = StandardRegistry()
    for line in source:
        sink.write(to_json(analyse(library, from_json(line, AnalysisQuestion))) + b"\n")
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
