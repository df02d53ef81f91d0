"""Released rulesets: which rules count as released, and that released digests never disappear."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from paiju.core.ruleset import with_options
from paiju.games import registry

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", registry.rulesets())
def test_every_ruleset_that_comes_with_paiju_is_released(name: str) -> None:
    assert registry.is_released(registry.ruleset(name))


def test_other_rules_are_not_released_nor_the_rules_of_another_ruleset() -> None:
    qq, happy = registry.ruleset("doudizhu/qq"), registry.ruleset("doudizhu/happy")
    assert not registry.is_released(with_options(qq, hand_size=10))
    assert not registry.is_released(with_options(happy, levels=True))
    assert not registry.is_released(replace(qq, rules=happy.rules))
    assert not registry.is_released(replace(qq, name="own"))


def test_options_that_are_as_in_the_ruleset_change_nothing() -> None:
    qq = registry.ruleset("doudizhu/qq")
    assert registry.is_released(with_options(qq, levels=qq.rules.levels))


def test_released_digests_are_never_removed() -> None:
    """Every line that a file ever had in the history of the tree is there still."""
    for path in sorted(ROOT.glob("src/paiju/games/*/released.toml")):
        words = ("git", "log", "-p", "--format=", "--", str(path))
        history = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
        ever = set(re.findall(r'^\+ +"([0-9a-f]{64})"', history, re.MULTILINE))
        family = path.parent.name
        assert ever <= {digest for found in registry.released_digests(family).values() for digest in found}
