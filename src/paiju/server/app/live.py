"""A table in memory: commands one after another, each written down before anybody hears of it; and its clock."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from paiju.core.errors import Conflict, PaijuError
from paiju.core.seats import DEALER, Seat
from paiju.server import wire
from paiju.server.app.hints import Hints
from paiju.server.app.log import at_version, new_entry, tables
from paiju.server.app.meter import Meter
from paiju.server.app.project import Eyes, Presence, Public, Step, project, public_of, static_of
from paiju.server.app.record import finished_hand
from paiju.server.app.store import Append, Entry, Store
from paiju.server.app.summary import Listed, summary_of
from paiju.server.app.thinking import Thinker
from paiju.server.domain import facts, play, seating
from paiju.server.domain.clock import Due, Tempo, dues
from paiju.server.domain.draft import Draft
from paiju.server.domain.library import Library
from paiju.server.domain.table import Table
from paiju.server.faults import kind_of, place_of

THINK_LIMIT = 10.0
"""Seconds after which the house gives up thinking and plays the fallback."""

_THOUGHT_OVER = ("think", "deal")
"""What the house's bots are asked about before it is done."""

_LATE = 60.0
"""Seconds: a timer is armed at most so far ahead, since a computer's clock may be set."""

log = structlog.get_logger()


class Listener(Protocol):
    """Somebody connected to the table."""

    player: str

    def wake(self) -> None:
        """The table has changed: ask ``LiveTable.frame`` when there is room to send it."""

    def push(self, message: wire.ServerMessage) -> None:
        """Send this."""


@dataclass(frozen=True, slots=True)
class House:
    """All that tables share."""

    store: Store
    library: Library
    thinker: Thinker
    tempo: Tempo
    meter: Meter
    clock: Callable[[], int]
    """Milliseconds since 1970."""


