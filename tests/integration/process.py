"""A server in a process of its own, to which things are done, and players at its tables who look after what they were told."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from paiju.server import wire
from paiju.server.adapters.databases import open_store
from paiju.server.app.log import fold, tables
from paiju.server.client import TableClient, new_id
from paiju.server.domain.library import Library
from tests.integration.chaos import ChaosPlayer
from tests.integration.serving import Served, free_port

ROOT = Path(__file__).parent.parent.parent
TIME = 120


class Process:
    """A server that can be killed and started again on the same port and file."""

    module = "tests.integration.serve"
    tree = ROOT
    """Where it is run. The paiju of another tree is imported from there."""

    def __init__(self, database: Path | str, library: str, bus: str = "") -> None:
        self.port = free_port()
        self.served = Served(f"http://127.0.0.1:{self.port}", room=None)  # type: ignore[arg-type]  # in another process
        self._what = (str(self.port), str(database), library, *([bus] if bus else []))
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        command = (sys.executable, "-m", self.module, *self._what)
        environ = {**os.environ, "PYTHONPATH": str(self.tree / "src")}
        self._process = await asyncio.create_subprocess_exec(*command, cwd=self.tree, env=environ)
        async with asyncio.timeout(TIME):
            while not await self._answers():
                assert self._process.returncode is None, "the server did not start"
                await asyncio.sleep(0.02)

    async def _answers(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        return True

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def send(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    async def kill(self) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self.send(signal.SIGKILL)
        await self._process.wait()

    async def end(self) -> None:
        """Ask it to end, and wait until it has."""
        self.send(signal.SIGTERM)
        assert self._process is not None
        assert await self._process.wait() in (0, -signal.SIGTERM)

    async def asked(self, path: str) -> tuple[int, str]:
        """What the server answers: status and text."""
        async with self.served.http() as http:
            answer = await http.get(path)
            return answer.status_code, answer.text


@asynccontextmanager
async def a_process(
    database: Path | str, library: str, kind: type[Process] = Process, bus: str = ""
) -> AsyncIterator[Process]:
    process = kind(database, library, bus)
    await process.start()
    try:
        yield process
    finally:
        await process.kill()


async def a_table(
    served: Served, stack: AsyncExitStack, library: Library, ruleset: str, **wanted: Any
) -> list[ChaosPlayer]:  # fmt: skip
    """Two players who know no mercy, and bots."""
    keys = [await served.guest(), await served.guest()]
    name = await served.table(keys[0], ruleset=ruleset, **wanted)
    clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
    await clients[1].ask(wire.Sit(id=new_id(), seat=1))
    await clients[0].ask(wire.AddBot(id=new_id()))
    game = library.game(library.ruleset(ruleset))
    return [ChaosPlayer(client, game, seat, 0.05) for seat, client in enumerate(clients)]


async def a_hand_goes_by(player: ChaosPlayer) -> str:
    """The table goes on: it reaches the end of a hand that began after now."""
    first: int | None = None
    async with asyncio.timeout(TIME):
        async for table in player.client.tables():
            number = table.hand.number if table.hand else 0
            first = number if first is None else first
            if number > first + 1:
                return table.table.id
    raise AssertionError("tables() ended")


async def nothing_is_lost(database: Path | str, library: Library, name: str, players: list[ChaosPlayer]) -> None:
    store = await open_store(str(database))
    entries = await store.entries(name)
    await store.close()
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    written = {(entry.command, table.edition) for entry, table in tables(library, None, entries)}
    for player in players:
        assert player.acknowledged
        assert written >= player.acknowledged
    assert fold(library, None, entries) is not None
