"""Manages the tables of the room: opens, finds, restores and removes them."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial

import structlog
from msgspec.structs import asdict, replace

from paiju.core.errors import UnknownName
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.server.app.background_tasks import BackgroundTasks
from paiju.server.app.cluster.coordination import PULSE_TIMEOUT
from paiju.server.app.cluster.ownership import Ownership
from paiju.server.app.context import AppContext
from paiju.server.app.moderation import Moderation
from paiju.server.app.players.player_service import LIFE
from paiju.server.app.quarantine import CorruptStream, QuarantineReason
from paiju.server.app.store import Append, Relation, StoredPlayer, TableSummary
from paiju.server.app.tables.command_handler import new_secret
from paiju.server.app.tables.live_table import LiveTable, load_table
from paiju.server.app.tables.lobby_summary import LobbyTable, MyTable, read_summary, summarize, to_lobby_table
from paiju.server.app.tables.log_entries import advance_versions, make_entry
from paiju.server.domain import table_commands, table_events
from paiju.server.domain.command_context import PUBLIC_ID, CommandContext
from paiju.server.domain.recorded_position import RecordedPosition
from paiju.server.domain.table_coins import NO_WALLETS, TableWallets
from paiju.server.domain.table_setup import Setup, SetupRequest, TimeControl, resolve_setup
from paiju.server.domain.table_state import Table
from paiju.server.errors import NewerFormat, Quarantined, Refusal
from paiju.server.redacted_errors import error_type

HEARTBEAT_INTERVAL = 1.0
"""Seconds between two heartbeats.

When a server restarts, the last stored heartbeat tells it how long it was down.
"""

SWEEP_INTERVAL = 1.0
"""Seconds between two searches for overdue tables."""

IDLE = 15 * 60_000
"""Milliseconds after which an unused table is dropped from memory. A public table is then also closed."""

TAKEOVER_DELAY = 3_000
"""Milliseconds by which a deadline must be overdue before another process takes over the table."""

CLEANUP_INTERVAL = 60.0
"""Seconds between two rounds of cleaning up."""

PURGE_INTERVAL = 3600.0
"""Seconds between two deletions of unused data, and from the start of the server to the first deletion.

