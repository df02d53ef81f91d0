"""What is missing is named by the extra that brings it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from paiju.extras import EXTRAS, MissingExtra, extra_of, import_from_extra, needs_extra

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))


def missing(module: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {module!r}", name=module)


def test_the_extra_is_named_in_a_sentence() -> None:
    with pytest.raises(MissingExtra) as caught, needs_extra("paiju.batch"):
        raise missing("numba.core")
    assert str(caught.value) == 'paiju.batch needs packages that are not installed: pip install "paiju[batch]".'
    assert caught.value.name == "numba.core"
    assert isinstance(caught.value, ImportError)


def test_an_extra_that_includes_another_may_be_named() -> None:
    batch = needs_extra("paiju.batch", "batch")
    with pytest.raises(MissingExtra, match=r"paiju\[learn\]"), needs_extra("train", "learn"), batch:
        raise missing("numba")


def test_what_was_named_more_closely_stays() -> None:
    with pytest.raises(MissingExtra, match="strong needs"), needs_extra("simulate"), needs_extra("strong", "nets"):
        raise missing("numpy")


def test_another_module_is_nobodys() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, needs_extra("simulate"):
        raise missing("mine")
    assert not isinstance(caught.value, MissingExtra)
    assert extra_of(None) is None


def test_a_module_that_is_there_is_brought() -> None:
    assert import_from_extra("nets", "numpy", "strong").__name__ == "numpy"


def test_every_extra_is_one_of_the_package() -> None:
    assert set(EXTRAS) == set(PROJECT["project"]["optional-dependencies"])
