"""Incomplete requests and floods of connections do not keep other clients out."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from paiju.server import wire_requests
from paiju.server.app.token_buckets import Rate
from paiju.server.connection_limits import ConnectionLimiter, raise_file_limit
from paiju.server.network_addresses import Networks
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FAST, FREE, Served, serving

HALF = (
    b"",
    b"GET /api/info HTTP/1.1\r\nHost: x\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
)


async def dial(served: Served, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(served.url.rpartition(":")[2]))
    writer.write(said)
    await writer.drain()
    return reader, writer


async def is_cut(reader: asyncio.StreamReader) -> bool:
    """Whether the server ends it, within ten seconds."""
    async with asyncio.timeout(10):
        try:
            return await reader.read() == b""
        except ConnectionResetError:
            return True


def test_too_many_handshakes_are_closed_with_try_again_later(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(FREE, handshakes=Rate(0.01, 2))
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            key = await served.guest()
            address = f"{served.url.replace('http', 'ws', 1)}/ws/tables/{await served.table(key)}"
            codes = []
            for _ in range(3):
                async with connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as socket:
                    try:
                        async with asyncio.timeout(1):
                            await socket.recv()
                            codes.append(0)
                    except ConnectionClosed:
                        codes.append(socket.close_code or -1)
            assert codes == [0, 0, 1013]

    asyncio.run(main())


@pytest.mark.parametrize("said", HALF, ids=["nothing", "half a head", "half a body"])
def test_connection_with_an_incomplete_request_is_closed(tmp_path: Path, said: bytes) -> None:
    async def main() -> None:
        limits = replace(FREE, patience=0.3)
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            held = [await dial(served, said) for _ in range(5)]
            assert all([await is_cut(reader) for reader, _ in held])
            for _, writer in held:
                writer.close()
            await served.guest()

    asyncio.run(main())


def test_slowly_sent_request_does_not_extend_the_timeout(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(FREE, patience=0.3)
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            reader, writer = await dial(served, b"GET / HTTP/1.1\r\n")

            async def drip() -> None:
                while not writer.is_closing():
                    writer.write(b"x: y\r\n")
                    await asyncio.sleep(0.05)

            dripping = asyncio.create_task(drip())
            assert await is_cut(reader)
            dripping.cancel()
            writer.close()

    asyncio.run(main())


def test_open_table_socket_outlives_the_request_timeout(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(FREE, patience=0.1, connections=2)
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            key = await served.guest()
            table = await served.table(key)
            async with TableClient(served.url, key, table) as client:
                await asyncio.sleep(0.4)
                await client.request(wire_requests.Ping(id=new_id()))
                async with served.http(key) as http:  # the socket does not count among the two
                    assert (await http.get("/api/me")).status_code == 200

    asyncio.run(main())


def test_connections_of_one_address_are_limited_until_some_close(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(FREE, connections=4)
        settings = Settings(tempo=FAST, limits=limits, proxy=Networks())
        async with serving(tmp_path / "room.db", settings) as served:
            held = [await dial(served) for _ in range(4)]
            for _ in range(3):
                reader, writer = await dial(served)
                assert await is_cut(reader)
                writer.close()
            assert [line["event"] for line in served.logged] == ["too_many_connections"]
            for _, writer in held:
                writer.close()
                await writer.wait_closed()
            async with asyncio.timeout(10):
                while True:
                    reader, writer = await dial(served, b"GET /api/info HTTP/1.0\r\n\r\n")
                    answer = await reader.read()
                    writer.close()
                    if answer.startswith(b"HTTP/1.1 200"):
                        break

    asyncio.run(main())


def test_address_at_its_limit_regains_all_connections_after_they_close() -> None:
    door = ConnectionLimiter(replace(FREE, connections=3), is_proxy=lambda _: False)
    for _ in range(4):
        assert [door.acquire("there") for _ in range(5)] == [True] * 3 + [False] * 2
        for _ in range(3):
            door.release("there")


def test_connections_of_a_trusted_proxy_are_not_limited() -> None:
    door = ConnectionLimiter(replace(FREE, connections=3), Networks.parse("10.0.0.0/8").contains)
    assert all(door.acquire(door.limit_key("10.1.2.3")) for _ in range(9))
    assert [door.acquire(door.limit_key("11.1.2.3")) for _ in range(4)] == [True] * 3 + [False]


@pytest.fixture
def few() -> Iterator[int]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1024), hard))
    yield min(hard, 1 << 16)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_file_descriptor_limit_is_raised_to_the_systems_maximum(few: int) -> None:
    raise_file_limit()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= few


def test_low_file_descriptor_limit_is_logged() -> None:
    """In a process of its own: the limit cannot be taken back."""
    few = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))"
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{few}; from paiju.server.connection_limits import raise_file_limit; raise_file_limit()",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "few_descriptors" in told.stdout
    assert "1024" in told.stdout
