"""The other processes that serve the same room: messages between them, and ownership of tables.

Only the log decides what has happened. A message merely speeds up what clients see, and may get lost.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol

from msgspec import Struct

from paiju.server import wire
from paiju.server.app.matchmaking.ticket_queue import MemoryTicketQueue, TicketQueue
from paiju.server.app.token_buckets import KeyedTokenBuckets, Rate

DEAF: Final = 10.0
"""Seconds without its own messages after which a process assumes that it no longer receives any."""

MANY: Final = 100
"""Maximum number of names in one message: a bus may limit the size."""


class PeerMessage(Struct, frozen=True, array_like=True, tag=True):
    """A message from one process to all others."""


class TableUpdated(PeerMessage, frozen=True, tag="wrote"):
    """The log of a table goes up to this version now."""

    table: str
    version: int


class PresenceUpdated(PeerMessage, frozen=True, tag="here"):
    """These players are connected to a table through the sending process, and no others are."""

    table: str
    players: tuple[str, ...]
    public: str = ""
    """What the table plays (a ruleset's id), if it is one that everybody may see."""


class PlayersOnline(PeerMessage, frozen=True, tag="around"):
    """These players have visited the lobby lately, through the sending process."""

    players: tuple[str, ...]


class Broadcast(PeerMessage, frozen=True, tag="told"):
    """Somebody has said something at a table."""

    table: str
    said: wire.SocialEvent


class DirectMessage(PeerMessage, frozen=True, tag="whispered"):
    """Somebody has said something at a table to these players alone."""

    table: str
    said: wire.SocialEvent
    to: tuple[str, ...]


class SessionsRevoked(PeerMessage, frozen=True, tag="ended"):
    """Sessions and tokens with these digests were revoked."""

    digests: tuple[str, ...]


class SessionRotated(PeerMessage, frozen=True, tag="renewed"):
    """A key has taken another's place."""

    old: str
    new: str


class BlockChanged(PeerMessage, frozen=True, tag="deaf"):
    """A player has blocked or unblocked another."""

    player: str
    other: str
    on: bool


class NodeJoined(PeerMessage, frozen=True, tag="hello"):
    """A process is new here: it asks who is connected to the others."""


class NodeLeft(PeerMessage, frozen=True, tag="left"):
    """A process ends: others may take over at once what it looked after."""


class ResyncNeeded(PeerMessage, frozen=True, tag="missed"):
    """The connection to the bus was lost, and messages may be missing. A coordinator sends this to its own process only."""


class Pulse(PeerMessage, frozen=True, tag="pulse"):
    """A process is alive and its messages get through. Coordinators handle this themselves, also their own process's pulse."""


AnyPeerMessage = (
    TableUpdated
    | PresenceUpdated
    | PlayersOnline
    | Broadcast
    | DirectMessage
    | SessionsRevoked
    | SessionRotated
    | BlockChanged
    | NodeJoined
    | NodeLeft
    | ResyncNeeded
    | Pulse
)

MessageHandler = Callable[[str, AnyPeerMessage], None]
"""Takes the name of the sending process and its message. Raises InvalidMessage."""


class InvalidMessage(Exception):
    """Something that came from outside and is not to be used.

    ``reason``: ``malformed`` (no message of any paiju), ``unsigned`` (an older paiju's), ``forged`` (signed with another key, or
    by nobody), ``replayed`` (not the sender's next), ``unknown`` (a later paiju's), ``stale`` (of a seat that is not there).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Coordinator(Protocol):
    """What joins the processes of a room. A table is looked after by one process at most: there its clocks run and bots think."""

    queue: TicketQueue
    """Those who look for a seat, in whichever process."""

    async def open(self, on_message: MessageHandler) -> None:
        """Join the other processes and pass their messages to ``on_message``."""

    async def listen(self) -> None:
        """Deliver messages until cancelled. After any exception it may be called again."""

    @property
    def silence(self) -> float:
        """For how many seconds this process has waited for a message of its own to come back; 0: for none."""

    async def release_all(self) -> None:
        """Release all tables: others may claim them at once. Messages are still sent and received."""

    async def close(self) -> None:
        """Leave the other processes and close the connections."""

    def publish(self, message: AnyPeerMessage) -> None:
        """Queue a message to all others. Of several about one table's connections or version only the last is sent."""

    async def heartbeat(self) -> frozenset[str] | None:
        """Send a heartbeat; returns the names of the other live processes.

        None: this process was marked dead. It owns no table now, and has a new name from now on.
        """

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """Look after these tables, where no other process does; those that this one looks after now."""

    async def release(self, table: str) -> None:
        """Look after a table no longer."""

    async def take_over_abandoned(self) -> dict[str, int]:
        """Take tables over from processes that are gone; for each the milliseconds since its process lived."""

    def lock(self) -> AbstractAsyncContextManager[Any]:
        """One at a time is within this block, here and in all processes. Nobody within it may ask for it again."""

    async def take_token(self, name: str, rate: Rate) -> float:
        """Take one token of this name, whichever process asks for it: 0; if there is none, the seconds until there is."""


class SingleProcessCoordinator:
    """``Coordinator`` of a process that serves its room alone."""

    def __init__(self) -> None:
        self.queue: TicketQueue = MemoryTicketQueue()
        self._turn = asyncio.Lock()
        self._buckets: dict[Rate, KeyedTokenBuckets] = {}

    async def open(self, on_message: MessageHandler) -> None:
        """Do nothing: no other process sends messages."""

    async def listen(self) -> None:
        """Wait until cancelled: no other process sends messages."""
        await asyncio.Event().wait()

    @property
    def silence(self) -> float:
        return 0.0

    async def release_all(self) -> None:
        """Do nothing: no other process could claim the tables."""

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""

    def publish(self, message: AnyPeerMessage) -> None:
        """Drop the message: nobody else receives it."""

    async def heartbeat(self) -> frozenset[str] | None:
        return frozenset()

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        return frozenset(tables)

    async def release(self, table: str) -> None:
        """Do nothing: no other process could claim the table."""

    async def take_over_abandoned(self) -> dict[str, int]:
        return {}

    def lock(self) -> AbstractAsyncContextManager[Any]:
        return self._turn

    async def take_token(self, name: str, rate: Rate) -> float:
        buckets = self._buckets.setdefault(rate, KeyedTokenBuckets(rate))
        return 0.0 if buckets.take(name) else buckets.seconds_until_token(name)


class Peers:
    """What this process knows of the others, and its subscriptions to their messages."""

    def __init__(self, coordinator: Coordinator | None = None) -> None:
        self.coordinator = coordinator or SingleProcessCoordinator()
        self.others: frozenset[str] = frozenset()
        """The other processes that lived a moment ago."""
        self._there: dict[str, dict[str, frozenset[str]]] = {}
        self._public: dict[str, str] = {}
        self._handlers: defaultdict[type[PeerMessage], list[Callable[[Any], None]]] = defaultdict(list)

    def subscribe(self, kind: type[PeerMessage], do: Callable[[Any], None]) -> None:
        """Call ``do`` with every message of this class."""
        self._handlers[kind].append(do)

    def receive(self, process: str, message: AnyPeerMessage) -> None:
        if isinstance(message, PresenceUpdated):
            self._note_presence(process, message)
        for do in self._handlers[type(message)]:
            do(message)

    def players_at(self, table: str) -> frozenset[str]:
        """The players who are connected to a table by way of other processes."""
        return frozenset().union(*self._there.get(table, {}).values())

    def iter_presence(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Tables, and who is connected to them by way of another process."""
        for table, there in self._there.items():
            yield from ((table, players) for players in there.values())

    def occupied_tables(self, ruleset: str | None) -> list[str]:
        """The public tables that play this, where somebody is connected by way of another process."""
        return [table for table in self._there if (plays := self._public.get(table)) and ruleset in (None, plays)]

    def set_living(self, names: frozenset[str]) -> Sequence[str]:
        """These processes live, and no others. Answers the tables that somebody has gone from."""
        self.others = names
        left = [table for table, there in self._there.items() if not there.keys() <= names]
        for table in left:
            self._there[table] = {name: here for name, here in self._there[table].items() if name in names}
            if not self._there[table]:
                del self._there[table], self._public[table]
        return left

    def publish_presence(self, table: str, players: Collection[str], public: str) -> None:
        """Announce to the other processes who is connected to a table through this one."""
        self.coordinator.publish(PresenceUpdated(table, tuple(sorted(players)[:MANY]), public))

    def publish_revoked(self, digests: Collection[str]) -> None:
        """Announce to the other processes that these keys were revoked."""
        given = tuple(digests)
        for first in range(0, len(given), MANY):
            self.coordinator.publish(SessionsRevoked(given[first : first + MANY]))

    def _note_presence(self, process: str, message: PresenceUpdated) -> None:
        there = self._there.setdefault(message.table, {})
        if message.players:
            there[process] = frozenset(message.players)
        else:
            there.pop(process, None)
        self._public[message.table] = message.public
        if not there:
            del self._there[message.table], self._public[message.table]
