"""Accounts over a real socket: registration, login, sessions, passwords, tokens, and the attacks on them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest
from argon2 import PasswordHasher
from structlog.testing import capture_logs

from paiju.server import main as composition
from paiju.server import wire_requests
from paiju.server.adapters.password_hashing import AT_ONCE, WAITING, Argon2Hasher
from paiju.server.app.players.accounts import SESSIONS
from paiju.server.app.token_buckets import Rate, RateSettings
from paiju.server.errors import RateLimited
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, TableConnectionClosed, new_id
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.test_room import until

PLENTY = Rate(1e6, 1e6)
OPEN = msgspec.structs.replace(FREE, logins=PLENTY, passwords=PLENTY)
ANN = {"user": "Ann-01", "password": "correct horse"}


class Counting(Argon2Hasher):
    """Quick, and says how often it was asked."""

    calls = 0
    cost = 1

    def __init__(self) -> None:
        super().__init__(PasswordHasher(time_cost=self.cost, memory_cost=8, parallelism=1))

    async def hash(self, password: str) -> str:
        Counting.calls += 1
        return await super().hash(password)

    async def matches(self, secret: str, password: str) -> bool:
        Counting.calls += 1
        return await super().matches(secret, password)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "Argon2Hasher", Counting)
    monkeypatch.setattr(Counting, "calls", 0)


def room(path: Path, limits: RateSettings = OPEN) -> AbstractAsyncContextManager[Served]:
    return serving(path / "room.db", Settings(tempo=FAST, limits=limits))


@asynccontextmanager
async def browser(served: Served, name: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody with a cookie jar; a guest where a name is given."""
    async with served.http() as http:
        if name is not None:
            await http.post("/api/session", json={"name": name})
        yield http