class LiveTable:
    """One table at work. The log decides: what another process wrote first is taken in, and the command decided anew."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.used = house.clock()
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._presence = Presence(frozenset(), 0)
        self._counted = table.chairs
        self._static = static_of(table.setup, house.tempo)
        self._public: Public | None = None
        self._listed: Listed | None = None
        self._steps: list[Step] = []
        self._steps_from = table.told
        self._hints = Hints()
        self._answers: dict[tuple[str, str], int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: dict[tuple[str, Seat, int], asyncio.Task[None]] = {}
        self._stopped = False

    # ---- commands

    async def do(self, actor: str, command: str | None, work: Callable[[Draft], None]) -> int:
        """Let ``work`` decide, write what it decided, tell everyone; answers the version that has it.

        A command that was done before is not done again: it gets its first answer. Raises what ``work`` raises.
        """
        start = time.perf_counter()
        version = await self._do(actor, command, work)
        self.house.meter.done(time.perf_counter() - start)
        return version

    async def _do(self, actor: str, command: str | None, work: Callable[[Draft], None]) -> int:
        async with self._lock:
            while True:
                done = self._answers.get((actor, command)) if command is not None else None
                if done is not None:
                    return done
                draft = Draft(self.house.library, self.table, self.house.clock(), secrets.token_bytes(32))
                work(draft)
                if not draft.facts or await self._append(draft, actor, command):
                    return self.table.told
                await self._catch_up()

    async def _append(self, draft: Draft, actor: str, command: str | None) -> bool:
        table = at_version(draft.table, self.table.version + 1, draft.facts)
        entry = new_entry(table, draft.now, actor, command, draft.facts)
        self._listed = Listed(table, summary_of(table, self.house.tempo, self._listed))
        append = Append(
            entry=entry,
            summary=self._listed.summary,
            finished=finished_hand(self.table, table, draft.now),
        )
        if not await self.house.store.append(append):
            return False
        self._take(table, entry, draft.facts)
        if facts.untold(draft.facts):
            self._wake_only(draft.facts)
        else:
            self._publish()
        self.arm()
        return True

    async def _catch_up(self) -> None:
        """Take in what somebody else wrote."""
        entries = await self.house.store.entries(self.table.id, self.table.version)
        if not entries:
            raise Conflict("busy")
        for entry, table in tables(self.house.library, self.table, entries):
            self.table = table
            self.remember(entry, table.told)
        self._static = static_of(self.table.setup, self.house.tempo)
        self._forget_steps(self.table.told)
        self._publish()
        self.arm()

    def _forget_steps(self, told: int) -> None:
        """Steps up to this number are not told any more."""
        self._steps = []
        self._steps_from = told

    def remember(self, entry: Entry, told: int) -> None:
        """An entry that is in the log: its command has been answered, with what had been told by then."""
        if entry.command is not None:
            self._answers[entry.actor, entry.command] = told

    def _take(self, table: Table, entry: Entry, happened: list[facts.AnyFact]) -> None:
        self.remember(entry, table.told)
        before = self.table.running
        hidden = before is not None and table.game.window(before.state) > 0
        for fact in happened:
            if isinstance(fact, facts.HandBegun | facts.Changed):
                self._forget_steps(self.table.told)
            elif isinstance(fact, facts.Moved):
                self._steps.append(Step(table.told, fact, hidden))
        if table.setup is not self._static.setup:
            self._static = static_of(table.setup, self.house.tempo)
        self.table = table
        self.used = self.house.clock()

    # ---- listeners

    def join(self, listener: Listener) -> None:
        """Somebody has connected."""
        self._listeners.add(listener)
        self._count()

    def part(self, listener: Listener) -> None:
        """Somebody has gone."""
        self._listeners.discard(listener)
        self._count()

    @property
    def quiet(self) -> bool:
        """Nobody is connected, and nothing will happen by itself."""
        return not self._listeners and not dues(self.table, self.house.tempo)

    @property
    def deserted(self) -> bool:
        """Nobody is connected."""
        return not self._listeners

    def tell(self, message: wire.ServerMessage) -> None:
        """Say something to everyone, without keeping it."""
        for listener in self._listeners:
            listener.push(message)

    def frame(self, player: str, seen: int | None) -> wire.Table:
        """The table for a player, who has seen a version of it (or none)."""
        since = seen if seen is not None and seen >= self._steps_from else None
        eyes = Eyes(self.table.seat_of(player), player == self.table.host, since, self._hints.hinter(self.table))
        return project(self._told_alike(), eyes, self._steps, self.house.clock())

    def _told_alike(self) -> Public:
        last = self._public
        if last is None or last.table is not self.table or last.presence is not self._presence:
            last = self._public = public_of(self.table, self._static, self._presence, last)
        return last

    async def prepare(self, player: str) -> None:
        """Have the player's hints worked out, which takes its time, before ``frame`` needs them."""
        while (seat := self._unhinted(player)) is not None:
            await self._hints.work_out(self.table, seat, self.house.thinker)

    def _unhinted(self, player: str) -> Seat | None:
        """The player's seat, if its hints are to be worked out."""
        if not self._hints.wanted(self.table):
            return None
        seat = self.table.seat_of(player)
        return seat if seat is not None and self._hints.lacks(self.table, seat) else None

    def _count(self) -> None:
        here = frozenset(listener.player for listener in self._listeners)
        seated = {chair.player for chair in self.table.chairs}
        self._presence = Presence(here, len(here - seated))
        self._counted = self.table.chairs
        self._wake()

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.wake()

    def _publish(self) -> None:
        if self._counted is self.table.chairs:
            self._wake()
        else:
            self._count()

    def _wake_only(self, answers: list[facts.AnyFact]) -> None:
        """Only those who have answered may notice that they have."""
        seats = {fact.seat for fact in answers if isinstance(fact, facts.Answered)}
        players = {self.table.chairs[seat].player for seat in seats}
        for listener in self._listeners:
            if listener.player in players:
                listener.wake()

    # ---- the clock

    def arm(self) -> None:
        """Set the timer for what is due next, and begin to think where the house must play."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped:
            return
        waiting = dues(self.table, self.house.tempo)
        for due in waiting:
            if due.what in _THOUGHT_OVER:
                self._begin_thinking(due)
        timed = next((due for due in waiting if due.what not in _THOUGHT_OVER), None)
        if timed is not None:
            wait = min(_LATE, max(0.002, (timed.at - self.house.clock()) / 1000))
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def stop(self) -> None:
        """Let nothing happen by itself any more."""
        self._stopped = True
        self.arm()
        for task in self._tasks.values():
            task.cancel()

    def _ring(self) -> None:
        self._spawn(("ring", DEALER, 0), self._run_dues())

    def _begin_thinking(self, due: Due) -> None:
        key = due.what, due.seat, due.decision
        if key not in self._tasks:
            self._spawn(key, self._deal(due) if due.what == "deal" else self._think(due))

    def _spawn(self, key: tuple[str, Seat, int], work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._finished(key, done))

    def _finished(self, key: tuple[str, Seat, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("table_task_failed", table=self.table.id, error=kind_of(error), at=place_of(error))
            asyncio.get_running_loop().call_later(1.0, self.arm)

    async def _run_dues(self) -> None:
        """Do what is due by now; who was faster has changed the table, and nothing is due any more."""
        now = self.house.clock()
        for due in dues(self.table, self.house.tempo):
            if due.what not in _THOUGHT_OVER and due.at <= now:
                await self._try(due, self._by_clock(due))
        self.arm()

    def _by_clock(self, due: Due) -> Callable[[Draft], None]:
        works: dict[str, Callable[[Draft], None]] = {
            "turn": lambda draft: play.time_up(draft, due.seat, due.decision),
            "close": lambda draft: play.close(draft, self.house.tempo),
            "ready": seating.dismiss_idle,
        }
        return works[due.what]

    async def _try(self, due: Due, work: Callable[[Draft], None]) -> None:
        try:
            await self.do("", None, work)
        except PaijuError as error:
            log.debug("came_too_late", table=self.table.id, what=due.what, code=error.code)

    # ---- the house plays

    async def _deal(self, due: Due) -> None:
        """Ask the bots at the table, at once, whether one of them does something before the next packet, which comes in time."""
        table, hand = self.table, self.table.running
        if hand is None:
            return
        bots, thinker = play.talkers(table), self.house.thinker
        word = await self._thought(table, thinker.speak(bots, table.setup.ruleset.family, table.game, hand.state))
        await asyncio.sleep(max(0, due.at - self.house.clock()) / 1000)
        await self._try(due, lambda draft: self._deal_on(draft, due, word))

    def _deal_on(self, draft: Draft, due: Due, word: tuple[Seat, Any] | None) -> None:
        hand = draft.table.must_run()
        if len(hand.moves) != due.decision:
            raise Conflict("not_asked")  # somebody has spoken meanwhile, and the dealer pauses anew
        play.deal_on(draft, word if word is not None and self._is_legal(draft, hand.state, *word) else None)

    async def _think(self, due: Due) -> None:
        """Choose for a seat, at once; play at the time that is due, whatever the thinking took."""
        table, hand = self.table, self.table.running
        if hand is None:
            return
        chair = table.chairs[due.seat]
        bot = chair.bot or self.house.thinker.bots[0]
        by: facts.By = "bot" if chair.bot is not None else "auto"
        view, thinker = table.game.view(hand.state, due.seat), self.house.thinker
        action = await self._thought(table, thinker.choose(bot, table.setup.ruleset.family, table.game, view, due.seat))
        await asyncio.sleep(max(0, due.at - self.house.clock()) / 1000)
        await self._try(due, lambda draft: self._play(draft, due, action, by))

    async def _thought(self, table: Table, thinking: Awaitable[Any]) -> Any:
        """What was thought out; None if a bot failed or thought too long."""
        try:
            async with asyncio.timeout(THINK_LIMIT):
                return await thinking
        except Exception as error:  # noqa: BLE001 (a bot may fail in any way; the table must go on)
            log.error("bot_failed", table=table.id, error=kind_of(error), at=place_of(error))  # noqa: TRY400 (no cards in the log)
            return None

    def _play(self, draft: Draft, due: Due, action: Any, by: facts.By) -> None:
        """Play what was chosen, or the fallback where nothing was or it is not legal any more."""
        play.asked(draft.table, due.seat, due.decision)
        if not draft.table.chairs[due.seat].housed:
            raise Conflict("not_asked")  # the player has come back meanwhile
        state = draft.table.must_run().state
        if action is None or not self._is_legal(draft, state, due.seat, action):
            action = draft.game.fallback(state, due.seat)
        play.act(draft, due.seat, due.decision, action, by)

    def _is_legal(self, draft: Draft, state: Any, seat: Seat, action: Any) -> bool:
        try:
            draft.game.check(state, seat, action)
        except PaijuError:
            return False
        return True


async def load_table(house: House, name: str) -> LiveTable | None:
    """A table from its log."""
    read = list(tables(house.library, None, await house.store.entries(name)))
    if not read:
        return None
    live = LiveTable(house, read[-1][1])
    for entry, table in read:
        live.remember(entry, table.told)
    return live
