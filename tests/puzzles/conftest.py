"""Lets one test process compile the searches while the others wait."""

from __future__ import annotations

import fcntl
from pathlib import Path
from tempfile import gettempdir

import pytest

from paiju.solve import solver_for


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile the kernels, or wait until another process has."""
    with (Path(gettempdir()) / "paiju-solve.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        solver_for("gunzi/six")
        solver_for("doudizhu/qq")
