"""What is compiled is kept for each family by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiju.batch.jit_cache import HOME, cache_folder
from tests.batch.conftest import EACH


def kept(sources: Path) -> set[str]:
    """The modules and functions of which machine code is kept."""
    return {file.name.removesuffix(".nbi") for file in cache_folder(sources).glob("*.nbi")}


@pytest.mark.parametrize("family", EACH)
def test_what_is_compiled_for_a_family_lies_in_its_folder(family: str) -> None:
    found = kept(HOME / family)
    assert {
        "paiju.batch.kernels.step_rows",
        "paiju.batch.rng.uniform_below",
        f"paiju.batch.{family}.hand_transitions.act",
    } <= found
    assert not any(name.startswith(f"paiju.batch.{other}.") for other in EACH if other != family for name in found)


def test_what_no_family_is_asked_about_is_shared() -> None:
    found = kept(HOME)
    assert "paiju.batch.observation_bits.unpack_bits" in found
    assert not any(".kernels." in name for name in found)


def test_a_family_is_compiled_anew_when_a_source_of_its_own_changes(tmp_path: Path) -> None:
    names = set()
    for place, source in (("a", "1"), ("b", "2"), ("c", "1")):
        sources = tmp_path / place / "family"
        sources.mkdir(parents=True)
        (sources / "hand.py").write_text(source)
        names.add(cache_folder(sources).name)
    assert len(names) == 2
