"""Compiles kernels ahead of time, and reports progress while kernels are compiled.

A kernel is a compiled function that Python code calls. ``paiju batch`` calls ``compile_kernels``. Inside ``reporting``,
the progress goes to a callback; otherwise it goes to standard error if that is interactive.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

import numpy as np
from numba import typeof
from numba.core import event

from paiju.batch import kernels
from paiju.batch.engine import engine_class_of
from paiju.batch.jit_cache import count_compiled_functions, family_of_cache_folder, folder_of_call
from paiju.batch.observation_bits import unpack_bits
from paiju.core.ruleset import Ruleset
from paiju.games.registry import game_of
from paiju.games.registry import ruleset as find_ruleset
from paiju.locale import choose_language, lookup, translate

EVENT: Final = "numba:compile"
PATIENCE: Final = 1.0
"""Seconds of compilation after which the terminal shows progress; most kernels take less."""
ERASE: Final = "\r\x1b[K"


class Progress(NamedTuple):
    """The progress of compiling one kernel."""

    family: str
    """Name of the family, or "" for a kernel shared by all families."""
    kernel: str
    """The name of the kernel. The functions that it calls are compiled with it."""
    functions: int
    """How many of the ``total`` functions of the family are compiled so far, by this process or an earlier one."""
    total: int
    seconds: float
    """Seconds since the compilation of the kernel began."""
    is_done: bool


Report = Callable[[Progress], None]


class Kernel(NamedTuple):
    """A compiled kernel, as ``compile_kernels`` reports it.

    It is the ``number``-th (from 1) of the ``total`` kernels of its family. ``seconds`` is the time that the
    compilation took, or 0 if the kernel was in the cache.
    """

    family: str
    name: str
    number: int
    total: int
    was_cached: bool
    seconds: float


@contextmanager
def reporting(report: Report) -> Iterator[None]:
    """Inside a ``with`` block, send progress to ``report`` instead of the terminal."""
    _reports.append(report)
    try:
        yield
    finally:
        _reports.remove(report)


def compile_kernels(ruleset: str | Ruleset, on_kernel: Callable[[Kernel], None] | None = None) -> None:
    """Compile all kernels for the family of a ruleset, and cache them on disk.

    ``on_kernel`` is called after each kernel. Raises UnknownName if there is no such ruleset.
    """
    found = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    calls = _kernel_calls(found)
    for number, (kernel, arguments) in enumerate(calls, start=1):
        misses, start = len(kernel.stats.cache_misses), time.perf_counter()
        kernel.compile(tuple(map(typeof, arguments)))
        was_cached = len(kernel.stats.cache_misses) == misses
        seconds = 0.0 if was_cached else time.perf_counter() - start
        if on_kernel is not None:
            on_kernel(Kernel(found.family, kernel.py_func.__name__, number, len(calls), was_cached, seconds))


def compile_by_running(family: str, kernel: Any, run: Callable[[], Any]) -> Kernel:
    """Compile and cache a kernel that lies outside ``paiju.batch``, and return a report on it.

    ``run`` must call the kernel once, because the first call compiles it.
    """
    misses, start = len(kernel.stats.cache_misses), time.perf_counter()
    run()
    was_cached = len(kernel.stats.cache_misses) == misses
    seconds = 0.0 if was_cached else time.perf_counter() - start
    return Kernel(family, kernel.py_func.__name__, 1, 1, was_cached, seconds)


def _kernel_calls(ruleset: Ruleset) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return each kernel with example arguments. Does not run any kernel.

    The arguments have the types that ``Hands`` passes.
    """
    engine = engine_class_of(ruleset.family)(game_of(ruleset))
    rules, rows, numbers = engine.rules, np.zeros(1, engine.hand), np.zeros(1, np.int64)
    words, actions = np.zeros((1, engine.layout.words), np.int64), np.zeros(1, engine.action)
    return [
        (kernels.init_rows, (rules, rows)),
        (kernels.deal_rows, (rules, rows)),
        (kernels.begin_rows, (rules, rows, numbers)),
        (kernels.deal_next_rows, (rules, rows, numbers)),
        (kernels.reset_first_row, (rows,)),
        (kernels.count_row_actions, (rules, rows)),
        (kernels.sample_row_actions, (rows, numbers)),
        (kernels.find_illegal_row, (rows, numbers)),
        (kernels.step_rows, (rules, rows, numbers, True)),
        (kernels.play_rows_at_random, (rules, rows, 1)),
        (kernels.list_first_row_actions, (rules, rows, numbers, actions)),
        (kernels.observe_rows, (rules, rows, numbers, words)),
        (kernels.observe_history_rows, (rules, rows, numbers, 0, words)),
        (kernels.encode_row_actions, (rules, rows, numbers, numbers, words)),
        (unpack_bits, (words.view(np.uint8), words)),
    ]


class _CompilationListener(event.Listener):
    """Reports the progress of kernels: tracks which kernel of this package Numba is compiling, and since when."""

    def __init__(self) -> None:
        self._depth = 0
        self._kernel: Any = None
        self._folder: Path | None = None
        self._start = 0.0

    def on_start(self, started: Any) -> None:
        """When Numba starts to compile a kernel, record the kernel and the time.

        Numba also calls this method before it compiles a function that the kernel calls. The record then stays as it
        is.
        """
        if self._depth == 0:
            self._kernel, self._start = started.data["dispatcher"], time.perf_counter()
            self._folder = folder_of_call(self._kernel, started.data["args"])
        self._depth += 1

    def on_end(self, ended: Any) -> None:
        """Report the progress of the current kernel.

        Numba calls this when it has compiled the kernel, or a function that the kernel calls.
        """
        self._depth -= 1
        if self._folder is not None:
            done, total = count_compiled_functions(self._folder, ended.data["dispatcher"])
            name, seconds = self._kernel.py_func.__name__, time.perf_counter() - self._start
            family = family_of_cache_folder(self._folder)
            _reports[-1](Progress(family, name, done, total, seconds, self._depth == 0))


def report_to_terminal(progress: Progress) -> None:
    """Write the progress of a slow compilation to standard error, in the user's language.

    Nothing is written in the first ``PATIENCE`` seconds. Nothing is written either if standard error is not a
    terminal that a person reads (``is_interactive``).
    """
    if progress.seconds >= PATIENCE and is_interactive(sys.stderr):
        ending = "\n" if progress.is_done else ""
        sys.stderr.write(f"{ERASE}paiju.batch: {progress_line(choose_language(None, os.environ), progress)}{ending}")
        sys.stderr.flush()


def is_interactive(stream: TextIO) -> bool:
    """Whether a person may be reading the stream: it is a terminal, or Python runs interactively (as in a notebook)."""
    return stream.isatty() or hasattr(sys, "ps1")


def progress_line(lang: str, progress: Progress) -> str:
    """Return the progress of a kernel as one line of text."""
    return translate(
        lang,
        "batch.compiled" if progress.is_done else "batch.compiling",
        game=lookup(lang, "family.title", progress.family) or progress.family,
        kernel=progress.kernel,
        functions=progress.functions,
        total=progress.total,
        seconds=f"{progress.seconds:.0f}",
    )


_reports: Final[list[Report]] = [report_to_terminal]
event.register(EVENT, _CompilationListener())  # type: ignore[no-untyped-call]
