"""Measures a room under load: runs a server on one core and the load on another.

    python bench/room/run.py --tables 2000 --moves 1000 --seconds 20 [--database postgresql://… --workers 2]

Prints the figures of the load, and what the server's process used: memory for each connection, processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.room.load import family

HERE = Path(__file__).parent
SERVER = """
import sys
from msgspec.structs import asdict
from paiju.server.app.token_buckets import RateSettings, Rate
from paiju.server.main import serve
from paiju.server.settings import Settings
port, database, workers = sys.argv[1:]
usual = asdict(RateSettings())
free = RateSettings(**{name: Rate(1e9, 1e9) if isinstance(each, Rate) else 1_000_000 for name, each in usual.items()})
serve(Settings(port=int(port), database=database, workers=int(workers), limits=free), "en")
"""


def resident(pid: int) -> int:
    """Return the resident memory of a process and its children, in kB. Memory that they share counts for each of them."""
    lines = (line for one in family(pid) for line in Path(f"/proc/{one}/status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int) -> float:
    """Wait until the server accepts a connection, and return the seconds this took. Raises TimeoutError after 30 seconds."""
    start = time.perf_counter()
    while time.perf_counter() - start < 30:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.02)
        else:
            return time.perf_counter() - start
    raise TimeoutError("the server did not start")


def with_core_affinity(core: int, command: list[str]) -> list[str]:
    return ["taskset", "-c", str(core), *command] if (os.cpu_count() or 1) > 1 else command


def table_of(told: dict[str, Any]) -> str:
    """Return the figures as a table for bench/results.md."""
    server, ack, others = told["server"], told["ack_ms"], told["others_ms"]
    per_move = told["server_processor"] / told["moves_per_second"] * 1000
    cells = {
        "tables": f"{told['tables']:,}",
        "connections": f"{told['connections']:,}",
        "moves/s": f"{told['moves_per_second']:,.0f}",
        "ack ms, p50 / p99": f"{ack['p50']:.1f} / {ack['p99']:.1f}",
        "others ms, p50 / p99": f"{others['p50']:.1f} / {others['p99']:.1f}",
        "server, cores": f"{told['server_processor']:.2f}",
        "ms of processor a move": f"{per_move:.2f}",
        "and of the database": f"{told['database_processor'] / told['moves_per_second'] * 1000:.2f}",
        "kB a connection": f"{server['kb_per_connection']:.0f}",
        "load average": f"{os.getloadavg()[0]:.1f}",
    }
    return "\n".join(f"| {' | '.join(row)} |" for row in (cells, ["---"] * len(cells), cells.values()))


def main(arguments: list[str], database: str = "", workers: int = 1, pid: int = 0) -> dict[str, Any]:
    """Run the server and the load, and return the figures of both.

    Without ``database``, the server uses a file of its own. ``pid`` is the process of the database, whose processor time is also
    measured; 0 for none. If the room has one process, that has a core of its own and the load has the other. If it has several,
    the operating system places them.
    """
    port = free_port()
    put = with_core_affinity if workers == 1 else lambda _, command: command
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        command = [sys.executable, "-c", SERVER, str(port), database or f"{folder}/room.db", str(workers)]
        server = subprocess.Popen(put(0, command), stdout=subprocess.DEVNULL)
        try:
            began = wait_for(port)
            time.sleep(1)
            before = resident(server.pid)
            load = [sys.executable, str(HERE / "load.py"), f"http://127.0.0.1:{port}", *arguments]
            told: dict[str, Any] = json.loads(
                subprocess.run(
                    put(1, [*load, "--server", str(server.pid), "--database", str(pid)]),
                    check=True,
                    stdout=subprocess.PIPE,
                ).stdout
            )
            told["server"] = {
                "start_seconds": round(began, 2),
                "start_mb": round(before / 1024, 1),
                "kb_per_connection": round((resident(server.pid) - before) / told["connections"], 1),
            }
        finally:
            server.terminate()
            server.wait()
    return told


def given(arguments: list[str], otherwise: list[str]) -> dict[str, Any]:
    """Parse the command line to the arguments of ``main``. ``otherwise`` is the load if none is given."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    own, rest = parser.parse_known_args(arguments)
    return {"arguments": rest or otherwise, **vars(own)}


if __name__ == "__main__":
    print(json.dumps(main(**given(sys.argv[1:], [])), indent=1))