@asynccontextmanager
async def kept(served: Served, **login: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser in which somebody has an account."""
    async with browser(served, "Ann") as http:
        assert (await http.post("/api/account", json={**ANN, **login})).status_code == 201
        yield http


async def code(answer: Any) -> tuple[int, str]:
    got = await answer
    return got.status_code, got.json()["code"]


async def gone(client: TableClient) -> None:
    """The server closes it."""
    with pytest.raises(TableConnectionClosed):
        await until(client, lambda _: False)


def run(case: Callable[[], Any]) -> None:
    asyncio.run(case())


def test_user_name_probing_is_rate_limited(tmp_path: Path) -> None:
    async def case() -> None:
        limits = msgspec.structs.replace(OPEN, accounts=Rate(0.01, 3))
        async with room(tmp_path, limits) as served, kept(served), browser(served, "Eve") as eve:
            for _ in range(2):
                assert await code(eve.post("/api/account", json=ANN)) == (400, "user_taken")
            assert await code(eve.post("/api/account", json={**ANN, "user": "bob"})) == (429, "too_many_logins")

    run(case)


def test_a_guest_becomes_an_account_and_keeps_all_it_had(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, browser(served, "Ann") as http:
            before = (await http.get("/api/me")).json()
            assert (before["guest"], before["user"]) == (True, None)
            guest = http.cookies["paiju"]
            table = await served.table(guest)
            token = (await http.post("/api/me/tokens", json={"label": "my bot"})).json()
            made = await http.post("/api/account", json=ANN)
            assert made.status_code == 201
            assert made.json() == {**before, "guest": False, "user": "Ann-01"}
            assert http.cookies["paiju"] != guest
            assert [one["id"] for one in (await http.get("/api/me/tables")).json()] == [table]
            assert [one["id"] for one in (await http.get("/api/me/tokens")).json()] == [token["id"]]
            async with served.http(token["token"]) as bot, served.http(guest) as old:
                assert (await bot.get("/api/me")).json()["id"] == before["id"]
                assert (await old.get("/api/me")).status_code == 401
            assert (await http.post("/api/session", json={})).json() == made.json()
            assert await code(http.post("/api/account", json={**ANN, "user": "other"})) == (403, "has_account")

    run(case)


def test_a_hand_begun_in_one_browser_goes_on_in_another(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home:
            table = await served.table(home.cookies["paiju"], bots="", pace={"turn": 0})
            async with TableClient(served.url, home.cookies["paiju"], table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                seen = await until(client, lambda table: table.table.phase == "playing")
            async with browser(served) as away:
                came = await away.post("/api/login", json={"user": "ＡＮＮ-01", "password": ANN["password"]})
                assert came.status_code == 200
                assert came.json() == (await home.get("/api/me")).json()
                assert [one["id"] for one in (await away.get("/api/me/tables")).json()] == [table]
                async with TableClient(served.url, away.cookies["paiju"], table) as client:
                    again = await until(client, lambda table: table.table.phase == "playing")
                    assert (again.you, again.hand and again.hand.number) == (seen.you, seen.hand and seen.hand.number)

    run(case)


def test_session_cookie_is_http_only_and_secure_behind_https(tmp_path: Path) -> None:
    async def flags(served: Served, **headers: str) -> Any:
        async with browser(served) as http:
            made = await http.post("/api/session", json={}, headers=headers)
            (cookie,) = SimpleCookie(made.headers["set-cookie"]).values()
            return cookie

    async def case() -> None:
        async with room(tmp_path) as served:
            plain, secure = await flags(served), await flags(served, **{"x-forwarded-proto": "https"})
            assert (plain["httponly"], plain["samesite"], plain["path"], plain["secure"]) == (True, "lax", "/", "")
            assert (plain.key, secure.key) == ("paiju", "__Host-paiju")  # a browser holds the second to what follows
            assert (secure["secure"], secure["path"], secure["domain"]) == (True, "/", "")

    run(case)


def test_session_survives_the_change_to_the_host_prefixed_cookie(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, browser(served, "Ann") as http:
            http.headers["x-forwarded-proto"] = "https"
            old, me = http.cookies["paiju"], (await http.get("/api/me")).json()
            again = await http.post("/api/session", json={})
            assert again.json() == me
            (cookie,) = SimpleCookie(again.headers["set-cookie"]).values()
            assert (cookie.key, cookie.value) == ("__Host-paiju", old)

    run(case)


def test_host_prefixed_cookie_takes_precedence(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served:
            ann, eve = await served.guest("Ann"), await served.guest("Eve")
            async with served.http() as http:
                cookie = f"paiju={eve}; __Host-paiju={ann}"
                assert (await http.get("/api/me", headers={"cookie": cookie})).json()["name"] == "Ann"

    run(case)


def test_logout_ends_the_session(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as http:
            cookie = http.cookies["paiju"]
            answer = await http.post("/api/logout")
            assert answer.status_code == 204
            assert "Max-Age=0" in answer.headers["set-cookie"]
            async with served.http(cookie) as old:
                assert await code(old.get("/api/me")) == (401, "no_session")
                assert await code(old.post("/api/logout")) == (401, "no_session")
            async with browser(served) as back:
                back.cookies.set("paiju", cookie)
                assert (await back.post("/api/session", json={})).json()["guest"]
                back.cookies.clear()
                assert (await back.post("/api/login", json=ANN)).json()["user"] == "Ann-01"

    run(case)


def test_login_replaces_the_guest_session(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home, browser(served, "Somebody") as http:
            ann = (await home.get("/api/me")).json()
            guest = http.cookies["paiju"]
            await served.table(guest)
            assert (await http.post("/api/login", json=ANN)).json() == ann
            assert (await http.get("/api/me/tables")).json() == []
            async with served.http(guest) as old:
                assert (await old.get("/api/me")).status_code == 401

    run(case)


def test_unknown_user_and_wrong_password_are_indistinguishable(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served):
            answers, calls = [], []
            for login in ({**ANN, "password": "not this one"}, {**ANN, "user": "nobody"}, {**ANN, "user": "<>"}):
                async with browser(served) as http:
                    before = Counting.calls
                    answers.append(await http.post("/api/login", json=login))
                    calls.append(Counting.calls - before)
                    assert "set-cookie" not in answers[-1].headers
            assert calls == [1, 1, 1]
            assert {(one.status_code, one.text) for one in answers} == {(403, answers[0].text)}
            assert answers[0].json()["code"] == "wrong_login"
            assert len({tuple(sorted(set(one.headers) - {"date"})) for one in answers}) == 1

    run(case)


REFUSED_LOGINS: Final[tuple[tuple[dict[str, Any], int, str, str | None], ...]] = (
    ({"user": "a"}, 400, "user_length", "user"),
    ({"user": "a b"}, 400, "user_characters", "user"),
    ({"user": "aNN-01"}, 400, "user_taken", "user"),
    ({"user": "ＡＮＮ-01"}, 400, "user_taken", "user"),
    ({"password": "short"}, 400, "password_short", "password"),
    ({"password": "x" * 201}, 400, "password_long", "password"),
    ({"password": "Password1"}, 400, "password_silly", "password"),
    ({"user": "long-enough", "password": "Long-Enough"}, 400, "password_is_user", "password"),
    ({"user": "x" * 101}, 400, "wrong_value", "user"),
    ({"user": 5}, 400, "wrong_value", "user"),
    ({"user": None}, 400, "wrong_value", "user"),
    ({"password": ["a"]}, 400, "wrong_value", "password"),
    ({"password": {}}, 400, "wrong_value", "password"),
    ({"more": 1}, 400, "unknown_field", "more"),
    ({"password": "x" * 1001}, 400, "wrong_value", "password"),
    ({"password": "x" * 20_000}, 413, "too_long", None),
)
"""Parts of a login, with the status and the code of the refusal, and the field it concerns."""


def test_invalid_account_is_refused_with_its_field(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served), browser(served, "Bob") as http:
            for login, *expected in REFUSED_LOGINS:
                answer = await http.post("/api/account", json={"user": "bob", "password": ANN["password"], **login})
                problem = answer.json()
                assert [answer.status_code, problem["code"], problem["args"].get("field")] == expected, login
                assert (await http.get("/api/me")).json()["guest"]

    run(case)


UNREADABLE: Final = (b"", b"[]", b"null", b'"x"', b"{", b'{"user": "\\ud800x", "password": "\\ud800"}', b"\xff")


def test_unreadable_body_is_a_bad_request(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, browser(served, "Bob") as http:
            for path in ("/api/account", "/api/login", "/api/account/deletion"):
                for body in UNREADABLE:
                    answer = await http.post(path, content=body)
                    assert (answer.status_code, answer.json()["kind"]) == (400, "unfit"), (path, body)

    run(case)


def test_one_of_many_concurrent_requests_gets_a_user_name(tmp_path: Path) -> None:
    async def claim(served: Served, number: int) -> tuple[int, str]:
        async with browser(served, f"Guest {number}") as http:
            answer = await http.post("/api/account", json={**ANN, "user": "WANG"[: 3 + number % 2]})
            return answer.status_code, answer.json().get("code", "")

    async def case() -> None:
        async with room(tmp_path) as served:
            answers = await asyncio.gather(*(claim(served, number) for number in range(16)))
            assert answers.count((201, "")) == 2
            assert answers.count((400, "user_taken")) == 14

    run(case)


def test_concurrent_requests_create_one_account_for_a_guest(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, browser(served, "Ann") as http:
            headers = {"Authorization": f"Bearer {http.cookies['paiju']}"}
            answers = await asyncio.gather(
                *(http.post("/api/account", json={**ANN, "user": f"ann{n}"}, headers=headers) for n in range(5))
            )
            assert [answer.status_code for answer in answers].count(201) == 1

    run(case)


def test_login_attempts_are_limited_by_name_and_by_address(tmp_path: Path) -> None:
    async def tries(limits: RateSettings, path: Path, users: list[str]) -> list[httpx.Response]:
        async with room(path, limits) as served, browser(served) as http:
            return [await http.post("/api/login", json={**ANN, "user": user}) for user in users]

    async def case() -> None:
        few = Rate(0.01, 2)
        by_name = await tries(
            msgspec.structs.replace(OPEN, passwords=few), tmp_path / "a", ["ann", "ANN", "ａnn", "bob"]
        )
        assert [one.status_code for one in by_name] == [403, 403, 429, 403]
        by_address = await tries(msgspec.structs.replace(OPEN, logins=few), tmp_path / "b", ["ann", "bob", "cat"])
        assert [one.status_code for one in by_address] == [403, 403, 429]
        for refused in (by_name[2], by_address[2]):
            assert refused.json()["code"] == "too_many_logins"
            assert 90 <= int(refused.headers["retry-after"]) <= 100
            assert refused.json()["args"] == {"seconds": refused.headers["retry-after"]}
        assert Counting.calls == 5

    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    run(case)


def test_password_change_ends_all_other_sessions(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home:
            token = (await home.post("/api/me/tokens", json={})).json()["token"]
            async with browser(served) as away, served.http(token) as bot:
                await away.post("/api/login", json=ANN)
                change = {"old": "not this one", "password": "battery staple"}
                refused = await home.put("/api/account/password", json=change)
                assert (refused.status_code, refused.json()["code"]) == (400, "wrong_password")
                assert refused.json()["args"] == {"field": "old"}
                silly = {"old": ANN["password"], "password": "12345678"}
                assert await code(home.put("/api/account/password", json=silly)) == (400, "password_silly")
                cookie = home.cookies["paiju"]
                change["old"] = ANN["password"]
                assert (await home.put("/api/account/password", json=change)).status_code == 200
                assert home.cookies["paiju"] != cookie
                assert (await home.get("/api/me")).json()["user"] == "Ann-01"
                assert (await away.get("/api/me")).status_code == 401
                assert (await bot.get("/api/me")).status_code == 200
                async with served.http(cookie) as old:
                    assert (await old.get("/api/me")).status_code == 401
                assert await code(away.post("/api/login", json=ANN)) == (403, "wrong_login")
                assert (await away.post("/api/login", json={**ANN, "password": "battery staple"})).status_code == 200

    run(case)


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    chrome = {"user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36"}

    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home, browser(served) as away, browser(served) as third:
            await away.post("/api/login", json=ANN, headers=chrome)
            await third.post("/api/login", json=ANN)
            listed = (await home.get("/api/me/sessions")).json()
            assert [(one["label"], one["here"]) for one in listed] == [
                ("", True), ("Chrome, Android", False), ("", False),
            ]  # fmt: skip
            assert not {home.cookies["paiju"], away.cookies["paiju"]} & {one["id"] for one in listed}
            assert (await home.delete(f"/api/me/sessions/{listed[1]['id']}")).status_code == 204
            assert (await away.get("/api/me")).status_code == 401
            ended = home.delete(f"/api/me/sessions/{listed[1]['id']}")
            assert await code(ended) == (404, "unknown_session")
            assert (await home.delete("/api/me/sessions")).status_code == 204
            assert (await third.get("/api/me")).status_code == 401
            assert [one["here"] for one in (await home.get("/api/me/sessions")).json()] == [True]

    run(case)


def test_sessions_and_tokens_of_another_player_cannot_be_revoked(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as ann, kept(served, user="bob") as bob:
            (hers,) = (await ann.get("/api/me/sessions")).json()
            assert await code(bob.delete(f"/api/me/sessions/{hers['id']}")) == (404, "unknown_session")
            assert await code(bob.delete(f"/api/me/tokens/{hers['id']}")) == (404, "unknown_token")
            assert await code(ann.delete(f"/api/me/tokens/{hers['id']}")) == (404, "unknown_token")
            assert (await bob.delete("/api/me/sessions")).status_code == 204
            assert (await ann.get("/api/me")).status_code == 200

    run(case)


def test_session_over_the_limit_closes_the_oldest_with_its_sockets(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as first:
            oldest = first.cookies["paiju"]
            async with TableClient(served.url, oldest, await served.table(oldest)) as socket:
                for _ in range(SESSIONS):
                    async with browser(served) as http:
                        await http.post("/api/login", json=ANN)
                        last = http.cookies["paiju"]
                await gone(socket)
            assert (await first.get("/api/me")).status_code == 401
            async with served.http(last) as http:
                assert len((await http.get("/api/me/sessions")).json()) == SESSIONS

    run(case)


def test_sockets_close_when_their_session_or_token_is_revoked(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home:
            guest = home.cookies["paiju"]
            table = await served.table(guest)
            token = (await home.post("/api/me/tokens", json={})).json()
            async with (
                browser(served) as away,
                TableClient(served.url, guest, table) as here,
                TableClient(served.url, token["token"], table) as bot,
            ):
                await away.post("/api/login", json=ANN)
                async with TableClient(served.url, away.cookies["paiju"], table) as there:
                    for client in (here, there, bot):
                        await until(client, lambda _: True)
                    change = {"old": ANN["password"], "password": "battery staple"}
                    assert (await home.put("/api/account/password", json=change)).status_code == 200
                    await gone(there)
                    await here.request(wire_requests.Ping(id=new_id()))
                    await bot.request(wire_requests.Ping(id=new_id()))
                await home.delete(f"/api/me/tokens/{token['id']}")
                await gone(bot)
                await here.request(wire_requests.Ping(id=new_id()))
                await home.post("/api/logout")
                await gone(here)

    run(case)


def test_token_cannot_manage_the_account(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home:
            token = (await home.post("/api/me/tokens", json={})).json()
            async with served.http(token["token"]) as bot:
                for method, path, body in (
                    ("GET", "/api/me/sessions", None),
                    ("DELETE", "/api/me/sessions", None),
                    ("GET", "/api/me/tokens", None),
                    ("POST", "/api/me/tokens", {}),
                    ("DELETE", f"/api/me/tokens/{token['id']}", None),
                    ("GET", "/api/me/export", None),
                    ("POST", "/api/logout", None),
                    ("POST", "/api/account", ANN),
                    ("PUT", "/api/account/password", {"old": ANN["password"], "password": "battery staple"}),
                    ("POST", "/api/account/deletion", {"password": ANN["password"]}),
                ):
                    assert await code(bot.request(method, path, json=body)) == (403, "session_only"), path

    run(case)


def test_a_guest_has_no_password_to_change_or_account_to_end(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, browser(served, "Ann") as http:
            change = {"old": ANN["password"], "password": "battery staple"}
            assert await code(http.put("/api/account/password", json=change)) == (403, "no_account")
            assert await code(http.post("/api/account/deletion", json={"password": "x"})) == (403, "no_account")
            assert Counting.calls == 0

    run(case)


def test_the_export_has_all_but_the_secrets(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home:
            table = await served.table(home.cookies["paiju"], bots="", pace={"turn": 0}, hands=1)
            token = (await home.post("/api/me/tokens", json={"label": "my bot"})).json()
            await home.post("/api/purse/gift")
            answer = await home.get("/api/me/export")
            assert answer.headers["content-disposition"] == 'attachment; filename="paiju.json"'
            assert answer.headers["cache-control"] == "no-store"
            told = answer.json()
            assert told["me"] == (await home.get("/api/me")).json()
            assert told["sessions"] == (await home.get("/api/me/sessions")).json()
            assert told["tokens"] == (await home.get("/api/me/tokens")).json()
            assert [one["id"] for one in told["tables"]] == [table]
            assert told["hands"] == (await home.get("/api/me/hands")).json()
            assert told["created"] <= told["account_created"]
            assert told["coins"] == sum(one["coins"] for one in told["bookings"]) == 1200
            assert {one["cause"].split(":")[0] for one in told["bookings"]} == {"start", "daily"}
            for secret in (token["token"], home.cookies["paiju"], "argon2", ANN["password"]):
                assert secret not in answer.text

    run(case)


def test_an_account_ends_and_its_seats_are_free(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as home:
            bob = await served.guest("Bob")
            cookie, player = home.cookies["paiju"], (await home.get("/api/me")).json()["id"]
            waiting = await served.table(cookie, private=False)
            running = await served.table(cookie, bots="", pace={"turn": 0})
            async with TableClient(served.url, cookie, running) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                await until(client, lambda table: table.table.phase == "playing")
                wrong = await home.post("/api/account/deletion", json={"password": "not this one"})
                assert (wrong.json()["code"], wrong.json()["args"]) == ("wrong_password", {"field": "password"})
                assert (await home.post("/api/account/deletion", json={"password": ANN["password"]})).status_code == 204
                with pytest.raises(TableConnectionClosed):
                    await until(client, lambda _: False)
            async with served.http(cookie) as old, served.http(bob) as other, browser(served) as new:
                assert (await old.get("/api/me")).status_code == 401
                assert await code(new.post("/api/login", json=ANN)) == (403, "wrong_login")
                seats = (await other.get(f"/api/tables/{waiting}")).json()["seats"]
                assert {seat["kind"] for seat in seats} == {"empty"}
            assert served.room._tables[running].table.chairs[0].leaving
            store = served.room.context.store
            gone = await store.player(player)
            assert gone is not None
            assert gone.name == ""
            async with kept(served):
                pass  # the user name is free

    run(case)


def test_password_hash_with_old_parameters_is_rehashed_at_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def secret(served: Served) -> str:
        account = await served.room.context.store.account_by_name("ann-01")
        assert account is not None
        return account.secret

    async def log_in(served: Served, password: str) -> int:
        async with browser(served) as http:
            return (await http.post("/api/login", json={**ANN, "password": password})).status_code

    async def case() -> None:
        async with room(tmp_path) as served, kept(served):
            old = await secret(served)
        monkeypatch.setattr(Counting, "cost", 2)
        async with room(tmp_path) as served:
            assert await log_in(served, "not this one") == 403
            assert await secret(served) == old
            assert await log_in(served, ANN["password"]) == 200
            new = await secret(served)
            assert ",t=2," in new
            assert await log_in(served, ANN["password"]) == 200
            assert await secret(served) == new

    run(case)


def test_passwords_are_compared_after_unicode_normalization(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served, password="ｃａｆｅ\u0301 88号"), browser(served) as http:
            assert (await http.post("/api/login", json={**ANN, "password": "café 88号"})).status_code == 200
            assert (await http.post("/api/login", json={**ANN, "password": "cafe 88号"})).status_code == 403

    run(case)


def test_password_appears_in_no_log_export_or_file(tmp_path: Path) -> None:
    async def case() -> None:
        said = []
        with capture_logs() as logged:
            async with room(tmp_path) as served, kept(served) as http:
                for path, body in (
                    ("/api/login", ANN),
                    ("/api/login", {**ANN, "user": "nobody"}),
                    ("/api/login", {**ANN, "more": ANN["password"]}),
                    ("/api/login", {"user": ANN["password"], "password": 5}),
                    ("/api/account", ANN),
                ):
                    said.append((await http.post(path, json=body)).text)
                said.append((await http.get("/metrics")).text)
        assert ANN["password"] not in json.dumps([*said, *map(str, logged)])

    run(case)
    for file in tmp_path.iterdir():
        assert ANN["password"].encode() not in file.read_bytes()


def test_account_requests_from_a_foreign_origin_are_refused(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, kept(served) as http:
            evil = {"origin": "https://evil.example"}
            for method, path, body in (
                ("POST", "/api/login", ANN),
                ("POST", "/api/logout", None),
                ("POST", "/api/account", ANN),
                ("DELETE", "/api/me/sessions", None),
                ("PUT", "/api/account/password", {"old": ANN["password"], "password": "battery staple"}),
            ):
                assert await code(http.request(method, path, json=body, headers=evil)) == (403, "wrong_origin")

    run(case)


def test_openapi_schema_describes_the_account_endpoints(tmp_path: Path) -> None:
    async def case() -> None:
        async with room(tmp_path) as served, browser(served) as http:
            paths = (await http.get("/api/schema/openapi.json")).json()["paths"]
            described = {
                path: set(paths[path]) for path in paths if path.startswith(("/api/account", "/api/me/", "/api/log"))
            }
            assert (
                described.items()
                >= {
                    "/api/account": {"post"},
                    "/api/account/password": {"put"},
                    "/api/account/deletion": {"post"},
                    "/api/login": {"post"},
                    "/api/logout": {"post"},
                    "/api/me/sessions": {"get", "delete"},
                    "/api/me/sessions/{session}": {"delete"},
                    "/api/me/export": {"get"},
                }.items()
            )
            assert all(one.get("description") for path in described for one in paths[path].values())

    run(case)


def test_concurrent_and_waiting_password_hashes_are_limited() -> None:
    class Slow(PasswordHasher):
        now = most = 0
        lock = threading.Lock()
        go_on = threading.Event()

        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            self.go_on.wait(10)
            with self.lock:
                self.now -= 1
            return "secret"

    async def case() -> None:
        slow = Slow()
        hasher = Argon2Hasher(slow)
        asked = [asyncio.create_task(hasher.hash("x")) for _ in range(AT_ONCE + WAITING)]
        await asyncio.sleep(0.05)
        with pytest.raises(RateLimited):
            await hasher.hash("x")
        slow.go_on.set()
        assert await asyncio.gather(*asked) == ["secret"] * (AT_ONCE + WAITING)
        assert slow.most == AT_ONCE
        assert await hasher.hash("x") == "secret"
        hasher.close()

    run(case)


def test_password_hasher_uses_argon2id_with_recommended_parameters() -> None:
    async def case() -> None:
        hasher = Argon2Hasher()
        secret = await hasher.hash("correct horse")
        assert secret.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
        assert await hasher.matches(secret, "correct horse")
        assert not await hasher.matches(secret, "correct hors")
        assert not hasher.needs_rehash(secret)
        hasher.close()

    run(case)


def test_account_holders_are_not_limited_by_address(tmp_path: Path) -> None:
    rare = Rate(0.001, 1)
    limits = msgspec.structs.replace(FREE, tables_from=rare, hands_from=rare, new_accounts=Rate(0.001, 2))

    async def main() -> None:
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=limits)) as served:
            await served.table(await served.guest("Ann"))
            async with served.http() as http:
                await http.post("/api/session", json={"name": "Bob"})
                wanted = {"ruleset": "toy/plain"}
                assert (await http.post("/api/tables", json=wanted)).json()["code"] == "too_many_requests"
                (told,) = [line for line in served.logged if line["event"] == "limit_reached"]
                assert told["setting"] == "--limits-tables-from"
                await http.post("/api/account", json={"user": "bob", "password": "plums and pears"})
                for _ in range(3):
                    table = (await http.post("/api/tables", json=wanted)).json()["table"]
                    async with TableClient(served.url, http.cookies["paiju"], table) as client:
                        await client.request(wire_requests.Ready(id=new_id()))
                for status in (201, 429):
                    http.cookies.clear()
                    await http.post("/api/session", json={})
                    made = await http.post(
                        "/api/account", json={"user": f"user{status}", "password": "plums and pears"}
                    )
                    assert made.status_code == status

    asyncio.run(main())
