"""Quick match seats waiting players, in one process and across several."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec.structs import replace

from paiju.server import wire_requests
from paiju.server.adapters.postgres import open_postgres
from paiju.server.app.matchmaking.ticket_queue import MemoryTicketQueue, TicketQueue
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.ranking.rating import NEW
from paiju.server.app.ranking_store import RatedHand, Standing
from paiju.server.domain.matchmaking import Ticket
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.postgres import Cluster
from tests.integration.server_process import a_process
from tests.integration.test_room import until

PLAIN = {"ruleset": "toy/plain"}
SEATS = 3


def hurried(seek: int = 300, come: int = 60_000) -> Settings:
    return Settings(tempo=replace(FAST, seek=seek, come=come), limits=FREE)


# ---- the queue


def ticket(player: str, since: int, wish: str = "w", level: float = 0.0) -> Ticket:
    return Ticket(player=player, wish=wish, since=since, level=level)


async def keeps_the_contract(one: TicketQueue, other: TicketQueue) -> None:
    assert await one.enqueue(ticket("ann", 10), 5) == ticket("ann", 10)
    assert await other.enqueue(ticket("ann", 20, level=2), 15) == ticket("ann", 20, level=2)  # gone meanwhile
    left = replace(ticket("ann", 25, level=3), leaves=0.5)
    assert await one.enqueue(left, 20) == replace(left, since=20)
    assert await other.waiting_tickets(25) == [replace(left, since=20)]
    assert await other.enqueue(ticket("bob", 26), 20) == ticket("bob", 26)
    assert await one.enqueue(ticket("bob", 27, "x"), 20) == ticket("bob", 27, "x")
    assert sorted(one.player for one in await other.waiting_tickets(25)) == ["ann", "bob"]
    assert [one.player for one in await one.waiting_tickets(26)] == ["bob"]
    await one.assign_table(["bob", "nobody"], "t")
    assert [one.player for one in await other.waiting_tickets(20)] == ["ann"]
    assert await other.assigned_tables(["ann", "bob", "nobody"]) == {"bob": "t"}
    assert (await other.enqueue(ticket("bob", 28, "x"), 20)).table == "t"
    await one.postpone(["bob", "nobody"], 99)
    assert await other.withdraw("bob") == "t"
    assert await one.withdraw("bob") is None
    assert await one.withdraw("nobody") is None
    assert await one.enqueue(ticket("bob", 30), 20) == replace(ticket("bob", 30), later=99)
    await one.postpone(["ann"], 50)
    await other.drop_expired(40)
    assert (await one.enqueue(ticket("ann", 100), 0)).later == 50
    await other.drop_expired(101)
    assert (await one.enqueue(ticket("ann", 102), 0)).later == 0
    assert await one.enqueue(replace(ticket("ann", 103), network="n"), 0) == replace(ticket("ann", 102), network="n")
    await one.assign_table(["ann"], "t")
    assert await other.network_hashes(["ann", "nobody"]) == {"ann": "n"}
    key = await one.network_key(7)
    assert (len(key), await other.network_key(7)) == (32, key)
    assert await other.network_key(8) != key
    assert await one.network_key(7) != key  # it was forgotten


def test_queue_of_one_process_keeps_the_contract(tmp_path: Path) -> None:
    queue = MemoryTicketQueue()
    asyncio.run(keeps_the_contract(queue, queue))


def test_queue_of_several_processes_keeps_the_contract(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        one, other = [await open_postgres(postgres.at(tmp_path)) for _ in range(2)]
        await keeps_the_contract(one.coordinator.queue, other.coordinator.queue)
        await one.close()
        await other.close()

    asyncio.run(main())


# ---- the room


async def seek(http: httpx.AsyncClient, wanted: Any = PLAIN) -> str:
    """Ask until there is a seat."""
    while True:
        answer = await http.post("/api/quick", json=wanted)
        assert answer.status_code == 200, answer.text
        if (table := answer.json()["table"]) is not None:
            return str(table)


@asynccontextmanager
async def guests(served: Served, count: int) -> AsyncIterator[list[tuple[str, httpx.AsyncClient]]]:
    async with AsyncExitStack() as stack:
        keys = [await served.guest() for _ in range(count)]
        yield [(key, await stack.enter_async_context(served.http(key))) for key in keys]


def a_room(tmp_path: Path, case: Callable[[Served], Awaitable[None]], settings: Settings) -> None:
    async def main() -> None:
        async with serving(tmp_path / "room.db", settings) as served:
            await case(served)

    asyncio.run(main())


def test_players_with_equal_requests_are_seated_together(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        async with guests(served, SEATS + 1) as there:
            other = asyncio.create_task(seek(there[-1][1], {"ruleset": "toy/two"}))
            names = await asyncio.gather(*(seek(http) for _, http in there[:-1]))
            assert len(set(names)) == 1
            assert not other.done()
            listed = (await there[0][1].get(f"/api/tables/{names[0]}")).json()
            assert [seat["kind"] for seat in listed["seats"]] == ["player"] * SEATS
            assert await seek(there[0][1]) == names[0]  # and whoever asks again is brought back
            other.cancel()

    a_room(tmp_path, case, hurried(seek=60_000))


def test_accounts_of_one_address_are_matched_only_when_nobody_else_waits(tmp_path: Path) -> None:
    """Three browsers on one address were matched together at once and led the coin ranking."""

    async def case(served: Served) -> None:
        async with guests(served, 4) as there:
            for (_, http), address in zip(there, ("10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3"), strict=True):
                http.headers["x-forwarded-for"] = address
            first = [asyncio.create_task(seek(http)) for _, http in there[:3]]
            done, _ = await asyncio.wait(first, timeout=1.5)
            assert not done
            table = await seek(there[3][1])
            done, waiting = await asyncio.wait(first, timeout=1.5)
            assert {one.result() for one in done} == {table}
            assert first[2] in done
            assert len(waiting & {*first[:2]}) == 1
            for one in waiting:
                one.cancel()

    a_room(tmp_path, case, hurried(seek=60_000))


@pytest.mark.parametrize("club", [False, True])
def test_second_account_of_an_address_is_not_seated_at_the_same_waiting_table(tmp_path: Path, club: bool) -> None:
    """Others wait there already: one account of the address has come, and the second does not, unless it is a club's room."""

    async def case(served: Served) -> None:
        async with guests(served, 3) as there:
            host = await served.guest()
            table = await served.table(host, private=False)
            for (_, http), address in zip(there, ("10.0.0.1", "10.0.0.1", "10.0.0.2"), strict=True):
                http.headers["x-forwarded-for"] = address
            async with TableClient(served.url, host, table):
                assert await seek(there[0][1]) == table
                second = asyncio.create_task(seek(there[1][1]))
                done, _ = await asyncio.wait([second], timeout=1.5)
                assert bool(done) == club
                second.cancel()
                if not club:
                    assert await seek(there[2][1]) == table

    a_room(tmp_path, case, replace(hurried(seek=60_000), club=club))


