import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiju import locale
from paiju.games import registry
from tests.families.install_example_family import install

CACHES = [
    found
    for module in (registry, locale)
    for found in vars(module).values()
    if hasattr(found, "cache_clear") and found.__module__ == module.__name__
]


def clear_family_caches() -> None:
    """Clear all caches of families. Call it after a family was added or removed."""
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the example family is installed."""
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def highcard(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Make paiju find the example family during a test, and yield the id of its ruleset."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(site), os.environ.get("PYTHONPATH", ""))))
    clear_family_caches()
    yield "highcard/three"
    for name in [name for name in sys.modules if name.partition(".")[0] == "highcard"]:
        del sys.modules[name]
    clear_family_caches()
