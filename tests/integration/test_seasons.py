"""Seasons: their bounds in the time zone of the room, closing once, and a final standing that follows from the hands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from msgspec.structs import replace

from paiju.server.adapters.databases import open_store
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.moderation import ModerationRequest
from paiju.server.app.players import profiles
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.app.ranking.seasons import Seasons, compute_pending_standings, season_after, season_at
from paiju.server.app.ranking_store import RankingFilter, Season
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.time_zone import TimeZone
from tests.integration.in_process_server import Served, serving
from tests.integration.postgres import Cluster
from tests.integration.store_contract import append, hand
from tests.server.table_harness import ToyRulesetRegistry

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
NAMES = ("ann", "bob", "cat")


def ms(*moment: int, zone: ZoneInfo | None = None) -> int:
    year, month, day, *rest = moment
    hour, minute = (*rest, 0, 0)[:2]
    return int(datetime(year, month, day, hour, minute, tzinfo=zone or UTC).timestamp()) * 1000


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "room.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.at(tmp_path)


@pytest.mark.parametrize(
    ("zone", "at", "season"),
    [
        (UTC, ms(2026, 11, 25), Season(id="2026Q4", began=ms(2026, 10, 1), ended=ms(2027, 1, 1))),
        (UTC, ms(2026, 10, 1) - 1, Season(id="2026Q3", began=ms(2026, 7, 1), ended=ms(2026, 10, 1))),
        (UTC, ms(2026, 10, 1), Season(id="2026Q4", began=ms(2026, 10, 1), ended=ms(2027, 1, 1))),
        # In Shanghai it is the first of January eight hours before it is in Greenwich.
        (
            SHANGHAI,
            ms(2026, 12, 31, 16),
            Season(id="2027Q1", began=ms(2026, 12, 31, 16), ended=ms(2027, 3, 31, 16)),
        ),
        (
            SHANGHAI,
            ms(2026, 12, 31, 16) - 1,
            Season(id="2026Q4", began=ms(2026, 9, 30, 16), ended=ms(2026, 12, 31, 16)),
        ),
        # Summer time begins within the season.
        (NEW_YORK, ms(2026, 2, 1), Season(id="2026Q1", began=ms(2026, 1, 1, 5), ended=ms(2026, 4, 1, 4))),
    ],
)
def test_a_season_is_a_quarter_in_the_time_zone_of_the_room(zone: ZoneInfo, at: int, season: Season) -> None:
    assert season_at(at, zone) == season


def test_seasons_follow_each_other_without_a_gap_even_when_the_time_zone_changes() -> None:
    last = season_at(ms(2026, 11, 25), UTC)
    following = season_after(last, SHANGHAI)
    assert (following.id, following.began, following.ended) == ("2027Q1", last.ended, ms(2027, 3, 31, 16))


def test_time_zone_setting_accepts_only_time_zone_names() -> None:
    assert TimeZone.parse("Asia/Shanghai").to_tzinfo() == SHANGHAI
    assert TimeZone().to_tzinfo() == UTC
    for wrong in ("Mars/Olympus", "", "Asia", "../etc/passwd"):
        with pytest.raises(ValueError, match=wrong.replace(".", r"\.") or "$"):
            TimeZone.parse(wrong)


class Room:
    """Hands written into a store, at moments that the test chooses."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 0
        self.hands = 0
        self.updater = RatingUpdater(store, ToyRulesetRegistry())

    def seasons(self) -> Seasons:
        """As a process of the room has them."""
        return Seasons(self.store, lambda: self.now, SHANGHAI)

    async def play(
        self, at: int, points: Sequence[int], coins: Sequence[int] = (0, 0, 0), ruleset: str = "f/r"
    ) -> None:
        """The first of the three wins so many points and coins."""
        self.hands += 1
        results = tuple(
            SeatResult(player=name, side=side, won=1 if own > 0 else -1, points=own, coins=paid)
            for side, (name, own, paid) in enumerate(zip(NAMES, points, coins, strict=True))
        )
        family = ruleset.partition("/")[0]
        verdict = HandResult(ruleset=ruleset, people=True, ladder=family, results=results)
        finished = replace(hand(self.hands, *NAMES), ended=at, verdict=verdict)
        assert await self.store.append(replace(append(self.hands), finished=finished))

    async def final(self, season: str) -> list[tuple[str, str, float, int]]:
        """The whole final standing, however few opponents there were."""
        which = RankingFilter(sigma=99)
        return [
            (kind, one.player, round(one.value, 6), one.hands)
            for kind in ("rating", "title", "coins")
            for one in await self.store.season_ranking(kind, "f/r", season, 99, which)
        ]


async def opened(database: str) -> Room:
    store = await open_store(database)
    for name in NAMES:
        await store.put_player(StoredPlayer(name, name.title(), 5))
    return Room(store)


Q3, Q4, Q1 = ms(2026, 8, 1), ms(2026, 11, 1), ms(2027, 2, 1)
EVE = ms(2026, 12, 31, 16)
"""When the fourth season of 2026 ends in Shanghai."""


