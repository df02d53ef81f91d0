"""The commands of a table. They come one after another, and each is on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from paiju.core.errors import Conflict, PaijuError
from paiju.server.app.bank import written_by
from paiju.server.app.house import House
from paiju.server.app.log import at_version, new_entry, steps
from paiju.server.app.record import finished_hand
from paiju.server.app.snapshots import Answers, snapshot_of
from paiju.server.app.store import Append, Entry, NoStake, Summary
from paiju.server.app.summary import summary_of
from paiju.server.domain import facts
from paiju.server.domain.draft import Draft
from paiju.server.domain.table import Table
from paiju.server.errors import Newer

ANSWERS = 64
"""How many commands of a table are remembered with their answers. An older one that comes again is refused: the log has it."""


def new_secret() -> bytes:
    """The secret of a hand. Drawn when it is needed: whoever asks the system for chance lets go of the interpreter."""
    return secrets.token_bytes(32)


class Follower(Protocol):
    """Somebody who keeps up with a table."""

    def follow(self, before: Table, table: Table, happened: Sequence[facts.AnyFact]) -> None:
        """This has happened, here or in another process, and is on disk."""

    def outgrown(self) -> None:
        """A later paiju has written at the table. It cannot be kept up with here any more."""


class Commands:
    """The newest table, and the only way to another one.

    The log decides. What another process wrote first is taken in, and the command is decided anew.
    """

    def __init__(self, house: House, table: Table) -> None:
        self.table = table
        self.used = house.clock()
        self.written = 0
        """When the last entry of the log was."""
        self.behind = 0
        """Milliseconds by which the house's clock has jumped without this table. Until it is told, its own goes on evenly."""
        self.outgrown = False
        """A later paiju has written at the table."""
        self.followers: tuple[Follower, ...] = ()
        self._house = house
        self._lock = asyncio.Lock()
        self._written: Summary | None = None
        self._answers: dict[tuple[str, str], int] = {}

    async def do(self, actor: str, command: str | None, work: Callable[[Draft], None]) -> int:
        """Let ``work`` decide, write what it decided, tell the followers. Answers the edition that has it.

        A command that was done before is not done again: it gets its first answer. Raises what ``work`` raises.
        """
        start = time.perf_counter()
        edition = await self._do(actor, command, work)
        self._house.meter.done(time.perf_counter() - start)
        return edition

    def now(self) -> int:
        """The time at this table."""
        return self._house.clock() - self.behind

    async def resume(self) -> None:
        """Move every deadline by as much as the clock has jumped: nobody gains or loses time."""
        await self.do("", None, lambda draft: None)

    async def keep_up(self) -> None:
        """Another process has written, or may have: take it in."""
        async with self._lock:
            await self._take_in()

    def recall(self, answers: Answers) -> None:
        """These commands were answered so, before anything that is here."""
        self._answers = dict(answers)

    def remember(self, entry: Entry, edition: int) -> None:
        """The command of this entry was answered with this edition."""
        self.written = entry.at
        if entry.command is not None:
            self._answers[entry.actor, entry.command] = edition
            if len(self._answers) > ANSWERS:
                del self._answers[next(iter(self._answers))]

    async def _do(self, actor: str, command: str | None, work: Callable[[Draft], None]) -> int:
        async with self._lock:
            while True:
                done = self._answers.get((actor, command)) if command is not None else None
                if done is not None:
                    return done
                if self.behind:
                    await self._resume()
                    continue
                draft = await self._draft(actor)
                try:
                    work(draft)
                except PaijuError:
                    if not await self._take_in():
                        raise
                    continue  # what was refused may be right by what another process has written
                if not draft.facts or await self._try(draft, actor, command):
                    return self.table.edition

    async def _draft(self, actor: str) -> Draft:
        house, now = self._house, self._house.clock()
        till = await house.bank.till(self.table, actor, now)
        return Draft(house.library, self.table, now, new_secret, till)

    async def _try(self, draft: Draft, actor: str, command: str | None) -> bool:
        """Write what was decided. If that cannot be, take in why not: it is to be decided anew. Raises Conflict."""
        try:
            if await self._write(draft, actor, command):
                return True
        except NoStake:
            return False  # purses are read anew
        await self._catch_up()
        return False

    async def _resume(self) -> None:
        draft, down = await self._draft(""), self.behind
        draft.add(facts.Resumed(down))
        if not await self._write(draft, "", None):
            await self._catch_up()

    async def _write(self, draft: Draft, actor: str, command: str | None) -> bool:
        before = self.table
        table = at_version(draft.table, before.version + 1, draft.facts)
        entry = new_entry(table, draft.now, actor, command, draft.facts)
        summary = summary_of(table, self._house.tempo, self._written if table.revised == before.revised else None)
        begins = any(isinstance(fact, facts.HandBegun) for fact in draft.facts)
        coins = written_by(before, table, draft.now)
        append = Append(
            entry=entry,
            summary=summary,
            finished=finished_hand(self._house.library, before, table, draft.now),
            snapshot=snapshot_of(before, self._answers) if begins else None,
            stakes=coins.stakes,
            settled=coins.settled,
        )
        if not await self._house.store.append(append):
            return False
        self.behind -= sum(fact.down for fact in draft.facts if isinstance(fact, facts.Resumed))
        self.table, self._written, self.used = table, summary, self._house.clock()
        self.remember(entry, table.edition)
        for follower in self.followers:
            follower.follow(before, table, draft.facts)
        return True

    async def _catch_up(self) -> None:
        """Take in what somebody else wrote first. Raises Conflict."""
        if not await self._take_in():
            raise Conflict("busy")

    async def _take_in(self) -> bool:
        """Take in what somebody else wrote; whether there was anything. Raises Newer."""
        entries = await self._house.store.entries(self.table.id, self.table.version)
        try:
            for step in steps(self._house.library, self.table, entries):
                before, self.table, self._written = self.table, step.table, None
                self.remember(step.entry, step.table.edition)
                for follower in self.followers:
                    follower.follow(before, step.table, step.happened)
        except Newer:
            self.outgrown = True
            for follower in self.followers:
                follower.outgrown()
            raise
        return bool(entries)
