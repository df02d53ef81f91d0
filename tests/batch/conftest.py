"""One process compiles, the others wait for it and read what it has kept."""

from __future__ import annotations

import fcntl
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
    """Every kernel has been called once."""
    with (Path(gettempdir()) / "paiju-batch.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in EACH.values():
            hands = batch.new(name, 2)
            hands.step(hands.sample())
            hands.observe(planes=True)
            hands.legal_list(0)
            hands.play(1)
            hands.from_state(0, hands.to_state(0))
