"""Compares the stored answers of other programs with the reference, and counts the differences by reason.

    python -m bench.peers.compare_with_reference [--subsets 7]

With `--subsets N`, the reference itself is first compared with every choice of cards, for the hands of up to N cards.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from bench.peers.collect_answers import TARGET
from bench.peers.reference_rules import answers, plays, plays_by_subsets
from tests.conformance.other_engine_differences import Position, explain, explain_failure, read_positions, unexplained

Tally = Counter[tuple[str, str, str]]


def tally(peer: str, position: Position, legal: list[str], found: Tally) -> None:
    """Add the differences of this position to `found`: plays that an answer lacks or adds, and positions without an answer."""
    answer = position.answers[peer]
    if isinstance(answer, str):
        found[peer, "fails", explain_failure(peer, position.hand, position.beat) or "?"] += 1
        return
    for cards in answer.symmetric_difference(legal):
        kind = "lacks" if cards in legal else "adds"
        found[peer, kind, explain(peer, position.hand, position.beat, cards) or "?"] += 1


def check_reference_consistency(path: Path, longest: int) -> None:
    hands = {position.hand for position in read_positions(path)[1] if len(position.hand) <= longest}
    for hand in hands:
        if Counter(plays(hand)) != Counter(plays_by_subsets(hand)):
            sys.exit(f"the reference disagrees with itself about {hand}")
    if hands:
        print(f"reference: {len(hands)} hands of up to {longest} cards, both ways the same")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=TARGET)
    parser.add_argument("--subsets", type=int, default=0)
    options = parser.parse_args()
    check_reference_consistency(options.file, options.subsets)
    peers, positions = read_positions(options.file)
    found: Tally = Counter()
    same: Counter[str] = Counter()
    left: list[str] = []
    plays = asked = 0
    for position in positions:
        legal = answers(position.hand, position.beat)
        plays, asked = plays + len(legal), asked + 1
        for peer in peers:
            same[peer] += position.answers[peer] == frozenset(legal)
            tally(peer, position, legal, found)
            odd = unexplained(peer, position, legal)
            left += [f"{peer}: {position.hand} {position.beat or '-'} {odd[:3]}"] if odd else []
    print(f"{asked} positions, {plays} legal plays; peers {peers}; the same answer: {dict(same)}")
    print(*(f"{count:7} {' '.join(key)}" for key, count in sorted(found.items())), sep="\n")
    print(*left[:20], f"unexplained: {len(left)}", sep="\n")
    sys.exit(bool(left))


if __name__ == "__main__":
    main()
