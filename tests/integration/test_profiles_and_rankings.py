"""Profiles, titles, ratings and rankings that follow from finished hands, and that reveal nothing of a hand in play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.cli.main import main as paiju
from paiju.games.doudizhu.title_ladder import LADDER
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.players import profiles
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.app.ranking_store import HandFilter
from paiju.server.table_client import TableClient, new_id
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import Served, serving

NAMES = ("Ann", "Bob", "Cat")
RULESET = "doudizhu/qq"
TIME = 120


@asynccontextmanager
async def evening(path: Path, people: int = 3) -> AsyncIterator[tuple[Served, list[ChaosPlayer]]]:
    """People at a table in a room, and bots on what is left of it."""
    library = StandardRegistry()
    async with serving(path / "room.db", library=library) as served, AsyncExitStack() as stack:
        keys = [await served.guest(name) for name in NAMES[:people]]
        name = await served.table(keys[0], ruleset=RULESET, private=False)
        clients = [await stack.enter_async_context(TableClient(served.url, key, name)) for key in keys]
        for seat, client in enumerate(clients[1:], 1):
            await client.request(wire_requests.Sit(id=new_id(), seat=seat))
        if people < len(NAMES):
            await clients[0].request(wire_requests.AddBot(id=new_id()))
        game = library.game(library.ruleset(RULESET))
        yield served, [ChaosPlayer(client, game, seat, 0) for seat, client in enumerate(clients)]


def key_of(player: ChaosPlayer) -> str:
    return player.client._headers["Authorization"].partition(" ")[2]


async def told(served: Served, player: ChaosPlayer, path: str) -> Any:
    async with served.http(key_of(player)) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def play(players: Sequence[ChaosPlayer], hands: int) -> None:
    async with asyncio.timeout(TIME):
        await asyncio.gather(*(player.play(hands) for player in players))


async def outcomes(served: Served, player: ChaosPlayer) -> list[Any]:
    """All hands of the table, the newest first."""
    return list(await told(served, player, "/api/me/hands"))


@pytest.mark.clause("DDZ-9.6")
def test_points_give_a_title_at_the_table_and_on_the_profile(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            before = await told(served, players[0], "/api/people/Ann")
            assert (before["titles"], before["numbers"]) == ([], [])
            await play(players, 4)
            hands = await outcomes(served, players[0])
            for seat, name in enumerate(NAMES):
                points = sum(hand["outcome"]["points"][seat] for hand in hands)
                level = LADDER.level_of(points)
                (title,) = (await told(served, players[0], f"/api/people/{name}"))["titles"]
                words = {"type": "words", "key": f"title.{LADDER.levels[level].code}"}
                assert title["title"] == words
                assert (title["points"], title["level"], title["levels"]) == (points, level + 1, 23)
                assert title["until"] == LADDER.levels[level + 1].points
                async with asyncio.timeout(TIME):
                    async for table in players[0].client.table_updates():
                        if msgspec.to_builtins(table.seats[seat].title) == words:
                            break
                assert table.seats[seat].promoted <= (level > 0)

    asyncio.run(main())


def test_profile_totals_equal_the_recorded_outcomes(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            await play(players, 5)
            hands = await outcomes(served, players[0])
            numbers = (await told(served, players[1], "/api/people/ann"))["numbers"]
            assert all(one["people"] and one["ruleset"] == "doudizhu/qq" for one in numbers)
            assert sum(one["hands"] for one in numbers) == len(hands)
            for field, seats in (
                ("won", lambda out: 0 in out["winners"]),
                ("points", lambda out: out["points"][0]),
            ):
                assert sum(one[field] for one in numbers) == sum(seats(hand["outcome"]) for hand in hands)
            landlord = [one for one in numbers if one["role"] and one["role"]["key"] == "role.landlord"]
            called = sum(feat["hands"] for one in landlord for feat in one["feats"] if "called" in feat["feat"]["key"])
            assert called == sum(one["hands"] for one in landlord)

    asyncio.run(main())


def test_hands_of_a_player_are_listed_by_filter(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            await play(players, 5)
            path = "/api/people/Ann/hands"
            every = await told(served, players[1], path)
            assert [hand["id"] for hand in every] == [hand["id"] for hand in await outcomes(served, players[0])]
            for one in every:
                assert one["points"] == one["outcome"]["points"][0]
                assert one["won"] == (
                    0 if not one["outcome"]["winners"] else 1 if 0 in one["outcome"]["winners"] else -1
                )
            for query, wanted in (
                ("result=won", lambda one: one["won"] == 1),
                ("result=lost", lambda one: one["won"] == -1),
                ("role=farmer", lambda one: one["role"] and one["role"]["key"] == "role.farmer"),
                ("ruleset=doudizhu/happy", lambda one: False),
                ("among=bots", lambda one: False),
                ("beside=bob&among=people", lambda one: True),
                (f"before={every[1]['ended']}", lambda one: one["ended"] < every[1]["ended"]),
            ):
                found = await told(served, players[1], f"{path}?{query}")
                assert [one["id"] for one in found] == [one["id"] for one in every if wanted(one)], query
            async with served.http(key_of(players[0])) as http:
                for bad in (f"{path}?beside=nobody", "/api/people/nobody", "/api/people/nobody/hands"):
                    answer = await http.get(bad)
                    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_player")
            async with served.http() as http:
                assert (await http.get(path)).status_code == 401

    asyncio.run(main())


def test_hands_with_a_bot_give_no_title(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path, people=2) as (served, players):
            await play(players, 2)
            page = await told(served, players[0], "/api/people/Ann")
            assert (page["titles"], page["ratings"]) == ([], [])
            assert {one["people"] for one in page["numbers"]} == {False}
            assert all(seat.title is None for seat in players[0].client.latest.seats)  # type: ignore[union-attr]

    asyncio.run(main())


def test_hidden_parts_of_a_profile_are_shown_only_to_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "OPPONENTS", 2)

    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            await play(players, 1)
            hands = await outcomes(served, players[0])
            whole = await rated(served, players[0], sum(bool(hand["outcome"]["winners"]) for hand in hands))
            assert whole["titles"]
            assert whole["numbers"]
            async with served.http() as http:
                http.cookies["paiju"] = key_of(players[0])
                answer = await http.put("/api/me/hides", json={"hides": ["title", "rating", "numbers", "history"]})
                assert answer.status_code == 200, answer.text
                assert (await http.put("/api/me/hides", json={"hides": ["name"]})).status_code == 400
            hidden = {"hides": ["title", "rating", "numbers", "history"]}
            assert await told(served, players[0], "/api/people/Ann") == whole | hidden
            kept = whole | hidden | {"titles": [], "ratings": [], "numbers": []}
            assert await told(served, players[1], "/api/people/Ann") == kept
            assert await told(served, players[1], "/api/people/Ann/hands") == []
            assert await told(served, players[1], f"/api/people/Ann/ratings?ruleset={RULESET}") == []
            ranked = await told(served, players[1], f"/api/rankings/title?ruleset={RULESET}")
            assert {one["name"] for one in ranked} == {"Bob", "Cat"}
            assert len(await told(served, players[0], "/api/people/Ann/hands")) == 1

    asyncio.run(main())


def test_profiles_and_rankings_reveal_nothing_of_a_running_hand(tmp_path: Path) -> None:
    """Whatever happens in a hand: profiles and rankings stay as they were, but for the ratings of the hand before."""

    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            heard: dict[int, set[str]] = {}
            ranked: dict[int, set[str]] = {}
            kinds = [f"/api/rankings/{kind}?ruleset={RULESET}" for kind in ("rating", "title", "coins")]
            kinds += [f"/api/rankings/title?ruleset={RULESET}&span=season", "/api/seasons"]

            async def listen() -> None:
                async with served.http(key_of(players[0])) as http:
                    while True:
                        number = len((await http.get("/api/me/hands")).json())
                        pages = [(await http.get(f"/api/people/{name}")).json() for name in NAMES]
                        lists = [(await http.get(f"/api/people/{name}/hands")).text for name in NAMES]
                        lists += [(await http.get(f"/api/people/{name}/seasons")).text for name in NAMES]
                        lists += [(await http.get(f"/api/people/{name}/mistakes")).text for name in NAMES]
                        lists.append((await http.get("/api/me/evening")).text)
                        ranks = [(await http.get(path)).text for path in kinds]
                        if number == len((await http.get("/api/me/hands")).json()):
                            plain = [{**page, "ratings": None} for page in pages]
                            heard.setdefault(number, set()).add(f"{plain}{lists}")
                            for one, page in enumerate((*(page["ratings"] for page in pages), *ranks)):
                                ranked.setdefault(one, set()).add(str(page))

            listening = asyncio.create_task(listen())
            await play(players, 4)
            listening.cancel()
            assert heard
            assert all(len(pages) == 1 for pages in heard.values())
            most = 1 + len(await outcomes(served, players[0]))
            assert all(len(pages) <= most for pages in ranked.values())

    asyncio.run(main())


async def rated(served: Served, player: ChaosPlayer, hands: int) -> Any:
    """Ann's page, when so many contests of hers are rated."""
    async with asyncio.timeout(TIME):
        while True:
            page = await told(served, player, "/api/people/Ann")
            if sum(one["hands"] for one in page["ratings"]) == hands:
                return page
            await asyncio.sleep(0.05)


