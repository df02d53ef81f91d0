"""Three browsers on one address lose on purpose to one of them. Admins see it and can exclude them; no address is stored."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from paiju.server import wire_requests
from paiju.server.adapters.databases import open_store
from paiju.server.app.matchmaking.ip_network_hashes import KEPT_DAYS, NetworkHashes
from paiju.server.app.matchmaking.ticket_queue import MemoryTicketQueue
from paiju.server.app.players import profiles
from paiju.server.app.players.player_service import DAY
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.app.ranking_store import PlayedSeat
from paiju.server.app.store import Store
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.postgres import Cluster
from tests.integration.store_contract import append, hand
from tests.integration.test_moderation import act, an_admin, id_of

HANDS = 12


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "room.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.at(tmp_path)


async def dump(store: Store, winner: str, *losers: str, now: int) -> None:
    """Hands that the same player wins, just now."""
    for number in range(1, HANDS + 1):
        results = (
            SeatResult(player=winner, role="landlord", side=0, won=1, points=12, coins=200),
            *(SeatResult(player=one, role="farmer", side=1, won=-1, points=-6, coins=-100) for one in losers),
        )
        verdict = HandResult(ruleset="toy/plain", people=True, ladder="toy", results=results)
        finished = replace(hand(number, winner, *losers), ended=now - HANDS + number, verdict=verdict)
        assert await store.append(replace(append(number), finished=finished))


async def sit_together(served: Served, keys: list[str]) -> None:
    """Three browsers open a public table, which is when the room sees their network."""
    name = await served.table(keys[0], private=False)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
        for seat, client in enumerate(clients[1:], 1):
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))


def test_admins_see_dumping_accounts_and_exclude_them_from_rankings(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "OPPONENTS", 2)

    async def main() -> None:
        async with serving(database) as served, an_admin(served, database) as admin:
            store, clock = served.room.context.store, served.room.context.clock
            keys = [await served.guest(name) for name in ("Ann", "Bob", "Cat")]
            ids = [await id_of(served, key) for key in keys]
            assert (await admin.get("/api/admin/closed-groups")).json() == []
            await sit_together(served, keys)
            await dump(store, *ids, now=clock())
            await RatingUpdater(store, served.room.context.registry).rate_pending()
            (group,) = (await admin.get("/api/admin/closed-groups")).json()
            assert group["grade"] == "strong"
            assert {one["name"] for one in group["players"]} == {"Ann", "Bob", "Cat"}
            towards_ann = [flow for flow in group["flows"] if flow["gainer"] == ids[0]]
            assert {flow["payer"] for flow in towards_ann} == set(ids[1:])
            for flow in towards_ann:
                assert flow["signs"] == ["wins", "points", "coins", "network"]
                assert (flow["hands"], flow["won"], flow["points"], flow["coins"]) == (HANDS, HANDS, 72, 1200)
            path = "/api/rankings/coins?ruleset=toy/plain"
            ranked = [one["name"] for one in (await admin.get(path)).json()]
            assert (ranked[0], sorted(ranked)) == ("Ann", ["Ann", "Bob", "Cat"])
            await act(admin, "unrank", ids[0], why="two accounts lose to this one")
            assert [one["name"] for one in (await admin.get(path)).json()] == ranked[1:]
            async with served.http(keys[0]) as http:
                assert (await http.get("/api/people/Ann")).json()["unranked"] is True
            assert (await admin.get("/api/people/Ann")).json()["unranked"] is False
            (group,) = (await admin.get("/api/admin/closed-groups")).json()
            assert {tuple(one["marks"]) for one in group["players"] if one["name"] == "Ann"} == {("unranked",)}
            log = (await admin.get("/api/admin/acts")).json()[0]
            assert (log["act"], log["name"], log["by"]) == ("unrank", "Ann", "Auntie")
            await act(admin, "rank", ids[0])
            assert [one["name"] for one in (await admin.get(path)).json()] == ranked
            async with served.http(keys[1]) as http:
                assert (await http.get("/api/admin/closed-groups")).json()["code"] == "admins_only"

    asyncio.run(main())


def test_no_address_is_stored_and_hashes_of_different_days_cannot_be_compared(database: str) -> None:
    async def main() -> None:
        store = await open_store(database)
        now = 20_000 * DAY

        def clock() -> int:
            return now

        hashes = NetworkHashes(store, MemoryTicketQueue(), clock, is_club=False)
        seen = set()
        for _ in range(3):
            for player in ("ann", "bob"):
                await hashes.record(player, "192.0.2.7")
                await hashes.record(player, "192.0.2.7")
            await hashes.record("cat", "192.0.2.8")
            seen.add(await hashes.hash_of("192.0.2.7"))
            now += DAY
        assert len(seen) == 3
        assert not any("192.0.2" in one for one in seen)
        assert await store.shared_network_days(["ann", "bob", "cat"], 0) == {("ann", "bob"): 3}
        assert await store.shared_network_days(["ann", "bob", "cat"], 20_001) == {("ann", "bob"): 2}
        assert await store.shared_network_days(["ann", "cat"], 0) == {}
        now = (20_001 + KEPT_DAYS) * DAY
        await hashes.delete_old()
        assert await store.shared_network_days(["ann", "bob"], 0) == {("ann", "bob"): 2}
        now += 2 * DAY
        await hashes.delete_old()
        assert await store.shared_network_days(["ann", "bob"], 0) == {}
        await store.close()

    asyncio.run(main())


def test_a_clubs_room_records_no_networks(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", Settings(tempo=FAST, limits=FREE, club=True)) as served:
            keys = [await served.guest(name) for name in ("Ann", "Bob", "Cat")]
            await sit_together(served, keys)
            ids = [await id_of(served, key) for key in keys]
            assert await served.room.context.store.shared_network_days(ids, 0) == {}

    asyncio.run(main())


def test_recent_results_include_hands_uncounted_only_by_the_daily_limit(database: str) -> None:
    async def main() -> None:
        store = await open_store(database)
        results = (
            SeatResult(player="ann", won=1, points=4, coins=5),
            SeatResult(player="bob", won=-1, points=-4, coins=-5, left=True),
        )
        plain = HandResult(ruleset="f/r", people=True, results=results)
        verdicts = (
            plain,
            replace(plain, uncounted="daily_limit"),
            replace(plain, uncounted="private_table"),
            replace(plain, people=False, uncounted="bots"),
        )
        for number, verdict in enumerate(verdicts, 1):
            finished = replace(hand(number, "ann", "bob"), verdict=verdict)
            assert await store.append(replace(append(number), finished=finished))
        seats = await store.recent_seat_results(0)
        assert [(one.hand, one.player) for one in seats] == [
            ("t-2", "ann"), ("t-2", "bob"), ("t-1", "ann"), ("t-1", "bob")
        ]  # fmt: skip
        assert seats[1] == PlayedSeat(hand="t-2", player="bob", won=-1, points=-4, coins=-5, left=True)
        assert [one.hand for one in await store.recent_seat_results(1002)] == ["t-2", "t-2"]
        assert len(await store.recent_seat_results(0, 3)) == 3
        await store.close()

    asyncio.run(main())
