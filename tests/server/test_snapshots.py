"""A table that is opened from its snapshot is the one that its whole log makes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paiju.server.adapters.clock import now
from paiju.server.adapters.library import Registry
from paiju.server.adapters.metrics import Metrics
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.app.aside import read_log
from paiju.server.app.commands import ANSWERS
from paiju.server.app.house import House
from paiju.server.app.live import LiveTable, load_table
from paiju.server.app.room import Room
from paiju.server.app.snapshots import start_of
from paiju.server.app.store import Player
from paiju.server.domain import play, seating
from paiju.server.domain.clock import Tempo
from paiju.server.domain.draft import Draft
from paiju.server.domain.setup import Pace, Wanted
from paiju.server.domain.table import Table
from tests.integration.serving import thinker
from tests.rulesets import one_each

NOW = Tempo(deal=0, beat=0, lies=0)


def _next(draft: Draft, random: Random) -> None:
    """One thing that may happen at a table of players."""
    table = draft.table
    if table.running is None:
        _between_hands(draft, random)
    elif table.running.dealing is not None:
        play.deal_on(draft)
    elif random.random() < 0.03:
        seat = random.randrange(table.game.seats)
        play.set_auto(draft, seat, on=not table.chairs[seat].auto)
    elif asked := [seat for seat in range(table.game.seats) if (ask := table.running.asked(seat)) and ask.must]:
        seat = random.choice(asked)
        legal = table.game.legal(table.running.state, seat)
        ask = table.running.asks[seat]
        assert ask is not None
        play.act(draft, seat, ask.decision, legal[random.randrange(min(len(legal), 50))], "player")
    else:
        play.close(draft, NOW)


def _between_hands(draft: Draft, random: Random) -> None:
    table = draft.table
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.empty]
    if empty:
        seating.sit(draft, f"p{empty[0]}", f"p{empty[0]}", empty[0])
    elif random.random() < 0.1:
        seating.stand(draft, f"p{random.randrange(1, len(table.chairs))}")
    else:
        seating.ready(draft, f"p{random.randrange(len(table.chairs))}", "")


async def play_on(live: LiveTable, random: Random, steps: int) -> None:
    for _ in range(steps):
        await live.do("p0", f"c{live.table.version}", lambda draft: _next(draft, random))


@asynccontextmanager
async def opened(path: Path, ruleset: str) -> AsyncIterator[LiveTable]:
    """A table at which nothing happens by itself."""
    store, minds = await open_sqlite(path), thinker()
    room = Room(House(store, Registry(), minds, NOW, Metrics(), now))  # type: ignore[arg-type]  # nobody beats here
    live = await room.open_table(Player("p0", "p0", 0), Wanted(ruleset=ruleset, pace=Pace(0, 0)), private=True)
    live.clockwork.stop()
    yield live
    minds.close()
    await store.close()


def _state(table: Table | None) -> Any:
    assert table is not None
    return {name: getattr(table, name) for name in table.__struct_fields__ if name != "game"}, type(table.game)


async def _whole(live: LiveTable) -> Table | None:
    return read_log(live.house.library, await live.house.store.entries(live.table.id))[0]


async def _never(live: LiveTable, command: str) -> int:
    """The edition that a command was answered with. It must not be done."""

    def work(draft: Draft) -> None:
        raise AssertionError

    return await live.do("p0", command, work)


@pytest.mark.parametrize("ruleset", ["doudizhu/four", *one_each()])
def test_it_is_the_same_at_any_point(tmp_path: Path, ruleset: str) -> None:
    async def main() -> None:
        random = Random(ruleset)
        async with opened(tmp_path / "room.db", ruleset) as live:
            library, store, name = live.house.library, live.house.store, live.table.id
            hands: set[int] = set()
            while len(hands) < 2:
                await play_on(live, random, random.randint(1, 60))
                start, whole = start_of(library, await store.snapshot(name)), await _whole(live)
                again = await load_table(live.house, name)
                assert again is not None
                assert _state(again.table) == _state(live.table) == _state(whole)
                if live.table.hand is not None:
                    assert start.table is not None
                    assert start.table.hand is None
                    assert start.table.seal == live.table.hand.seal
                    hands.add(live.table.hand.number)
                for version in range(max(2, live.table.version - ANSWERS + 1), live.table.version):
                    assert await _never(again, f"c{version}") == await _never(live, f"c{version}")

    asyncio.run(main())


@pytest.mark.parametrize(
    "change",
    [
        "build = 'another'",
        "state = substr(state, 2)",
        "state = CAST('{}' AS BLOB)",
        "state = CAST(json_replace(CAST(state AS TEXT), '$.chairs', json('[]')) AS BLOB)",
        "version = version + 1000",
    ],
)
def test_one_that_is_rotten_or_foreign_is_passed_by(tmp_path: Path, change: str) -> None:
    path = tmp_path / "room.db"

    async def main() -> None:
        async with opened(path, "doudizhu/qq") as live:
            await play_on(live, Random(1), 40)
            assert live.table.hand is not None
            with closing(sqlite3.connect(path)) as db:
                assert db.execute(f"UPDATE snapshots SET {change}").rowcount == 1
                db.commit()
            again = await load_table(live.house, live.table.id)
            assert again is not None
            assert _state(again.table) == _state(live.table)

    asyncio.run(main())