If the clock is wrong at the start, there is thus time to correct it before anything is deleted.
"""

FAR_FUTURE = 1 << 62
"""A time later than any other."""

LOBBY_TABLES = 50
"""Maximum number of tables in the lobby."""

RESTORE_BATCH = 50
"""Number of tables that a process restores at a time. Processes that start together restore different tables."""

PROBE_TIMEOUT = 2.0
"""Seconds that the test write of ``readiness_problems`` may take."""

log = structlog.get_logger()


class TableManager:
    """Opens, finds, restores and removes tables. It keeps in memory the tables that this process serves."""

    def __init__(self, context: AppContext, keep: int = 0, keep_empty: int = 0) -> None:
        self.context = context
        self._keep = keep
        """Milliseconds after which an unused table is deleted. With 0, no table is deleted for this reason."""
        self._keep_empty = keep_empty
        """Milliseconds after which an unused table without seated players, or a guest without data, is deleted.

        With 0, no table and no guest is deleted for this reason.
        """
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.quarantined: dict[str, QuarantineReason] = {}
        """The tables that this process could not read, each with the reason."""
        self.ownership = Ownership(context, self._tables)
        self.moderation = Moderation(context.store, context.clock, self)
        self.tasks = BackgroundTasks(context.metrics)
        self._stopped: dict[str, int] = {}
        """For each table still to be restored, the time at which the table's clock stopped, in Unix milliseconds."""
        self._settled = asyncio.Event()

    # ---- start, stop and background tasks

    async def open(self) -> None:
        """Begin to restore the tables, a few at a time, and start the background tasks.

        A table that a player visits before it is restored is restored at once.
        """
        store = self.context.store
        beat = await store.last_heartbeat()
        await self.moderation.open()
        await self.ownership.open()
        if beat is not None:
            self._stopped = dict.fromkeys(
                (*await store.tables_in_play(), *await store.overdue_tables(FAR_FUTURE)), beat
            )
        self.tasks.supervise("bus", self.context.peers.coordinator.deliver_messages)
        self.tasks.supervise("heartbeat", self._heartbeat, longest=HEARTBEAT_INTERVAL)
        self.tasks.supervise("sweep", self._take_over_tables)
        self.tasks.supervise("tidying", self._run_cleanup)
        self.tasks.supervise("forgetting", self._run_purge)
        self.tasks.supervise("moderation", self.moderation.poll)

    async def wait_until_restored(self) -> None:
        """Wait until all tables are restored."""
        await self._settled.wait()

    async def close(self) -> None:
        """Stop all background work. Everything is already stored."""
        self.tasks.stop()
        await self.ownership.shut_down()
        await self.context.peers.coordinator.close()

    async def _restore_tables(self) -> None:
        """Restore the tables that had a deadline when the server stopped, unless another process has restored them.

        The tables' clocks have stood still since the server stopped, so the deadlines are shifted.
        """
        await self._restore_abandoned_tables()
        while names := list(self._stopped)[:RESTORE_BATCH]:
            ours = await self.ownership.claim_tables(names)
            await asyncio.gather(*map(self.find_readable, ours))
            for name in names:
                self._stopped.pop(name, None)
        await asyncio.gather(
            *(live.command_handler.shift_deadlines() for live in filter(self.ownership.owns, self.loaded_tables))
        )
        await self.context.store.record_heartbeat(self.context.clock())
        self._settled.set()

    async def _restore_abandoned_tables(self) -> None:
        """Take over the tables of processes that died.

        The clock of such a table has stood still since the last heartbeat of the process that owned the table.
        """
        while left := await self.context.peers.coordinator.take_over_abandoned_tables():
            now = self.context.clock()
            self._stopped.update({name: now - ago for name, ago in left.items()})
            await asyncio.gather(*map(self._restore_table, left))
            for name in left:
                self._stopped.pop(name, None)

    async def _restore_table(self, name: str) -> None:
        if live := self._tables.get(name):
            await self._acquire(live)
        else:
            await self.find_readable(name)

    async def _acquire(self, live: LiveTable) -> None:
        """Become the owner of a table unless another process owns it.

        The table's deadlines are shifted by the time for which its clock stood still.
        """
        await self.ownership.acquire(live, stopped=self._stopped.pop(live.table.id, None))

    async def _heartbeat(self) -> None:
        """Wait for ``HEARTBEAT_INTERVAL``, store a heartbeat, and correct the clock.

        If the last heartbeat was long ago, the clock stood still in the meantime, so the deadlines of all tables are shifted.
        """
        await asyncio.sleep(HEARTBEAT_INTERVAL)
        clock = self.context.clock
        if self._settled.is_set():  # until then the last server's heartbeat must stay stored: this server may stop too
            await self.context.store.record_heartbeat(clock())
        await self.ownership.heartbeat()
        if jump := clock.record_heartbeat():
            log.warning("clock_jumped", milliseconds=jump)
            for live in filter(self.ownership.owns, self.loaded_tables):
                live.command_handler.pending_correction += jump
                live.scheduler.schedule_next()

    async def _take_over_tables(self) -> None:
        """Take over tables that no process serves: those with an overdue deadline, and those of dead processes.

        The first call restores the tables that were running when the server stopped. Each call first waits for the
        next sweep, and also unloads tables that only a newer version of paiju can read.
        """
        if not self._settled.is_set():
            await self._restore_tables()
        await self._wait_for_sweep()
        for name in await self.context.store.overdue_tables(self.context.clock() - TAKEOVER_DELAY):
            await self.find_readable(name)
        await self._restore_abandoned_tables()
        for name, live in list(self._tables.items()):
            if live.command_handler.has_newer_format:
                await self._unload(name, live)
        await self.ownership.acquire_unowned_tables()

    async def _wait_for_sweep(self) -> None:
        """Wait for ``SWEEP_INTERVAL``, or until another process has released its tables."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SWEEP_INTERVAL):
                await self.ownership.peer_left.wait()
        self.ownership.peer_left.clear()

    async def _run_cleanup(self) -> None:
        await asyncio.sleep(CLEANUP_INTERVAL)
        await self.clean_up(self.context.clock())

    async def readiness_problems(self) -> list[str]:
        """Return the reasons why the room is not ready to serve; empty if it is."""
        if not self._settled.is_set():
            return [f"still to be taken up: {len(self._stopped)} tables"]
        found = [f"task {name} has ended" for name in self.tasks.stopped_tasks()]
        if not self.context.clock.is_running:
            found.append("no sign of life")
        if (silence := self.context.peers.coordinator.bus_silence) > PULSE_TIMEOUT:
            found.append(f"the bus is silent: its own message has not come back for {silence:.0f} s")
        try:
            async with asyncio.timeout(PROBE_TIMEOUT):
                await self.context.store.record_heartbeat(self.context.clock())
        except Exception as error:  # noqa: BLE001 (whatever it is, it is the answer)
            found.append(f"cannot write: {error_type(error)}")
        return found

    async def clean_up(self, now: int) -> None:
        """Delete long unused sessions, close deserted public tables, and drop unused tables from memory."""
        await self.context.store.drop_stale_sessions(now - LIFE)
        async with self.context.peers.coordinator.lock():
            for name in await self.context.store.idle_public_tables(now - IDLE):
                live = await self.find_readable(name)
                if live and live.subscribers.is_deserted and not live.table.running_hand:
                    await live.execute("", None, table_commands.close_table)
        for name, live in list(self._tables.items()):
            if self._can_unload(live) and now - live.command_handler.used > IDLE:
                await self._unload(name, live)

    async def _unload(self, name: str, live: LiveTable) -> None:
        del self._tables[name]
        await self.ownership.release(live)

    def _can_unload(self, live: LiveTable) -> bool:
        """Whether no client of the table is connected here, and this process has no timer or bot to run for it."""
        return live.subscribers.is_empty and (live.scheduler.is_idle or not self.ownership.owns(live))

    async def _run_purge(self) -> None:
        await asyncio.sleep(PURGE_INTERVAL)
        await self.purge_unused_data(self.context.clock())

    async def purge_unused_data(self, now: int) -> None:
        """Delete tables that have long been unused, and guests without any data. Finished hands stay.

        The coins of deleted players are booked back to the account ``mint``.
        """
        if self._keep:
            await self._purge_tables(now - self._keep, empty=False)
        if self._keep_empty:
            await self._purge_tables(now - self._keep_empty, empty=True)
            await self.context.store.purge_guests(now - self._keep_empty)
        await self.context.store.reclaim_deleted_players_coins(now)

    async def _purge_tables(self, before: int, *, empty: bool) -> None:
        for name in await self.context.store.idle_tables(before, 1000, empty=empty):
            if name not in self._tables and name not in self.quarantined:
                await self.context.store.purge_idle_table(name, before)

    # ---- tables

    async def table(self, name: str) -> LiveTable:
        """Return a table by its id. Raises UnknownName, Quarantined, NewerFormat."""
        if name in self.quarantined:
            raise Quarantined("table_aside", name=name)
        live = self._tables.get(name)
        if live is None or live.command_handler.has_newer_format:
            live = await self._load(name)
        if live is None:
            raise UnknownName("unknown_table", name=name)
        if not self.ownership.owns(live):
            await live.command_handler.apply_remote_entries()
        return live

    async def visible_table(self, name: str, player: str) -> LiveTable:
        """Return a table by its id, for a player. The table of a duplicate deal is visible only to the player who sits at it.

        Raises UnknownName (also for a table that the player may not see), Quarantined, NewerFormat.
        """
        live = await self.table(name)
        if live.table.is_duplicate and live.table.seat_of(player) is None:
            raise UnknownName("unknown_table", name=name)
        return live

    async def find_readable(self, name: str) -> LiveTable | None:
        """Return a table by its id, for work that no player requested.

        Returns None if the table does not exist, is quarantined, or can be read only by a newer version of paiju.
        """
        try:
            return await self.table(name)
        except (Quarantined, NewerFormat, UnknownName):
            return None

    async def to_lobby_tables(self, summaries: Iterable[TableSummary]) -> list[LobbyTable]:
        """Return the tables of these summaries as the lobby shows them, without quarantined ones.

        If a summary cannot be read, the table itself is loaded and summarised.
        """
        shown = []
        for summary in summaries:
            line = None if summary.table in self.quarantined else read_summary(summary)
            if line is None and (live := await self.find_readable(summary.table)):
                line = to_lobby_table(live.table)
            if line is not None:
                shown.append(line)
        return shown

    async def tables_of_player(self, player: StoredPlayer) -> list[MyTable]:
        """Return the tables at which a player sits; those that wait for the player come first."""
        shown = []
        for line in await self.to_lobby_tables(await self.context.store.tables_of(player.id)):
            live = await self.find_readable(line.id) if line.phase == "playing" else None
            shown.append(MyTable(**asdict(line), asked=live is not None and live.table.awaits_choice_of(player.id)))
        return sorted(shown, key=lambda one: not one.asked)

    async def is_in_hand(self, player: StoredPlayer) -> bool:
        """Whether a player is in a running hand that will be recorded. Practice hands are not recorded."""
        for line in await self.to_lobby_tables(await self.context.store.tables_of(player.id)):
            live = await self.find_readable(line.id) if line.phase == "playing" else None
            hand = None if live is None else live.table.running_hand
            if hand is not None and hand.position is None:
                return True
        return False

    async def _load(self, name: str) -> LiveTable | None:
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load_and_acquire(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load_and_acquire(self, name: str) -> LiveTable | None:
        try:
            live = await load_table(self.context, name)
        except CorruptStream as error:
            if isinstance(error.__cause__, NewerFormat) and self.context.peers.others:
                await self.context.peers.coordinator.release(name)
                raise error.__cause__ from error
            self.quarantined[name] = error.fault
            log.warning("table_set_aside", table=name, **error.fault._asdict())
            raise Quarantined("table_aside", name=name) from error
        if live is not None:
            self._tables[name] = live
            await self._acquire(live)
        return live

    @property
    def loaded_tables(self) -> tuple[LiveTable, ...]:
        """The tables in memory."""
        return tuple(self._tables.values())

    def connected_players_by_table(self) -> list[tuple[str, frozenset[str]]]:
        """Return the tables to which clients are connected through this process, as pairs (table id, players).

        The players are those who are connected; lobby previews are not counted.
        """
        return [
            (live.table.id, live.subscribers.players) for live in self.loaded_tables if not live.subscribers.is_empty
        ]

    def resolve_bot(self, name: str, game: AnyGame) -> str:
        """Return the name of a bot that plays a game; the default bot if ``name`` is empty. Raises UnknownName."""
        bots = self.context.bot_runner.bot_names(game)
        if name and name not in bots:
            raise UnknownName("unknown_bot", name=name, known=", ".join(bots))
        return name or self.context.bot_runner.default_bot_name

    async def open_table(
        self,
        host: StoredPlayer,
        wanted: SetupRequest,
        *,
        private: bool,
        bot: str | None = None,
        others: Sequence[StoredPlayer] = (),
        seats: Sequence[Seat] = (),
    ) -> LiveTable:
        """Open a table, and seat the host, the players ``others``, and bots. Raises UnknownName, Refusal.

        ``seats`` are the seats of the host and the other players; by default the first ones. ``bot`` is the name of the
        bot that takes all remaining seats; "" selects the default bot. If ``bot`` is None, these seats stay empty.
        """
        name = new_table_id()
        context, setup = self.context, resolve_setup(self.context.registry, wanted, private=private)
        for player in (host, *others):
            await self.require_may_join_coin_table(player, setup, name)
        now = context.clock()
        wallets = await context.bank.wallets_of(setup, [player.id for player in (host, *others)], now)
        draft = self._new_table_context(name, table_events.TableOpened(host.id, setup, private), now, wallets)
        draft.draw_next_secret()
        players = (host, *others)
        for seat, player in zip(seats or range(len(players)), players, strict=True):
            table_commands.sit(draft, player.id, player.name, seat, program=player.bot)
        if bot is not None and any(chair.is_vacant for chair in draft.table.chairs):
            table_commands.add_bot(draft, host.id, self.resolve_bot(bot, draft.game), None)
        return await self._add_new_table(draft)

    async def open_demo_table(self, ruleset: str) -> LiveTable:
        """Open a public table where bots play slowly, for visitors to watch, and deal the first hand. Raises UnknownName."""
        setup = Setup(ruleset=self.context.registry.ruleset(ruleset), thinking="long", demo=True)
        draft = self._new_table_context(new_table_id(), table_events.TableOpened("", setup, private=False))
        draft.draw_next_secret()
        table_commands.fill_with_bots(draft, self.resolve_bot("", draft.game))
        return await self._add_new_table(draft)

    async def open_practice_table(
        self, player: StoredPlayer, ruleset: Ruleset, position: RecordedPosition, seat: Seat
    ) -> LiveTable:
        """Open a private table without a clock, and seat the player and bots. Raises Refusal.

        The table continues a recorded hand from ``position``.
        """
        setup = Setup(ruleset=ruleset, pace=TimeControl(turn=0, reserve=0), hands=1, claims="quick")
        draft = self._new_table_context(new_table_id(), table_events.TableOpened(player.id, setup, private=True))
        bot = self.resolve_bot("", draft.game)
        table_commands.open_practice(draft, player.id, player.name, seat, bot, position)
        return await self._add_new_table(draft)

    async def open_duplicate_table(
        self, name: str, player: StoredPlayer, setup: Setup, secret: bytes, seats: Sequence[str]
    ) -> LiveTable:
        """Return the table with the id ``name`` at which a player plays a duplicate deal. Open it if it does not exist.

        ``secret`` determines the deal. ``seats`` has the name of the bot in each seat, and "" in the player's seat.
        Raises Quarantined, NewerFormat.
        """
        draft = self._new_table_context(name, table_events.TableOpened(player.id, setup, private=True))
        draft.record(table_events.SecretSealed(1, secret.hex(), new_secret()[:PUBLIC_ID].hex()))
        table_commands.open_duplicate(draft, player.id, player.name, seats)
        try:
            return await self.table(name)
        except UnknownName:
            return await self._add_table(draft) or await self.table(name)

    async def close_duplicate_tables(self, player: StoredPlayer, day: str) -> None:
        """Close a player's tables of duplicate deals whose hand is over, or whose deal is not of the day ``day``."""
        for summary in await self.context.store.tables_of(player.id):
            line = read_summary(summary)
            if line is not None and line.uncounted == "duplicate" and (live := await self.find_readable(line.id)):
                await live.execute(player.id, None, partial(table_commands.close_past_duplicate, day=day))

    async def close_practice_tables(self, player: StoredPlayer) -> None:
        """Close a player's practice tables, because each player may have only one."""
        for summary in await self.context.store.tables_of(player.id):
            line = read_summary(summary)
            if line is not None and line.uncounted == "practice" and (live := await self.find_readable(line.id)):
                await live.execute(player.id, None, table_commands.close_practice)

    def _new_table_context(
        self, name: str, opened: table_events.TableOpened, now: int | None = None, wallets: TableWallets = NO_WALLETS
    ) -> CommandContext:
        """Return the context of the command that opens a table. ``_add_table`` stores the events of that command."""
        context = self.context
        at = context.clock() if now is None else now
        return CommandContext.for_new_table(context.registry, name, opened, at, new_secret, wallets)

    async def _add_new_table(self, draft: CommandContext) -> LiveTable:
        """Store the first entry of a table with a new id, and return the table, which this process owns."""
        live = await self._add_table(draft)
        assert live is not None
        return live

    async def _add_table(self, draft: CommandContext) -> LiveTable | None:
        """Store the first entry of a new table, and return the table, of which this process becomes the owner.

        Returns None if another process has already stored a first entry for the same table id.
        """
        context, name = self.context, draft.table.id
        table = advance_versions(draft.table, 1, draft.facts)
        entry = make_entry(table, draft.now, "", None, draft.facts)
        if not await context.store.append(Append(entry=entry, summary=summarize(table, context.table_delays))):
            return None
        live = self._tables[name] = LiveTable(context, table)
        await self.ownership.acquire(live)
        return live

    async def require_may_join_coin_table(self, player: StoredPlayer, setup: Setup, table: str) -> None:
        """Raise Refusal if the rules for coin tables forbid a player to sit at the table with the id ``table``.

        ``setup`` is the setup of that table; ``table`` is "" if it is not open yet. If the setup has no stakes,
        nothing is forbidden. With stakes, Refusal is raised in two cases:

        - the player sits at another table for coins
        - the player is a bot account, and the stake room does not admit bots
        """
        if setup.stakes is None:
            return
        if player.bot and setup.bots is None:
            raise Refusal("room_without_bots")
        for line in await self.to_lobby_tables(await self.context.store.tables_of(player.id)):
            if line.stakes is not None and line.id != table:
                raise Refusal("at_coin_table", table=line.id)

    async def blocks_at(self, live: LiveTable, player: str) -> list[Relation]:
        """Return the blocks between a player and those who sit at a table, in either direction."""
        company = {player, *(chair.player for chair in live.table.chairs if chair.player is not None)}
        return [
            relation
            for relation in await self.context.store.blocks_among(company)
            if player in (relation.player, relation.other)
        ]

    async def waiting_tables(self, setup: Setup) -> list[LiveTable]:
        """Return the public tables with the game of ``setup`` (``is_same_game``) at which a player could sit down now.

        Such a table is between hands, has a free seat, and has at least one connected player.
        """
        await self._load_occupied(setup.ruleset.id)
        found = (live for live in self._occupied_tables(setup.ruleset.id) if live.table.phase == "waiting")
        return [live for live in found if is_same_game(live.table.setup, setup) and _count_empty_seats(live.table)]

    async def _load_occupied(self, ruleset: str | None) -> None:
        """Load the public tables to which players are connected through other processes.

        ``ruleset`` selects the tables with this ruleset; None selects all.
        """
        for name in self.context.peers.tables_occupied_elsewhere(ruleset)[:LOBBY_TABLES]:
            await self.find_readable(name)

    def _occupied_tables(self, ruleset: str | None) -> list[LiveTable]:
        """Return the public tables in memory that have connected players.

        The tables with the fewest empty seats come first, but full tables come last. ``ruleset`` selects the tables
        with this ruleset; None selects all.
        """
        found = (live for live in self.loaded_tables if not live.subscribers.is_deserted and not live.table.private)
        fitting = (live for live in found if ruleset in (None, live.table.setup.ruleset.id))
        return sorted(fitting, key=lambda live: _count_empty_seats(live.table) or math.inf)

    async def public_tables(self, ruleset: str | None) -> list[LobbyTable]:
        """Return the tables of the lobby: those with connected players first.

        Tables without connected players follow: first those that have an empty seat, then the others.
        """
        await self._load_occupied(ruleset)
        peopled = [
            to_lobby_table(live.table) for live in self._occupied_tables(ruleset) if live.table.phase != "closed"
        ]
        others = await self.to_lobby_tables(await self.context.store.public_tables(ruleset))
        shown = {line.id: line for line in (*peopled, *others)}
        return await self.without_hidden_names(list(shown.values())[:LOBBY_TABLES])

    async def without_hidden_names(self, lines: Sequence[LobbyTable]) -> list[LobbyTable]:
        """Return these tables without the names of the players who hide their presence.

        The seat of such a player has an empty name.
        """
        hidden = defaultdict[str, set[str]](set)
        for one in await self.context.store.seated_hidden_players():
            hidden[one.table].add(one.name)
        return [_without_names(line, hidden[line.id]) if line.id in hidden else line for line in lines]


def _without_names(line: LobbyTable, hidden: Collection[str]) -> LobbyTable:
    """Return a table in which the names in ``hidden`` are replaced by empty ones.

    A player who was renamed may still sit at the table under the old name. So if any name in ``hidden`` is not
    found at the table, the names of all players there are replaced by empty ones.
    """
    every = not {seat.name for seat in line.seats}.issuperset(hidden)
    seats = (
        replace(seat, name="") if seat.kind == "player" and (every or seat.name in hidden) else seat
        for seat in line.seats
    )
    return replace(line, seats=tuple(seats))


def new_table_id() -> str:
    """Return a new random id of a table."""
    return secrets.token_hex(10)


def is_same_game(one: Setup, other: Setup) -> bool:
    """Whether two setups have the same ruleset, stake room and stakes."""
    return (one.ruleset, one.room, one.stakes) == (other.ruleset, other.room, other.stakes)


def _count_empty_seats(table: Table) -> int:
    return sum(chair.is_vacant for chair in table.chairs)
