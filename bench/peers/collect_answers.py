"""Asks other programs thousands of random questions, and stores their answers.

    python -m bench.peers.collect_answers      writes tests/conformance/data/peers_doudizhu.json.gz

The same seed, numbers and programs give the same bytes. README.md in this folder describes the form of the file.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from bench.peers import random_hands
from bench.peers.adapters import NAMES, Adapter, CannotAnswer, load
from bench.peers.random_hands import Question
from tests.conformance.other_engine_differences import FORMAT

TARGET = Path(__file__).parents[2] / "tests" / "conformance" / "data" / "peers_doudizhu.json.gz"
SEED = 20_261_121


def questions(seed: int, leading: int, answering: int) -> list[Question]:
    """Return different questions, in the order in which they were drawn."""
    rng = Random(seed)
    wanted: dict[Question, None] = {}
    while len(wanted) < leading:
        wanted[random_hands.leading(rng)] = None
    while len(wanted) < leading + answering:
        wanted[random_hands.answering(rng)] = None
    return list(wanted)


def ask(peer: Adapter, question: Question) -> list[str] | str:
    try:
        return peer.answers(*question)
    except CannotAnswer as reason:
        return str(reason)


def encode_answers(asked: Sequence[Question], peers: Sequence[Adapter]) -> dict[str, Any]:
    """Return the contents of the file. Each answer is stored as what it lacks of the union of all answers to the question."""
    answers = [[ask(peer, question) for peer in peers] for question in asked]
    plays = sorted({play for row in answers for given in row if not isinstance(given, str) for play in given})
    place = {play: number for number, play in enumerate(plays)}
    return {
        "format": FORMAT,
        "about": "Dou Dizhu, one deck: legal plays as card multisets, asked of other engines",
        "peers": {peer.NAME: peer.version() for peer in peers},
        "plays": plays,
        "positions": [[*question, *packed(row, place)] for question, row in zip(asked, answers, strict=True)],
    }


def packed(row: list[list[str] | str], place: dict[str, int]) -> list[Any]:
    """Return the answers to a question in the form of the file.

    The union of the answers is stored as steps from one index of the table of plays to the next. What each program lacks of the
    union follows.
    """
    union = sorted({place[play] for given in row if not isinstance(given, str) for play in given})
    steps = [at - before for at, before in zip(union, [0, *union], strict=False)]
    return [steps, *(given if isinstance(given, str) else _missing_play_indices(union, given, place) for given in row)]


def _missing_play_indices(union: list[int], given: list[str], place: dict[str, int]) -> list[int]:
    has = {place[play] for play in given}
    return [number for number, at in enumerate(union) if at not in has]


def write(path: Path, content: dict[str, Any]) -> None:
    text = json.dumps(content, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leading", type=int, default=3_000)
    parser.add_argument("--answering", type=int, default=6_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    asked = questions(options.seed, options.leading, options.answering)
    write(options.out, {"seed": options.seed, **encode_answers(asked, [load(name) for name in NAMES])})
    print(f"{options.out}: {len(asked)} questions, {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
