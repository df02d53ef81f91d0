"""Compiled kernels are cached separately for each family."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiju.batch.jit_cache import HOME, cache_folder
from tests.batch.conftest import EACH


def kept(sources: Path) -> set[str]:
    """The modules and functions of which machine code is kept."""
    return {file.name.removesuffix(".nbi") for file in cache_folder(sources).glob("*.nbi")}


@pytest.mark.parametrize("family", EACH)
def test_compiled_code_of_a_family_is_cached_in_its_own_folder(family: str) -> None:
    found = kept(HOME / family)
    assert {
        "paiju.batch.kernels.step_rows",
        "paiju.batch.rng.uniform_below",
        f"paiju.batch.{family}.hand_transitions.act",
    } <= found
    assert not any(name.startswith(f"paiju.batch.{other}.") for other in EACH if other != family for name in found)


def test_compiled_code_outside_families_is_cached_in_a_shared_folder() -> None:
    found = kept(HOME)
    assert "paiju.batch.observation_bits.unpack_bits" in found
    assert not any(".kernels." in name for name in found)


def test_changing_a_source_of_a_family_recompiles_that_family(tmp_path: Path) -> None:
    names = set()
    for place, source in (("a", "1"), ("b", "2"), ("c", "1")):
        sources = tmp_path / place / "family"
        sources.mkdir(parents=True)
        (sources / "hand.py").write_text(source)
        names.add(cache_folder(sources).name)
    assert len(names) == 2
