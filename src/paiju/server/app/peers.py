"""The other processes that serve the same room: what one tells them, and how they share the tables out.

The log alone decides what has happened. What is told here brings it to those who look at once, and may get lost.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol

from msgspec import Struct

from paiju.server import wire
from paiju.server.app.limits import Buckets, Rate
from paiju.server.app.queue import MemoryQueue, Queue

DEAF: Final = 10.0
"""Seconds after which a process whose own messages do not come back to it takes itself for deaf."""

MANY: Final = 100
"""How many names go into one piece of news: the line may be narrow."""


class News(Struct, frozen=True, array_like=True, tag=True):
    """Something that a process tells all others."""


class Wrote(News, frozen=True, tag="wrote"):
    """The log of a table goes up to this version now."""

    table: str
    version: int


class Here(News, frozen=True, tag="here"):
    """These players are connected to a table by way of the process that tells it, and no others are."""

    table: str
    players: tuple[str, ...]
    public: str = ""
    """What the table plays (a ruleset's id), if it is one that everybody may see."""


class Around(News, frozen=True, tag="around"):
    """These players have looked round lately, by way of the process that tells it."""

    players: tuple[str, ...]


class Told(News, frozen=True, tag="told"):
    """Somebody has said something at a table."""

    table: str
    said: wire.Said


class Whispered(News, frozen=True, tag="whispered"):
    """Somebody has said something at a table to these players alone."""

    table: str
    said: wire.Said
    to: tuple[str, ...]


class Ended(News, frozen=True, tag="ended"):
    """Keys with these digests open nothing any more."""

    digests: tuple[str, ...]


class Renewed(News, frozen=True, tag="renewed"):
    """A key has taken another's place."""

    old: str
    new: str


class Deaf(News, frozen=True, tag="deaf"):
    """A player hears another no more, or again."""

    player: str
    other: str
    on: bool


class Hello(News, frozen=True, tag="hello"):
    """A process is new here: it asks who is connected to the others."""


class Left(News, frozen=True, tag="left"):
    """A process ends: others may take over at once what it looked after."""


class Missed(News, frozen=True, tag="missed"):
    """The line was broken, and nobody knows what was told meanwhile. A line tells this to its own process alone."""


class Pulse(News, frozen=True, tag="pulse"):
    """A process lives, and the line carries what it tells. A line hears this itself, also its own."""


AnyNews = Wrote | Here | Around | Told | Whispered | Ended | Renewed | Deaf | Hello | Left | Missed | Pulse

Hear = Callable[[str, AnyNews], None]
"""Takes the name of the process that tells something, and what. Raises BadNews."""


class BadNews(Exception):
    """Something that came from outside and is not to be used.

    ``reason``: ``malformed`` (no message of any paiju), ``unsigned`` (an older paiju's), ``forged`` (signed with another key, or
    by nobody), ``replayed`` (not the sender's next), ``unknown`` (a later paiju's), ``stale`` (of a seat that is not there).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Line(Protocol):
    """What joins the processes of a room. A table is looked after by one process at most: there its clocks run and bots think."""

    queue: Queue
    """Those who look for a seat, in whichever process."""

    async def open(self, hear: Hear) -> None:
        """Be one of them from now on, and hear what the others tell."""

    async def listen(self) -> None:
        """Take what the others tell, until it is cancelled. Whatever it raises, it may be begun anew."""

    @property
    def silence(self) -> float:
        """For how many seconds this process has waited for a message of its own to come back; 0: for none."""

    async def leave(self) -> None:
        """Look after nothing any more: others may take it at once. News are still told and heard."""

    async def close(self) -> None:
        """Be none of them any more."""

    def tell(self, news: AnyNews) -> None:
        """Tell all others, soon. Of what is told of a table's connections only the last is needed."""

    async def beat(self) -> frozenset[str] | None:
        """Give a sign of life; the names of the others that live.

        None: this one was taken for dead. It looks after no table any more, and is another process from now on.
        """

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """Look after these tables, where no other process does; those that this one looks after now."""

    async def release(self, table: str) -> None:
        """Look after a table no longer."""

    async def inherit(self) -> dict[str, int]:
        """Take tables over from processes that are gone; for each the milliseconds since its process lived."""

    def turn(self) -> AbstractAsyncContextManager[Any]:
        """One at a time is within this block, here and in all processes. Nobody within it may ask for it again."""

    async def spend(self, name: str, rate: Rate) -> float:
        """Take one token of this name, whichever process asks for it: 0; if there is none, the seconds until there is."""


class Alone:
    """``Line`` of a process that serves its room alone."""

    def __init__(self) -> None:
        self.queue: Queue = MemoryQueue()
        self._turn = asyncio.Lock()
        self._buckets: dict[Rate, Buckets] = {}

    async def open(self, hear: Hear) -> None:
        """See ``Line.open``."""

    async def listen(self) -> None:
        """See ``Line.listen``. Nobody tells anything."""
        await asyncio.Event().wait()

    @property
    def silence(self) -> float:
        """See ``Line.silence``."""
        return 0.0

    async def leave(self) -> None:
        """See ``Line.leave``."""

    async def close(self) -> None:
        """See ``Line.close``."""

    def tell(self, news: AnyNews) -> None:
        """See ``Line.tell``."""

    async def beat(self) -> frozenset[str] | None:
        """See ``Line.beat``."""
        return frozenset()

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """See ``Line.claim``."""
        return frozenset(tables)

    async def release(self, table: str) -> None:
        """See ``Line.release``."""

    async def inherit(self) -> dict[str, int]:
        """See ``Line.inherit``."""
        return {}

    def turn(self) -> AbstractAsyncContextManager[Any]:
        """See ``Line.turn``."""
        return self._turn

    async def spend(self, name: str, rate: Rate) -> float:
        """See ``Line.spend``."""
        buckets = self._buckets.setdefault(rate, Buckets(rate))
        return 0.0 if buckets.take(name) else buckets.wait(name)


class Peers:
    """What this process knows of the others, and who here wants to hear of them."""

    def __init__(self, line: Line | None = None) -> None:
        self.line = line or Alone()
        self.others: frozenset[str] = frozenset()
        """The other processes that lived a moment ago."""
        self._there: dict[str, dict[str, frozenset[str]]] = {}
        self._public: dict[str, str] = {}
        self._ears: defaultdict[type[News], list[Callable[[Any], None]]] = defaultdict(list)

    def on(self, kind: type[News], do: Callable[[Any], None]) -> None:
        """Do this with all news of a kind."""
        self._ears[kind].append(do)

    def hear(self, process: str, news: AnyNews) -> None:
        """See ``Hear``."""
        if isinstance(news, Here):
            self._note(process, news)
        for do in self._ears[type(news)]:
            do(news)

    def at(self, table: str) -> frozenset[str]:
        """The players who are connected to a table by way of other processes."""
        return frozenset().union(*self._there.get(table, {}).values())

    def everywhere(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Tables, and who is connected to them by way of another process."""
        for table, there in self._there.items():
            yield from ((table, players) for players in there.values())

    def inhabited(self, ruleset: str | None) -> list[str]:
        """The public tables that play this, where somebody is connected by way of another process."""
        return [table for table in self._there if (plays := self._public.get(table)) and ruleset in (None, plays)]

    def living(self, names: frozenset[str]) -> Sequence[str]:
        """These processes live, and no others. Answers the tables that somebody has gone from."""
        self.others = names
        left = [table for table, there in self._there.items() if not there.keys() <= names]
        for table in left:
            self._there[table] = {name: here for name, here in self._there[table].items() if name in names}
            if not self._there[table]:
                del self._there[table], self._public[table]
        return left

    def here(self, table: str, players: Collection[str], public: str) -> None:
        """Tell the others who is connected to a table by way of this process."""
        self.line.tell(Here(table, tuple(sorted(players)[:MANY]), public))

    def ended(self, digests: Collection[str]) -> None:
        """Tell the others that keys have ended."""
        given = tuple(digests)
        for first in range(0, len(given), MANY):
            self.line.tell(Ended(given[first : first + MANY]))

    def _note(self, process: str, news: Here) -> None:
        there = self._there.setdefault(news.table, {})
        if news.players:
            there[process] = frozenset(news.players)
        else:
            there.pop(process, None)
        self._public[news.table] = news.public
        if not there:
            del self._there[news.table], self._public[news.table]