def test_ratings_are_reproduced_by_a_recount(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            await play(players, 5)
            hands = [hand for hand in await outcomes(served, players[0]) if hand["outcome"]["winners"]]
            page = await rated(served, players[0], len(hands))
            (rating,) = page["ratings"]
            assert (rating["ruleset"], rating["established"]) == (RULESET, False)
            course = await told(served, players[1], f"/api/people/ann/ratings?ruleset={RULESET}")
            assert [one["at"] for one in course] == [hand["ended"] for hand in reversed(hands)]
            assert course[-1] == {"at": hands[0]["ended"], "number": rating["number"], "deviation": rating["deviation"]}
            database = str(tmp_path / "room.db")
            assert await asyncio.to_thread(paiju, ["rate", "--database", database]) == 0
            assert await rated(served, players[0], len(hands)) == page
            assert await told(served, players[1], f"/api/people/ann/ratings?ruleset={RULESET}") == course

    asyncio.run(main())


@pytest.mark.clause("DDZ-9.2")
def test_leaving_player_loses_the_leave_cost_and_others_are_unchanged(tmp_path: Path) -> None:
    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            playing = [asyncio.create_task(player.play(10)) for player in players]
            async with asyncio.timeout(TIME):
                async for table in players[0].client.table_updates():
                    if table.table.phase == "playing":
                        break
            playing[0].cancel()
            await players[0].client.request(wire_requests.Leave(id=new_id(), agreed=10**6))
            page = await rated(served, players[1], 1)
            for task in playing[1:]:
                task.cancel()
            (hand, *_) = await outcomes(served, players[0])
            (numbers,) = page["numbers"]
            assert hand["outcome"]["left"] == 0
            assert (numbers["left"], numbers["lost"], numbers["won"]) == (1, 1, 0)
            assert numbers["points"] == page["titles"][0]["points"] == -hand["outcome"]["cost"]
            assert page["ratings"][0]["number"] < 1500
            other = await told(served, players[1], "/api/people/Bob")
            assert other["ratings"] == []
            assert {(one["won"], one["lost"], one["points"]) for one in other["numbers"]} == {(0, 0, 0)}

    asyncio.run(main())


def test_rankings_order_players_by_hands_among_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "SURE", 10_000)
    monkeypatch.setattr(profiles, "OPPONENTS", 2)

    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            await play(players, 3)
            hands = await outcomes(served, players[0])
            points = {name: sum(hand["outcome"]["points"][seat] for hand in hands) for seat, name in enumerate(NAMES)}
            await rated(served, players[0], sum(bool(hand["outcome"]["winners"]) for hand in hands))
            lines = await told(served, players[0], f"/api/rankings/title?ruleset={RULESET}")
            assert {one["name"]: one["value"] for one in lines} == points
            assert [one["value"] for one in lines] == sorted(points.values(), reverse=True)
            assert {one["name"] for one in lines if one["you"]} == {"Ann"}
            assert all(one["title"]["key"].startswith("title.") for one in lines)
            for span in ("day", "week"):
                assert await told(served, players[0], f"/api/rankings/title?ruleset={RULESET}&span={span}") == lines
            assert await told(served, players[0], f"/api/rankings/coins?ruleset={RULESET}") == []
            assert await told(served, players[0], "/api/rankings/title?ruleset=doudizhu/happy") == []
            lines = await told(served, players[0], f"/api/rankings/rating?ruleset={RULESET}")
            assert [one["value"] for one in lines] == sorted((one["value"] for one in lines), reverse=True)
            assert {one["name"] for one in lines} == set(NAMES)
            async with served.http(key_of(players[0])) as http:
                assert (await http.get("/api/rankings/rating?ruleset=f/r")).status_code == 404
                assert (await http.get(f"/api/rankings/luck?ruleset={RULESET}")).status_code == 400

    asyncio.run(main())


def test_results_recomputed_from_records_equal_the_stored_ones(tmp_path: Path) -> None:
    async def main() -> None:
        wish = HandFilter()
        async with evening(tmp_path) as (served, players):
            await play(players, 3)
            store = served.room.context.store
            ids = [chair.player or "" for chair in served.room.loaded_tables[0].table.chairs]
            then = [
                (await store.find_played_hands(player, wish, 1 << 60), await store.tallies(player)) for player in ids
            ]
            await store.drop_all_results()
            assert await RatingUpdater(store, served.room.context.registry).evaluate_pending() == 3
            assert [
                (await store.find_played_hands(player, wish, 1 << 60), await store.tallies(player)) for player in ids
            ] == then
            assert await RatingUpdater(store, served.room.context.registry).evaluate_pending() == 0

    asyncio.run(main())
