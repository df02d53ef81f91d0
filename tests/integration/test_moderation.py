"""Admin actions apply at once, in every process and after a restart, and never change a hand in play."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from paiju.cli.main import main as paiju
from paiju.server import wire, wire_requests
from paiju.server.app.token_buckets import Rate
from paiju.server.settings import Settings
from paiju.server.table_client import RequestRefused, TableClient, TableConnectionClosed, new_id
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.postgres import Cluster
from tests.integration.test_malformed_requests import operations
from tests.integration.test_several_processes import soon, until

ADMIN = {"user": "Auntie", "password": "left at home"}


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "room.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.at(tmp_path)


async def typed(database: str, *words: str) -> int:
    """Type it on the machine, beside the room."""
    return await asyncio.to_thread(paiju, [*words, "--database", database])


@asynccontextmanager
async def an_admin(served: Served, database: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of somebody who was made admin."""
    async with served.http() as http:
        await http.post("/api/session", json={"name": "Auntie"})
        assert (await http.post("/api/account", json=ADMIN)).status_code == 201
        assert (await http.get("/api/admin/acts")).json()["code"] == "admins_only"
        assert await typed(database, "admin", "auntie") == 0
        await served.room.moderation.apply_new_actions()
        assert (await http.get("/api/me")).json()["admin"]
        yield http


async def act(http: httpx.AsyncClient, what: str, subject: str = "", **more: str) -> None:
    answer = await http.post("/api/admin/acts", json={"act": what, "subject": subject, **more})
    assert answer.status_code == 204, answer.text


async def id_of(served: Served, key: str) -> str:
    async with served.http(key) as http:
        name: str = (await http.get("/api/me")).json()["id"]
        return name


def test_banned_player_is_disconnected_with_a_message(database: str) -> None:
    async def main() -> None:
        async with serving(database) as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            bobs, table = await id_of(served, bob), await served.table(ann)
            async with TableClient(served.url, ann, table) as here, TableClient(served.url, bob, table) as there:
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                said: list[str] = []
                there.heard = lambda frame: _note(said, frame)
                assert await typed(database, "ban", bobs, "--why", "threw cards") == 0
                with pytest.raises(TableConnectionClosed, match="gone"):
                    await until(there, lambda _: False)
                assert '{"t":"closed","code":"banned"}' in said
                assert (await until(here, lambda state: state.seats[1].kind == "empty")).seats[0].name == "Ann"
                for ask in (("GET", "/api/me"), ("POST", "/api/session")):
                    await refused(served, bob, *ask)
        async with serving(database) as served:  # after a restart, too
            await refused(served, bob, "GET", "/api/me/tables")
            with pytest.raises(TableConnectionClosed, match="gone"):
                async with TableClient(served.url, bob, table) as there:
                    await until(there, lambda _: False)
            assert await typed(database, "unban", bobs) == 0
            await soon(lambda: not served.room.moderation.is_banned(bobs))
            async with served.http(bob) as http:
                assert (await http.get("/api/me")).json()["id"] == bobs

    asyncio.run(main())


async def _note(said: list[str], frame: str) -> None:
    said.append(frame)


async def refused(served: Served, key: str, method: str, path: str) -> None:
    async with served.http() as http:
        http.cookies["paiju"] = key
        answer = await http.request(method, path, json=None if method == "GET" else {})
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")


def test_banned_player_cannot_log_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            await http.post("/api/session", json={})
            await http.post("/api/account", json=ADMIN)
            assert await typed(str(tmp_path / "room.db"), "ban", "AUNTIE") == 0
            await served.room.moderation.apply_new_actions()
        async with serving(tmp_path / "room.db") as served, served.http() as http:
            wrong = await http.post("/api/login", json={**ADMIN, "password": "another one"})
            assert wrong.json()["code"] == "wrong_login"  # who does not know the password does not learn of the ban
            assert (await http.post("/api/login", json=ADMIN)).json()["code"] == "banned"

    asyncio.run(main())


