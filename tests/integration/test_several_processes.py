"""Several processes serve one room from one PostgreSQL database, and every client sees the same table at any of them."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from paiju.server import wire, wire_requests
from paiju.server.adapters.databases import open_store
from paiju.server.app.cluster.coordination import Broadcast, PresenceUpdated
from paiju.server.app.tables.log_entries import fold, iter_table_versions
from paiju.server.app.token_buckets import Rate
from paiju.server.settings import Settings
from paiju.server.table_client import RequestRefused, TableClient, TableConnectionClosed, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.postgres import Cluster, a_cluster, rows
from tests.integration.server_process import TIME, Process, a_hand_goes_by, a_process, nothing_is_lost
from tests.server.table_harness import ToyRulesetRegistry

LIBRARY = ToyRulesetRegistry()


@asynccontextmanager
async def two(url: str, settings: Settings | None = None) -> AsyncIterator[tuple[Served, Served]]:
    """Two servers in this process, which know nothing of each other but through the database."""
    async with serving(url, settings) as first, serving(url, settings) as second:
        yield first, second


async def soon(told: Callable[[], Any]) -> Any:
    async with asyncio.timeout(20):
        while not (found := told()):  # noqa: ASYNC110 (what is waited for comes from outside)
            await asyncio.sleep(0.01)
    return found


async def until(client: TableClient, wanted: Callable[[wire.Table], Any]) -> wire.Table:
    async with asyncio.timeout(TIME):
        async for table in client.table_updates():
            if wanted(table):
                return table
    raise AssertionError("tables() ended")


def test_clients_of_one_process_receive_each_move_made_at_another(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        async with two(postgres.at(tmp_path)) as (first, second):
            ann, bob = await first.guest("Ann"), await second.guest("Bob")
            name = await first.table(ann, bots=None)
            async with TableClient(first.url, ann, name) as here, TableClient(second.url, bob, name) as there:
                await until(there, lambda table: not table.seats[1].connected and table.seats[0].connected)
                await there.request(wire_requests.Sit(id=new_id(), seat=1))
                seen = await until(here, lambda table: table.seats[1].connected)
                assert (seen.seats[1].name, seen.table.watching) == ("Bob", 0)
                await here.request(wire_requests.AddBot(id=new_id()))
                for client in (here, there):
                    await client.request(wire_requests.Ready(id=new_id()))
                asked = await until(here, lambda table: table.hand and table.hand.choices)
                await until(there, lambda table: table.hand and table.v >= asked.v)
                assert asked.hand is not None
                assert asked.hand.choices is not None
                done = wire_requests.Act(
                    id=new_id(), decision=asked.hand.choices.decision, action=asked.hand.choices.actions[0].action
                )
                ack = await here.request(done)
                assert isinstance(ack, wire.Ack)
                told = await until(there, lambda table: any(step.v == ack.v for step in table.steps))
                assert [step.seat for step in told.steps if step.v == ack.v] == [0]

    asyncio.run(main())


def test_table_owned_by_an_ended_process_passes_to_the_other(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.at(tmp_path)
        async with serving(url) as second:
            async with serving(url) as first:
                ann = await first.guest()
                name = await first.table(ann, bots="", pace={"turn": 20, "reserve": 0})
                watched = await second.room.table(name)
                owner = first.room._tables[name]
                assert first.room.ownership.owns(owner)
                assert not second.room.ownership.owns(watched)
                async with TableClient(first.url, ann, name) as client:
                    await client.request(wire_requests.Ready(id=new_id()))
                    await until(client, lambda table: table.hand and table.hand.choices)
                await soon(lambda: watched.table.version == owner.table.version)
            await soon(lambda: second.room.ownership.owns(watched))
            async with TableClient(second.url, ann, name) as client:
                left = await until(client, lambda table: table.hand and table.hand.choices)
                assert left.hand is not None
                assert left.hand.acting[0].turn is not None
                assert 15_000 < left.hand.acting[0].turn <= 20_000
        assert rows(url, "SELECT count(*) FROM processes WHERE NOT gone")[0][0] == 0

    asyncio.run(main())


def there(served: Served, table: str) -> frozenset[str]:
    """Who is at a table, as one process knows."""
    live = served.room._tables.get(table)
    own = {one.player for one in live.subscribers._listeners} if live else set()
    return served.room.context.peers.players_at(table) | own


async def post(served: Served, path: str, key: str = "", **body: object) -> httpx.Response:
    async with served.http(key) as http:
        return await http.post(path, json=body)


def test_rate_limits_are_shared_by_all_processes(postgres: Cluster, tmp_path: Path) -> None:
    limits = replace(FREE, guests=Rate(0.001, 5), tables_each=4)

    async def main() -> None:
        async with two(postgres.at(tmp_path), Settings(tempo=FAST, limits=limits)) as both:
            guests = [await post(served, "/api/session") for served in both * 4]
            assert sorted(answer.status_code for answer in guests) == [201] * 5 + [429] * 3
            assert int(guests[-1].json()["args"]["seconds"]) > 900
            key, opened = guests[0].cookies["paiju"], []
            opened += [post(served, "/api/tables", key, ruleset="toy/plain") for served in both * 6]
            answers = await asyncio.gather(*opened)
            told = [answer.status_code for answer in answers]
            assert told.count(201) >= 4
            assert set(told) == {201, 429}
            async with both[0].http(key) as http:
                assert len((await http.get("/api/me/tables")).json()) == 4

    asyncio.run(main())


def test_phrases_and_logouts_reach_clients_of_other_processes(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        async with two(postgres.at(tmp_path)) as (first, second):
            ann, bob = await first.guest("Ann"), await second.guest("Bob")
            name = await first.table(ann)
            async with TableClient(first.url, ann, name) as here, TableClient(second.url, bob, name) as there:
                heard: list[str] = []

                async def hear(text: str) -> None:
                    heard.append(text)

                there.heard = hear
                await until(there, lambda table: table.seats[0].connected)
                await here.request(wire_requests.Say(id=new_id(), phrase="hello"))
                await soon(lambda: [text for text in heard if '"t":"social"' in text])
                async with first.http(bob) as http:  # the other process has the socket
                    await http.put("/api/me/blocks/Ann")
                    await here.request(wire_requests.Say(id=new_id(), phrase="thanks"))
                    await http.delete("/api/me/blocks/Ann")
                    await here.request(wire_requests.Say(id=new_id(), phrase="sorry"))
                await soon(lambda: [text for text in heard if "sorry" in text])
                assert not [text for text in heard if "thanks" in text]
                async with first.http() as http:
                    http.cookies.set("paiju", bob)
                    assert (await http.post("/api/logout")).status_code == 204
                with pytest.raises(TableConnectionClosed):
                    await until(there, lambda table: False)
                gone = await until(here, lambda table: table.table.watching == 0)
                assert gone.seats[0].connected

    asyncio.run(main())


def test_lobby_skips_a_deleted_table_named_by_another_process(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        async with two(postgres.at(tmp_path)) as (first, second):
            name = await first.table(await first.guest("Ann"), private=False)
            coordinator = second.room.context.peers.coordinator
            coordinator.publish(PresenceUpdated("dropped", ("bob",), "toy/plain"))
            coordinator.publish(Broadcast(name, wire.SocialEvent("react", "egg", 1, "Bob", to=-1)))
            coordinator.publish(Broadcast(name, wire.SocialEvent("say", "hello", -1, "Bob")))
            await soon(lambda: first.room.context.peers.tables_occupied_elsewhere(None) == ["dropped"])
            async with first.http(await first.guest("Cid")) as http:
                answer = await http.get("/api/tables")
                assert (answer.status_code, [table["id"] for table in answer.json()]) == (200, [name])
                assert 'paiju_bus_rejected_total{reason="stale"} 2.0' in (await http.get("/metrics")).text

    asyncio.run(main())


def test_concurrent_commands_at_two_processes_make_one_history(postgres: Cluster, tmp_path: Path) -> None:
    asyncio.run(raced(postgres.at(tmp_path), 300))


@pytest.mark.deep
def test_thousand_concurrent_commands_at_two_processes_make_one_history(postgres: Cluster, tmp_path: Path) -> None:
    asyncio.run(raced(postgres.at(tmp_path), 1000))


async def raced(url: str, times: int) -> None:
    """A player sits at one table by way of two processes, and does everything by both at once."""
    async with a_process(url, "toy") as first, a_process(url, "toy") as second:
        key = await first.served.guest()
        name = await first.served.table(key, bots="", pace={"turn": 0})
        async with (
            TableClient(first.served.url, key, name) as here,
            TableClient(second.served.url, key, name) as there,
        ):
            async with asyncio.timeout(TIME * 4):
                acks = await both_act(here, there, times)
    store = await open_store(url)
    entries = await store.entries(name)
    await store.close()
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    written = {(entry.command, table.edition) for entry, table in iter_table_versions(LIBRARY, None, entries)}
    assert written >= acks
    own = [entry for entry in entries if entry.command]
    assert len(own) == len(acks)
    assert fold(LIBRARY, None, entries) is not None


async def both_act(here: TableClient, there: TableClient, times: int) -> set[tuple[str, int]]:
    """Each decision is answered by way of both, with ids of their own; one is taken. Answers what was acknowledged."""
    acks: set[tuple[str, int]] = set()
    decided = ready_for = done = 0
    async for table in here.table_updates():
        choices = table.hand.choices if table.hand else None
        if table.next is not None and table.next.number > ready_for:
            ready_for = table.next.number
            acks |= await one_of_two(here, there, lambda: wire_requests.Ready(id=new_id()), at_least=1)
        elif choices is not None and choices.decision > decided:
            decided = choices.decision
            answer = partial(act_of, decided, choices.actions[0].action)
            taken = await one_of_two(here, there, answer, at_least=1)
            assert len(taken) == 1
            acks |= taken
            done += 1
        if done >= times:
            return acks
    raise AssertionError("tables() ended")


def act_of(decision: int, action: Any) -> wire_requests.ClientMessage:
    return wire_requests.Act(id=new_id(), decision=decision, action=action)


async def one_of_two(
    here: TableClient, there: TableClient, request: Callable[[], wire_requests.ClientMessage], at_least: int
) -> set[tuple[str, int]]:
    asked = [request(), request()]
    answers = await asyncio.gather(here.request(asked[0]), there.request(asked[1]), return_exceptions=True)
    taken = set()
    for one, answer in zip(asked, answers, strict=True):
        if isinstance(answer, wire.Ack):
            taken.add((one.id, answer.v))
        else:
            assert isinstance(answer, RequestRefused), answer
            assert answer.refused_as in ("conflict", "refused"), answer
    assert len(taken) >= at_least
    return taken


def test_hand_continues_at_the_other_process_when_one_is_killed(postgres: Cluster, tmp_path: Path) -> None:
    asyncio.run(killed_in_turn(postgres.at(tmp_path), 2))


@pytest.mark.deep
def test_hands_continue_while_processes_are_killed_thirty_times(postgres: Cluster, tmp_path: Path) -> None:
    asyncio.run(killed_in_turn(postgres.at(tmp_path), 30))


async def killed_in_turn(url: str, kills: int) -> None:
    """Whoever is at the process that is killed comes back by way of the other."""
    async with a_process(url, "toy") as first, a_process(url, "toy") as second, playing(first, second) as players:
        turns = [(first, second), (second, first)]
        for number in range(kills):
            victim, other = turns[number % 2]
            await asyncio.sleep(0.3)
            await victim.kill()
            for player in players:
                goes_to(player.client, other.served)
            name = await a_hand_goes_by(players[0])
            await victim.start()
            goes_to(players[number % 2].client, victim.served)
    await nothing_is_lost(url, LIBRARY, name, players)


def goes_to(client: TableClient, served: Served) -> None:
    """The client's next connection is to this server."""
    client._address = f"{served.url.replace('http', 'ws', 1)}/ws/tables/{client._address.rpartition('/')[2]}"
    client.drop_connection()


