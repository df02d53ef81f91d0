"""Puts the rooms of several source trees under the same load, in turns, and compares what a move costs.

    python bench/room/compare.py ../before . --rates 200 1000 --rounds 3 [--databases sqlite postgresql]

Each tree has its own ``.venv``. A move costs the user and system time of the server's process, on which a busy machine has less
effect than on times by the clock. If the load of the machine changes all the time, ``--together`` compares best. The ratio to
the first tree is the median of the ratios of the rounds. A tree without PostgreSQL is measured on SQLite alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.integration.postgres import SAFE, Cluster, a_cluster

RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
from bench.room.run import main
print(json.dumps(main(*json.loads(sys.argv[2]))))
"""
HEAD = (
    "tree",
    "database",
    "moves/s",
    "ms of processor a move",
    "÷ first",
    "and of the database",
    "ack ms, p50 / p99",
    "load average",
)


def run(tree: Path, database: tuple[str, int, int] | tuple[()], load: list[str]) -> dict[str, Any]:
    """Return the results of one run of a tree's room.

    ``database`` contains the address, the number of processes of the room, and the process id of the database; it is empty for a
    file.
    """
    command = [str(tree / ".venv/bin/python"), "-c", RUN, str(tree), json.dumps([load, *database])]
    environ = {**os.environ, "PYTHONPATH": str(tree / "src")}
    told: dict[str, Any] = json.loads(
        subprocess.run(command, cwd=tree, env=environ, check=True, stdout=subprocess.PIPE).stdout
    )
    return told | {"load_average": os.getloadavg()[0]}


def processor_ms_per_move(told: dict[str, Any], what: str = "server_processor") -> float:
    """Return the milliseconds of processor time for one move."""
    return float(told.get(what, 0)) / float(told["moves_per_second"]) * 1000


def row(name: str, database: str, told: list[dict[str, Any]], first: list[dict[str, Any]]) -> str:
    """Return a row of the table: the medians of a tree's rounds, and the ratio to the first tree."""
    ratio = median(
        processor_ms_per_move(own) / processor_ms_per_move(other) for own, other in zip(told, first, strict=True)
    )
    cells = (
        name,
        database,
        f"{median(one['moves_per_second'] for one in told):,.0f}",
        f"{median(map(processor_ms_per_move, told)):.2f}",
        f"{ratio:.2f}",
        f"{median(processor_ms_per_move(one, 'database_processor') for one in told):.2f}",
        " / ".join(f"{median(one['ack_ms'][share] for one in told):.1f}" for share in ("p50", "p99")),
        f"{median(one['load_average'] for one in told):.0f}",
    )
    return f"| {' | '.join(cells)} |"


@contextmanager
def run_database_server(name: str) -> Iterator[Cluster | None]:
    """Start a PostgreSQL server for the databases of the runs; yields None for SQLite, which needs none."""
    if name == "sqlite":
        yield None
        return
    with a_cluster(SAFE) as cluster:
        yield cluster


def compare_trees(given: argparse.Namespace, database: str, rate: int) -> None:
    """Measure all trees on a database at a rate of moves, and print a row for each."""
    trees = [
        tree for tree in given.trees if database == "sqlite" or (tree / "src/paiju/server/adapters/postgres").is_dir()
    ]
    load = ["--moves", str(rate), "--tables", str(given.tables), "--seconds", str(given.seconds)]
    told: dict[Path, list[dict[str, Any]]] = {tree: [] for tree in trees}
    with run_database_server(database) as cluster:
        for number in range(given.rounds):
            places = [
                () if cluster is None else (cluster.at(tree / f"{number}-{rate}"), 1, cluster.pid) for tree in trees
            ]
            with ThreadPoolExecutor(len(trees) if given.together else 1) as runs:
                figures = runs.map(partial(run, load=load), trees, places)
                for tree, one in zip(trees, figures, strict=True):
                    told[tree].append(one)
    for tree in trees:
        print(row(tree.name, database, told[tree], told[trees[0]]), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("trees", nargs="+", type=lambda path: Path(path).resolve())
    parser.add_argument("--rates", nargs="+", type=int, default=[200, 1000])
    parser.add_argument("--databases", nargs="+", choices=["sqlite", "postgresql"], default=["sqlite"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--together", action="store_true", help="all trees at the same time, not in turns")
    given = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for rate in given.rates:
        for database in given.databases:
            compare_trees(given, database, rate)
