"""Several processes that serve one room on one port: each takes connections from the same socket; one that dies is replaced.

The parent does nothing but wait for its children, so that nothing can happen to it.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn

SOON: Final = 3.0
"""Seconds. Who gives up so soon after its start could not begin at all, and the next could not either."""

PAUSE: Final = 0.5
"""Seconds until the next one is started."""

_TOLD: Final = (signal.SIGINT, signal.SIGTERM)

Work = Callable[[int, int], int]
"""Serves until it is told to stop, and answers the exit code. It gets its number (0, 1, 2 …; one that replaces another: -1) and
a file that can be read when the parent has gone."""


class WorkerProcesses:
    """So many children, each of which does the same."""

    def __init__(self, count: int, work: Work) -> None:
        self._count = count
        self._work = work
        self._started: dict[int, float] = {}
        self._told: int | None = None
        self._line, self._held = os.pipe()

    def run(self) -> int:
        """Until all have ended; the exit code."""
        for one in _TOLD:
            signal.signal(one, self._on_stop_signal)
        for number in range(self._count):
            self._start(number)
        code = 0
        while self._started:
            pid, status = os.wait()
            began, ended = self._started.pop(pid), os.waitstatus_to_exitcode(status)
            if ended > 0 and time.monotonic() - began < SOON and self._told is None:
                code = ended
                self._on_stop_signal(signal.SIGTERM)
            elif self._told is None:
                time.sleep(PAUSE)
                self._start(-1)
        return 128 + signal.SIGINT if self._told == signal.SIGINT else code

    def _start(self, number: int) -> None:
        """One child more, unless all are to stop. No signal comes between."""
        signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD)
        try:
            if self._told is None:
                pid = os.fork()
                if pid == 0:
                    self._run_child(number)
                self._started[pid] = time.monotonic()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD)

    def _run_child(self, number: int) -> NoReturn:
        """In a group of its own, so that Ctrl-C is the parent's, and the parent's word comes once."""
        os.setpgid(0, 0)
        os.close(self._held)
        for one in _TOLD:
            signal.signal(one, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD)
        code = 1
        try:
            code = self._work(number, self._line)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _on_stop_signal(self, number: int, frame: Any = None) -> None:
        self._told = self._told or number
        for pid in self._started:
            os.kill(pid, signal.SIGTERM)
