"""Line-based communication with a child process, with a timeout that holds even if the process hangs, floods or dies."""

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

LONGEST: Final = 1 << 16
"""Maximum length of an answer in bytes; a longer line is cut and therefore unreadable."""

_AHEAD: Final = 4
"""Number of unread lines buffered from a program before it blocks."""


class PipeTimeout(Exception):
    """There was no answer in time."""


class ProcessEnded(Exception):
    """The program has ended."""


class SubprocessPipe:
    """A running program. It ends with ``close``, or when this object or this process ends."""

    def __init__(self, command: Sequence[str], *, quiet: bool) -> None:
        # In its own session the program gets no Ctrl-C, and is killed together with its children.
        process = Popen(  # noqa: S603 - the user names the program
            command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL if quiet else None, start_new_session=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._heard: Queue[bytes] = Queue(_AHEAD)
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        Thread(target=_read_lines, args=(process.stdout, self._heard), daemon=True).start()
        Thread(target=_write_lines, args=(process.stdin, self._said), daemon=True).start()
        self.close = finalize(self, _kill, process, self._said, self._heard)

    def ask(self, lines: bytes, seconds: float, *, last: bool = False) -> bytes:
        """Send lines and wait for one line. With ``last`` nothing more will be sent. Raises PipeTimeout, ProcessEnded."""
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
    """Queue the lines of a program, and an empty one when it has ended."""
    with source, suppress(OSError, ValueError):
        while line := source.readline(LONGEST):
            heard.put(line)
    heard.put(b"")


def _write_lines(sink: IO[bytes], said: SimpleQueue[bytes | None]) -> None:
    """Write in a separate thread, so that a program that does not read blocks nothing else."""
    with suppress(OSError, ValueError), sink:
        while (lines := said.get()) is not None:
            sink.write(lines)
            sink.flush()


def _kill(process: Popen[bytes], said: SimpleQueue[bytes | None], heard: Queue[bytes]) -> None:
    """Kill the program and its children, and let the reader and writer threads end."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    said.put(None)
    with suppress(Empty):
        while True:
            heard.get_nowait()
