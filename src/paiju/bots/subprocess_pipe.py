"""Exchanges lines with a child process. Time limits hold even if the process hangs, writes without end, or exits."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread
from typing import IO, Final
from weakref import finalize

MOST_ANSWER_BYTES: Final = 1 << 16
"""The largest length of an answer in bytes.

A longer line is cut off at this length, so it cannot be decoded.
"""

_MOST_LINES_AHEAD: Final = 4
"""The maximum number of lines in the queue of lines that the program has written and paiju has not used.

While the queue is full, paiju reads no more output. The program then blocks when the pipe is full too.
"""


class PipeTimeout(Exception):
    """The program wrote no line within the time limit."""


class ProcessEnded(Exception):
    """The program has ended."""


class SubprocessPipe:
    """A running program. It is killed by ``close``, when this object is garbage-collected, and when this process ends."""

    def __init__(self, command: Sequence[str], *, quiet: bool) -> None:
        # In a session of its own the program gets no Ctrl-C, and can be killed together with its children.
        process = Popen(  # noqa: S603 - the user names the program
            command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL if quiet else None, start_new_session=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._heard: Queue[bytes] = Queue(_MOST_LINES_AHEAD)
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        Thread(target=_read_lines, args=(process.stdout, self._heard), daemon=True).start()
        Thread(target=_write_lines, args=(process.stdin, self._said), daemon=True).start()
        self.close = finalize(self, _kill, process, self._said, self._heard)

    def ask(self, lines: bytes, seconds: float, *, last: bool = False) -> bytes:
        """Send lines to the program and return the next line that it writes.

        With ``last``, the program's input is closed after the lines are sent. Raises PipeTimeout if no line comes
        within ``seconds``, and ProcessEnded if the program has ended.
        """
        self._said.put(lines)
        if last:
            self._said.put(None)
        try:
            answer = self._heard.get(timeout=seconds)
        except Empty:
            raise PipeTimeout from None
        if not answer:
            raise ProcessEnded
        return answer


def _read_lines(source: IO[bytes], heard: Queue[bytes]) -> None:
    """Put each line that a program writes into the queue ``heard``. When its output ends, put an empty line there."""
    with source, suppress(OSError, ValueError):
        while line := source.readline(MOST_ANSWER_BYTES):
            heard.put(line)
            while line and not line.endswith(b"\n"):  # the rest of the line does not answer the next question
                line = source.readline(MOST_ANSWER_BYTES)
    heard.put(b"")


def _write_lines(sink: IO[bytes], outgoing: SimpleQueue[bytes | None]) -> None:
    """Write to a program the lines in the queue ``outgoing``, until None comes from the queue.

    This runs in a thread of its own, so that a program that does not read blocks no other thread.
    """
    with suppress(OSError, ValueError), sink:
        while (lines := outgoing.get()) is not None:
            sink.write(lines)
            sink.flush()


def _kill(process: Popen[bytes], outgoing: SimpleQueue[bytes | None], incoming: Queue[bytes]) -> None:
    """Kill the program and its children, and end the two threads that read from and write to it."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    outgoing.put(None)
    with suppress(Empty):
        while True:
            incoming.get_nowait()