@asynccontextmanager
async def playing(first: Process, second: Process) -> AsyncIterator[list[ChaosPlayer]]:
    """A table of the first with a bot, where two play, one by way of each process."""
    async with AsyncExitStack() as stack:
        keys = [await first.served.guest(), await second.served.guest()]
        name = await first.served.table(keys[0])
        players = []
        for seat, (key, process) in enumerate(zip(keys, (first, second), strict=True)):
            client = await stack.enter_async_context(TableClient(process.served.url, key, name))
            if seat:
                await client.request(wire_requests.Sit(id=new_id(), seat=seat))
            players.append(ChaosPlayer(client, LIBRARY.game(LIBRARY.ruleset("toy/plain")), seat, 0.05))
        await players[0].client.request(wire_requests.AddBot(id=new_id()))
        tasks = [asyncio.ensure_future(player.play(1_000_000)) for player in players]
        yield players
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in done), done


@pytest.mark.parametrize("mode", [pytest.param("fast", marks=pytest.mark.deep), "immediate"])
def test_play_continues_after_a_database_restart(tmp_path: Path, mode: str) -> None:
    async def main(cluster: Cluster) -> None:
        url = cluster.at(tmp_path)
        async with a_process(url, "toy") as first, a_process(url, "toy") as second, playing(first, second) as players:
            for pause in (0.0, 4.0):  # longer than a process is silent before it is taken for dead
                await asyncio.sleep(0.5)
                await asyncio.to_thread(cluster.stop, mode)
                await asyncio.sleep(pause)
                await asyncio.to_thread(cluster.start)
                name = await a_hand_goes_by(players[1])
            for process in (first, second):
                assert (await process.asked("/readyz"))[0] == 200
        await nothing_is_lost(url, LIBRARY, name, players)

    with a_cluster() as cluster:
        asyncio.run(main(cluster))


def test_resumed_process_has_lost_its_tables_to_another(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        url = postgres.at(tmp_path)
        async with a_process(url, "toy") as first, a_process(url, "toy") as second, playing(first, second) as players:
            await asyncio.sleep(0.3)
            first.send(signal.SIGSTOP)
            goes_to(players[0].client, second.served)
            await a_hand_goes_by(players[1])
            first.send(signal.SIGCONT)
            goes_to(players[0].client, first.served)
            name = await a_hand_goes_by(players[0])
            assert rows(url, "SELECT count(DISTINCT process_id) FROM claims")[0][0] == 1
        await nothing_is_lost(url, LIBRARY, name, players)

    asyncio.run(main())
