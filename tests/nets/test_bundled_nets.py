"""The packaged nets: each file has the recorded digest and chooses as it did when it was recorded."""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from paiju.games.registry import game
from paiju.nets.net import load_net
from paiju.nets.policy import has_net
from tests.nets.choice_digests import digest_of

LISTED: Final = Path(__file__).parents[2] / "bench" / "nets" / "nets.toml"
WEIGHTS: Final = Path(str(files("paiju.nets.weights")))
MOST: Final = 2 * 1024 * 1024
MOST_IN_ALL: Final = 4 * MOST
KNOWN: Final = tomllib.loads(LISTED.read_text())
CHOICES: Final[dict[str, str]] = {name: digest for one in KNOWN.values() for name, digest in one["choices"].items()}


def test_each_net_file_is_listed_with_its_digest_and_training() -> None:
    found = {file.name: file for file in WEIGHTS.glob("*.npz")}
    assert set(found) == {f"{name}.npz" for name in KNOWN}
    for name, one in KNOWN.items():
        file = found[f"{name}.npz"]
        assert hashlib.sha256(file.read_bytes()).hexdigest() == one["sha256"]
        assert file.stat().st_size <= MOST
        assert set(load_net(file).facts.rulesets) == set(one["choices"])
        assert one["command"].startswith("paiju train ")
        assert (LISTED.parent / f"{name}.jsonl").exists()
    assert sum(file.stat().st_size for file in found.values()) <= MOST_IN_ALL


def test_a_ruleset_is_played_by_one_net_at_most() -> None:
    played = [name for one in KNOWN.values() for name in one["choices"]]
    assert len(set(played)) == len(played)
    assert all(has_net(game(name).rules) for name in played)


@pytest.mark.parametrize("ruleset", sorted(CHOICES))
def test_choices_of_a_net_match_the_stored_digest(ruleset: str) -> None:
    """In positions of hands played at random; what is nearly as good as another action does not count."""
    assert digest_of(ruleset) == CHOICES[ruleset]
