"""One process compiles a family, the others take up another; then all read what has been kept."""

from __future__ import annotations

import fcntl
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

import numpy as np
import pytest

import paiju
from paiju import batch
from paiju.batch.engine import families_in_arrays
from paiju.games.registry import family_of

EACH = {name.split("/")[0]: name for name in paiju.rulesets() if name.split("/")[0] in families_in_arrays()}
"""A ruleset of each family."""


def _call_every_kernel(name: str) -> None:
    hands = batch.new(name, 2)
    hands.step(hands.sample())
    hands.observe(planes=True)
    hands.legal_list(0)
    if family_of(name).bits:
        hands.describe(np.array([0]), np.array([0]))
    hands.play(1)
    hands.from_state(0, hands.to_state(0))


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Every kernel has been called once."""
    left = dict(EACH)
    for way in (fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX):  # first what nobody is at
        for family, name in list(left.items()):
            with (Path(gettempdir()) / f"paiju-batch-{family}.lock").open("w") as lock, suppress(BlockingIOError):
                fcntl.flock(lock, way)
                _call_every_kernel(name)
                del left[family]
