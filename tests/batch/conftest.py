"""Shares the compilation of kernels among test processes: each compiles different families, and reads the others from disk."""

from __future__ import annotations

import fcntl
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

import pytest

import paiju
from paiju import batch
from paiju.batch.engine import engine_class_of, families_with_engine
from paiju.batch.jit_cache import FOLDERS

EACH = {name.split("/")[0]: name for name in paiju.rulesets() if name.split("/")[0] in families_with_engine()}
"""A ruleset of each family."""
COMPILED: set[str] = set()
"""The families whose kernels this process knows to be on disk."""


@pytest.fixture(autouse=True)
def compiled(request: pytest.FixtureRequest) -> None:
    """Compile every kernel that the test needs, or wait until another process has."""
    left = [family for family in families_of(request) if family not in COMPILED]
    for way in (fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX):  # first the families that no other process compiles
        for family in tuple(left):
            with lock_file(family).open("w") as lock, suppress(BlockingIOError):
                fcntl.flock(lock, way)
                batch.compile_kernels(EACH[family])
                COMPILED.add(family)
                left.remove(family)


def families_of(request: pytest.FixtureRequest) -> list[str]:
    """Return the families that a test needs.

    It is ``FAMILY`` of the test's module, or the family of the ruleset in the test's parameters; without either, all families.
    """
    ruleset = request.node.name.partition("[")[2]
    only = getattr(request.module, "FAMILY", None) or ruleset.partition("/")[0]
    return [only] if only in EACH else list(EACH)


def lock_file(family: str) -> Path:
    """Return the file that a process locks while it compiles a family. Other versions of the sources have other files."""
    return Path(gettempdir()) / f"paiju-batch-{FOLDERS[engine_class_of(family).hand].name}.lock"
