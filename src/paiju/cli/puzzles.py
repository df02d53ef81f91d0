"""``paiju puzzles``: makes, checks and exports puzzles."""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, cast

from paiju.batch.compilation import ERASE, is_interactive
from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.console import file_error, open_binary_input, print_json
from paiju.core.codec import to_json
from paiju.games.registry import families, ruleset
from paiju.locale import error_sentence, translate
from paiju.puzzles import (
    GenerationSpec,
    Puzzle,
    PuzzleError,
    PuzzleFault,
    check_puzzle,
    decode_puzzle,
    encode_puzzle,
    make_puzzles,
    shipped_generation_specs,
    shipped_puzzles,
)
from paiju.puzzles.generation import check_generation_spec

FAILED: Final = 1
GZIP: Final = ".gz"
COLUMNS: Final = ("id", "family", "rules", "seat", "side", "goal", "rating", "themes", "answer", "line", "position")
"""The columns of an exported CSV file."""


def run(given: ParsedArguments) -> int:
    """Make, check or export puzzles; the first argument says which. Raises UsageError, PaijuError."""
    return _ACTIONS[given.action](given)


# ---- make


def _make(given: ParsedArguments) -> int:
    """Make puzzles.

    Each puzzle is written as soon as it is found. If the command is interrupted, the file therefore has the
    puzzles found so far.
    """
    if given.file is not None:
        raise UsageError("too_many_words", word=given.file)
    specs, counts = _read_generation_specs(given), _Counts(given)
    with _open_output(given.out) as out:
        try:
            for spec in specs:
                _write_puzzles_of_spec(spec, out, counts)
        finally:
            counts.print_summary()
    return 0


def _read_generation_specs(given: ParsedArguments) -> tuple[GenerationSpec, ...]:
    """Return the specifications of the puzzles to make. Raises UsageError, PaijuError.

    With ``--shipped``, these are the specifications of the puzzles that come with paiju. Otherwise there is one
    specification, which the options describe.
    """
    if given.shipped:
        specs = shipped_generation_specs()
        return tuple(one for one in specs if given.rules is None or one.rules == ruleset(given.rules).id)
    if given.rules is None:
        raise UsageError("missing", option="--rules", command=given.command.name)
    levels = tuple(level.strip() for level in given.levels.split(","))
    spec = GenerationSpec(ruleset(given.rules).id, levels, given.seed, given.hands, given.first)
    check_generation_spec(spec)
    return (spec,)


class _Counts:
    """Counts hands, decisions and puzzles during puzzle generation, and prints the counts to standard error."""

    def __init__(self, given: ParsedArguments) -> None:
        self._lang = given.lang
        self._is_shown = is_interactive(sys.stderr)
        self.ids = set[str]()
        self.hands = self.decisions = 0

    def print_progress(self, spec: GenerationSpec, hand: int) -> None:
        """Show how many hands of a specification are done, if standard error is a terminal.

        ``hand`` is the last hand that is done.
        """
        if self._is_shown:
            facts: dict[str, Any] = {"rules": spec.rules, "hand": hand - spec.first + 1, "hands": spec.hands}
            text = translate(self._lang, "puzzle.progress", **facts, puzzles=len(self.ids))
            print(f"{ERASE}{text}", end="", file=sys.stderr, flush=True)

    def print_summary(self) -> None:
        """Print how many puzzles were made from how many hands and decisions."""
        facts: dict[str, Any] = {"puzzles": len(self.ids), "hands": self.hands, "decisions": self.decisions}
        text = translate(self._lang, "puzzle.made", **facts)
        print(f"{ERASE if self._is_shown else ''}{text}", file=sys.stderr, flush=True)


def _write_puzzles_of_spec(spec: GenerationSpec, out: IO[bytes], counts: _Counts) -> None:
    for made in make_puzzles(spec):
        for puzzle in made.puzzles:
            if puzzle.id not in counts.ids:
                counts.ids.add(puzzle.id)
                out.write(encode_puzzle(puzzle))
                out.flush()
        counts.hands += 1
        counts.decisions += made.decisions
        counts.print_progress(spec, made.hand)


# ---- check


def _check(given: ParsedArguments) -> int:
    """Print what is wrong with the puzzles of a file, or with those that come with paiju.

    Returns the exit code: 1 if there is a fault, otherwise 0.
    """
    ids, faults, number = set[str](), 0, 0
    for number, line in enumerate(_read_puzzle_lines(given), 1):
        name, found = _faults_of_line(line, ids)
        faults += bool(found)
        for fault in found:
            _print_fault(given, number, name, fault)
    if given.json:
        print_json({"puzzles": number, "wrong": faults})
    else:
        print(translate(given.lang, "puzzle.checked", puzzles=number, wrong=faults))
    return FAILED if faults else 0