def test_queued_ticket_contains_no_ip_address(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        async with guests(served, 1) as ((_, http),):
            http.headers["x-forwarded-for"] = "10.0.0.1"
            looking = asyncio.create_task(seek(http))
            queue = served.room.context.peers.coordinator.queue
            async with asyncio.timeout(20):
                while not await queue.waiting_tickets(0):  # noqa: ASYNC110 (the queue has no event)
                    await asyncio.sleep(0.05)
            found = await queue.waiting_tickets(0)
            assert len(found[0].network) == 32
            assert "10.0.0" not in str(found) + str(served.logged)
            looking.cancel()

    a_room(tmp_path, case, hurried(seek=60_000))


def test_tickets_of_a_newer_version_do_not_block_the_queue(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        queue, now = served.room.context.peers.coordinator.queue, served.room.context.clock()
        for wish in ('{"wanted": {"newer": 1}}', '{"wanted": {"ruleset": "toy/newer"}}'):
            await queue.enqueue(ticket(wish, now, wish), 0)
        async with guests(served, SEATS) as there:
            names = await asyncio.gather(*(seek(http) for _, http in there))
            assert len(set(names)) == 1

    a_room(tmp_path, case, hurried(seek=60_000))


def test_bots_fill_the_table_when_no_player_is_found(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        async with guests(served, 1) as ((key, http),):
            table = await seek(http)
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                told = await until(client, lambda told: told.hand)
                assert sorted(seat.kind for seat in told.seats) == ["bot", "bot", "player"]

    a_room(tmp_path, case, hurried())


def test_waiting_player_sees_the_waiting_time_and_can_leave_the_queue(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        async with guests(served, 2) as ((_, ann), (_, bob)):
            first, second = await asyncio.gather(*(http.post("/api/quick", json=PLAIN) for http in (ann, bob)))
            told = second.json()
            assert (first.json()["table"], told["table"], told["others"]) == (None, None, 1)
            assert 0 < told["waited"] < 60_000 - told["bots"] + 100
            assert (await bob.delete("/api/quick")).status_code == 204
            assert (await ann.post("/api/quick", json=PLAIN)).json()["others"] == 0

    a_room(tmp_path, case, hurried(seek=60_000))


def test_declining_player_is_delayed_and_replaced_by_another(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        async with guests(served, SEATS + 1) as there:
            stayed, left = there[:2], there[2]
            await asyncio.gather(*(seek(http) for _, http in there[:SEATS]))
            async with AsyncExitStack() as stack:
                table = await seek(stayed[0][1])
                for key, _ in stayed:
                    await stack.enter_async_context(TableClient(served.url, key, table))
                async with TableClient(served.url, left[0], table) as client:
                    await client.request(wire_requests.Leave(id=new_id()))
                again = asyncio.create_task(seek(left[1]))
                assert await seek(there[3][1]) == table
                assert not again.done()
                again.cancel()

    a_room(tmp_path, case, hurried(seek=60_000))


def test_matched_player_who_does_not_connect_is_replaced_by_a_bot(tmp_path: Path) -> None:
    async def case(served: Served) -> None:
        async with guests(served, SEATS) as there:
            table = (await asyncio.gather(*(seek(http) for _, http in there)))[0]
            async with AsyncExitStack() as stack:
                for key, _ in there[1:]:
                    client = await stack.enter_async_context(TableClient(served.url, key, table))
                    await client.request(wire_requests.Ready(id=new_id()))
                told = await until(client, lambda told: told.hand)
                assert sorted(seat.kind for seat in told.seats) == ["bot", "player", "player"]
            mine = (await there[0][1].get("/api/me/tables")).json()
            assert mine == []

    a_room(tmp_path, case, hurried(come=500))


# ---- many


WANTED = ("doudizhu/qq", "doudizhu/happy", "doudizhu/duel-rotate", "zipai/guilin-3")


class Comer(NamedTuple):
    """Who looks for a seat, at which game, and how strong that player is there, as ratings are counted."""

    key: str
    ruleset: str
    mu: float


class Came(NamedTuple):
    """Where somebody came to sit, and the seconds that it took."""

    who: Comer
    table: str
    seat: int
    took: float


async def comers(served: Served, database: str, random: Random, count: int) -> list[Comer]:
    """So many guests, whose ratings spread as those of a room do."""
    found = [
        Comer(await served.guest(), random.choice(WANTED), random.gauss(NEW.mu, NEW.sigma / 2)) for _ in range(count)
    ]
    stands = defaultdict(list)
    for one in found:
        async with served.http(one.key) as http:
            player = (await http.get("/api/me")).json()["id"]
        rated = Standing(player=player, ended=0, hand="before", mu=one.mu, sigma=1.0, hands=50)
        stands[one.ruleset].append(rated)
    store = await open_postgres(database)
    for ruleset, standings in stands.items():
        before = RatedHand(hand="before", ended=0, result=HandResult(ruleset=ruleset, people=True))
        assert await store.put_ratings([before], standings, {})
    await store.close()
    return found


async def arrives(served: Served, who: Comer, after: float) -> Came:
    """A player comes after some seconds, looks for a seat and plays a hand."""
    await asyncio.sleep(after)
    async with served.http(who.key) as http:
        begun = time.monotonic()
        table = await seek(http, {"ruleset": who.ruleset})
        took = time.monotonic() - begun
        async with TableClient(served.url, who.key, table) as client:
            seen = await until(client, lambda told: told.you is not None)
            await client.request(wire_requests.Ready(id=new_id()))
            await until(client, lambda told: told.hand)
            assert seen.you is not None
            return Came(who, table, seen.you, took)


async def many(database: str, count: int, within: float, most: float) -> list[Came]:
    """They come by way of two processes, and nobody waits for more than so many seconds or sits where another sits."""
    random = Random(7)
    async with a_process(database, "games") as first, a_process(database, "games") as second:
        people = await comers(first.served, database, random, count)
        came = await asyncio.gather(
            *(
                arrives((first, second)[number % 2].served, who, random.random() * within)
                for number, who in enumerate(people)
            )
        )
    assert max(one.took for one in came) <= most
    assert len({(one.table, one.seat) for one in came}) == count
    return list(came)


def apart(pairs: Iterable[tuple[Came, Came]]) -> float:
    """How far apart in rating two are on average, of those who want to play the same."""
    return fmean(abs(one.who.mu - other.who.mu) for one, other in pairs if one.who.ruleset == other.who.ruleset)


def test_players_of_two_processes_are_matched(postgres: Cluster, tmp_path: Path) -> None:
    came = asyncio.run(many(postgres.at(tmp_path), 24, 2, 60))
    assert len({one.table for one in came}) < 24


@pytest.mark.deep
def test_three_hundred_random_arrivals_are_matched_soon_and_by_strength(postgres: Cluster, tmp_path: Path) -> None:
    came = asyncio.run(many(postgres.at(tmp_path), 300, 60, 12))
    beside = [pair for pair in combinations(came, 2) if pair[0].table == pair[1].table]
    together, anybody = apart(beside), apart(combinations(came, 2))
    waits = quantiles((one.took for one in came), n=20)
    tables = len({one.table for one in came})
    print(  # noqa: T201 (what a long run is for)
        f"waited: half {waits[9]:.1f} s, 95 % {waits[18]:.1f} s, all {max(one.took for one in came):.1f} s; "
        f"{len(came)} seats at {tables} tables; apart by {together:.1f} where they sit, {anybody:.1f} at random"
    )
    assert together < 0.75 * anybody