def test_phrases_of_a_muted_player_are_not_delivered(database: str) -> None:
    async def main() -> None:
        async with serving(database) as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            table, bobs = await served.table(ann), await id_of(served, bob)
            async with TableClient(served.url, ann, table) as here, TableClient(served.url, bob, table) as there:
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                heard: list[str] = []
                here.heard = lambda frame: _note(heard, frame)
                assert await typed(database, "mute", bobs) == 0
                await soon(lambda: served.room.moderation.sanctions.is_active(bobs, "muted"))
                for request in (
                    wire_requests.Say(id=new_id(), phrase="hurry"),
                    wire_requests.React(id=new_id(), reaction="egg", to=0),
                ):
                    with pytest.raises(RequestRefused, match="muted"):
                        await there.request(request)
                assert await typed(database, "unmute", bobs) == 0
                await soon(lambda: not served.room.moderation.sanctions.is_active(bobs, "muted"))
                await there.request(wire_requests.Say(id=new_id(), phrase="hello"))
                await soon(lambda: [frame for frame in heard if '"social"' in frame])
                assert [frame for frame in heard if '"hurry"' in frame or '"egg"' in frame] == []

    asyncio.run(main())


def test_closed_table_finishes_its_hand_first(database: str) -> None:
    async def main() -> None:
        async with serving(database) as served:
            ann = await served.guest("Ann")
            table = await served.table(ann, bots="", pace={"turn": 0})
            async with TableClient(served.url, ann, table) as here:
                await here.request(wire_requests.Start(id=new_id()))
                await until(here, lambda state: state.hand and state.hand.choices)
                assert await typed(database, "close", f"{served.url}/t/{table}", "--why", "spam") == 0
                await soon(lambda: served.room.moderation.sanctions.is_active(table, "closing"))
                await served.room.moderation.apply_new_actions()
                assert here.latest is not None
                assert here.latest.table.phase == "playing"
                over = await until(here, lambda state: _play(here, state))
                assert over.hand is not None
                assert over.hand.number == 1
                with pytest.raises(RequestRefused, match=r"table_clos(ing|ed)"):
                    await here.request(wire_requests.Ready(id=new_id()))
                assert (await until(here, lambda state: state.table.phase == "closed")).hand is not None
            await soon(lambda: not served.room.moderation.sanctions.is_active(table, "closing"))
            acts = await served.room.context.store.actions_after()
            assert [(one.act, one.subject, one.why) for one in acts] == [
                ("close", table, "spam"),
                ("closed", table, ""),
            ]

    asyncio.run(main())


_PLAYING: set[Any] = set()


def _play(client: TableClient, state: wire.Table) -> bool:
    """Play what is there to play; whether the hand is over."""
    if state.hand is not None and state.hand.choices is not None:
        choices = state.hand.choices
        task = asyncio.ensure_future(
            client.request(
                wire_requests.Act(
                    id=f"d{choices.decision}", decision=choices.decision, action=choices.actions[0].action
                )
            )
        )
        _PLAYING.add(task)
        task.add_done_callback(_PLAYING.discard)
    return state.hand is not None and state.hand.reveal is not None


def test_pending_table_close_is_executed_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "room.db")

    async def main() -> None:
        async with serving(database) as served:
            ann = await served.guest("Ann")
            table = await served.table(ann)
        assert await typed(database, "close", table) == 0
        async with serving(database) as served:
            await soon(lambda: not served.room.moderation.sanctions.is_active(table, "closing"))
            assert (await served.room.table(table)).table.phase == "closed"
        async with serving(database) as served:
            assert not served.room.loaded_tables  # it is not looked at again

    asyncio.run(main())


def test_unreadable_table_is_closed_once_it_is_readable(tmp_path: Path) -> None:
    database = str(tmp_path / "room.db")

    async def acts_after(wait: int) -> list[str]:
        async with serving(database) as served:
            for _ in range(wait):
                await served.room.moderation.apply_new_actions()
            return [one.act for one in await served.room.context.store.actions_after()]

    async def main() -> None:
        async with serving(database) as served:
            table = await served.table(await served.guest("Ann"))
        with closing(sqlite3.connect(database)) as db, db:
            (sound,) = db.execute("SELECT facts FROM entries WHERE version = 1").fetchone()
            db.execute("DELETE FROM snapshots")
            db.execute("UPDATE entries SET facts = x'00'")
        assert await typed(database, "close", table) == 0
        assert await acts_after(2) == ["close"]
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE entries SET facts = ?", (sound,))
        assert await acts_after(2) == ["close", "closed"]

    asyncio.run(main())


