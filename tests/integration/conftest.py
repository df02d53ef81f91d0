from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.postgres import Cluster, a_cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with a_cluster() as cluster:
        yield cluster
