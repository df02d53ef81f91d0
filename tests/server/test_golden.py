"""The present server reads the golden databases of every stored format (``tests/golden``), and of the present one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from paiju.games.registry import built_in_families
from paiju.records import read_record, verify
from paiju.server.adapters.password_hashing import Argon2Hasher
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.players.accounts import Accounts
from paiju.server.app.players.player_service import PlayerService
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.log_entries import fold
from paiju.server.table_client import decode_view
from tests.golden.golden_databases import FOLDER, FORMATS, book_of, copy_of, staged
from tests.golden.make_database import BEGIN, Stage, beside, make, moves, table_told
from tests.integration.in_process_server import Served, serving

TODAY = "today"
HOUR: Final = 3_600_000
"""So long after the first table all is as it was left, and there it stays: nobody's time runs out, however slow the machine."""


class Golden(NamedTuple):
    """A database with a little of everything."""

    name: str
    source: Path
    copies: Path

    @property
    def book(self) -> dict[str, Any]:
        return book_of(self.name, self.source)

    def copy(self) -> Path:
        return copy_of(self.name, self.copies, self.source)

    def on_stage(self, case: Callable[[Stage], Awaitable[None]]) -> None:
        async def main() -> None:
            async with staged(self.name, self.copies, self.source) as stage:
                await case(stage)

        asyncio.run(main())


