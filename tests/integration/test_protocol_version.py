"""The server's greeting names the version of the protocol, and clients of another version are refused."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from paiju.locale import error_sentence
from paiju.server import wire
from paiju.server.errors import OtherProtocol
from paiju.server.main import create_app
from paiju.server.table_client import TableClient
from tests.integration.in_process_server import serving

DOCS = Path(__file__).parents[2] / "docs"
HELLO = {"t": "hello", "protocol": wire.PROTOCOL_VERSION}


@pytest.mark.parametrize("query", ["", "?brief", f"?protocol={wire.PROTOCOL_VERSION}&brief"])
def test_the_first_message_names_the_version(tmp_path: Path, query: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            address = f"{served.url.replace('http', 'ws')}/ws/tables/{await served.table(key)}{query}"
            async with connect(address, additional_headers={"Cookie": f"paiju={key}"}) as socket:
                assert json.loads(await socket.recv()) == HELLO
                assert json.loads(await socket.recv())["t"] == "table"

    asyncio.run(main())


@pytest.mark.parametrize("named", [str(wire.PROTOCOL_VERSION - 1), str(wire.PROTOCOL_VERSION + 1), "", "two"])
def test_client_of_another_version_receives_the_servers_and_is_refused(tmp_path: Path, named: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            address = f"{served.url.replace('http', 'ws')}/ws/tables/{await served.table(key)}?brief&protocol={named}"
            async with connect(address, additional_headers={"Cookie": f"paiju={key}"}) as socket:
                assert json.loads(await socket.recv()) == HELLO
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4426

    asyncio.run(main())


def test_python_client_of_another_version_raises_an_error_naming_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key)
            monkeypatch.setattr("paiju.server.table_client.wire.PROTOCOL_VERSION", wire.PROTOCOL_VERSION + 1)
            async with TableClient(served.url, key, table) as client:
                with pytest.raises(OtherProtocol) as refused:
                    await anext(client.table_updates())
                assert refused.value.details == {"client": wire.PROTOCOL_VERSION, "server": HELLO["protocol"]}
                for language in ("en", "zh"):
                    assert str(HELLO["protocol"]) in error_sentence(language, refused.value)

    asyncio.run(main())


def test_protocol_version_is_in_openapi_schema_and_documentation() -> None:
    version = wire.PROTOCOL_VERSION
    assert create_app().openapi_schema.info.version == str(version)
    for page in ("reference/protocol.md", "zh/reference/protocol.md", "explanation/architecture.md"):
        assert f"`protocol` {version}" in (DOCS / page).read_text("utf-8"), page
