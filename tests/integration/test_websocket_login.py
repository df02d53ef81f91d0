"""Clients that cannot set headers log in with their first message; and the published schema of the messages."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from paiju import client
from paiju.bots.base import play_random
from paiju.core.errors import PaijuError
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.settings import Settings
from paiju.server.wire import Table
from paiju.server.ws import socket as door
from tests.integration.in_process_server import FAST, FREE, Served, serving

BAD: list[str | bytes] = [
    "", "{", "null", "[]", '{"t":"login"}', '{"t":"login","token":1}', '{"t":"ping","id":"a"}', '{"token":"KEY"}',
    '{"t":"login","token":"KEY","id":"a"}', '{"t":"Login","token":"KEY"}', b"\xff\xfe", "[" * 8000,
    '{"t":"login","token":"' + "x" * 201 + '"}',
]  # fmt: skip


def at(served: Served, table: str, query: str = "?login") -> str:
    return f"{served.url.replace('http', 'ws')}/ws/tables/{table}{query}"


async def closed(address: str, *frames: str | bytes, cookie: str = "", origin: str | None = None) -> int:
    """The code with which the room closes, if this is what is said first."""
    headers = {"Cookie": f"paiju={cookie}"} if cookie else {}
    from_page = None if origin is None else Origin(origin)
    async with connect(address, additional_headers=headers, origin=from_page) as socket:
        with suppress(ConnectionClosed):
            for frame in frames:
                await socket.send(frame)
            async for frame in socket:
                assert '"t":"closed"' in str(frame)
        assert socket.close_code is not None
        return socket.close_code


def test_login_message_opens_the_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            for query in ("?login", "?brief&login"):
                async with connect(at(served, table, query)) as socket:
                    await socket.send(json.dumps({"t": "login", "token": key}))
                    assert json.loads(await socket.recv())["t"] == "hello"
                    seen = msgspec.json.decode(await socket.recv(), type=Table)
                    assert seen.you == 0  # its host
                    await socket.send(json.dumps({"t": "login", "token": key}))  # once is enough
                    refused = json.loads(await socket.recv())
                    assert (refused["t"], refused["args"]["field"]) == ("error", "t")

    asyncio.run(main())


def test_socket_without_a_valid_login_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other frame, no wrong key, no cookie that a browser sends along, and no silence."""
    monkeypatch.setattr(door, "LOGIN", 0.3)

    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            address = at(served, table)
            for frame in BAD:
                said = frame.replace("KEY", key) if isinstance(frame, str) else frame
                assert await closed(address, said, cookie=key) == 1008, frame
            assert await closed(address, '{"t":"login","token":"' + "x" * 20_000 + '"}') == 1009
            assert await closed(address, '{"t":"login","token":"wrong"}', cookie=key) == 4401
            assert await closed(address, '{"t":"login","token":""}', cookie=key) == 4401
            assert await closed(address, cookie=key) == 4401  # silence
            assert await closed(at(served, "nowhere"), json.dumps({"t": "login", "token": key})) == 4404
            login = json.dumps({"t": "login", "token": key})
            assert await closed(address, login, origin="https://evil.example") == 4403

    asyncio.run(main())


def test_read_only_token_cannot_open_a_table_socket(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            async with httpx.AsyncClient(base_url=served.url, cookies={"paiju": key}) as http:
                made = await http.post("/api/me/tokens", json={"label": "x", "scope": "read"})
            login = json.dumps({"t": "login", "token": made.json()["token"]})
            assert await closed(at(served, table), login) == 4403

    asyncio.run(main())


def test_sockets_without_login_count_towards_the_socket_limit(tmp_path: Path) -> None:
    async def main() -> None:
        settings = Settings(tempo=FAST, limits=replace(FREE, sockets=2))
        async with serving(tmp_path / "room.db", settings) as served:
            key = await served.guest()
            address = at(served, await served.table(key))
            async with connect(address), connect(address):
                await asyncio.sleep(0.05)
                assert await closed(address) == 1008
            async with connect(address) as socket:  # they have gone, and are not counted any more
                await socket.send(json.dumps({"t": "login", "token": key}))
                assert b'"t":"hello"' in await socket.recv(decode=False)

    asyncio.run(main())


def test_the_token_is_in_no_log(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            await closed(at(served, table), json.dumps({"t": "login", "token": key, "more": 1}))
            await closed(at(served, table), json.dumps({"t": "login", "token": key + "x"}))
            assert key not in repr(served.logged)

    asyncio.run(main())


def test_the_schema_is_served_and_published(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            answer = await http.get("/api/wire.json")
            assert answer.status_code == 200
            schema = answer.json()
            assert {"ClientMessage", "ServerMessage", "Login"} <= set(schema["wire"]["$defs"])
            assert {"doudizhu", "gunzi", "zipai"} <= set(schema["families"])
            docs = Path(__file__).parents[2] / "docs/reference/wire.schema.json"
            assert answer.content == docs.read_bytes()

    asyncio.run(main())


def test_python_client_logs_in_with_a_token(tmp_path: Path) -> None:
    """Two guests, a table, a hand; and what is refused is told."""

    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, asyncio.timeout(60):
            first, second = [await asyncio.to_thread(client.create_guest_bot_account, served.url) for _ in range(2)]
            table = await asyncio.to_thread(client.open_table, served.url, first, "doudizhu/duel")
            played = await asyncio.gather(
                *(client.run_bot(served.url, key, table, play_random, hands=1) for key in (first, second))
            )
            assert list(played) == [1, 1]
            with pytest.raises(client.ServerRefusal) as told:
                await asyncio.to_thread(client.open_table, served.url, first, "doudizhu/none")
            assert (told.value.kind, told.value.code) == ("unknown", "unknown_ruleset")
        with pytest.raises(client.RoomUnreachable):
            await asyncio.to_thread(client.create_guest_bot_account, served.url)

    asyncio.run(main())
    with pytest.raises(PaijuError, match="not_a_room"):
        client.create_guest_bot_account("ftp://x")