def _faults_of_line(line: bytes, ids: set[str]) -> tuple[str, tuple[PuzzleFault, ...]]:
    """Check the puzzle in a line. Returns the puzzle's id and what is wrong with the puzzle.

    The id is "" if the line cannot be read. ``ids`` contains the ids of earlier lines. The function adds the id of
    this line to it.
    """
    try:
        puzzle = decode_puzzle(line)
    except PuzzleError as error:
        return "", (PuzzleFault(error.code, error),)
    if puzzle.id in ids:
        return puzzle.id, (PuzzleFault("duplicate"),)
    ids.add(puzzle.id)
    return puzzle.id, check_puzzle(puzzle)


def _print_fault(given: ParsedArguments, number: int, name: str, fault: PuzzleFault) -> None:
    if fault.error is None:
        why = translate(given.lang, f"puzzle.{fault.code}")
    else:
        why = error_sentence(given.lang, fault.error)
    if given.json:
        print_json({"line": number, "puzzle": name, "code": fault.code, "error": why})
    else:
        print(translate(given.lang, "puzzle.fault", line=number, puzzle=name, why=why), flush=True)


# ---- export


def _export(given: ParsedArguments) -> int:
    """Write the puzzles of a file, or those that come with paiju, the easiest first. Raises UsageError, PuzzleError.

    Duplicates are left out. With ``--rules``, only the puzzles of one ruleset or family are written.
    """
    wanted = given.rules if given.rules is None or given.rules in families() else ruleset(given.rules).id
    found: dict[str, Puzzle] = {}
    for line in _read_puzzle_lines(given):
        puzzle = decode_puzzle(line)
        if wanted in (None, puzzle.family, puzzle.rules):
            found.setdefault(puzzle.id, puzzle)
    puzzles = sorted(found.values(), key=lambda puzzle: (puzzle.grade.rating, puzzle.id))
    with _open_output(given.out) as out:
        if given.csv:
            _write_csv(out, puzzles)
        else:
            out.writelines(map(encode_puzzle, puzzles))
    return 0


def _write_csv(out: IO[bytes], puzzles: Iterable[Puzzle]) -> None:
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    table = csv.writer(text)
    table.writerow(COLUMNS)
    table.writerows(map(_csv_row, puzzles))
    text.detach()


def _csv_row(puzzle: Puzzle) -> tuple[object, ...]:
    plain = (puzzle.id, puzzle.family, puzzle.rules, puzzle.seat, puzzle.side, puzzle.goal, puzzle.grade.rating)
    return (*plain, " ".join(puzzle.themes), puzzle.answer, ", ".join(puzzle.line), to_json(puzzle.position).decode())


# ---- files


def _read_puzzle_lines(given: ParsedArguments) -> Iterator[bytes]:
    """Yield the lines of the given file, or of the puzzles that come with paiju. Each line is a puzzle.

    A file whose name ends in ``.gz`` is decompressed. Raises UsageError if the file cannot be opened, PuzzleError if it
    is compressed and damaged.
    """
    if given.file is None:
        for family in families():
            yield from map(encode_puzzle, shipped_puzzles(family))
        return
    with open_binary_input(given.file) as file:
        lines = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if given.file.endswith(GZIP) else file
        try:
            yield from lines
        except (OSError, EOFError) as error:  # a compressed file that is cut off or damaged
            raise PuzzleError("bad_gzip", path=given.file, why=str(error)) from error


@contextmanager
def _open_output(path: str) -> Iterator[IO[bytes]]:
    """Context manager that opens a file to write; ``-`` is standard output. Raises UsageError.

    A file whose name ends in ``.gz`` is compressed.
    """
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with _open_for_writing(path) as file:
        if path.endswith(GZIP):  # without a timestamp, so that equal puzzles give identical files
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
                yield cast("IO[bytes]", packed)
        else:
            yield file


def _open_for_writing(path: str) -> IO[bytes]:
    try:
        return Path(path).open("wb")
    except OSError as error:
        raise file_error(path, error) from error


_ACTIONS: Final[Mapping[str, Callable[[ParsedArguments], int]]] = {"make": _make, "check": _check, "export": _export}
