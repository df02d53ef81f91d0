"""Runs several processes that serve one room on one port. All accept connections from the same socket.

A process that ends is replaced. The parent process does nothing but wait for its children, so there is little that could fail.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn

SOON: Final = 3.0
"""Seconds after a child's start within which a failure of the child stops all children.

A replacement for a child that fails so early would fail too.
"""

PAUSE: Final = 0.5
"""Seconds before a child that has ended is replaced."""

_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

Work = Callable[[int, int], int]
"""A function that serves until a signal stops it, and returns the exit code.

It takes two parameters. The first is the child's number: 0, 1, 2 …, or -1 for a replacement. The second is a
file descriptor that becomes readable when the parent process has ended.
"""


class ProcessSupervisor:
    """Runs ``count`` child processes that do the same work."""

    def __init__(self, count: int, work: Work) -> None:
        self._count = count
        self._work = work
        self._started: dict[int, float] = {}
        self._stop_signal: int | None = None
        self._read_end, self._write_end = os.pipe()

    def run(self) -> int:
        """Start the children, wait until all have ended, and return the exit code.

        If a child fails within ``SOON`` seconds of its start, all children are stopped. Any other child that ends
        before a stop signal is replaced after ``PAUSE`` seconds.
        """
        for stop in _STOP_SIGNALS:
            signal.signal(stop, self._on_stop_signal)
        for number in range(self._count):
            self._start(number)
        code = 0
        while self._started:
            pid, status = os.wait()
            began, ended = self._started.pop(pid), os.waitstatus_to_exitcode(status)
            if ended > 0 and time.monotonic() - began < SOON and self._stop_signal is None:
                code = ended
                self._on_stop_signal(signal.SIGTERM)
            elif self._stop_signal is None:
                time.sleep(PAUSE)
                self._start(-1)
        return 128 + signal.SIGINT if self._stop_signal == signal.SIGINT else code

    def _start(self, number: int) -> None:
        """Start a child process, unless a stop signal has arrived.

        A stop signal that arrives while the child is being created is held back until the child exists, and then passed
        on to this child too.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS)
        try:
            if self._stop_signal is None:
                pid = os.fork()
                if pid == 0:
                    self._run_in_child(number)
                self._started[pid] = time.monotonic()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS)

    def _run_in_child(self, number: int) -> NoReturn:
        """Do the work in the child process, in a process group of its own, and exit.

        Because of its own group, Ctrl-C does not reach the child. The parent receives it and sends each child one
        signal.
        """
        os.setpgid(0, 0)
        os.close(self._write_end)
        for stop in _STOP_SIGNALS:
            signal.signal(stop, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS)
        code = 1
        try:
            code = self._work(number, self._read_end)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _on_stop_signal(self, number: int, frame: Any = None) -> None:
        self._stop_signal = self._stop_signal or number
        for pid in self._started:
            os.kill(pid, signal.SIGTERM)