def test_final_standing_counts_only_the_hands_of_the_season(database: str) -> None:
    async def main() -> None:
        room = await opened(database)
        await room.play(Q3, (12, -6, -6), (100, -50, -50))
        await room.play(Q4, (-4, 8, -4), (-30, 60, -30))
        await room.play(EVE - 1, (2, -1, -1))
        await room.play(EVE, (-40, 80, -40), (-9, 18, -9))
        await room.updater.run_until_done()
        room.now = Q1
        assert await room.seasons().close_past() == 2
        assert [one.id for one in await room.store.seasons()] == ["2026Q4", "2026Q3"]
        assert (await room.seasons().current()).id == "2027Q1"
        third, fourth = await room.final("2026Q3"), await room.final("2026Q4")
        assert [one[1:] for one in third if one[0] == "title"] == [("ann", 12, 1), ("bob", -6, 1), ("cat", -6, 1)]
        assert [one[1:] for one in fourth if one[0] == "title"] == [("bob", 7, 2), ("ann", -2, 2), ("cat", -5, 2)]
        assert [one[1:] for one in fourth if one[0] == "coins"] == [("bob", 60, 1), ("ann", -30, 1), ("cat", -30, 1)]
        at_the_end = {
            one.player: one.mu
            for name in NAMES
            for one in await room.store.rating_history(name, "f/r")
            if one.ended == EVE - 1
        }
        assert {name: value for kind, name, value, _ in fourth if kind == "rating"} == {
            name: round(mu, 6) for name, mu in at_the_end.items()
        }
        points = {one.player: (one.before, one.after) for one in await room.store.season_title_points("2026Q4", "f")}
        assert points == {"ann": (12, 10), "bob": (-6, 1), "cat": (-6, -11)}
        first = {one.player: one.before for one in await room.store.season_title_points("2026Q3", "f")}
        assert first == dict.fromkeys(NAMES)
        assert [(one.season, one.hands, one.points) for one in await room.store.season_results_of_player("bob")] == [
            ("2026Q4", 2, 7), ("2026Q3", 1, -6)
        ]  # fmt: skip
        await room.store.close()

    asyncio.run(main())


def test_season_is_closed_once_by_several_processes_or_after_a_restart(database: str) -> None:
    async def main() -> None:
        room = await opened(database)
        await room.play(Q4, (12, -6, -6))
        await room.updater.run_until_done()
        room.now = EVE - 1
        assert await room.seasons().close_past() == 0
        assert await room.store.seasons() == []
        room.now = EVE
        done = await asyncio.gather(*(room.seasons().close_past() for _ in range(5)))
        assert sum(done) == 1
        assert await room.seasons().close_past() == 0
        room.now = ms(2027, 8, 1)  # nobody was here for half a year
        assert await room.seasons().close_past() == 2
        assert [one.id for one in await room.store.seasons()] == ["2027Q2", "2027Q1", "2026Q4"]
        assert await room.final("2027Q2") == []
        await room.store.close()

    asyncio.run(main())


def test_season_waits_for_unrated_hands_and_is_recomputed_for_late_ones(database: str) -> None:
    async def main() -> None:
        room = await opened(database)
        room.now = Q1
        await room.play(Q4, (12, -6, -6))
        assert await room.seasons().close_past() == 0  # the hand is not rated yet
        assert [one.id for one in await room.store.seasons_without_standings()] == ["2026Q4"]
        await room.updater.run_until_done()
        assert await room.seasons().close_past() == 1
        before = await room.final("2026Q4")
        await room.play(Q4 - 1000, (-24, 12, 12))
        await room.updater.run_until_done()
        assert await room.final("2026Q4") == before  # until it is counted again
        assert await room.seasons().close_past() == 1
        assert [one[1:] for one in await room.final("2026Q4") if one[0] == "title"] == [
            ("bob", 6, 2), ("cat", 6, 2), ("ann", -12, 2)
        ]  # fmt: skip
        await room.store.close()

    asyncio.run(main())


def test_recount_reproduces_the_closed_seasons(tmp_path: Path) -> None:
    """Their bounds are recorded, so that the time zone of today does not matter."""

    async def main() -> None:
        room = await opened(str(tmp_path / "room.db"))
        await room.play(EVE - 1000, (12, -6, -6))
        await room.play(EVE, (-4, 8, -4))
        await room.updater.run_until_done()
        room.now = ms(2027, 4, 2)
        await room.seasons().close_past()
        then = [await room.final("2026Q4"), await room.final("2027Q1")]
        recorded = await room.store.seasons()
        await room.store.drop_all_results()
        assert [one.id for one in await room.store.seasons_without_standings()] == ["2026Q4", "2027Q1"]
        for number, one in enumerate(((12, -6, -6), (-4, 8, -4)), 1):  # the toy's hands have no records to evaluate
            results = tuple(
                SeatResult(player=name, side=side, won=1 if own > 0 else -1, points=own)
                for side, (name, own) in enumerate(zip(NAMES, one, strict=True))
            )
            verdict = HandResult(ruleset="f/r", people=True, ladder="f", results=results)
            assert await room.store.put_result(hand(number).id, verdict)
        await room.updater.rate_pending()
        assert await compute_pending_standings(room.store) == 2
        assert [await room.final("2026Q4"), await room.final("2027Q1")] == then
        assert await room.store.seasons() == recorded
        await room.store.close()

    asyncio.run(main())


