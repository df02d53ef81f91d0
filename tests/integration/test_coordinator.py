"""Every coordinator between the processes of a room passes the contract tests."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from redis import Redis

from paiju.server.adapters.postgres import open_postgres
from paiju.server.adapters.postgres.coordinator import PostgresCoordinator
from paiju.server.adapters.postgres.notify_bus import CHANNEL, NotifyBus
from paiju.server.adapters.redis_bus import RedisBus
from paiju.server.app.cluster.coordination import AnyPeerMessage, NodeJoined, ResyncNeeded
from paiju.server.app.metrics import Metrics
from tests.integration.coordinator_contract import CoordinatorContract
from tests.integration.postgres import Cluster, rows
from tests.integration.redis import RedisServer


class TestNotify(CoordinatorContract):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _here(cls, postgres: Cluster) -> None:
        async def opened(path: Path, stack: AsyncExitStack, meter: Metrics) -> PostgresCoordinator:
            store = await open_postgres(postgres.at(path), meter=meter)
            stack.push_async_callback(store.close)
            return store.coordinator

        def publish(path: Path, room: str, text: str | bytes) -> None:
            if isinstance(text, str) and len(text) < 8000 and "\0" not in text:  # PostgreSQL takes nothing else
                rows(postgres.at(path), "SELECT pg_notify($1, $2)", CHANNEL, text)

        async def deafen(coordinator: PostgresCoordinator) -> None:
            assert isinstance(coordinator._bus, NotifyBus)
            await coordinator._bus._connection.execute("UNLISTEN *")

        def cut(path: Path) -> None:
            url, sql = postgres.at(path), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
            rows(postgres.url("postgres"), f"{sql} AND query LIKE 'LISTEN%'", url.rpartition("/")[2].partition("?")[0])

        cls.open_line, cls.publish = staticmethod(opened), staticmethod(publish)
        cls.deafen, cls.cut = staticmethod(deafen), staticmethod(cut)


class TestRedis(CoordinatorContract):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _here(cls, postgres: Cluster, redis: RedisServer) -> None:
        async def opened(path: Path, stack: AsyncExitStack, meter: Metrics) -> PostgresCoordinator:
            store = await open_postgres(postgres.at(path), RedisBus(redis.url), meter=meter)
            stack.push_async_callback(store.close)
            return store.coordinator

        def publish(path: Path, room: str, text: str | bytes) -> None:
            with Redis.from_url(redis.url) as beside:
                assert beside.publish(f"paiju:{room}", text) > 0

        async def deafen(coordinator: PostgresCoordinator) -> None:
            assert isinstance(coordinator._bus, RedisBus)
            assert coordinator._bus._subscription is not None
            await coordinator._bus._subscription.unsubscribe()

        def cut(path: Path) -> None:
            with Redis.from_url(redis.url) as beside:
                assert beside.client_kill_filter(_type="pubsub") > 0

        cls.open_line, cls.publish = staticmethod(opened), staticmethod(publish)
        cls.deafen, cls.cut = staticmethod(deafen), staticmethod(cut)


def test_messages_signed_with_a_configured_key_are_accepted_only_with_the_same_key(
    postgres: Cluster, tmp_path: Path
) -> None:
    async def main() -> None:
        stores = [await open_postgres(postgres.at(tmp_path), bus_key=key) for key in ("one", "one", "other", "")]
        heard: list[list[AnyPeerMessage]] = [[] for _ in stores]
        for store, own in zip(stores, heard, strict=True):
            await store.coordinator.open(lambda process, message, own=own: own.append(message))  # type: ignore[misc]
        for store in (stores[2], stores[3], stores[0]):
            store.coordinator.publish(NodeJoined())
            await asyncio.sleep(0.2)
        async with asyncio.timeout(20):
            while heard[1] != [NodeJoined()]:  # noqa: ASYNC110 (it comes from the database)
                await asyncio.sleep(0.01)
        assert heard[2] == heard[3] == []
        await stores[1].coordinator.heartbeat()
        assert heard[1][-1] == ResyncNeeded()  # those whom it does not believe write, too
        for store in stores:
            await store.coordinator.close()
            await store.close()

    asyncio.run(main())
