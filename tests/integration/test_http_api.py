"""The HTTP API over a real socket."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Final

import httpx
import msgspec
import pytest

from paiju.locale import lookup
from paiju.records.format import read_record
from paiju.records.text_format import parse_text
from paiju.records.verify import verify
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.token_buckets import Rate
from paiju.server.bot_client import run_bot
from paiju.server.domain.bot_names import NAMES
from paiju.server.http.static_files import content_security_policy
from paiju.server.network_addresses import subscriber_network
from paiju.server.settings import Settings
from paiju.server.table_client import RequestRefused, TableClient, TableConnectionClosed, new_id
from tests.integration.in_process_server import FAST, FREE, choose_after_calling, serving
from tests.integration.test_room import is_over, until

ROOT = Path(__file__).parent.parent.parent

ENGLISH, HAN = "[A-Z][a-z]+ [A-Z][a-z]+", "[\u4e00-\u9fff]{4,5}"
"""Names that are made up."""


def test_guest_is_recognized_by_cookie_and_can_be_renamed(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            assert (await http.get("/api/me")).status_code == 401
            made = await http.post("/api/session", json={"name": "x" * 50})
            cookie = made.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert made.json()["name"] == "x" * 20
            again = await http.post("/api/session", json={})
            assert again.json() == made.json()
            assert again.headers["set-cookie"] == made.headers["set-cookie"]  # for another year
            renamed = await http.patch("/api/me", json={"name": "  老 王 "})
            assert renamed.json()["name"] == "老 王"
            assert (await http.get("/api/me")).json() == renamed.json()
            assert (await http.patch("/api/me", json={"name": " \n "})).json()["code"] == "bad_name"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("languages", "name"),
    [("zh-CN,zh;q=0.9,en;q=0.8", HAN), ("en-GB,zh;q=0.5", ENGLISH), ("fr", ENGLISH)],
)
def test_guest_without_a_name_gets_one_in_the_browsers_language(tmp_path: Path, languages: str, name: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            made = await http.post("/api/session", json={}, headers={"accept-language": languages})
            assert re.fullmatch(name, made.json()["name"])
            proposed = (await http.get("/api/names", headers={"accept-language": languages})).json()
            assert len(proposed) == 3
            assert all(re.fullmatch(name, one) for one in proposed)
            assert re.fullmatch(HAN, (await http.get("/api/names?lang=zh")).json()[0])

    asyncio.run(main())


def test_malformed_host_name_is_not_put_into_the_content_security_policy() -> None:
    assert "script-src" not in content_security_policy("a; script-src *")


def test_player_names_are_unique(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            keys = [await served.guest(name) for name in ("Ann", "ＡＮＮ", "ann")]
            named = []
            for key in keys:
                async with served.http(key) as http:
                    named.append((await http.get("/api/me")).json()["name"])
            assert named == ["Ann", "ＡＮＮ 2", "ann 3"]
            async with served.http(keys[2]) as http:
                taken = (await http.patch("/api/me", json={"name": "aNN"})).json()
                assert (taken["code"], taken["args"]) == ("name_taken", {"name": "aNN", "free": "aNN 4"})
                assert (await http.patch("/api/me", json={"name": "Bob"})).status_code == 200
                assert (await http.patch("/api/me", json={"name": "BOB"})).status_code == 200
            found = await served.room.context.store.player_by_name("bob")
            assert found is not None
            assert found.name == "BOB"

    asyncio.run(main())


def test_duplicate_names_from_before_unique_names_are_indexed_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            first, second = await served.guest("Ann"), await served.guest("Bob")
        with closing(sqlite3.connect(tmp_path / "room.db")) as db, db:
            db.execute("UPDATE players SET folded = NULL, name = 'A/nn'")
        async with serving(tmp_path / "room.db") as served:
            store = served.room.context.store
            async with asyncio.timeout(20):
                while await store.players_without_claimed_name():  # noqa: ASYNC110 (the room does it by itself)
                    await asyncio.sleep(0.01)
            async with served.http(first) as one, served.http(second) as other:
                names = [(await http.get("/api/me")).json()["name"] for http in (one, other)]
            assert sorted(names) == ["A nn", "A nn 2"]

    asyncio.run(main())


def test_token_acts_for_its_player_until_it_is_revoked(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http(await served.guest("Ann")) as http:
            token = (await http.post("/api/me/tokens", json={"label": "my bot"})).json()
            async with served.http(token["token"]) as bot:
                assert (await bot.get("/api/me")).json()["name"] == "Ann"
                (listed,) = (await http.get("/api/me/tokens")).json()
                assert listed == {**token, "created": listed["created"], "token": None}
                assert (await http.delete(f"/api/me/tokens/{token['id']}")).status_code == 204
                assert (await bot.get("/api/me")).status_code == 401
                assert (await http.delete(f"/api/me/tokens/{token['id']}")).json()["code"] == "unknown_token"

    asyncio.run(main())


def test_read_only_token_changes_nothing_and_takes_no_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("Ann")
            table = await served.table(key, private=False)
            async with served.http() as http:
                http.cookies.set("paiju", key)
                for scope in ("play", "read"):
                    answer = await http.post("/api/me/tokens", json={"label": scope, "scope": scope})
                    assert answer.json()["scope"] == scope
                listed = (await http.get("/api/me/tokens")).json()
                assert [(one["label"], one["scope"]) for one in listed] == [("play", "play"), ("read", "read")]
                reader = answer.json()
                async with served.http(reader["token"]) as program:
                    assert (await program.get("/api/me/hands")).status_code == 200
                    refused = await program.patch("/api/me", json={"name": "Bob"})
                    assert (refused.status_code, refused.json()["code"]) == (403, "read_only")
                    assert (await program.post("/api/quick", json={"ruleset": "toy/plain"})).json()[
                        "code"
                    ] == "read_only"
                client = TableClient(served.url, reader["token"], table)
                with pytest.raises(TableConnectionClosed):
                    async with client:
                        await until(client, lambda told: True)
                assert (await http.delete(f"/api/me/tokens/{reader['id']}")).status_code == 204
                assert [one["scope"] for one in (await http.get("/api/me/tokens")).json()] == ["play"]

    asyncio.run(main())


REFUSED_REQUESTS: Final[tuple[tuple[str, str, object, int, str], ...]] = (
    ("POST", "/api/tables", {"ruleset": "toy/none"}, 404, "unknown_ruleset"),
    ("POST", "/api/tables", {"ruleset": "toy/plain", "options": {"pledge": "x"}}, 400, "wrong_value"),
    ("POST", "/api/tables", {"ruleset": "toy/plain", "options": {"no": 1}}, 400, "unknown_field"),
    ("POST", "/api/tables", {"ruleset": "toy/plain", "bots": "none"}, 404, "unknown_bot"),
    ("POST", "/api/tables", {"ruleset": "toy/plain", "more": 1}, 400, "unknown_field"),
    ("POST", "/api/tables", [], 400, "wrong_value"),
    ("POST", "/api/tables", {"ruleset": "toy/plain", "pace": {"turn": -1}}, 400, "wrong_value"),
    ("POST", "/api/tables", {"ruleset": "x" * 20_000}, 413, "too_long"),
    ("POST", "/api/quick", {"ruleset": "toy/none"}, 404, "unknown_ruleset"),
    ("GET", "/api/tables/none", None, 404, "unknown_table"),
    ("GET", "/api/hands/none", None, 404, "unknown_record"),
    ("GET", "/api/hands/none/replay", None, 404, "unknown_record"),
    ("GET", "/api/hands/none/review?kind=quick", None, 404, "unknown_record"),
    ("GET", "/api/me/hands?before=soon", None, 400, "wrong_value"),
    ("GET", "/api/nothing", None, 404, "not_found"),
    ("GET", "/assets/nothing.js", None, 404, "not_found"),
    ("PUT", "/api/me", None, 405, "wrong_method"),
)
"""Method, path and body of requests, with the status and the code of the refusal."""


def test_every_refusal_has_the_same_fields(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http(await served.guest()) as http:
            for method, path, body, status, code in REFUSED_REQUESTS:
                answer = await http.request(method, path, content=None if body is None else json.dumps(body))
                problem = answer.json()
                assert (answer.status_code, problem["code"]) == (status, code), (method, path, body)
                assert set(problem) == {"kind", "code", "args", "words"}
                assert problem["words"]["key"] == f"{problem['kind']}.{code}"
                assert lookup("en", problem["words"]["key"])

    asyncio.run(main())


def test_requests_guests_and_tables_are_limited(tmp_path: Path) -> None:
    async def main() -> None:
        few = Rate(0.001, 3)
        limits = msgspec.structs.replace(FREE, guests=few, tables=few)
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            key = await served.guest()
            async with served.http(key) as http:
                tables = [await http.post("/api/tables", json={"ruleset": "toy/plain"}) for _ in range(4)]
                assert [answer.status_code for answer in tables] == [201, 201, 201, 429]
            async with served.http() as http:
                guests = []
                for _ in range(3):
                    http.cookies.clear()
                    guests.append((await http.post("/api/session", json={})).status_code)
                assert guests == [201, 201, 429]

    asyncio.run(main())


def test_rulesets_list_their_options(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, served.http() as http:
            rulesets = (await http.get("/api/rulesets")).json()
            assert {one["family"] for one in rulesets} >= {"doudizhu"}
            for one in rulesets:
                (name,) = one["schema"]["$defs"]
                assert set(one["options"]) <= set(one["schema"]["$defs"][name]["properties"])
            schema = (await http.get("/api/schema/openapi.json")).json()
            assert "/api/tables/{table}" in schema["paths"]

    asyncio.run(main())


def test_ruleset_guide_reflects_changed_options(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, served.http() as http:
            path = "/api/rulesets/doudizhu/qq/guide"
            usual, doubled, refused, unread = [
                await http.get(path, params=params)
                for params in ({}, {"options": '{"double":true}'}, {"options": '{"double":3}'}, {"options": "[]"})
            ]
            assert "guide.worth.double" not in usual.text
            assert "guide.worth.double" in doubled.text
            assert [refused.status_code, unread.status_code] == [400, 400]
            assert refused.json()["args"]["field"] == "double"

    asyncio.run(main())


def test_http_answers_do_not_reveal_a_running_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key, bots="", pace={"turn": 0}, private=False)
            async with TableClient(served.url, key, table) as client, served.http(key) as http:
                await client.request(wire_requests.Ready(id=new_id()))
                await until(client, lambda table: table.table.phase == "playing")
                hand = served.room._tables[table].table.require_running_hand()
                of_hand = f"/api/hands/{table}-1"
                for path in (of_hand, f"{of_hand}/replay", f"{of_hand}/review?kind=quick", f"{of_hand}/record"):
                    assert (await http.get(path)).status_code == 404
                for path in ("/api/tables", f"/api/tables/{table}", "/api/me/tables", f"/api/tables/{table}/hands"):
                    answer = await http.get(path)
                    assert answer.status_code == 200
                    assert hand.seal.secret not in answer.text
                    assert "cards" not in answer.text

    asyncio.run(main())


def test_a_bot_of_the_package_plays_and_the_record_proves_its_deal(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest("机器人")
            table = await served.table(key, ruleset="doudizhu/duel-rotate", bots="", hands=1)
            async with asyncio.timeout(60):
                assert await run_bot(served.url, key, table, choose_after_calling) == 1
            async with served.http(key) as http:
                whole = read_record((await http.get(f"/api/hands/{table}-1/record")).text)
                text = parse_text((await http.get(f"/api/hands/{table}-1/record?form=text")).text)
                (told,) = (await http.get(f"/api/tables/{table}/hands")).json()
                await asked_for_each_time(http, f"/api/hands/{told['id']}")
            assert told["reason"]["key"] == f"reason.{told['outcome']['reason']}"
            assert len(told["lines"]) == len(told["outcome"]["account"]) > 0
            assert all(check.holds for check in verify(whole))
            assert text.players == whole.players
            assert whole.players[0].name == "机器人"

    asyncio.run(main())


def test_ruleset_lists_bot_levels_and_a_table_accepts_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            serving(tmp_path / "room.db", library=StandardRegistry()) as served,
            served.http(await served.guest()) as http,
        ):
            told = {one["id"]: one for one in (await http.get("/api/rulesets")).json()}
            for one in told.values():
                assert one["levels"]["steady"] == 1500
                assert len(one["levels"]) >= 5
                assert list(one["levels"].values()) == sorted(one["levels"].values())
                assert set(one["levels"]) <= set(one["bots"])
            opened = await http.post("/api/tables", json={"ruleset": "doudizhu/qq", "bots": "child"})
            table = served.room._tables[opened.json()["table"]].table
            bots = [chair.bot or "" for chair in table.chairs]
            assert [bot.partition("@")[2] for bot in bots] == ["", "child", "child"]
            assert "doudou@child" in bots
            answer = await http.post("/api/tables", json={"ruleset": "zipai/guilin-3", "bots": "grandmaster"})
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_bot")
            assert answer.json()["args"]["known"].split(", ") == told["zipai/guilin-3"]["bots"]

    asyncio.run(main())


def test_host_starts_with_bots_of_a_chosen_level(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest()
            name = await served.table(key, ruleset="doudizhu/qq")
            async with TableClient(served.url, key, name) as client:
                await client.request(wire_requests.Sit(id=new_id()))
                with pytest.raises(RequestRefused, match="unknown_bot"):
                    await client.request(wire_requests.Start(id=new_id(), bot="grandmaster"))
                assert [chair.bot for chair in served.room._tables[name].table.chairs] == [None] * 3
                await client.request(wire_requests.Start(id=new_id(), bot="beginner"))
                seated = [chair.bot or "" for chair in served.room._tables[name].table.chairs]
                assert [bot.partition("@")[2] for bot in seated] == ["", "beginner", "beginner"]
                assert "xiu@beginner" in seated

    asyncio.run(main())


def test_finished_hand_is_reviewed_where_a_strong_bot_exists(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served:
            key = await served.guest("机器人")
            table = await served.table(key, ruleset="doudizhu/qq", bots="", hands=1)
            async with asyncio.timeout(60):
                assert await run_bot(served.url, key, table, choose_after_calling) == 1
            async with served.http(key) as http:
                answer = await http.get(f"/api/hands/{table}-1/review?kind=quick")
                steps = (await http.get(f"/api/hands/{table}-1/replay")).json()["steps"]
            assert "no-cache" in answer.headers["cache-control"]
            decisions = answer.json()["decisions"]
            assert decisions
            for one in decisions:
                assert steps[one["step"]]["seat"] == one["seat"]
                assert one["choices"][one["played"]]["text"] == steps[one["step"]]["text"]
                assert all(0 <= choice["chance"] <= 100 for choice in one["choices"])

    asyncio.run(main())


async def asked_for_each_time(http: httpx.AsyncClient, hand: str) -> None:
    """A finished hand does not change, but its link may be withdrawn."""
    for path in (hand, f"{hand}/record?form=text", f"{hand}/replay"):
        answer = await http.get(path)
        assert answer.headers["cache-control"] == "private, no-cache"
        assert answer.headers["content-encoding"] == "gzip"
        plain = await http.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
        again = await http.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(("proto", "only"), [("https", True), ("http", False)])
def test_every_answer_has_security_headers(tmp_path: Path, proto: str, *, only: bool) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            for path in ("/api/info", "/api/me", "/api/none", "/"):
                headers = (await http.get(path, headers={"x-forwarded-proto": proto})).headers
                assert headers.get_list("x-content-type-options") == ["nosniff"]
                assert ("strict-transport-security" in headers) == only

    asyncio.run(main())


def test_personal_answers_are_not_cached_and_no_answer_names_the_server(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest("Ann")
            table = await served.table(key)
            personal = [
                "/api/me", "/api/me/tables", "/api/me/hands", "/api/me/ties", "/api/me/export", "/api/me/sessions", "/api/here",
                "/api/names", "/api/purse", "/api/people/Ann", "/api/people/Ann/hands", f"/api/tables/{table}",
                f"/api/tables/{table}/hands", "/api/rankings/rating?ruleset=toy/plain", "/api/none", "/metrics",
            ]  # fmt: skip
            async with served.http(key) as http:
                for path in personal:
                    answer = await http.get(path)
                    assert answer.headers.get_list("cache-control") == ["no-store"], path
                    assert "server" not in answer.headers
                made = await http.post("/api/session", json={})
                assert made.headers["cache-control"] == "no-store"
                assert (await http.get("/")).headers.get_list("cache-control") == ["no-cache"]

    asyncio.run(main())


def test_player_cannot_take_the_name_of_a_bot(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest(NAMES[0])
            async with served.http(key) as http:
                assert (await http.get("/api/me")).json()["name"] != NAMES[0]
                answer = await http.patch("/api/me", json={"name": f" {NAMES[0]} "})
                assert (answer.status_code, answer.json()["code"]) == (403, "name_of_bot")

    asyncio.run(main())


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_subscriber_share_one_network(address: str, network: str) -> None:
    assert subscriber_network(address) == network


def test_the_example_bot_plays(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key, bots="", hands=1)
            command = (sys.executable, "-W", "error", "examples/bot.py", served.url, table, key)
            process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
            async with asyncio.timeout(30):
                told, _ = await process.communicate()
            assert process.returncode == 0
            assert b"'reason': 'tricks'" in told

    asyncio.run(main())


def test_health_readiness_and_metrics_report_the_servers_state(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            key = await served.guest()
            table = await served.table(key, bots="")
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                text = (await http.get("/metrics")).text
            assert "paiju_command_seconds_count" in text
            for line in ("paiju_connections 1.0", "paiju_sessions 1.0", "paiju_hands 1.0", "paiju_tables 1.0"):
                assert line in text
            assert 'paiju_answers_total{status="2xx"} 2.0' in text
            assert f'version="{version("paiju")}"' in text
            assert [(await http.get(path)).text for path in ("/healthz", "/livez", "/readyz")] == ["ok", "ok", "ok"]
            served.room.tasks.stop()
            await asyncio.sleep(0)
            answer = await http.get("/readyz")
            told = answer.text.splitlines()
            assert (answer.status_code, told[0]) == (503, "not ready")
            assert {"task bus has ended", "task heartbeat has ended"} <= set(told)
            assert (await http.get("/readyz", headers={"x-forwarded-for": "1.2.3.4"})).text == "not ready"
            assert (await http.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"})).status_code == 403

    asyncio.run(main())


def test_a_page_of_the_client_is_served_for_any_other_path(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            for path in ("/", "/t/abc", "/replay/x-1"):
                page = await http.get(path)
                assert page.status_code == 200
                assert page.headers["content-type"].startswith("text/html")
                policy = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
                assert policy["frame-ancestors"] == "'none'"
                here = served.url.removeprefix("http://")
                assert policy["connect-src"] == f"'self' ws://{here} wss://{here}"
            again = await http.get("/", headers={"if-none-match": page.headers["etag"]})
            assert again.status_code == 304

    asyncio.run(main())


def test_head_is_get_without_the_body(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            for path in ("/", "/healthz", "/api/info", "/api/rulesets", "/api/me", "/api/nothing"):
                full, head = await http.get(path), await http.head(path)
                assert head.status_code == full.status_code
                assert {**head.headers, "date": ""} == {**full.headers, "date": ""}
                assert head.content == b""

    asyncio.run(main())


def test_stopping_server_announces_it_and_the_client_reconnects(tmp_path: Path) -> None:
    async def main() -> None:
        heard: list[str] = []

        async def hear(text: str) -> None:
            heard.append(text)

        async with serving(tmp_path / "room.db") as served:
            key = await served.guest()
            table = await served.table(key, bots="")
            client = TableClient(served.url, key, table)
            client.heard = hear
            await client.__aenter__()
            await until(client, lambda _: True)
        assert json.loads(heard[-1]) == {"t": "closed", "code": "stopping"}
        await client.__aexit__(None, None, None)
        async with serving(tmp_path / "room.db") as served, TableClient(served.url, key, table) as client:
            await client.request(wire_requests.Ready(id=new_id()))
            assert not is_over(await until(client, lambda table: table.hand is not None))

    asyncio.run(main())
