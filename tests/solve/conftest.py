"""Lets one test process compile the search while the others wait."""

from __future__ import annotations

import fcntl
from pathlib import Path
from tempfile import gettempdir

import pytest

import paiju
from paiju.solve import solver_for


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile the kernels, or wait until another process has."""
    with (Path(gettempdir()) / "paiju-solve.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        solver_for(next(name for name in paiju.rulesets() if name.startswith("doudizhu/")))
