"""The error for a missing module names the extra that installs it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from paiju.extras import EXTRAS, MissingExtra, extra_of, import_from_extra, needs_extra

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))


def missing(module: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {module!r}", name=module)


def test_the_missing_extra_is_named_in_a_sentence() -> None:
    with pytest.raises(MissingExtra) as caught, needs_extra("paiju.batch"):
        raise missing("numba.core")
    assert str(caught.value) == 'paiju.batch needs packages that are not installed: pip install "paiju[batch]".'
    assert caught.value.name == "numba.core"
    assert isinstance(caught.value, ImportError)


def test_a_larger_extra_may_be_named_instead() -> None:
    batch = needs_extra("paiju.batch", "batch")
    with pytest.raises(MissingExtra, match=r"paiju\[learn\]"), needs_extra("train", "learn"), batch:
        raise missing("numba")


def test_the_innermost_named_extra_is_reported() -> None:
    with pytest.raises(MissingExtra, match="strong needs"), needs_extra("simulate"), needs_extra("strong", "nets"):
        raise missing("numpy")


def test_a_missing_module_of_no_extra_keeps_its_error() -> None:
    with pytest.raises(ModuleNotFoundError) as caught, needs_extra("simulate"):
        raise missing("mine")
    assert not isinstance(caught.value, MissingExtra)
    assert extra_of(None) is None


def test_an_installed_module_is_imported() -> None:
    assert import_from_extra("nets", "numpy", "strong").__name__ == "numpy"


def test_known_extras_are_those_of_the_package() -> None:
    assert set(EXTRAS) == set(PROJECT["project"]["optional-dependencies"])
