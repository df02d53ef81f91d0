"""The room and its tables. Tables are opened, found by name or for a player in a hurry, and go on after a restart."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

import structlog
from msgspec.structs import asdict, replace

from paiju.core.errors import UnknownName
from paiju.core.game import AnyGame
from paiju.server.app.aside import Fault, Unreadable
from paiju.server.app.commands import new_secret
from paiju.server.app.company import Company
from paiju.server.app.hosting import Hosting
from paiju.server.app.house import House
from paiju.server.app.live import LiveTable, load_table
from paiju.server.app.log import at_version, new_entry
from paiju.server.app.peers import DEAF
from paiju.server.app.players import LIFE
from paiju.server.app.store import Append, Player, Summary, Tie
from paiju.server.app.summary import LobbyTable, MyTable, lobby_table, read_summary, summary_of
from paiju.server.app.tasks import Tasks
from paiju.server.domain import facts, seating
from paiju.server.domain.draft import Draft
from paiju.server.domain.setup import Setup, Wanted, setup_of
from paiju.server.domain.table import Table
from paiju.server.errors import Newer, Refusal, SetAside
from paiju.server.faults import kind_of

BEAT = 1.0
"""Seconds between two signs of life. By the last one a restart knows how long the server was down."""

SWEEP = 1.0
"""Seconds between two looks for what is overdue."""

IDLE = 15 * 60_000
"""Milliseconds. When nobody was connected for so long, a public table is closed, and any table is let go from memory."""

LATE = 3_000
"""Milliseconds. What is overdue by so much may be done by any server."""

TIDY = 60.0
"""Seconds between two rounds of tidying up."""

FORGET = 3600.0
"""Seconds from the start to a look for what may be forgotten, and to the next. A clock that was wrong is right by then."""

EVER = 1 << 62
"""Later than everything."""

LOBBY = 50
"""So many tables are shown at once."""

SHARE = 50
"""Tables that are taken up at once. Other servers that start together take others."""

PROBE = 2.0
"""Seconds that a write may take where the room is asked whether it works."""

log = structlog.get_logger()


class Room:
    """All tables of this server."""

    def __init__(self, house: House, keep: int = 0, keep_empty: int = 0) -> None:
        self.house = house
        self._keep = keep
        """Milliseconds after which a table that nobody uses is forgotten; 0: never."""
        self._keep_empty = keep_empty
        """The same for tables where nobody sits and guests who have left nothing."""
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.aside: dict[str, Fault] = {}
        """The tables that could not be read, until the server is started again."""
        self.company = Company(house, self._tables)
        self.hosting = Hosting(house.store, house.clock, self)
        self.tasks = Tasks(house.meter)
        self._stopped: dict[str, int] = {}
        """The tables at which something was due when the server ended, and when that was, until they are taken up."""
        self._settled = asyncio.Event()

    # ---- coming and going of the server

    async def open(self) -> None:
        """Begin to take up what was going on, some tables at a time; one that is asked for has its turn at once."""
        store = self.house.store
        beat = await store.last_beat()
        await self.hosting.open()
        await self.company.join()
        if beat is not None:
            self._stopped = dict.fromkeys((*await store.running(), *await store.overdue(EVER)), beat)
        self.tasks.keep("bus", self.house.peers.line.listen)
        self.tasks.keep("heartbeat", self._beat, longest=BEAT)
        self.tasks.keep("sweep", self._sweep)
        self.tasks.keep("tidying", self._tidy)
        self.tasks.keep("forgetting", self._forget)
        self.tasks.keep("hosts", self.hosting.watch)

    async def settled(self) -> None:
        """Wait until everything is taken up."""
        await self._settled.wait()

    async def close(self) -> None:
        """Let nothing happen any more. Nothing needs to be saved: everything is on disk."""
        self.tasks.stop()
        await self.company.leave()
        await self.house.peers.line.close()

    async def _take_up(self) -> None:
        """Take up what the last server left, unless another has. Its clocks stood still since then."""
        await self._inherit()
        while names := list(self._stopped)[:SHARE]:
            ours = await self.company.claim(names)
            await asyncio.gather(*map(self.readable, ours))
            for name in names:
                self._stopped.pop(name, None)
        await asyncio.gather(*(live.commands.resume() for live in filter(self.company.looks_after, self.live)))
        await self.house.store.beat(self.house.clock())
        self._settled.set()

    async def _inherit(self) -> None:
        """Take up what other processes have left that are gone. Each table's clocks stood still since its own was."""
        while left := await self.house.peers.line.inherit():
            now = self.house.clock()
            self._stopped.update({name: now - ago for name, ago in left.items()})
            await asyncio.gather(*map(self._adopt, left))
            for name in left:
                self._stopped.pop(name, None)

    async def _adopt(self, name: str) -> None:
        if live := self._tables.get(name):
            await self._look_after(live)
        else:
            await self.readable(name)

    async def _look_after(self, live: LiveTable) -> None:
        """Let things happen at the table by themselves, if nobody else does."""
        await self.company.take(live, stopped=self._stopped.pop(live.table.id, None))

    async def _beat(self) -> None:
        """A sign of life, which is one only when it is on disk. The clock has stood since the last one, if that was long ago."""
        await asyncio.sleep(BEAT)
        clock = self.house.clock
        if self._settled.is_set():  # till then the last server's end is not forgotten: this one may be ended too
            await self.house.store.beat(clock())
        await self.company.beat()
        if jump := clock.beat():
            log.warning("clock_jumped", milliseconds=jump)
            for live in filter(self.company.looks_after, self.live):
                live.commands.behind += jump
                live.clockwork.arm()

    async def _sweep(self) -> None:
        """Take up tables at which something was due and nobody has done it: their server is gone."""
        if not self._settled.is_set():
            await self._take_up()
        await self._call()
        for name in await self.house.store.overdue(self.house.clock() - LATE):
            await self.readable(name)
        await self._inherit()
        for name, live in list(self._tables.items()):
            if live.commands.outgrown:
                await self._let_go(name, live)
        await self.company.look_round()

    async def _call(self) -> None:
        """Wait for the next sweep, or until another process has left its tables."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SWEEP):
                await self.company.called.wait()
        self.company.called.clear()

    async def _tidy(self) -> None:
        await asyncio.sleep(TIDY)
        await self.tidy(self.house.clock())

    async def troubles(self) -> list[str]:
        """What keeps the room from working; nothing: it is ready."""
        if not self._settled.is_set():
            return [f"still to be taken up: {len(self._stopped)} tables"]
        found = [f"task {name} has ended" for name in self.tasks.ended()]
        if not self.house.clock.goes:
            found.append("no sign of life")
        if (silence := self.house.peers.line.silence) > DEAF:
            found.append(f"the bus is silent: its own message has not come back for {silence:.0f} s")
        try:
            async with asyncio.timeout(PROBE):
                await self.house.store.beat(self.house.clock())
        except Exception as error:  # noqa: BLE001 (whatever it is, it is the answer)
            found.append(f"cannot write: {kind_of(error)}")
        return found

    async def tidy(self, now: int) -> None:
        """Close deserted public tables, end sessions of long ago, and let go of tables that nobody uses."""
        await self.house.store.drop_unseen(now - LIFE)
        async with self.house.peers.line.turn():
            for name in await self.house.store.deserted(now - IDLE):
                live = await self.readable(name)
                if live and live.audience.deserted and not live.table.running:
                    await live.do("", None, seating.close)
        for name, live in list(self._tables.items()):
            if self._is_unused(live) and now - live.commands.used > IDLE:
                await self._let_go(name, live)

    async def _let_go(self, name: str, live: LiveTable) -> None:
        del self._tables[name]
        await self.company.let_go(live)

    def _is_unused(self, live: LiveTable) -> bool:
        """Nobody is connected here, and nothing will happen by itself, or in another process."""
        return live.audience.empty and (live.clockwork.idle or not self.company.looks_after(live))

    async def _forget(self) -> None:
        await asyncio.sleep(FORGET)
        await self.forget(self.house.clock())

    async def forget(self, now: int) -> None:
        """Delete tables that nobody has used for long, and guests who have left nothing. Finished hands stay."""
        if self._keep:
            await self._forget_tables(now - self._keep, empty=False)
        if self._keep_empty:
            await self._forget_tables(now - self._keep_empty, empty=True)
            await self.house.store.forget_guests(now - self._keep_empty)
        await self.house.store.take_back(now)

    async def _forget_tables(self, before: int, *, empty: bool) -> None:
        for name in await self.house.store.unused(before, 1000, empty=empty):
            if name not in self._tables and name not in self.aside:
                await self.house.store.forget_table(name, before)

    # ---- tables

    async def table(self, name: str) -> LiveTable:
        """A table by name. Raises UnknownName, SetAside, Newer."""
        if name in self.aside:
            raise SetAside("table_aside", name=name)
        live = self._tables.get(name)
        if live is None or live.commands.outgrown:
            live = await self._load(name)
        if live is None:
            raise UnknownName("unknown_table", name=name)
        if not self.company.looks_after(live):
            await live.commands.keep_up()
        return live

    async def readable(self, name: str) -> LiveTable | None:
        """A table by name, where nobody has asked for it; None: it is set aside, for another process, or gone."""
        try:
            return await self.table(name)
        except (SetAside, Newer, UnknownName):
            return None

    async def lobby(self, summaries: Iterable[Summary]) -> list[LobbyTable]:
        """Tables as the lobby shows them, but those that are set aside. What is not written as it should be is made anew."""
        shown = []
        for summary in summaries:
            line = None if summary.table in self.aside else read_summary(summary)
            if line is None and (live := await self.readable(summary.table)):
                line = lobby_table(live.table)
            if line is not None:
                shown.append(line)
        return shown

    async def mine(self, player: Player) -> list[MyTable]:
        """The tables at which a player sits, those first that wait for it."""
        shown = []
        for line in await self.lobby(await self.house.store.tables_of(player.id)):
            live = await self.readable(line.id) if line.phase == "playing" else None
            shown.append(MyTable(**asdict(line), asked=live is not None and live.table.awaits(player.id)))
        return sorted(shown, key=lambda one: not one.asked)

    async def _load(self, name: str) -> LiveTable | None:
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._loaded(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _loaded(self, name: str) -> LiveTable | None:
        try:
            live = await load_table(self.house, name)
        except Unreadable as error:
            if isinstance(error.__cause__, Newer) and self.house.peers.others:
                await self.house.peers.line.release(name)
                raise error.__cause__ from error
            self.aside[name] = error.fault
            log.warning("table_set_aside", table=name, **error.fault._asdict())
            raise SetAside("table_aside", name=name) from error
        if live is not None:
            self._tables[name] = live
            await self._look_after(live)
        return live

    @property
    def live(self) -> tuple[LiveTable, ...]:
        """The tables in memory."""
        return tuple(self._tables.values())

    def connected(self) -> list[tuple[str, frozenset[str]]]:
        """Tables, and who is connected to them here."""
        return [(live.table.id, live.audience.players) for live in self.live if not live.audience.empty]

    def bot(self, name: str, game: AnyGame) -> str:
        """The name of a bot that plays a game. Without a name it is the usual one. Raises UnknownName."""
        bots = self.house.thinker.bots(game)
        if name and name not in bots:
            raise UnknownName("unknown_bot", name=name, known=", ".join(bots))
        return name or self.house.thinker.usual

    async def open_table(
        self, host: Player, wanted: Wanted, *, private: bool, bot: str | None = None, others: Sequence[Player] = ()
    ) -> LiveTable:
        """A new table: its host in the first seat, then others, and bots in the rest if one is named. Raises UnknownName."""
        name = secrets.token_hex(10)
        house, setup = self.house, setup_of(self.house.library, wanted)
        for player in (host, *others):
            await self.admit(player, setup, name)
        now = house.clock()
        till = await house.bank.till_of(setup, [player.id for player in (host, *others)], now)
        opened = facts.Opened(host.id, setup, private)
        draft = Draft.opening(house.library, name, opened, now, new_secret, till)
        draft.seal()
        for seat, player in enumerate((host, *others)):
            seating.sit(draft, player.id, player.name, seat, program=player.bot)
        if bot is not None and any(chair.empty for chair in draft.table.chairs):
            seating.add_bot(draft, host.id, self.bot(bot, draft.game), None)
        table = at_version(draft.table, 1, draft.facts)
        entry = new_entry(table, draft.now, "", None, draft.facts)
        await house.store.append(Append(entry=entry, summary=summary_of(table, house.tempo)))
        live = self._tables[name] = LiveTable(house, table)
        await self.company.take(live)
        return live

    async def admit(self, player: Player, setup: Setup, table: str) -> None:
        """A player may sit down at this table: they play for coins at no other one. Raises Refusal."""
        if setup.stakes is None:
            return
        if player.bot and setup.bots is None:
            raise Refusal("room_without_bots")
        for line in await self.lobby(await self.house.store.tables_of(player.id)):
            if line.stakes is not None and line.id != table:
                raise Refusal("at_coin_table", table=line.id)

    async def ties(self, live: LiveTable, player: str) -> list[Tie]:
        """Whom of those who sit at a table a player blocks, and who blocks them: they do not sit down together."""
        company = {player, *(chair.player for chair in live.table.chairs if chair.player is not None)}
        return [tie for tie in await self.house.store.blocks(company) if player in (tie.player, tie.other)]

    async def waiting(self, setup: Setup) -> list[LiveTable]:
        """The public tables where somebody is connected and waits for others to play this."""
        await self._bring_in(setup.ruleset.id)
        found = (live for live in self._inhabited(setup.ruleset.id) if live.table.phase == "waiting")
        return [live for live in found if is_alike(live.table.setup, setup) and _empty_seats(live.table)]

    async def _bring_in(self, ruleset: str | None) -> None:
        """Have the public tables in memory where somebody is connected by way of another process."""
        for name in self.house.peers.inhabited(ruleset)[:LOBBY]:
            await self.readable(name)

    def _inhabited(self, ruleset: str | None) -> list[LiveTable]:
        """The public tables where somebody is connected, those with the fewest empty seats first, full ones last."""
        found = (live for live in self.live if not live.audience.deserted and not live.table.private)
        fitting = (live for live in found if ruleset in (None, live.table.setup.ruleset.id))
        return sorted(fitting, key=lambda live: _empty_seats(live.table) or EVER)

    async def public(self, ruleset: str | None) -> list[LobbyTable]:
        """What the lobby shows: tables with people, then those with an empty seat, then the others."""
        await self._bring_in(ruleset)
        peopled = [lobby_table(live.table) for live in self._inhabited(ruleset) if live.table.phase != "closed"]
        others = await self.lobby(await self.house.store.public_tables(ruleset))
        shown = {line.id: line for line in (*peopled, *others)}
        return await self.unnamed(list(shown.values())[:LOBBY])

    async def unnamed(self, lines: Sequence[LobbyTable]) -> list[LobbyTable]:
        """The same tables, without the names of those who hide where they are."""
        hidden = defaultdict[str, set[str]](set)
        for one in await self.house.store.unseen():
            hidden[one.table].add(one.name)
        return [_unnamed(line, hidden[line.id]) if line.id in hidden else line for line in lines]


def _unnamed(line: LobbyTable, hidden: Collection[str]) -> LobbyTable:
    """A table without these names. Who is called otherwise by now sits there by the old name: then nobody has one."""
    every = not {seat.name for seat in line.seats}.issuperset(hidden)
    seats = (
        replace(seat, name="") if seat.kind == "player" and (every or seat.name in hidden) else seat
        for seat in line.seats
    )
    return replace(line, seats=tuple(seats))


def is_alike(one: Setup, other: Setup) -> bool:
    """The same is played, and for as much."""
    return (one.ruleset, one.room, one.stakes) == (other.ruleset, other.room, other.stakes)


def _empty_seats(table: Table) -> int:
    return sum(chair.empty for chair in table.chairs)
