"""Other players: follows, blocks, presence, invitations, chat, and reports to the admins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from paiju.cli.main import main as paiju
from paiju.server import wire_requests
from paiju.server.app.cluster.coordination import ResyncNeeded
from paiju.server.app.store import Relation
from paiju.server.domain.table_state import table_id_of
from paiju.server.settings import Settings
from paiju.server.table_client import RequestRefused, TableClient, new_id
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.postgres import Cluster
from tests.integration.test_matchmaking import PLAIN, seek
from tests.integration.test_room import until

SEEKING = Settings(tempo=replace(FAST, seek=60_000), limits=FREE)


class Person:
    """A player, by name."""

    def __init__(self, served: Served, key: str, http: httpx.AsyncClient) -> None:
        self.served, self.key, self.http = served, key, http

    async def ask(self, method: str, path: str, **body: object) -> Any:
        answer = await self.http.request(method, path, json=body or None)
        return answer.json() if answer.content else answer.status_code

    async def here(self) -> Any:
        return await self.ask("GET", "/api/here")

    async def friend(self, name: str) -> Any:
        return next(one for one in (await self.here())["friends"] if one["name"] == name)


Case = Callable[..., Awaitable[None]]


async def meeting(served: Served, stack: AsyncExitStack, *names: str) -> list[Person]:
    found = []
    for name in names:
        key = await served.guest(name)
        found.append(Person(served, key, await stack.enter_async_context(served.http(key))))
    return found


def among(tmp_path: Path, case: Case, *names: str) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", SEEKING) as served, AsyncExitStack() as stack:
            await case(*await meeting(served, stack, *names))

    asyncio.run(main())


def test_followed_player_is_shown_with_presence_and_public_table(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        assert await ann.ask("PUT", "/api/me/follows/bOB") == 204
        assert (await ann.friend("Bob"))["here"] is False
        assert (await bob.here())["followers"] == ["Ann"]
        assert await ann.here() == {
            "online": 2,
            "friends": [
                {
                    "id": (await bob.ask("GET", "/api/me"))["id"],
                    "name": "Bob",
                    "bot": False,
                    "mutual": False,
                    "here": True,
                    "table": None,
                }
            ],
            "followers": [],
            "invitations": [],
            "pairs": [],
        }
        public = await bob.served.table(bob.key, private=False)
        private = await bob.served.table(bob.key, private=True)
        async with TableClient(bob.served.url, bob.key, private) as client:
            await until(client, lambda told: told.you is not None)
            assert (await ann.friend("Bob"))["table"] is None
        async with TableClient(bob.served.url, bob.key, public) as client:
            await until(client, lambda told: told.you is not None)
            seen = await ann.friend("Bob")
            assert (seen["here"], seen["table"]["id"]) == (True, public)
        await bob.ask("PUT", "/api/me/follows/Ann")
        assert (await ann.friend("Bob"))["mutual"] is True
        assert await ann.ask("GET", "/api/me/ties") == {"follows": ["Bob"], "blocks": []}
        assert await ann.ask("DELETE", "/api/me/follows/Bob") == 204
        assert (await ann.here())["friends"] == []
        assert (await ann.ask("PUT", "/api/me/follows/Ann"))["code"] == "it_is_you"
        assert (await ann.ask("PUT", "/api/me/follows/Cat"))["code"] == "unknown_player"

    among(tmp_path, case, "Ann", "Bob")


def test_presence_of_a_hidden_player_is_not_revealed(tmp_path: Path) -> None:
    """Whether a hidden player is here, away, or at a table: what a follower is told is the same."""

    async def case(ann: Person, bob: Person) -> None:
        await ann.ask("PUT", "/api/me/follows/Bob")
        async with bob.served.http() as browser:
            browser.cookies.set("paiju", bob.key)
            hides = await browser.put("/api/me/hides", json={"hides": ["presence"]})
            assert hides.status_code == 200
        away = await ann.here()
        assert away["friends"][0]["here"] is False
        await bob.here()
        assert await ann.here() == away
        public = await bob.served.table(bob.key, private=False, bots="")
        async with TableClient(bob.served.url, bob.key, public) as client:
            await client.request(wire_requests.Ready(id=new_id()))
            await until(client, lambda told: told.hand)
            assert await ann.here() == away
            for path in ("/api/tables", f"/api/tables/{public}"):
                listed = await ann.ask("GET", path)
                assert "Bob" not in str(listed)
                assert public in str(listed)
            await bob.ask("PATCH", "/api/me", name="Rob")  # at the table he is Bob until the hand is over
            listed = await ann.ask("GET", "/api/tables")
            assert "ob'" not in str(listed)

    among(tmp_path, case, "Ann", "Bob")


async def a_hand(one: Person, table: str) -> None:
    """The house plays it for who sits there with bots."""
    async with TableClient(one.served.url, one.key, table) as client:
        await client.request(wire_requests.Ready(id=new_id()))
        await until(client, lambda told: told.hand)
        await client.request(wire_requests.Auto(id=new_id(), on=True))
        await until(client, lambda told: told.hand and told.hand.reveal)


def test_hands_that_reveal_a_private_or_hidden_table_are_not_listed_to_others(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        async def listed(asks: Person) -> list[str]:
            names = [one["id"] for one in await asks.ask("GET", "/api/people/Bob/hands")]
            store = asks.served.room.context.store
            found = [await store.hand_access(name, "") for name in names]
            return [table_id_of(one.id) for one in found if one is not None]

        for private in (True, False):
            tables = [await bob.served.table(bob.key, private=private, bots="") for _ in range(2)]
            for table in tables:
                await a_hand(bob, table)
            if private:
                assert (await listed(ann), await listed(bob)) == ([], tables[::-1])
        assert await listed(ann) == tables[::-1]
        async with bob.served.http() as browser:
            browser.cookies.set("paiju", bob.key)
            await browser.put("/api/me/hides", json={"hides": ["presence"]})
        assert await listed(ann) == []  # he sits there still
        async with TableClient(bob.served.url, bob.key, tables[0]) as client:
            await client.request(wire_requests.Stand(id=new_id()))
        assert await listed(ann) == tables[:1]

    among(tmp_path, case, "Ann", "Bob")


def test_only_a_followed_seated_player_can_invite_a_follower(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, cat: Person) -> None:
        table = await ann.served.table(ann.key)
        assert (await ann.ask("POST", "/api/people/Bob/call", table=table))["code"] == "not_followed"
        await bob.ask("PUT", "/api/me/follows/Ann")
        assert (await cat.ask("POST", "/api/people/Bob/call", table=table))["code"] == "not_seated"
        assert await ann.ask("POST", "/api/people/Bob/call", table=table) == 204
        (call,) = (await bob.here())["invitations"]
        assert (call["sender"], call["table"]) == ("Ann", table)
        assert (await cat.here())["invitations"] == []
        async with TableClient(bob.served.url, bob.key, table) as client:
            await client.request(wire_requests.Sit(id=new_id()))
        assert (await bob.here())["invitations"] == []

    among(tmp_path, case, "Ann", "Bob", "Cat")


def test_blocked_player_sees_no_presence_and_is_not_matched(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, *others: Person) -> None:
        await bob.ask("PUT", "/api/me/follows/Ann")
        assert await ann.ask("PUT", "/api/me/blocks/Bob") == 204
        assert await bob.ask("GET", "/api/me/ties") == {"follows": ["Ann"], "blocks": []}  # nothing tells Bob
        assert await bob.ask("PUT", "/api/me/follows/Ann") == 204
        ann_here = await ann.here()
        assert ann_here["followers"] == []
        assert (await bob.friend("Ann"))["here"] is False
        assert (await ann.ask("PUT", "/api/me/follows/Bob")) == 204  # it is hers to change
        await ann.ask("PUT", "/api/me/blocks/Bob")
        looking = [asyncio.create_task(seek(one.http, PLAIN)) for one in (ann, bob, *others)]
        await asyncio.wait(looking[2:])
        tables = [task.result() for task in looking[2:]]
        assert looking[0].done() != looking[1].done()
        assert len(set(tables)) == 1
        for task in looking:
            task.cancel()

    among(tmp_path, case, "Ann", "Bob", "Cat", "Dan")


def test_blocked_players_cannot_sit_at_the_same_table(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, cat: Person) -> None:
        await ann.ask("PUT", "/api/me/blocks/Bob")
        table = await ann.served.table(ann.key)
        for one, refused in ((cat, None), (bob, "not_here")):
            async with TableClient(one.served.url, one.key, table) as client:
                await sat_down(client, refused)
        other = await bob.served.table(bob.key)
        async with TableClient(ann.served.url, ann.key, other) as client:
            await sat_down(client, "blocked_sits")

    among(tmp_path, case, "Ann", "Bob", "Cat")


async def sat_down(client: TableClient, refused: str | None) -> None:
    """Sit down; or be refused, for this reason, and sit nowhere."""
    if refused is None:
        await client.request(wire_requests.Sit(id=new_id()))
        return
    with pytest.raises(RequestRefused) as refusal:
        await client.request(wire_requests.Sit(id=new_id()))
    assert refusal.value.code == refused


def test_messages_of_a_blocked_player_are_not_delivered(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, cat: Person) -> None:
        table = await bob.served.table(bob.key)
        await ann.ask("PUT", "/api/me/blocks/Bob")
        heard: dict[str, list[str]] = {"ann": [], "cat": []}
        async with AsyncExitStack() as stack:
            for name, one in (("ann", ann), ("cat", cat)):
                client = await stack.enter_async_context(TableClient(one.served.url, one.key, table))

                async def hear(text: str, name: str = name) -> None:
                    if '"t":"social"' in text:
                        heard[name].append(text)

                client.heard = hear
                await until(client, lambda told: True)
            speaker = await stack.enter_async_context(TableClient(bob.served.url, bob.key, table))
            await speaker.request(wire_requests.Say(id=new_id(), phrase="hello"))
            await ann.ask("DELETE", "/api/me/blocks/Bob")
            await speaker.request(wire_requests.Say(id=new_id(), phrase="thanks"))
            async with asyncio.timeout(20):
                while not heard["ann"] or len(heard["cat"]) < 2:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.01)
            assert [text for text in heard["ann"] if "hello" in text] == []

    among(tmp_path, case, "Ann", "Bob", "Cat")


def test_missed_block_messages_are_read_from_the_store(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        table = await ann.served.table(ann.key)
        ids = [(await one.ask("GET", "/api/me"))["id"] for one in (ann, bob)]
        async with TableClient(ann.served.url, ann.key, table) as client:
            await until(client, lambda told: True)
            room = ann.served.room
            await room.context.store.put_relation(Relation(ids[0], ids[1], "block", 5))
            room.context.peers.receive("", ResyncNeeded())
            (listener,) = (await room.table(table)).subscribers._listeners
            async with asyncio.timeout(20):
                while listener.blocked_players != {ids[1]}:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.01)

    among(tmp_path, case, "Ann", "Bob")


async def heard_by(stack: AsyncExitStack, one: Person, table: str) -> tuple[TableClient, list[str]]:
    """Somebody at a table, and what they hear there."""
    client = await stack.enter_async_context(TableClient(one.served.url, one.key, table))
    heard: list[str] = []

    async def hear(text: str) -> None:
        heard.extend([text] if '"t":"social"' in text else [])

    client.heard = hear
    await until(client, lambda told: True)
    return client, heard


async def code_of(client: TableClient, request: wire_requests.ClientMessage) -> str:
    with pytest.raises(RequestRefused) as refused:
        await client.request(request)
    return refused.value.code


def test_chat_at_a_public_table_reaches_only_friends_between_hands(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person, cat: Person) -> None:
        table = await ann.served.table(ann.key, private=False)
        async with AsyncExitStack() as stack:
            (mine, _), (_, bobs), (cats, hers) = [await heard_by(stack, one, table) for one in (ann, bob, cat)]
            await ann.ask("PUT", "/api/me/follows/Bob")
            assert (
                await code_of(mine, wire_requests.Chat(id=new_id(), text="psst")) == "chat_off"
            )  # he does not follow her
            await bob.ask("PUT", "/api/me/follows/Ann")
            await mine.request(wire_requests.Chat(id=new_id(), text="hush now"))
            await cats.request(wire_requests.Sit(id=new_id(), seat=1))
            assert await code_of(cats, wire_requests.Chat(id=new_id(), text="me too")) == "chat_off"
            await mine.request(wire_requests.Say(id=new_id(), phrase="bye"))
            async with asyncio.timeout(20):
                while not hers or len(bobs) < 2:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.01)
            assert ["hush now" in text for text in bobs] == [True, False]
            assert not any("hush now" in text for text in hers)
            await cats.request(wire_requests.Ready(id=new_id()))
            await mine.request(wire_requests.Start(id=new_id()))
            assert await code_of(mine, wire_requests.Chat(id=new_id(), text="I have a bomb")) == "chat_off"

    among(tmp_path, case, "Ann", "Bob", "Cat")


def test_host_of_a_private_table_mutes_a_player(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        table = await ann.served.table(ann.key)
        async with AsyncExitStack() as stack:
            (mine, heard), (his, _) = [await heard_by(stack, one, table) for one in (ann, bob)]
            await his.request(wire_requests.Sit(id=new_id(), seat=1))
            assert await code_of(his, wire_requests.Mute(id=new_id(), seat=0, on=True)) == "not_host"
            for seat, code in ((0, "it_is_you"), (2, "seat_empty"), (9, "no_such_seat")):
                assert await code_of(mine, wire_requests.Mute(id=new_id(), seat=seat, on=True)) == code
            for _ in range(2):
                await mine.request(wire_requests.Mute(id=new_id(), seat=1, on=True))
            assert (await until(his, lambda told: told.seats[1].muted)).seats[0].muted is False
            for request in (
                wire_requests.Say(id=new_id(), phrase="hello"),
                wire_requests.Chat(id=new_id(), text="hello"),
            ):
                assert await code_of(his, request) == "hushed"
            await mine.request(wire_requests.Mute(id=new_id(), seat=1, on=False))
            await his.request(wire_requests.Chat(id=new_id(), text="thanks"))
            async with asyncio.timeout(20):
                while not heard:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.01)
            public = await ann.served.table(ann.key, private=False)
            client, _ = await heard_by(stack, ann, public)
            assert await code_of(client, wire_requests.Mute(id=new_id(), seat=0, on=True)) == "public_table"

    among(tmp_path, case, "Ann", "Bob")


def test_report_of_a_player_reaches_the_admins(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        assert await ann.ask("POST", "/api/people/Bob/report", why="stalls", table="t") == 204
        (act,) = await ann.served.room.context.store.actions_after()
        ids = [(await one.ask("GET", "/api/me"))["id"] for one in (ann, bob)]
        assert (act.act, act.actor, act.subject, act.detail, act.why) == ("report", *ids, "t", "stalls")
        assert await asyncio.to_thread(paiju, ["acts", "--database", str(tmp_path / "room.db")]) == 0

    among(tmp_path, case, "Ann", "Bob")


def test_presence_is_shared_between_processes(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.at(tmp_path)
        async with serving(url) as first, serving(url) as second, AsyncExitStack() as stack:
            (ann,), (bob,) = await meeting(first, stack, "Ann"), await meeting(second, stack, "Bob")
            await ann.ask("PUT", "/api/me/follows/Bob")
            table = await second.table(bob.key, private=False)
            async with TableClient(second.url, bob.key, table), asyncio.timeout(20):
                while (seen := await ann.friend("Bob"))["table"] is None:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.05)
                assert seen["table"]["id"] == table
            await bob.here()
            async with asyncio.timeout(20):
                while not (await ann.friend("Bob"))["here"]:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.05)

    asyncio.run(main())


def test_free_text_chat_is_delivered_at_private_tables_and_not_stored(tmp_path: Path) -> None:
    async def case(ann: Person, bob: Person) -> None:
        private, public = await ann.served.table(ann.key), await ann.served.table(ann.key, private=False)
        heard: list[Any] = []

        async def hear(text: str) -> None:
            if '"t":"social"' in text:
                heard.append(msgspec.json.decode(text))

        async with (
            TableClient(ann.served.url, ann.key, private) as here,
            TableClient(bob.served.url, bob.key, private) as there,
            TableClient(ann.served.url, ann.key, public) as elsewhere,
        ):
            here.heard = hear
            await until(here, lambda told: told.table.watching == 1)
            await here.request(wire_requests.Chat(id=new_id(), text="  好 牌\n! "))
            await there.request(wire_requests.Knock(id=new_id()))
            for client, code in ((there, "not_seated"), (elsewhere, "chat_off")):
                with pytest.raises(RequestRefused, match=code):
                    await client.request(wire_requests.Chat(id=new_id(), text="hello"))
            with pytest.raises(RequestRefused, match="nothing_said"):
                await here.request(wire_requests.Chat(id=new_id(), text="\u3164"))
            with pytest.raises(RequestRefused, match="already_seated"):
                await here.request(wire_requests.Knock(id=new_id()))
            async with asyncio.timeout(20):
                while len(heard) < 2:  # noqa: ASYNC110 (it comes from outside)
                    await asyncio.sleep(0.01)
        assert [(one["kind"], one["seat"], one["name"], one["text"]) for one in heard] == [
            ("chat", 0, "Ann", "好 牌 !"),
            ("knock", None, "Bob", ""),
        ]
        entries = await ann.served.room.context.store.entries(private)
        assert not [entry for entry in entries if "好".encode() in entry.facts]

    among(tmp_path, case, "Ann", "Bob")
