"""Measures a room on SQLite, on PostgreSQL with one process, and with two, each in turn under the same load.

    python bench/room/databases.py [--tables 300 --moves 200 --seconds 20 …]

The database writes through to the disk. Needs asyncpg and PostgreSQL's programs (``.venv``, ``scripts/need server``).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.room.run import main, table_of
from tests.integration.postgres import SAFE, a_cluster

USUAL = ["--tables", "300", "--moves", "200", "--seconds", "20", "--warm", "15"]

if __name__ == "__main__":
    load = sys.argv[1:] or USUAL
    print(f"SQLite\n{table_of(main(load))}\n", flush=True)
    with a_cluster(SAFE) as cluster:
        for workers in (1, 2):
            told = main(load, cluster.at(Path(f"of-{workers}")), workers, cluster.pid)
            print(f"PostgreSQL, processes: {workers}\n{table_of(told)}\n", flush=True)
