"""Reads text files that the operator of a room writes: rulesets, stake rooms, and the descriptions of voice packs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paiju.core.errors import PaijuError, RulesetError


def read_operator_file(path: Path) -> str:
    """Return the text of a file. Raises RulesetError if it is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise RulesetError("not_toml", reason=error.reason) from error


@contextmanager
def with_file_in_errors(path: Path) -> Iterator[None]:
    """Context manager that turns any PaijuError into a RulesetError with the path of the file."""
    try:
        yield
    except PaijuError as error:
        raise RulesetError("bad_file", file=path, why=error) from error
