"""The room under load: a server on one core, the load on another.

    python bench/room/run.py --tables 2000 --moves 1000 --seconds 20

Prints the load's figures, and what the server's process took: memory a connection, processor.
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

HERE = Path(__file__).parent
SERVER = """
import sys
from paiju.server.app.limits import Limits, Rate
from paiju.server.adapters.memory import settle
from paiju.server.main import create_app, make_server
from paiju.server.settings import Settings
plenty = Rate(1e9, 1e9)
free = Limits(
    frames=plenty, player=plenty, requests=plenty, guests=plenty, tables=plenty, sockets=1_000_000
)
server = make_server(create_app(Settings(database=sys.argv[2], limits=free)), "127.0.0.1", int(sys.argv[1]))
settle()
server.run()
"""


def status(pid: int, name: str) -> int:
    """A number of kilobytes from /proc/PID/status."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int) -> float:
    """Seconds until the server answers."""
    start = time.perf_counter()
    while time.perf_counter() - start < 30:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.02)
        else:
            return time.perf_counter() - start
    raise TimeoutError("the server did not start")


def on_core(core: int, command: list[str]) -> list[str]:
    return ["taskset", "-c", str(core), *command] if (os.cpu_count() or 1) > 1 else command


def table_of(told: dict[str, Any]) -> str:
    """The figures, as bench/results.md has them."""
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
        "kB a connection": f"{server['kb_per_connection']:.0f}",
        "load average": f"{os.getloadavg()[0]:.1f}",
    }
    return "\n".join(f"| {' | '.join(row)} |" for row in (cells, ["---"] * len(cells), cells.values()))


def main(arguments: list[str]) -> dict[str, Any]:
    """Run both and put their figures together."""
    port = free_port()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        command = [sys.executable, "-c", SERVER, str(port), f"{folder}/room.db"]
        server = subprocess.Popen(on_core(0, command))
        try:
            began = wait_for(port)
            before = status(server.pid, "VmRSS")
            load = [sys.executable, str(HERE / "load.py"), f"http://127.0.0.1:{port}", *arguments]
            told: dict[str, Any] = json.loads(
                subprocess.run(
                    on_core(1, [*load, "--server", str(server.pid)]), check=True, stdout=subprocess.PIPE
                ).stdout
            )
            told["server"] = {
                "start_seconds": round(began, 2),
                "start_mb": round(before / 1024, 1),
                "kb_per_connection": round((status(server.pid, "VmRSS") - before) / told["connections"], 1),
            }
        finally:
            server.terminate()
            server.wait()
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    print(json.dumps(main(parser.parse_known_args()[1]), indent=1))
