"""One process compiles a family, the others take up another; then all read what has been kept."""

from __future__ import annotations

import fcntl
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

import pytest

import paiju
from paiju import batch
from paiju.batch.engine import families_in_arrays

EACH = {name.split("/")[0]: name for name in paiju.rulesets() if name.split("/")[0] in families_in_arrays()}
"""A ruleset of each family."""


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Every kernel has been compiled."""
    left = dict(EACH)
    for way in (fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX):  # first what nobody is at
        for family, name in list(left.items()):
            with (Path(gettempdir()) / f"paiju-batch-{family}.lock").open("w") as lock, suppress(BlockingIOError):
                fcntl.flock(lock, way)
                batch.compile_kernels(name)
                del left[family]
