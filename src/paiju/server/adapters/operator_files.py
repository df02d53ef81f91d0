"""Text files that the operator of a room writes: rulesets, stake rooms and voice packs."""

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
def naming_file(path: Path) -> Iterator[None]:
    """Raise RulesetError with the path of the file for any mistake that is found in it."""
    try:
        yield
    except PaijuError as error:
        raise RulesetError("bad_file", file=path, why=error) from error
