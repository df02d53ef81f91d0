"""Runs a server in a separate process, which tests can kill, with players who check what the server has sent to them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from paiju.core.codec import to_json
from paiju.core.history import history_of, without_history
from paiju.server import wire_requests
from paiju.server.adapters.databases import open_store
from paiju.server.app.economy.coin_audit import audit_coins
from paiju.server.app.tables.log_entries import decode_events, iter_steps
from paiju.server.domain import table_events
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_state import Table
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, free_port

ROOT = Path(__file__).parent.parent.parent
TIME = 300
COINS = "toy/tiny"
"""The id of a room for coins under ``toy/plain``."""
SEEN = 400
"""Number of the last frames of each player that are compared with the log."""


class Recorder(Protocol):
    """A player who keeps the frames that it received, and the requests that were acknowledged."""

    frames: list[str]

    @property
    def acknowledged(self) -> set[tuple[str, int]]:
        """The ids of the acknowledged requests, each with the version of the table after it."""


class Process:
    """A server that tests can kill and start again on the same port and database."""

    module = "tests.integration.run_server"
    tree = ROOT
    """The source tree in which the server runs. It imports the paiju of that tree."""

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
        """Ask the server to exit, and wait until it has."""
        self.send(signal.SIGTERM)
        assert self._process is not None
        assert await self._process.wait() in (0, -signal.SIGTERM)

    async def asked(self, path: str) -> tuple[int, str]:
        """Return the status and the text of the server's response to a GET request."""
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
    served: Served, stack: AsyncExitStack, library: RulesetRegistry, ruleset: str, **wanted: Any
) -> list[ChaosPlayer]:  # fmt: skip
    """Open a table with bots, and return two ``ChaosPlayer`` at it."""
    keys = [await served.guest(), await served.guest()]
    name = await served.table(keys[0], ruleset=ruleset, **wanted)
    clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
    await clients[1].request(wire_requests.Sit(id=new_id(), seat=1))
    await clients[0].request(wire_requests.AddBot(id=new_id()))
    game = library.game(library.ruleset(ruleset))
    return [ChaosPlayer(client, game, seat, 0.05) for seat, client in enumerate(clients)]


async def a_hand_goes_by(player: ChaosPlayer) -> str:
    """Wait until the table has finished a hand that began after this call."""
    first: int | None = None
    async with asyncio.timeout(TIME):
        async for table in player.client.table_updates():
            number = table.hand.number if table.hand else 0
            first = number if first is None else first
            if number > first + 1:
                return table.table.id
    raise AssertionError("tables() ended")


async def nothing_is_lost(
    database: Path | str, library: RulesetRegistry, name: str, players: Sequence[Recorder]
) -> None:
    """Check a table after any failure of the room.

    Every acknowledged command is in the log once, every hand was settled once, and what the players saw agrees with the log.
    """
    store = await open_store(str(database))
    entries, hands = await store.entries(name), await store.hands_at_table(name, limit=1_000_000)
    await store.close()
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    told = list(iter_steps(library, None, entries))
    written = Counter((step.entry.command, step.table.edition) for step in told)
    for player in players:
        assert player.acknowledged
        assert all(written[done] == 1 for done in player.acknowledged)
    ended = [step for step in told for fact in step.happened if isinstance(fact, table_events.TableHandEnded)]
    assert sorted(hand.id for hand in hands) == sorted(f"{name}-{step.table.match.hand}" for step in ended)
    at = defaultdict(list)
    for step in told:
        at[step.table.edition].append(step.table)
    for player in players:
        assert sum(is_as_played(at, frame) for frame in player.frames[-SEEN:])


async def all_is_booked(database: Path | str, library: RulesetRegistry) -> int:
    """Check that the coins of all players follow from the hands. Returns the number of hands for coins."""
    store = await open_store(str(database))
    try:
        done = await audit_coins(store, library)
    finally:
        await store.close()
    assert done.differences == ()
    assert sum(done.balances.values()) == 0
    return done.hands


async def downtimes(database: Path | str, table: str) -> list[int]:
    """Return how long the table's clocks stood still at each failure. Check that no player's time ran out then."""
    store = await open_store(str(database))
    entries = await store.entries(table)
    await store.close()
    happened = [fact for entry in entries for fact in decode_events(entry, "toy")]
    assert not [fact for fact in happened if isinstance(fact, table_events.MoveMade) and fact.by == "timeout"]
    return [fact.down for fact in happened if isinstance(fact, table_events.ClocksResumed)]


def is_as_played(at: Mapping[int, Sequence[Table]], frame: str) -> bool:
    """Whether a frame shows a hand. If so, check that it agrees with the log at that version."""
    told = msgspec.json.decode(frame)
    if told["t"] != "table" or told["hand"] is None:
        return False
    views = [table.game.view(table.hand.state, told["you"]) for table in at[told["v"]] if table.hand is not None]
    shown = told["hand"]["view"], told.get("history", [])
    assert shown in [
        tuple(msgspec.json.decode(to_json(part)) for part in (without_history(view), history_of(view)))
        for view in views
    ]
    return True
