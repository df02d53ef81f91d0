"""The extras of paiju (``pip install "paiju[batch]"``), and the error that names the extra to install."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from paiju.core.errors import PaijuError

EXTRAS: Final[Mapping[str, frozenset[str]]] = {
    "room": frozenset(
        {
            "argon2",
            "confusable_homoglyphs",
            "glicko2",
            "h11",
            "litestar",
            "openskill",
            "prometheus_client",
            "structlog",
            "uvicorn",
            "websockets",
        }
    ),
    "data": frozenset({"pyarrow", "zstandard"}),
    "terminal": frozenset({"click", "rich", "textual"}),
    "testing": frozenset({"hypothesis", "pytest"}),
    "postgres": frozenset({"asyncpg"}),
    "redis": frozenset({"redis"}),
    "envs": frozenset({"gymnasium", "pettingzoo"}),
    "learn": frozenset({"torch"}),
    "batch": frozenset({"numba"}),
    "nets": frozenset({"numpy"}),
    "pictures": frozenset({"PIL"}),
    "ray": frozenset({"ray"}),
}
"""The modules that each extra installs.

A module that several extras install is listed only under the first of them.
"""


class MissingExtra(PaijuError, ModuleNotFoundError):
    """A feature needs an extra (an optional set of dependencies) that is not installed.

    ``details`` has two entries. ``command`` is the name of the feature. ``package`` is what to install with pip,
    such as ``paiju[batch]``.
    """

    kind = "usage"


def extra_of(module: str | None) -> str | None:
    """Return the extra that installs a module; None if none does."""
    root = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if root in modules), None)


@contextmanager
def needs_extra(what: str, extra: str | None = None) -> Iterator[None]:
    """Context manager that raises MissingExtra if an import inside it fails because an extra is not installed.

    The error says that the feature ``what`` needs an extra: ``extra`` or, by default, the extra that installs the
    missing module (``extra_of``). If no extra installs the module, the original exception is raised.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if isinstance(error, MissingExtra) and extra is None:
            raise  # an inner ``needs_extra`` has named the feature more precisely
        found = extra_of(error.name)
        if found is None:
            raise
        missing = MissingExtra("needs_extra", command=what, package=f"paiju[{extra or found}]")
        missing.name = error.name
        raise missing from error


def import_from_extra(extra: str, module: str, what: str) -> Any:
    """Import and return a module that ``extra`` installs. Raises MissingExtra if the extra is not installed.

    ``what`` is the name of the feature that needs the module, for the error message.
    """
    with needs_extra(what, extra):
        return import_module(module)
