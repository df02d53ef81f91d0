"""Compares two bots in whole hands and in the phase of play alone.

``python -m bench.nets.compare_bots FIRST SECOND DEALS RULESET…`` prints a row for each ruleset.
"""

from __future__ import annotations

import sys

from paiju.arena import Interval, run_match


def main() -> None:
    first, second, deals, *rulesets = sys.argv[1:]
    print(f"| {first} against {second} | hands | wins | points a hand |")
    print("|---|---|---|---|")
    for ruleset in rulesets:
        for play_only in (False, True):
            report = run_match((first, second), ruleset, int(deals), 7, play_only=play_only)
            what = f"{ruleset}, {'play alone' if play_only else 'whole hands'}"
            wins, points = _format_interval(report.overall.wins), _format_interval(report.overall.points)
            print(f"| {what} | {report.hands:,} | {wins} | {points} |", flush=True)


def _format_interval(interval: Interval) -> str:
    return f"{interval.mean:.3f} ± {(interval.high - interval.low) / 2:.3f}"


if __name__ == "__main__":
    main()
