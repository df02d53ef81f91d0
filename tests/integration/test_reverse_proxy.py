"""The room behind a web server, a host name, a path or a Unix socket, and the answers that only its operator may see."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from msgspec.structs import replace

from paiju.server.app.token_buckets import Rate
from paiju.server.network_addresses import HostNames, Networks
from paiju.server.redacted_errors import alias_of
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient
from tests.integration.in_process_server import FAST, FREE, Served, serving

OPEN = Settings(tempo=FAST, limits=FREE)
EVIL = {"host": "evil.example"}


# ---- names


def test_request_for_an_unknown_host_name_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        settings = replace(OPEN, name=HostNames.parse("room.example.org"))
        async with serving(tmp_path / "room.db", settings) as served, served.http(await served.guest()) as http:
            for path in ("/", "/api/info", "/api/me", "/healthz", "/nothing"):
                answer = await http.get(path, headers=EVIL)
                assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host"), path
                assert (await http.get(path, headers={"host": "room.example.org"})).status_code == 200, path
            said = await http.get("/", headers={**EVIL, "accept": "text/html", "accept-language": "zh-CN"})
            assert said.text == "这间牌室不叫 evil.example；开牌室的人可以用 --name 加上这个名字"
            assert said.headers["content-type"].startswith("text/plain")

    asyncio.run(main())


def test_socket_for_an_unknown_host_name_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            path = f"/ws/tables/{await served.table(key)}"
            here: Any = {"host": "127.0.0.1", "port": int(served.url.rpartition(":")[2])}
            headers = {"Authorization": f"Bearer {key}"}
            async with websockets.connect(f"ws://evil.example{path}", additional_headers=headers, **here) as wrong:
                with pytest.raises(websockets.ConnectionClosed):
                    await wrong.recv()
                assert wrong.close_code == 4403
            async with websockets.connect(f"ws://localhost{path}", additional_headers=headers, **here) as right:
                assert json.loads(await right.recv())["t"] == "hello"

    asyncio.run(main())


# ---- proxies


async def guests(served: Served, many: int, *, of: str = "", behind: str = "127.0.0.1") -> list[int]:
    """The answers to so many who want to come in."""
    transport = httpx.AsyncHTTPTransport(local_address=behind)
    async with httpx.AsyncClient(base_url=served.url, transport=transport) as http:
        headers = {"x-forwarded-for": of} if of else {}
        found = []
        for _ in range(many):
            found.append((await http.post("/api/session", json={}, headers=headers)).status_code)
            http.cookies.clear()
        return found


def test_clients_behind_a_trusted_proxy_are_limited_by_their_own_addresses(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(FREE, guests=Rate(1 / 3600, 2))
        settings = replace(OPEN, limits=limits, proxy=Networks.parse("127.0.0.8/29"))
        async with serving(tmp_path / "room.db", settings) as served:
            assert await guests(served, 3, of="203.0.113.1", behind="127.0.0.9") == [201, 201, 429]
            assert await guests(served, 2, of="203.0.113.2", behind="127.0.0.9") == [201, 201]
            assert await guests(served, 1, of="203.0.113.9, 203.0.113.2", behind="127.0.0.9") == [
                429
            ]  # its own word last

    asyncio.run(main())


def test_forwarded_headers_of_an_untrusted_proxy_are_ignored(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(FREE, guests=Rate(1 / 3600, 2))
        settings = replace(OPEN, limits=limits, proxy=Networks.parse("127.0.0.9"))
        async with serving(tmp_path / "room.db", settings) as served:
            assert await guests(served, 2, of="203.0.113.1") == [201, 201]
            assert await guests(served, 1, of="203.0.113.2") == [429]
            async with served.http() as http:
                answer = await http.get("/livez", headers={"x-forwarded-proto": "https"})
                assert "strict-transport-security" not in answer.headers
            told = [line for line in served.logged if line["event"] == "proxy_not_named"]
            assert [line["address"] for line in told] == ["127.0.0.1"]

    asyncio.run(main())


# ---- a path


def test_room_is_served_below_a_path(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", replace(OPEN, path="/cards/paiju")) as served:
            below = Served(f"{served.url}/cards/paiju", served.room)
            key = await below.guest()
            table = await below.table(key)
            async with TableClient(below.url, key, table) as client:
                assert (await anext(aiter(client.table_updates()))).table.id == table
            async with below.http(key) as http, served.http(key) as stripped:
                assert [one["id"] for one in (await http.get("/api/me/tables")).json()] == [table]
                assert [one["id"] for one in (await stripped.get("/api/me/tables")).json()] == [table]
                assert (await http.get("/../cards/paijuapi/me")).headers["content-type"].startswith("text/html")

    asyncio.run(main())


def test_rooms_below_different_paths_use_separate_cookies(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", replace(OPEN, path="/paiju")) as served, served.http() as http:
            plain = (await http.post("/paiju/api/session", json={})).headers["set-cookie"]
            http.cookies.clear()
            headers = {"x-forwarded-proto": "https"}
            safe = (await http.post("/paiju/api/session", json={}, headers=headers)).headers["set-cookie"]
        assert plain.startswith("paiju=")
        assert "Path=/paiju;" in plain
        assert safe.startswith("__Host-paiju-paiju=")
        assert "Path=/;" in safe

    asyncio.run(main())


# ---- a Unix socket


@contextmanager
def at_a_socket(folder: Path, *words: str, **environ: str) -> Iterator[subprocess.Popen[str]]:
    """``paiju serve`` until the block ends."""
    command = (sys.executable, "-c", "import sys; from paiju.cli.main import main; sys.exit(main())", "serve", *words)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=folder, env={**os.environ, "LANG": "C", **environ}, **pipes)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_room_on_a_unix_socket_trusts_its_connections(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "room.sock"
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(str(path))  # as a server that was killed leaves it
        limits = {"PAIJU_LIMITS_GUESTS": "1+1/h"}
        with at_a_socket(tmp_path, "--socket", "room.sock", **limits) as process:
            assert process.stdout is not None
            assert await asyncio.to_thread(process.stdout.readline) == "paiju: unix:room.sock\n"
            assert path.stat().st_mode & 0o777 == 0o660
            transport = httpx.AsyncHTTPTransport(uds=str(path))
            async with httpx.AsyncClient(base_url="http://localhost", transport=transport) as http:
                for client, status in (("203.0.113.1", 201), ("203.0.113.1", 429), ("203.0.113.2", 201)):
                    http.cookies.clear()
                    answer = await http.post("/api/session", json={}, headers={"x-forwarded-for": client})
                    assert answer.status_code == status
                table = (await http.post("/api/tables", json={"ruleset": "doudizhu/qq"})).json()["table"]
                cookie = {"Cookie": f"paiju={http.cookies['paiju']}"}
                assert (await http.get("/metrics")).status_code == 403
            async with websockets.unix_connect(
                str(path), f"ws://localhost/ws/tables/{table}", additional_headers=cookie
            ) as ws:
                assert json.loads(await ws.recv())["t"] == "hello"
            with at_a_socket(tmp_path, "--socket", "room.sock", "--database", "other.db") as second:
                said = (await asyncio.to_thread(second.communicate))[1]
            assert said == "paiju: another server already listens on room.sock\n"

    asyncio.run(main())


# ---- what only its host may see


def test_metrics_require_the_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", replace(OPEN, metrics_token="a-b")) as served, served.http() as http:
            far = {"x-forwarded-for": "203.0.113.7"}
            for token, status in (("Bearer a-b", 200), ("bearer a-c", 403), ("Basic a-b", 403), ("Bearer", 403)):
                answer = await http.get("/metrics", headers={**far, "authorization": token})
                assert answer.status_code == status, token
            assert (await http.get("/metrics", headers=far)).status_code == 403
        async with serving(tmp_path / "other.db") as served, served.http() as http:
            assert (await http.get("/metrics", headers={**far, "authorization": "Bearer"})).status_code == 403

    asyncio.run(main())


@pytest.mark.parametrize(
    "headers",
    [
        {"forwarded": "for=203.0.113.7;proto=https"},
        {"x-real-ip": "203.0.113.7"},
        {"x-forwarded-proto": "https"},
        {"via": "1.1 caddy"},
        {"host": "room.example.org"},
    ],
    ids=str,
)
def test_metrics_are_refused_through_a_local_reverse_proxy(tmp_path: Path, headers: dict[str, str]) -> None:
    async def main() -> None:
        known = replace(OPEN, name=HostNames.parse("room.example.org"))
        async with serving(tmp_path / "room.db", known) as served, served.http() as http:
            assert (await http.get("/metrics")).status_code == 200
            assert (await http.get("/metrics", headers=headers)).status_code == 403

    asyncio.run(main())


LOGGING = """
import logging, structlog
from paiju.server.main import create_app, make_server
from paiju.server.settings import read_settings
import os
make_server(create_app(read_settings(os.environ)), "127.0.0.1", 0)
structlog.get_logger().info("small", card="牌")
structlog.get_logger().warning("great", table="t")
logging.getLogger("asyncio").error("others %s", "too")
"""


def test_log_format_and_level_are_configurable(tmp_path: Path) -> None:
    environ = {**os.environ, "PAIJU_LOG_FORMAT": "json", "PAIJU_LOG_LEVEL": "warning"}
    command = (sys.executable, "-c", LOGGING)
    ran = subprocess.run(command, cwd=tmp_path, env=environ, check=True, capture_output=True, text=True)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(line["level"], line["event"], line.get("table")) for line in lines] == [
        ("warning", "great", alias_of("t")),
        ("error", "others too", None),
    ]
    assert all(line["timestamp"].endswith("Z") for line in lines)
    assert ran.stderr == ""
