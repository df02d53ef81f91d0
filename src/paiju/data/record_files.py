"""Writes and reads files with one record on each line, compressed or not."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self, cast

from paiju.core.codec import to_json
from paiju.core.errors import NotationError
from paiju.extras import import_from_extra
from paiju.records import Record, read_record
from paiju.records.format import read_json

ZST: Final = ".zst"
ZSTANDARD: Final = "zstandard"
LEVEL: Final = 9
"""Zstandard compression level. Files are about a third smaller than at level 3, and compression is much faster than play."""


class RecordWriter:
    """Context manager that writes records to a file, one on each line. If the name ends in ``.zst``, the file is compressed."""

    def __init__(self, path: str | Path) -> None:
        packs = str(path).endswith(ZST)
        if packs:
            import_from_extra(
                "data", ZSTANDARD, str(path)
            )  # before the file is created: a missing extra must not leave an empty file
        with ExitStack() as opened:
            file = opened.enter_context(Path(path).open("wb"))
            self._sink: IO[bytes] = opened.enter_context(_compressed_writer(file)) if packs else file
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def write(self, record: Record) -> None:
        """Write a record as the next line."""
        self._sink.write(to_json(record) + b"\n")


def read_records(source: str | Path | IO[bytes]) -> Iterator[Record]:
    """Yield the records of a file one by one, without loading the whole file. Raises OSError, PaijuError.

    ``source`` is a path or an open binary file. The error for an unreadable line has the line number in ``details["line"]``.
    """
    with ExitStack() as opened:
        file = opened.enter_context(Path(source).open("rb")) if isinstance(source, str | Path) else source
        if not str(source).endswith(ZST):
            yield from _read_lines_or_whole(file)
            return
        zstandard = import_from_extra("data", ZSTANDARD, str(source))
        unpacked = opened.enter_context(_decompressed_reader(file))
        try:
            yield from _read_lines_or_whole(unpacked)
        except zstandard.ZstdError as error:
            raise NotationError("bad_zst", reason=str(error)) from error


def _read_lines_or_whole(source: IO[bytes]) -> Iterator[Record]:
    lines = source if isinstance(source, io.BufferedReader) else io.BufferedReader(cast("Any", source))
    first = lines.readline()
    if not first:
        return
    if not _is_whole_record(first):
        yield read_record((first + lines.read()).decode("utf-8"))
        return
    yield _decode_line(first, 1)
    for number, line in enumerate(lines, 2):
        if line.strip():
            yield _decode_line(line, number)


def _is_whole_record(first: bytes) -> bool:
    """Whether the first line of a file is a complete record in JSON.

    If so, the file has one record on each line. If not, the whole file is one record.
    """
    return first.startswith(b"{") and first.rstrip().endswith(b"}")


def _decode_line(line: bytes, number: int) -> Record:
    try:
        return read_json(line)
    except NotationError as error:
        raise NotationError("bad_line", line=number, why=error) from error


def _compressed_writer(file: IO[bytes]) -> IO[bytes]:
    sink: IO[bytes] = import_module(ZSTANDARD).ZstdCompressor(LEVEL).stream_writer(file)
    return sink


def _decompressed_reader(file: IO[bytes]) -> IO[bytes]:
    """Return a reader that decompresses ``file``. The file may be a concatenation of several compressed files."""
    found: IO[bytes] = import_module(ZSTANDARD).ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return found
