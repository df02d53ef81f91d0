from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.postgres import Cluster, a_cluster
from tests.integration.redis import RedisServer, a_redis


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with a_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisServer]:
    with a_redis() as server:
        yield server