@asynccontextmanager
async def room_after_a_season(path: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient, str]]:
    """A room that starts with hands of the last season and of this one; Dan's client, and the id of the last season."""
    database = str(path / "room.db")
    room = await opened(database)
    this = season_at(now(), UTC)
    last = season_at(this.began - 1, UTC)
    await room.play(last.began, (400, -200, -200), (50, -30, -20), ruleset="doudizhu/qq")
    await room.play(this.began, (-4, 8, -4), ruleset="doudizhu/qq")
    await room.updater.rate_pending()
    await room.store.close()
    async with serving(database, library=StandardRegistry()) as served, served.http(await served.guest("Dan")) as http:
        store = served.room.context.store
        async with asyncio.timeout(60):
            while not await store.seasons() or await store.seasons_without_standings():  # noqa: ASYNC110 (another process may do it)
                await asyncio.sleep(0.05)
        yield served, http, last.id


async def fetch(http: httpx.AsyncClient, path: str) -> list[dict[str, Any]]:
    answer = await http.get(path)
    assert answer.status_code == 200, answer.text
    return list(answer.json())


async def final(http: httpx.AsyncClient, season: str, kind: str) -> list[tuple[str, int]]:
    lines = await fetch(http, f"/api/seasons/{season}/rankings/{kind}?ruleset=doudizhu/qq")
    return [(one["name"], one["value"]) for one in lines]


async def gained(http: httpx.AsyncClient, season: str) -> list[tuple[str, object]]:
    lines = await fetch(http, f"/api/seasons/{season}/titles?ruleset=doudizhu/qq")
    return [(one["name"], one["before"]) for one in lines]


@pytest.fixture
def few_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two opponents and any deviation are enough for a place."""
    monkeypatch.setattr(profiles, "OPPONENTS", 2)
    monkeypatch.setattr(profiles, "SURE", 10_000)


@pytest.mark.usefixtures("few_opponents")
def test_final_standing_of_the_last_season_is_served(tmp_path: Path) -> None:
    async def main() -> None:
        async with room_after_a_season(tmp_path) as (served, http, last):
            async with served.http() as visitor:
                current, past = await fetch(visitor, "/api/seasons")
            assert (current["over"], past["over"], past["id"]) == (False, True, last)
            assert current["began"] == past["ended"]
            assert (await final(http, last, "title"))[0] == ("Ann", 400)
            assert await final(http, last, "coins") == [("Ann", 50), ("Cat", -20), ("Bob", -30)]
            assert (await final(http, last, "rating"))[0][0] == "Ann"
            assert await gained(http, last) == [("Ann", None)]
            lines = await fetch(http, "/api/rankings/title?ruleset=doudizhu/qq&span=season")
            assert [(one["name"], one["value"]) for one in lines] == [("Bob", 8), ("Ann", -4), ("Cat", -4)]
            assert await fetch(http, f"/api/seasons/{last}/titles?ruleset=gunzi/six") == []
            (own,) = await fetch(http, "/api/people/Ann/seasons")
            assert (own["season"], own["place"], own["points"], own["coins"], own["hands"]) == (last, 1, 400, 50, 1)
            for path in (
                f"/api/seasons/{last}/titles?ruleset=no/such",
                "/api/seasons/1999Q1/titles?ruleset=doudizhu/qq",
            ):
                assert (await http.get(path)).status_code == 404

    asyncio.run(main())


@pytest.mark.usefixtures("few_opponents")
def test_hidden_parts_and_excluded_players_are_in_no_standing(tmp_path: Path) -> None:
    async def main() -> None:
        async with room_after_a_season(tmp_path) as (served, http, last):
            store = served.room.context.store
            await store.put_visibility_exceptions("ann", {"title", "rating", "coins"})
            (own,) = await fetch(http, "/api/people/Ann/seasons")
            assert [own[part] for part in ("number", "place", "points", "coins")] == [None] * 4
            for kind in ("rating", "title", "coins"):
                assert {name for name, _ in await final(http, last, kind)} == {"Bob", "Cat"}
            assert await gained(http, last) == []
            await store.put_visibility_exceptions("ann", {"numbers"})
            assert await fetch(http, "/api/people/Ann/seasons") == []
            await store.put_visibility_exceptions("ann", ())
            assert (await final(http, last, "coins"))[0][0] == "Ann"
            await served.room.moderation.perform_action("", ModerationRequest(act="unrank", subject="ann"))
            assert await final(http, last, "coins") == [("Cat", -20), ("Bob", -30)]
            assert await gained(http, last) == []

    asyncio.run(main())
