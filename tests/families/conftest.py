import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiju import locale
from paiju.games import registry
from tests.families.installing import install

CACHES = [
    found
    for module in (registry, locale)
    for found in vars(module).values()
    if hasattr(found, "cache_clear") and found.__module__ == module.__name__
]


def forget() -> None:
    """What is known of families, before and after there is one more."""
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed in it."""
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def highcard(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The id of the example's ruleset, in a paiju that finds it."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(site), os.environ.get("PYTHONPATH", ""))))
    forget()
    yield "highcard/three"
    for name in [name for name in sys.modules if name.partition(".")[0] == "highcard"]:
        del sys.modules[name]
    forget()
