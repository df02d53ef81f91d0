"""A client that uses only the fields which every version of the protocol has, so that it can also play on an older server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from paiju.server.table_client import new_id
from tests.integration.in_process_server import Served
from tests.integration.server_process import TIME, Process


class MinimalPlayer:
    """Plays one seat at random. After a lost connection, it sends unanswered requests again."""

    def __init__(self, served: Served, key: str, table: str, seed: int) -> None:
        self.served = served
        """The server to which it connects next."""
        self.frames: list[str] = []
        self.acknowledged: set[tuple[str, int]] = set()
        """The ids of the acknowledged requests, each with the version of the table after it."""
        self.hand = 0
        """The number of the last hand that it has seen."""
        self._key, self._table, self._random = key, table, Random(seed)
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, str] = {}
        self._decided = self._ready_for = 0

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            address = f"{self.served.url.replace('http', 'ws', 1)}/ws/tables/{self._table}"
            try:
                async with connect(
                    address, additional_headers={"Authorization": f"Bearer {self._key}"}
                ) as self._socket:
                    for frame in list(self._unanswered.values()):
                        await self._socket.send(frame)
                    async for text in self._socket:
                        await self._on_frame(str(text))
            except (OSError, InvalidHandshake, ConnectionClosed):
                self._socket = None  # the server has ended
            await asyncio.sleep(0.05)

    async def say(self, request: dict[str, Any]) -> None:
        """Send a request, and again after each reconnection until it is answered."""
        name = new_id()
        self._unanswered[name] = json.dumps({"id": name, **request})
        if self._socket is not None:
            await self._socket.send(self._unanswered[name])

    async def reconnect(self) -> None:
        """Close the connection. The next one goes to ``served``."""
        if self._socket is not None:
            await self._socket.close()

    async def wait_for_hand(self) -> None:
        """Wait until the table has finished a hand that began after this call."""
        wanted = self.hand + 2
        async with asyncio.timeout(TIME):
            while self.hand < wanted:  # noqa: ASYNC110 (what is waited for comes from outside)
                await asyncio.sleep(0.02)

    async def _on_frame(self, text: str) -> None:
        self.frames.append(text)
        message = json.loads(text)
        if message["t"] == "table":
            await self._on_table(message)
        elif message.get("id") in self._unanswered:
            del self._unanswered[message["id"]]
            if message["t"] == "ack":
                self.acknowledged.add((message["id"], message["v"]))

    async def _on_table(self, table: dict[str, Any]) -> None:
        hand, coming = table["hand"], table["next"]
        self.hand = hand["number"] if hand else 0
        choices = hand and hand["choices"]
        if coming and coming["number"] > self._ready_for:
            self._ready_for = coming["number"]
            await self.say({"t": "ready"})
        elif choices and choices["decision"] > self._decided:
            self._decided = choices["decision"]
            action = self._random.choice(choices["actions"])["action"]
            await self.say({"t": "act", "decision": self._decided, "action": action})


@asynccontextmanager
async def minimal_players_at_table(first: Process, second: Process) -> AsyncIterator[tuple[str, list[MinimalPlayer]]]:
    """Open a table on the first process, with a bot and two players, one through each process. Yield its id and the players."""
    keys = [await first.served.guest(), await second.served.guest()]
    table = await first.served.table(keys[0])
    players = [
        MinimalPlayer(process.served, key, table, seat)
        for seat, (key, process) in enumerate(zip(keys, (first, second), strict=True))
    ]
    await players[1].say({"t": "sit", "seat": 1})
    tasks = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(TIME):
        while not players[1].acknowledged:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await players[0].say({"t": "add_bot"})
    try:
        yield table, players
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in ended), ended
