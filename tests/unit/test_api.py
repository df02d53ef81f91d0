"""The public API: its exports, and which modules importing it loads."""

import subprocess
import sys
from pkgutil import iter_modules

import pytest

import paiju

PACKAGES = {"paiju", "msgspec", "typing_extensions"}
"""All that ``import paiju`` may load beside the standard library (the last one by msgspec, where it is installed)."""


def test_exports_are_sorted_and_exist() -> None:
    assert paiju.__all__ == sorted(paiju.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    for name in paiju.__all__:
        assert hasattr(paiju, name)


def test_only_exported_names_are_public() -> None:
    modules = {module.name for module in iter_modules(paiju.__path__)}
    public = {name for name in vars(paiju) if not name.startswith("_")} - modules
    assert public == set(paiju.__all__)


def test_importing_paiju_loads_no_more_than_it_needs() -> None:
    code = "import sys, paiju; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    third_party = {name for name in loaded if name not in sys.stdlib_module_names and not name.startswith("_")}
    assert third_party - PACKAGES <= _what_python_starts_with()


def _what_python_starts_with() -> set[str]:
    """An editable install hooks into every start."""
    code = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (paiju.IllegalAction("bid_too_low", standing=2), "A bid must be higher than 2."),
        (paiju.Conflict("stale_decision"), "Too late: things have changed."),
    ],
)
def test_errors_read_as_sentences(error: paiju.PaijuError, text: str) -> None:
    assert str(error) == text
    assert isinstance(error, paiju.PaijuError)
