"""PostgreSQL passes the contract tests of the store, also with several processes on one database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from msgspec.structs import replace

from paiju.server.adapters.postgres import PostgresStore, open_postgres, pool, schema
from paiju.server.adapters.postgres.schema import MIGRATIONS
from paiju.server.adapters.store.database import ConstraintViolated
from paiju.server.app.cluster.coordination import AnyPeerMessage, TableUpdated
from paiju.server.app.ranking_store import RatedHand
from paiju.server.app.store import StakeRefused, StoredPlayer
from paiju.server.errors import CannotServe
from tests.integration.postgres import Cluster, a_cluster, rows
from tests.integration.store_contract import StoreContract, append, hand, stakes, standing, verdict


class TestPostgres(StoreContract):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _here(cls, postgres: Cluster) -> None:
        async def opened(path: Path) -> PostgresStore:
            return await open_postgres(postgres.at(path))

        cls.open_store = staticmethod(opened)


def test_two_processes_on_one_database_write_one_history(postgres: Cluster, tmp_path: Path) -> None:
    async def race(store: PostgresStore, actor: str, tables: int) -> int:
        won = 0
        for version in range(1, 101):
            # Each in its own order, which must not make them wait for each other.
            names = sorted((f"t{number}" for number in range(tables)), reverse=actor == "b")
            goes_on = actor == "b" and version > 1  # both statements
            entries = [replace(append(version, actor=actor, table=name), is_move=goes_on) for name in names]
            won += sum(await asyncio.gather(*map(store.append, entries)))
        return won

    async def main() -> None:
        first, second = [await open_postgres(postgres.at(tmp_path)) for _ in range(2)]
        won = await asyncio.gather(race(first, "a", 5), race(second, "b", 5))
        for number in range(5):
            entries = await first.entries(f"t{number}")
            assert [one.version for one in entries] == list(range(1, 101))
        assert sum(won) == 500
        await first.close()
        await second.close()

    asyncio.run(main())


def test_failed_appends_leave_no_gap_in_the_message_numbers(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        stores = [await open_postgres(postgres.at(tmp_path)) for _ in range(3)]
        heard: set[AnyPeerMessage] = set()
        for store in stores:
            await store.coordinator.open(lambda process, message: heard.add(message) if store is stores[2] else None)  # noqa: B023 (the last)

        async def race(store: PostgresStore, actor: str) -> int:
            won = 0
            for version in range(1, 51):
                poor = replace(append(1, table=f"poor-{actor}{version}"), stakes=stakes(f"h{version}", nobody=5))
                done = await asyncio.gather(
                    *(store.append(append(version, actor=actor, table=f"t{number}")) for number in range(3)),
                    store.append(poor),
                    return_exceptions=True,
                )
                assert isinstance(done[3], StakeRefused)
                won += sum(one is True for one in done[:3])
            return won

        assert sum(await asyncio.gather(race(stores[0], "a"), race(stores[1], "b"))) == 150
        wrote = {TableUpdated(f"t{number}", version) for number in range(3) for version in range(1, 51)}
        async with asyncio.timeout(20):
            while not wrote <= heard:  # noqa: ASYNC110 (it comes from the database)
                await asyncio.sleep(0.01)
        assert not stores[2].coordinator._inbox.has_gap
        for store in stores:
            await store.coordinator.close()
            await store.close()

    asyncio.run(main())


def test_failed_append_does_not_affect_the_others_of_its_group(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        store = await open_postgres(postgres.at(tmp_path))
        assert await store.append(replace(append(1, table="first"), finished=hand(1)))
        appends = append(1), replace(append(1, table="bad"), finished=hand(1)), append(1, table="u")
        good, error, also = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        assert good is also is True
        assert isinstance(error, ConstraintViolated)
        moves = append(2), append(2, actor="\0", table="bad"), append(2, table="u")
        moved = (store.append(replace(move, is_move=True)) for move in moves)
        good, error, also = await asyncio.gather(*moved, return_exceptions=True)
        assert good is also is True
        assert isinstance(error, asyncpg.PostgresError)
        assert [len(await store.entries(table)) for table in ("t", "bad", "u")] == [2, 0, 2]
        await store.close()

    asyncio.run(main())


def test_names_with_null_characters_are_looked_up_and_stored_without_error(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        store = await open_postgres(postgres.at(tmp_path))
        assert await store.entries("\0") == []
        await store.put_player(StoredPlayer("ann", "A\0nn", 1))
        assert await store.player("ann") == StoredPlayer("ann", "A\ufffdnn", 1)
        await store.close()

    asyncio.run(main())


def test_first_player_keeps_a_duplicate_name_from_before_unique_names(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        store, url = await open_postgres(postgres.at(tmp_path)), postgres.at(tmp_path)
        for number in range(3):
            await store.put_player(StoredPlayer(f"p{number}", f"Ann{number}", number))
        rows(url, "UPDATE players SET name = 'Ann', folded = NULL RETURNING 1")
        first, second, third = await store.players_without_claimed_name()
        assert await store.claim_player_name(first)
        assert not await store.claim_player_name(second)
        assert await store.claim_player_name(StoredPlayer("p1", "Ann 2", 1))
        assert await store.players_without_claimed_name() == [third]
        assert await store.player_by_name("ann 2") == StoredPlayer("p1", "Ann 2", 1)
        await store.close()

    asyncio.run(main())


def test_new_database_is_opened_by_many_processes_at_once(postgres: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        stores = await asyncio.gather(*(open_postgres(postgres.at(tmp_path)) for _ in range(8)))
        for store in stores:
            await store.close()

    asyncio.run(main())
    assert rows(postgres.at(tmp_path), "SELECT value FROM meta WHERE name = 'schema'") == [(len(MIGRATIONS),)]


def test_hands_written_by_an_older_paiju_get_public_ids(postgres: Cluster, tmp_path: Path) -> None:
    """While processes are upgraded in turn it knows nothing of them."""
    url = postgres.at(tmp_path)

    async def main() -> None:
        store = await open_postgres(url)
        rows(
            url,
            """INSERT INTO hands (hand_id, table_id, ended, info, record, format)
            SELECT 't-' || n, 't', n, '', '', 3 FROM generate_series(1, 100) AS n RETURNING 1""",
        )
        hands = await store.hands_at_table("t")
        assert len({hand.public_id for hand in hands}) == len(hands) == 100
        assert {len(bytes.fromhex(hand.public_id)) for hand in hands} == {16}
        await store.close()

    asyncio.run(main())


def test_a_database_of_a_newer_paiju_is_refused(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        await (await open_postgres(postgres.at(tmp_path))).close()

    with monkeypatch.context() as later:
        later.setattr(schema, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (what text)"))
        asyncio.run(main())
    with pytest.raises(CannotServe, match="database_newer"):
        asyncio.run(main())


TAKEN = {
    "name": "INSERT INTO players (player_id, name, created, folded) VALUES ('bob', 'Ann', 1, 'ann')",
    "first rating": """INSERT INTO standings (ruleset, player_id, ended, hand_id, mu, sigma, hands, points, last)
        VALUES ('f/r', 'ann', 1, 't-0', 25, 3, 1, 12, 1)""",
}


@pytest.mark.parametrize("what", TAKEN)
def test_write_that_loses_to_a_concurrent_transaction_is_refused(postgres: Cluster, tmp_path: Path, what: str) -> None:
    """What somebody else writes is not visible yet when it is looked for, and is there when it is written."""
    first = RatedHand(hand="t-1", ended=1, result=verdict())

    async def main() -> None:
        store, other = await open_postgres(postgres.at(tmp_path)), await asyncpg.connect(postgres.at(tmp_path))
        async with other.transaction():
            await other.execute(TAKEN[what])
            late = asyncio.create_task(
                store.put_player(StoredPlayer("ann", "Ann", 1))
                if what == "name"
                else store.put_ratings([first], [standing("ann", first, 1)], {})
            )
            async with asyncio.timeout(5):
                while not await other.fetch("SELECT FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110 (it comes from the database)
                    await asyncio.sleep(0.01)
        assert await late is False
        await other.close()
        await store.close()

    asyncio.run(main())


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """One of its own, to be stopped."""
    with a_cluster() as own:
        yield own


@pytest.mark.parametrize("mode", ["immediate", "fast"])
def test_pending_appends_are_written_once_after_a_database_outage(cluster: Cluster, tmp_path: Path, mode: str) -> None:
    async def write(store: PostgresStore, table: str, entries: int) -> list[bool]:
        return [await store.append(append(version, f"c{version}", table=table)) for version in range(1, entries + 1)]

    async def main() -> None:
        store = await open_postgres(cluster.at(tmp_path))
        writing = [asyncio.create_task(write(store, f"t{number}", 400)) for number in range(4)]
        for _ in range(2):
            await asyncio.sleep(0.1)
            await asyncio.to_thread(cluster.stop, mode)
            await asyncio.to_thread(cluster.start)
        written = await asyncio.gather(*writing)
        assert all(map(all, written))
        for number in range(4):
            assert [one.version for one in await store.entries(f"t{number}")] == list(range(1, 401))
        await store.close()

    asyncio.run(main())


def test_connection_terminated_by_the_database_is_replaced(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One cut in a hundred falls between the farewell and the end of the socket: asyncpg then names a fault of its own."""
    monkeypatch.setattr(pool, "PAUSE", 0.001)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

    async def main() -> None:
        store = await open_postgres(postgres.at(tmp_path))
        boss = await asyncpg.connect(postgres.at(tmp_path))
        done = False

        async def read() -> None:
            while not done:
                await store.entries("t")

        reading = [asyncio.create_task(read()) for _ in range(pool.CONNECTIONS)]
        for _ in range(50):
            await boss.execute(cut)
            await asyncio.sleep(0.02)
        done = True
        await asyncio.gather(*reading)
        await boss.close()
        await store.close()

    asyncio.run(main())
