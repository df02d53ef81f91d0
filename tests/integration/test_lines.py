"""What joins the processes of a room keeps its contract."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from paiju.server.adapters.postgres import open_postgres
from paiju.server.adapters.redis import RedisBus
from paiju.server.app.peers import Line
from tests.integration.line_contract import LineContract
from tests.integration.postgres import Cluster
from tests.integration.redis import RedisServer


class TestNotify(LineContract):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _here(cls, postgres: Cluster) -> None:
        async def opened(path: Path, stack: AsyncExitStack) -> Line:
            store = await open_postgres(postgres.at(path))
            stack.push_async_callback(store.close)
            return store.line

        cls.open_line = staticmethod(opened)


class TestRedis(LineContract):
    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _here(cls, postgres: Cluster, redis: RedisServer) -> None:
        async def opened(path: Path, stack: AsyncExitStack) -> Line:
            store = await open_postgres(postgres.at(path), RedisBus(redis.url))
            stack.push_async_callback(store.close)
            return store.line

        cls.open_line = staticmethod(opened)
