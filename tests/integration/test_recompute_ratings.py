"""``paiju rate`` on a room of an earlier paiju: hands that were played before there were ratings are counted as today's are.

``tests/golden/rooms/1627209.db.gz`` has the tables and hands that the paiju of commit 1627209 wrote: nine people at three public
tables. The logs of the tables and the sessions are left out.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from datetime import UTC
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from paiju.cli.main import main as paiju
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.players.player_service import DAY
from paiju.server.app.ranking.seasons import Seasons, compute_pending_standings
from paiju.server.app.ranking_store import RankingFilter, Standing
from paiju.server.app.store import Store
from tests.integration.in_process_server import serving

ROOM = Path(__file__).parent.parent / "golden" / "rooms" / "1627209.db.gz"

TITLED = "doudizhu/qq"
"""The ruleset of the room that has titles. The other, ``doudizhu/happy``, has none unless the host adds them."""


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The room, recounted."""
    path = tmp_path / "room.db"
    path.write_bytes(gzip.decompress(ROOM.read_bytes()))
    assert paiju(["migrate", "--database", str(path)]) == 0
    assert paiju(["rate", "--database", str(path)]) == 0
    return str(path)


def hands_of(database: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(database)) as db:
        return [json.loads(info) for (info,) in db.execute("SELECT info FROM hands ORDER BY ended, hand_id")]


def expected(hands: list[dict[str, Any]]) -> dict[tuple[str, str], list[int]]:
    """The points that count of each player in each ruleset, hand by hand, worked out from what the hands say."""
    numbers: Counter[tuple[int, str, str]] = Counter()
    points = defaultdict[tuple[str, str], list[int]](list)
    for hand in hands:
        if not hand["outcome"]["winners"]:
            continue
        players = [seat["player"] for seat in hand["seats"]]
        pairs = [(hand["ended"] // DAY, *pair) for pair in combinations(sorted(players), 2)]
        numbers.update(pairs)
        number = max(numbers[pair] for pair in pairs)
        for player, own in zip(players, hand["outcome"]["points"], strict=True):
            if number <= 20:
                climbs = hand["ruleset"] == TITLED
                points[player, hand["ruleset"]].append(climbs * (own if number <= 10 else int(own / 2)))
    return points


async def standings_of(store: Store, players: set[str]) -> dict[tuple[str, str], Standing]:
    return {(player, pool): one for player in players for pool, one in (await store.current_standings(player)).items()}


def test_recount_rates_old_hands_by_the_present_rules(database: str) -> None:
    async def main() -> None:
        hands = hands_of(database)
        assert len(hands) == 36
        counted = expected(hands)
        assert sum(map(len, counted.values())) < 3 * len(hands)  # beyond the daily limit, or nobody won
        store = await open_store(database)
        stood = await standings_of(store, {player for player, _ in counted})
        assert {key: (one.points, one.hands) for key, one in stood.items()} == {
            key: (sum(points), len(points)) for key, points in counted.items()
        }
        assert await compute_pending_standings(store) == 0
        await store.close()

    asyncio.run(main())


def test_recount_changes_no_standing_and_the_room_opens(database: str) -> None:
    async def main() -> None:
        store = await open_store(database)
        players = {seat["player"] for hand in hands_of(database) for seat in hand["seats"]}
        before = await standings_of(store, players)
        assert before
        assert await asyncio.to_thread(paiju, ["rate", "--database", database]) == 0
        assert await standings_of(store, players) == before
        await store.close()
        async with serving(database, library=StandardRegistry()) as served, served.http(await served.guest()) as http:
            page = (await http.get("/api/people/P0")).json()
            assert page["ratings"]
            own = [hand for hand in hands_of(database) if any(seat["name"] == "P0" for seat in hand["seats"])]
            assert sum(one["hands"] for one in page["numbers"]) == len(own)

    asyncio.run(main())


def test_season_of_an_old_room_closes_with_its_final_standing(database: str) -> None:
    async def main() -> None:
        store = await open_store(database)
        ended = hands_of(database)[-1]["ended"]
        assert await Seasons(store, lambda: ended + 100 * DAY, UTC).close_past() >= 1
        (*_, season) = await store.seasons()
        final = await store.season_ranking("title", TITLED, season.id, 99, RankingFilter(sigma=99))
        points = {
            player: sum(own) for (player, pool), own in expected(hands_of(database)).items() if pool == "doudizhu/qq"
        }
        assert {one.player: one.value for one in final} == points
        await store.close()

    asyncio.run(main())
