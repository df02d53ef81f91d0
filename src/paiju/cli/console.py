"""Prints the output of commands, reads and writes their files, and finds rulesets by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from unicodedata import east_asian_width

from paiju.cli.argument_parser import UsageError
from paiju.core.codec import to_json
from paiju.core.ruleset import Ruleset
from paiju.games.registry import read_ruleset, ruleset


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    print(to_json(value).decode())


def print_table(rows: Iterable[Sequence[object]], indent: str = "") -> None:
    """Print rows in aligned columns. A Chinese character is two columns wide."""
    shown = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(cell_width, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        cells = (pad_to_width(cell, width) for cell, width in zip(row, widths, strict=True))
        print((indent + "  ".join(cells)).rstrip())


def cell_width(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def pad_to_width(text: str, width: int) -> str:
    """Return a text padded with spaces to ``width`` terminal columns."""
    return text + " " * (width - cell_width(text))


_WHY: Final[tuple[tuple[type[OSError], str], ...]] = (
    (FileNotFoundError, "no_file"),
    (IsADirectoryError, "is_folder"),
    (PermissionError, "not_permitted"),
)


def read_file(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``. Raises UsageError."""
    return _with_usage_errors(path, lambda: sys.stdin.read() if path == "-" else Path(path).read_text("utf-8"))


@contextmanager
def open_binary_input(path: str) -> Iterator[IO[bytes]]:
    """Context manager that opens a file to read bytes; ``-`` is standard input. Raises UsageError."""
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115 -- closed below, outside the try: errors of the caller must not be caught here
    except OSError as error:
        raise file_error(path, error) from error
    with file:
        yield file


def write_file(path: str, text: str) -> None:
    """Write a text to a file. Raises UsageError."""
    _with_usage_errors(path, lambda: str(Path(path).write_text(text, "utf-8")))


def _with_usage_errors(path: str, work: Callable[[], str]) -> str:
    try:
        return work()
    except UnicodeDecodeError as error:
        raise UsageError("not_text", path=path, at=error.start) from error
    except OSError as error:
        raise file_error(path, error) from error


def file_error(path: str, error: OSError) -> UsageError:
    """Return the UsageError for a file that cannot be read or written."""
    code = next((code for kind, code in _WHY if isinstance(error, kind)), "cannot_open")
    return UsageError(code, path=path, why=error.strerror)


def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset with this id or unambiguous short name. Raises PaijuError.

    If ``name`` ends in ``.toml``, the ruleset is read from this file.
    """
    if name.endswith(".toml"):
        return read_ruleset(read_file(name))
    return ruleset(name)