def test_renamed_player_has_the_new_name_at_the_table(database: str) -> None:
    async def main() -> None:
        async with serving(database) as served:
            ann, bob = await served.guest("Ann"), await served.guest("Rude Word")
            table, bobs = await served.table(ann), await id_of(served, bob)
            async with TableClient(served.url, ann, table) as here, TableClient(served.url, bob, table) as there:
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                assert await typed(database, "rename", bobs, "  Polite   Word ") == 0
                assert (await until(here, lambda state: state.seats[1].name == "Polite Word")).seats[1].player == bobs
            assert await typed(database, "rename", bobs, "\u3164") == 2

    asyncio.run(main())


def test_notice_is_shown_to_all_until_it_is_withdrawn(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    async def main() -> None:
        async with serving(database) as served, served.http(await served.guest("Bob")) as http:
            ann = await served.guest("Ann")
            told: list[str] = []
            async with TableClient(served.url, ann, await served.table(ann)) as here:
                here.noticed = told.append
                await until(here, lambda state: True)
                assert (await http.get("/api/notice")).json() is None
                assert await typed(database, "notice", "牌室九点\n休息") == 0
                assert await soon(lambda: told) == ["牌室九点 休息"]
                assert (await http.get("/api/notice")).json()["text"] == "牌室九点 休息"
                async with TableClient(served.url, ann, await served.table(ann)) as late:
                    late.noticed = told.append
                    await soon(lambda: len(told) == 2)
                assert await typed(database, "notice", "") == 0
                assert (await soon(lambda: told[2:])) == [""]
                assert (await http.get("/api/notice")).json() is None
            assert await typed(database, "notice", "x" * 301) == 2

    asyncio.run(main())
    assert "0 … 300" in capsys.readouterr().err


def test_admin_actions_over_http_are_executed_and_logged(database: str) -> None:
    async def main() -> None:
        async with serving(database) as served, an_admin(served, database) as http:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            anns, bobs, table = await id_of(served, ann), await id_of(served, bob), await served.table(ann)
            me = (await http.get("/api/me")).json()["id"]
            found = (await http.get("/api/admin/players", params={"find": "bo"})).json()
            assert [(one["id"], one["name"], one["user"], one["marks"]) for one in found] == [(bobs, "Bob", None, [])]
            listed = (await http.get("/api/admin/tables")).json()
            assert [(one["table"]["id"], one["players"], one["closing"]) for one in listed] == [(table, [anns], False)]
            await act(http, "ban", bobs, why="rude")
            await refused(served, bob, "GET", "/api/me")
            await act(http, "mute", anns)
            await act(http, "rename", anns, detail="Anna")
            await act(http, "notice", detail="welcome")
            await act(http, "close", table)
            assert (await served.room.table(table)).table.phase == "closed"
            assert (await http.get("/api/admin/tables")).json() == []
            found = (await http.get("/api/admin/players", params={"find": bobs})).json()
            assert found[0]["marks"] == ["banned"]
            done = (await http.get("/api/admin/acts")).json()
            assert [one["act"] for one in done] == ["closed", "close", "notice", "rename", "mute", "ban", "admin"]
            assert [(one["actor"], one["by"]) for one in done[1:6]] == [(me, "Auntie")] * 5
            assert [(one["subject"], one["name"], one["why"]) for one in done[5:6]] == [(bobs, "Bob", "rude")]
            assert (await http.get("/api/admin/acts", params={"before": 2})).json()[0]["act"] == "admin"
            for wish, code in (
                ({"act": "ban", "subject": me}, "is_admin"),
                ({"act": "mute", "subject": "nobody"}, "unknown_player"),
                ({"act": "close", "subject": "none"}, "unknown_table"),
                ({"act": "rename", "subject": anns, "detail": " "}, "bad_name"),
                ({"act": "admin", "subject": "auntie"}, "wrong_value"),
            ):
                assert (await http.post("/api/admin/acts", json=wish)).json()["code"] == code
            assert await typed(database, "unadmin", "auntie") == 0
            await soon(lambda: not served.room.moderation.sanctions.is_active(me, "admin"))
            assert (await http.get("/api/admin/players")).json()["code"] == "admins_only"

    asyncio.run(main())


def test_admin_endpoints_refuse_all_but_admins(tmp_path: Path) -> None:
    """Neither who is unknown, nor a guest, nor an account, nor a program of the admin's own."""
    ways = [(method, path) for method, path, asked in operations() if asked["tags"] == ["admin"]]
    assert len(ways) == 7

    async def main() -> None:
        database = str(tmp_path / "room.db")
        async with serving(database) as served, an_admin(served, database) as admin, served.http() as account:
            await account.post("/api/session", json={})
            await account.post("/api/account", json={**ADMIN, "user": "Uncle"})
            token = (await admin.post("/api/me/tokens", json={})).json()["token"]
            async with served.http() as unknown, served.http(await served.guest()) as guest, served.http(token) as bot:
                for http, codes in (
                    (unknown, {"no_session"}),
                    (guest, {"session_only", "admins_only"}),
                    (account, {"admins_only"}),
                    (bot, {"session_only"}),
                ):
                    for method, path in ways:
                        body = {"act": "notice", "detail": "mine"} if method == "POST" else None
                        answer = await http.request(method, path, json=body)
                        assert answer.status_code in (401, 403)
                        assert answer.json()["code"] in codes
            assert [one.act for one in await served.room.context.store.actions_after()] == ["host"]

    asyncio.run(main())


def test_admin_actions_apply_in_every_process(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.at(tmp_path)

    async def main() -> None:
        async with serving(url) as first, serving(url) as second, an_admin(first, url) as http:
            ann, bob = await first.guest("Ann"), await second.guest("Bob")
            table, bobs = await first.table(ann), await id_of(second, bob)
            async with TableClient(second.url, bob, table) as there, TableClient(first.url, ann, table) as here:
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                await until(here, lambda state: state.seats[1].kind == "player")
                told: list[str] = []
                there.noticed = told.append
                await act(http, "notice", detail="hello")
                await soon(lambda: told)
                await act(http, "ban", bobs)
                with pytest.raises(TableConnectionClosed, match="gone"):
                    await until(there, lambda _: False)
                await until(here, lambda state: state.seats[1].kind == "empty")
            await refused(second, bob, "GET", "/api/me")
            await act(http, "close", table)
            await soon(lambda: not second.room.moderation.sanctions.is_active(table, "closing"))

    asyncio.run(main())


def test_command_line_lists_players_tables_and_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "room.db")

    async def main() -> None:
        async with serving(database) as served, an_admin(served, database):
            ann = await id_of(served, await served.guest("Ann"))
            assert await typed(database, "mute", ann, "--why", "noise") == 0
            assert await typed(database, "ban", "auntie") == 2
            capsys.readouterr()
            assert await typed(database, "players", "--find", "ann") == 0
            told = capsys.readouterr().out
            assert ann in told
            assert "muted" in told
            assert "Auntie" not in told
            assert await typed(database, "players", "--json") == 0
            assert '"marks":["admin"]' in capsys.readouterr().out.replace(" ", "").replace("\n", "")
            assert await typed(database, "acts") == 0
            lines = capsys.readouterr().out.splitlines()
            assert [line.split()[3] for line in lines] == ["mute", "admin"]
            assert lines[0].endswith("noise")

    asyncio.run(main())


def test_admin_sees_which_limit_was_reached_and_its_setting(tmp_path: Path) -> None:
    limits = replace(FREE, tables_from=Rate(0.001, 1))

    async def main() -> None:
        database = str(tmp_path / "room.db")
        async with serving(database, Settings(tempo=FAST, limits=limits)) as served, an_admin(served, database) as http:
            assert (await http.get("/api/admin/limits")).json() == []
            guest = await served.guest()
            await served.table(guest)
            async with served.http(guest) as other:
                for _ in range(2):
                    assert (await other.post("/api/tables", json={"ruleset": "toy/plain"})).status_code == 429
                assert (await other.get("/api/admin/limits")).status_code == 403
            (told,) = (await http.get("/api/admin/limits")).json()
            assert (told["setting"], told["times"]) == ("--limits-tables-from", 2)

    asyncio.run(main())
