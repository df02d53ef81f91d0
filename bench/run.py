"""Measures paiju and other programs in one run on one machine, and prints the tables for bench/results.md.

python bench/run.py [SECONDS]       measures engines, 6 seconds each by default
python bench/run.py room [--tables 2000 --moves 1000 --seconds 20 --ruleset doudizhu/qq]
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.room import run as room

SEED = 1
POSITIONS = 300
ROOM = ["--tables", "2000", "--moves", "1000", "--seconds", "30", "--warm", "60"]


def main() -> None:
    if sys.argv[1:2] == ["room"]:
        _print_heading()
        print(room.table_of(room.main(**room.given(sys.argv[2:], ROOM))))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
    _print_heading()
    _print_engines(seconds)
    from bench import batch  # noqa: PLC0415 (the room needs no arrays)

    print()
    batch.main(seconds / 6)


def _print_heading() -> None:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    print(f"Python {platform.python_version()}, commit {commit.stdout.strip()}\n")


def _print_engines(seconds: float) -> None:
    """Print the decisions per second in random play, the time of a list of legal plays, and the ratio of paiju to each engine."""
    from bench import engine_peers, paiju_engine_adapter  # noqa: PLC0415 (the room needs no peers)

    engine_peers.PEERS.update(paiju_engine_adapter.OURS)
    rates = engine_peers.best_rates(list(engine_peers.PEERS), seconds, SEED)
    positions = [engine_peers.positions_of_random_play(POSITIONS, SEED, leading=lead) for lead in (True, False)]
    ours = rates["paiju"]
    print("| engine | decisions/s | paiju ÷ it | leading µs, median (mean) | answering µs, median (mean) |")
    print("|---|---|---|---|---|")
    for name, rate in rates.items():
        lists = [engine_peers.legal_list_us(name, asked) for asked in positions]
        cells = " | ".join(f"{took.median:.1f} ({took.mean:.1f})" for took in lists)
        print(f"| {name} | {rate:,.0f} | {ours / rate:.2f} | {cells} |")
    fresh = [engine_peers.positions_of_random_play(POSITIONS * 3, SEED + 1, leading=lead) for lead in (True, False)]
    first = [paiju_engine_adapter.first_time_us(asked) for asked in fresh]
    cells = " | ".join(f"{statistics.median(times):.1f} ({statistics.fmean(times):.1f})" for times in first)
    print(f"| paiju, each position for the first time | | | {cells} |")


if __name__ == "__main__":
    main()
