"""Progress reports of numba compilation, and compiling all kernels ahead of time."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from paiju import batch
from paiju.batch.compilation import PATIENCE, Progress, report_to_terminal
from paiju.batch.jit_cache import SHARED
from paiju.cli.main import main
from tests.batch.conftest import EACH

SOURCE = """
from paiju.batch.jit_cache import jit

@jit
def inner(number):
    return number + 1

@jit
def outer(number):
    return inner(number) * 2
"""

USE = """
import sys, numpy as np
from paiju import batch
reports = []
with batch.reporting(reports.append):
    hands = batch.new_hands(sys.argv[1], 2)
    hands.step(hands.sample())
    hands.observe(planes=True)
    hands.legal_list(0)
    hands.describe(np.array([0]), np.array([0]))
    hands.play_at_random(1)
    hands.from_state(0, hands.to_state(0))
    exact = batch.new_hands(sys.argv[1], 2, exact=True)
    single = batch.new_hands(sys.argv[1], 1, anew=False)
    while not single.end_codes[0]:
        single.step_some_at_random(np.array([0]))
    single.deal_next(np.array([0]))
    single.step_some(np.array([0]), np.array([0]))
    single.restart(np.array([0]))
print(reports)
"""
"""Calls everything that hands can do."""

LONG = Progress("doudizhu", "deal_rows", 31, 118, PATIENCE + 13, is_done=False)


class Stream(StringIO):
    """A standard error that is, or is not, a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with two functions of which no machine code is kept."""
    monkeypatch.setenv("PAIJU_CACHE", str(tmp_path / "cache"))
    found = tmp_path / "game" / "two_functions.py"
    found.parent.mkdir()
    found.write_text(SOURCE)
    return found


def load(file: Path) -> ModuleType:
    """The module, as a new process would have it."""
    found = ModuleType("two_functions")
    exec(compile(SOURCE, str(file), "exec"), vars(found))
    return found


def test_each_compiled_function_is_reported_and_its_kernel_at_the_end(file: Path) -> None:
    reports: list[Progress] = []
    with batch.reporting(reports.append):
        assert load(file).outer(3) == 8
    assert [(one.family, one.kernel, one.is_done) for one in reports] == [
        ("game", "outer", False),
        ("game", "outer", True),
    ]
    assert all(before.functions + 1 == after.functions <= after.total for before, after in pairwise(reports))
    assert reports[0].seconds <= reports[1].seconds


def test_cached_functions_are_not_reported(file: Path) -> None:
    load(file).outer(3)
    reports: list[Progress] = []
    with batch.reporting(reports.append):
        assert load(file).outer(4) == 10
    assert reports == []


def test_progress_counts_functions_compiled_by_another_process(file: Path) -> None:
    reports: list[Progress] = []
    with batch.reporting(reports.append):
        load(file).inner(3)
        load(file).outer(3)
    inner, outer = reports  # the second module has taken ``inner`` from the cache
    assert (inner.kernel, outer.kernel) == ("inner", "outer")
    assert outer.functions > inner.functions


@pytest.mark.parametrize("name", EACH.values())
def test_nothing_is_compiled_in_a_game_after_everything_was_compiled_beforehand(name: str) -> None:
    ran = subprocess.run([sys.executable, "-c", USE, name], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en_GB.UTF-8", "compiling deal_rows of Dou Dizhu for this machine, once: 31 of 118 functions, 14 s"),
        ("zh_CN.UTF-8", "正在为这台机器编译斗地主的 deal_rows（只编译一次）：第 31 个函数，共 118 个，已用 14 秒"),
    ],
)
def test_terminal_shows_compilation_progress(monkeypatch: pytest.MonkeyPatch, lang: str, line: str) -> None:
    stream = Stream(is_terminal=True)
    monkeypatch.setenv("LC_ALL", lang)
    monkeypatch.setattr(sys, "stderr", stream)
    report_to_terminal(LONG)
    assert stream.getvalue().endswith(f"paiju.batch: {line}")
    report_to_terminal(LONG._replace(is_done=True))
    assert stream.getvalue().endswith("\n")


@pytest.mark.parametrize(
    ("progress", "is_terminal"), [(LONG, False), (LONG._replace(seconds=PATIENCE / 2, is_done=True), True)]
)
def test_progress_is_not_printed_for_quick_compilations_or_outside_a_terminal(
    monkeypatch: pytest.MonkeyPatch, progress: Progress, is_terminal: bool
) -> None:
    stream = Stream(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    report_to_terminal(progress)
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("lang", "cached"), [("en", "compiled before"), ("zh", "以前编译过")])
def test_the_command_prints_a_line_for_each_kernel(capsys: pytest.CaptureFixture[str], lang: str, cached: str) -> None:
    kernels: list[batch.Kernel] = []
    batch.compile_kernels("gunzi/six", kernels.append)
    assert [kernel.number for kernel in kernels] == list(range(1, kernels[0].total + 1))
    assert main(["batch", "compile", "gunzi/six", "six", "--lang", lang]) == 0
    *lines, folder = capsys.readouterr().out.splitlines()
    # one family, once; at last the search of the solver and the kernels of the bot
    names = [*(kernel.name for kernel in kernels), "search", "choose_rows", "play_rows"]
    assert [line.split()[2] for line in lines] == names
    assert all(line.startswith("gunzi ") for line in lines)
    assert all(line.endswith(cached) for line in lines[: len(kernels)])
    assert str(SHARED.parent) in folder


def test_the_command_compiles_all_families_when_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", "compile"]) == 0
    *lines, _ = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} == set(EACH)
