"""Links to finished hands: they open the hand, reveal nothing of the table, and can be withdrawn by the players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from paiju.records import read_record, verify
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.table_client import TableClient, TableConnectionClosed, new_id
from tests.golden.golden_databases import book_of, copy_of
from tests.golden.make_database import BEGIN
from tests.integration.in_process_server import Served, serving
from tests.integration.test_room import play_hand

WAYS: Final = ("", "/replay", "/review?kind=quick", "/record", "/record?form=text")
"""What there is of a hand, after its address."""

UNGUESSABLE: Final = 96
"""Bits of a public id at least."""


class Hand:
    """A hand that Ann has played at a private table with bots."""

    def __init__(self, served: Served, ann: str, table: str, name: str) -> None:
        self.served, self.ann, self.table, self.name = served, ann, table, name

    @property
    def old(self) -> str:
        """Its id within the server, by which it was known to all before."""
        return f"{self.table}-1"

    async def answers(self, name: str, key: str = "") -> list[httpx.Response]:
        """What is answered to somebody, a stranger without a session if need be."""
        async with self.served.http(key) as http:
            return [await http.get(f"/api/hands/{name}{way}") for way in WAYS]

    async def statuses(self, name: str, key: str = "") -> set[int]:
        return {answer.status_code for answer in await self.answers(name, key)}

    async def withdraw(self, key: str, name: str = "") -> httpx.Response:
        async with self.served.http(key) as http:
            return await http.delete(f"/api/hands/{name or self.name}/link")


def played(tmp_path: Path, case: Callable[[Hand], Awaitable[None]]) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann = await served.guest("Ann")
            table = await served.table(ann, bots="")
            async with TableClient(served.url, ann, table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                last = await play_hand(client)
            assert last.hand is not None
            assert last.hand.reveal is not None
            await case(Hand(served, ann, table, last.hand.reveal.replay))

    asyncio.run(main())


def test_link_to_a_hand_does_not_reveal_its_table(tmp_path: Path) -> None:
    async def case(hand: Hand) -> None:
        assert len(bytes.fromhex(hand.name)) * 8 >= UNGUESSABLE
        for answer in await hand.answers(hand.name):
            assert answer.status_code == 200
            assert hand.table not in answer.text + str(answer.headers)
        async with hand.served.http(hand.ann) as http:
            for path in ("/api/me/hands", f"/api/tables/{hand.table}/hands", "/api/people/Ann/hands"):
                (listed,) = (await http.get(path)).json()
                assert listed["id"] == hand.name
                assert hand.table not in str(listed)
        assert all(hand.table not in answer.text for answer in await hand.answers(hand.name, hand.ann))

    played(tmp_path, case)


def test_link_to_a_hand_gives_no_access_to_its_table(tmp_path: Path) -> None:
    def texts(value: Any) -> set[str]:
        """Every text anywhere in an answer, and their parts."""
        if isinstance(value, dict):
            return {text for pair in value.items() for part in pair for text in texts(part)}
        if isinstance(value, list):
            return {text for part in value for text in texts(part)}
        return {value, *value.split("-")} if isinstance(value, str) else set()

    async def case(hand: Hand) -> None:
        stranger = await hand.served.guest()
        told = {hand.name}
        for answer in await hand.answers(hand.name):
            told |= texts(answer.json()) if "json" in answer.headers["content-type"] else set(answer.text.split())
        tried = [one for one in told if one.isalnum() and len(one) >= 16]
        assert tried
        async with hand.served.http(stranger) as http:
            for one in tried:
                assert (await http.get(f"/api/tables/{one}")).status_code == 404
        for one in tried:
            with pytest.raises(TableConnectionClosed):
                async with TableClient(hand.served.url, stranger, one) as client:
                    await client.request(wire_requests.Sit(id=new_id()))

    played(tmp_path, case)


def test_fairness_proof_needs_no_table_id(tmp_path: Path) -> None:
    async def case(hand: Hand) -> None:
        _, _, _, record, _ = await hand.answers(hand.name)
        (one,) = record.json()["hands"]
        assert one["fair"]["table"] == ""
        assert one["fair"]["secret"]

    played(tmp_path, case)


def test_a_withdrawn_link_opens_the_hand_for_its_players_alone(tmp_path: Path) -> None:
    async def case(hand: Hand) -> None:
        stranger = await hand.served.guest("Bob")
        refused = await hand.withdraw(stranger)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_your_hand")
        assert (await hand.withdraw("")).status_code == 401
        assert await hand.statuses(hand.name, stranger) == await hand.statuses(hand.name) == {200}
        for _ in range(2):
            assert (await hand.withdraw(hand.ann)).status_code == 204
            assert await hand.statuses(hand.name, stranger) == await hand.statuses(hand.name) == {404}
            assert await hand.statuses(hand.name, hand.ann) == {200}
        _, replay, *_ = await hand.answers(hand.name, hand.ann)
        assert replay.json()["withdrawn"]
        async with hand.served.http(hand.ann) as mine, hand.served.http(stranger) as others:
            of_table = f"/api/tables/{hand.table}/hands"
            assert [one["id"] for one in (await mine.get(of_table)).json()] == [hand.name]
            assert (await others.get(of_table)).json() == []

    played(tmp_path, case)


def test_hand_pages_are_revalidated_and_gone_after_the_link_is_withdrawn(tmp_path: Path) -> None:
    async def case(hand: Hand) -> None:
        for answer in await hand.answers(hand.name):
            assert answer.headers["cache-control"] == "private, no-cache"
        first = (await hand.answers(hand.name))[0]
        async with hand.served.http() as http:
            tag = {"if-none-match": first.headers["etag"]}
            assert (await http.get(f"/api/hands/{hand.name}", headers=tag)).status_code == 304
            await hand.withdraw(hand.ann)
            assert (await http.get(f"/api/hands/{hand.name}", headers=tag)).status_code == 404

    played(tmp_path, case)


def test_an_old_link_opens_the_hand_for_its_players_alone(tmp_path: Path) -> None:
    async def case(hand: Hand) -> None:
        assert hand.old != hand.name
        assert await hand.statuses(hand.old, await hand.served.guest()) == await hand.statuses(hand.old) == {404}
        assert await hand.statuses(hand.old, hand.ann) == {200}
        _, replay, *_ = await hand.answers(hand.old, hand.ann)
        assert replay.json()["id"] == hand.name  # so that a page can show the link that may be sent to others
        assert (await hand.withdraw(await hand.served.guest(), hand.old)).status_code == 404

    played(tmp_path, case)


def test_old_link_of_a_public_table_opens_the_hand_for_its_players_alone(tmp_path: Path) -> None:
    """Or else whoever knows a table could look through all that was ever played there."""

    async def main() -> None:
        async with serving(tmp_path / "room.db") as served:
            ann = await served.guest()
            table = await served.table(ann, bots="", private=False)
            async with TableClient(served.url, ann, table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                await play_hand(client)
            async with served.http() as nobody, served.http(ann) as player:
                assert (await nobody.get(f"/api/hands/{table}-1")).status_code == 404
                assert (await player.get(f"/api/hands/{table}-1")).status_code == 200

    asyncio.run(main())


def test_hand_from_before_public_ids_does_not_reveal_its_table(tmp_path: Path) -> None:
    """Its deal was bound to the table's id, so that only its players get the proof."""
    book = book_of("format-2")

    async def main() -> None:
        database = copy_of("format-2", tmp_path)
        async with serving(database, library=StandardRegistry(), wall=lambda: BEGIN) as served:
            proved = 0
            for player in book["players"].values():
                async with served.http(player["session"]) as http, served.http() as nobody:
                    for listed in (await http.get("/api/me/hands")).json():
                        name = listed["id"]
                        assert len(bytes.fromhex(name)) * 8 >= UNGUESSABLE
                        for way in WAYS:
                            answer = await nobody.get(f"/api/hands/{name}{way}")
                            assert answer.status_code == 200, f"{way} {answer.text}"
                            assert not [table for table in book["tables"] if table in answer.text]
                        record = read_record((await http.get(f"/api/hands/{name}/record")).text)
                        assert {check.code for check in verify(record) if check.holds} >= {"deal", "commitment"}
                        assert all(check.holds for check in verify(record))
                        proved += 1
            assert proved >= len(book["hands"])

    asyncio.run(main())