@pytest.fixture(scope="module")
def made_today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as the golden ones, by the code of today."""
    folder = tmp_path_factory.mktemp("golden")
    asyncio.run(make(folder, TODAY))
    return folder


@pytest.fixture(params=[*FORMATS, TODAY])
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Golden:
    source = request.getfixturevalue("made_today") if request.param == TODAY else FOLDER
    return Golden(request.param, source, tmp_path)


async def labelled(stage: Stage, golden: Golden, what: str) -> LiveTable:
    """The table that the book describes so."""
    (found,) = [table for table, told in golden.book["tables"].items() if told["what"] == what]
    return await stage.room.table(found)


async def refolded(stage: Stage, live: LiveTable) -> dict[str, Any]:
    """The table, told from what is in the database now."""
    table = fold(stage.room.context.registry, None, await stage.room.context.store.entries(live.table.id))
    assert table is not None
    return table_told(table)


def test_every_table_is_loaded_as_stored(golden: Golden) -> None:
    async def case(stage: Stage) -> None:
        for table, told in golden.book["tables"].items():
            live = await stage.room.table(table)
            assert {"what": told["what"], **table_told(live.table)} == told

    golden.on_stage(case)


def test_every_table_is_shown_to_everybody(golden: Golden) -> None:
    async def case(stage: Stage) -> None:
        for live in stage.room.loaded_tables:
            game, hand = live.table.game, live.table.running_hand
            for player in (*(player.id for player in stage.players.values()), "somebody else"):
                seat = live.table.seat_of(player)
                shown = live.subscribers.full_table_message(player, None)
                assert shown.you == seat
                if hand is not None and shown.hand is not None:
                    assert decode_view(shown, game) == game.view(hand.state, seat)

    golden.on_stage(case)


def test_every_running_hand_is_finished_and_the_next_begins(golden: Golden) -> None:
    async def case(stage: Stage) -> None:
        running = [live for live in stage.room.loaded_tables if live.table.running_hand]
        told = {one["ruleset"].partition("/")[0] for one in golden.book["tables"].values() if one["hand"]}
        assert {live.table.setup.ruleset.family for live in running} == told
        assert golden.name != TODAY or told == {family.name for family in built_in_families()}
        for live in running:
            number = live.table.require_running_hand().number
            await stage.play(
                live,
                lambda table, number=number: table.require_running_hand().number > number and moves(1)(table),  # type: ignore[misc]
            )
            assert await refolded(stage, live) == table_told(live.table)
            assert await stage.room.context.store.hand(f"{live.table.id}-{number}") is not None

    golden.on_stage(case)


def test_partly_answered_window_keeps_its_answer(golden: Golden) -> None:
    async def case(stage: Stage) -> None:
        live = await labelled(stage, golden, "has a window half answered")
        before = live.table.require_running_hand()
        (answered,) = [seat for seat, ask in enumerate(before.asks) if ask is not None and ask.answer is not None]
        given = before.asks[answered].answer.action  # type: ignore[union-attr]
        await stage.open_window(live, lambda table, seat: "pass")
        opened = live.table.require_running_hand().moves[len(before.moves) :]
        assert [move.action for move in opened if move.seat == answered] == [given]
        assert len(opened) == len([ask for ask in before.asks if ask is not None])

    golden.on_stage(case)


def test_relations_actions_and_bookings_are_loaded_as_stored(golden: Golden) -> None:
    """In the oldest formats there was nothing."""

    async def case(stage: Stage) -> None:
        nothing: dict[str, Any] = {"ties": [], "acts": [], "bookings": []}
        assert await beside(stage.room.context.store, stage.players["ann"].id) == golden.book.get("beside", nothing)
        assert golden.name != TODAY or all(golden.book["beside"].values())

    golden.on_stage(case)


def test_stored_account_can_log_in(golden: Golden) -> None:
    async def case(stage: Stage) -> None:
        book, hasher = golden.book, Argon2Hasher()
        players = PlayerService(stage.room.context.store, stage.clock)
        account = book["account"]
        player, _, _ = await Accounts(stage.room, players, hasher).log_in(account["user"], account["password"], "")
        hasher.close()
        assert player.id == book["players"]["ann"]["id"]
        assert (await players.authenticate(account["token"])).player == player
        for one in book["players"].values():
            assert (await players.authenticate(one["session"])).player.id == one["id"]

    golden.on_stage(case)


def test_a_server_lists_tables_and_hands_and_proves_each_hand(golden: Golden) -> None:
    async def main() -> None:
        book = golden.book
        async with serving(golden.copy(), library=StandardRegistry(), wall=lambda: BEGIN + HOUR) as served:
            await tables_are_listed(served, book)
            listed = set()
            for one in book["players"].values():
                async with served.http(one["session"]) as http:
                    listed |= {hand["id"] for hand in (await http.get("/api/me/hands")).json()}
            proved = {await hand_is_proved(served, hand, book) for hand in book["hands"]}
            assert len(proved) == len(book["hands"])
            assert listed >= proved  # time passes, and may end one more

    asyncio.run(main())


async def tables_are_listed(served: Served, book: dict[str, Any]) -> None:
    async with served.http(book["players"]["dan"]["session"]) as http:
        mine = {one["id"]: one["phase"] for one in (await http.get("/api/me/tables")).json()}
        assert sorted(mine.values()) in (["over", "playing"], ["over", "waiting"])  # time passes, and may end the hand
        shown = {one["id"] for one in (await http.get("/api/tables")).json()}
    open_to_all = ("waits for players", "was changed, its host passed on")
    assert shown == {table for table, told in book["tables"].items() if told["what"] in open_to_all}


async def who_opens(served: Served, hand: str, book: dict[str, Any]) -> str:
    """The session of a player who played it: by its id within the server a hand is found by nobody else."""
    found = []
    for one in book["players"].values():
        async with served.http(one["session"]) as http:
            if (await http.get(f"/api/hands/{hand}")).status_code == 200:
                found.append(one["session"])
    return str(found[0])


async def hand_is_proved(served: Served, hand: str, book: dict[str, Any]) -> str:
    """Prove a hand to one of its players; its public id."""
    told = book["hands"][hand]
    async with served.http(await who_opens(served, hand, book)) as http:
        replay = (await http.get(f"/api/hands/{hand}/replay")).json()
        steps = replay["steps"]
        for form in ("json", "text"):
            record = read_record((await http.get(f"/api/hands/{hand}/record?form={form}")).text)
            assert all(check.holds for check in verify(record))
            (played,) = record.hands
            assert played.outcome is not None
            assert [played.outcome.reason, list(played.outcome.points)] == [told["reason"], told["points"]]
            assert [player.name for player in record.players] == told["players"]
            assert [(move.seat, move.by, move.at) for move in played.moves] == [
                (step["seat"], step["by"], step["at"]) for step in steps
            ]
    return str(replay["id"])
