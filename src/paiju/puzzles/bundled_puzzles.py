"""The puzzles that are shipped with paiju. The file of a family is read when its puzzles are first used."""

from __future__ import annotations

import gzip
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from paiju.puzzles.generation import GenerationSpec
from paiju.puzzles.model import Puzzle, decode_puzzle

FOLDER: Final = "data"
SUFFIX: Final = ".jsonl.gz"


@cache
def shipped_puzzles(family: str) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a family, the easiest first; empty if the family has none."""
    file = files("paiju.puzzles").joinpath(FOLDER, family + SUFFIX)
    if not file.is_file():
        return ()
    return tuple(map(decode_puzzle, gzip.decompress(file.read_bytes()).splitlines()))


@cache
def shipped_generation_specs() -> tuple[GenerationSpec, ...]:
    """Return the specifications from which the shipped puzzles were made (``shipped.toml``)."""
    table = tomllib.loads(files("paiju.puzzles").joinpath("shipped.toml").read_text("utf-8"))
    return msgspec.convert(table["specs"], tuple[GenerationSpec, ...])
