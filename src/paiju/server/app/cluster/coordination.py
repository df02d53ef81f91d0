"""Coordination of the processes of a room: their messages, and the interface that decides which process owns a table.

The event log alone decides what happened at a table. Messages only make updates arrive sooner, and may be lost.
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

PULSE_TIMEOUT: Final = 10.0
"""If a process does not receive its own ``Pulse`` for this many seconds, it assumes that it receives no messages."""

MAX_NAMES_PER_MESSAGE: Final = 100
"""Maximum number of names (players, sessions) in one message, because a bus may limit the size of messages."""


class PeerMessage(Struct, frozen=True, array_like=True, tag=True):
    """A message that a process of the room sends to all others."""


class TableUpdated(PeerMessage, frozen=True, tag="wrote"):
    """The sending process has written an entry of a table's event log. The number of the entry is ``version``."""

    table: str
    version: int


class PresenceUpdated(PeerMessage, frozen=True, tag="here"):
    """Names the players who are connected to a table through the sending process.

    At most ``MAX_NAMES_PER_MESSAGE`` players are named. The message replaces the sender's earlier one about the
    table.
    """

    table: str
    players: tuple[str, ...]
    public: str = ""
    """The ruleset id of a public table; "" for a private one."""


class PlayersOnline(PeerMessage, frozen=True, tag="around"):
    """Names players who recently visited the lobby through the sending process."""

    players: tuple[str, ...]


class Broadcast(PeerMessage, frozen=True, tag="told"):
    """A chat message for everybody at a table."""

    table: str
    event: wire.SocialEvent


class DirectMessage(PeerMessage, frozen=True, tag="whispered"):
    """A chat message at a table for the players ``to`` only."""

    table: str
    event: wire.SocialEvent
    to: tuple[str, ...]


class SessionsRevoked(PeerMessage, frozen=True, tag="ended"):
    """The sessions and API tokens whose hashes are ``digests`` were revoked."""

    digests: tuple[str, ...]


class SessionRotated(PeerMessage, frozen=True, tag="renewed"):
    """The session token with the hash ``old`` was replaced by the token with the hash ``new``."""

    old: str
    new: str


class BlockChanged(PeerMessage, frozen=True, tag="deaf"):
    """A player has blocked (``on``) or unblocked another."""

    player: str
    other: str
    on: bool


class NodeJoined(PeerMessage, frozen=True, tag="hello"):
    """A process has started. It asks the others which players are connected through them."""


class NodeLeft(PeerMessage, frozen=True, tag="left"):
    """A process is shutting down; others may take over its tables at once."""


class ResyncNeeded(PeerMessage, frozen=True, tag="missed"):
    """The connection to the bus was lost, and messages may be missing.

    A coordinator delivers this message to its own process only.
    """


class Pulse(PeerMessage, frozen=True, tag="pulse"):
    """A heartbeat that a process sends over the message bus and also receives itself, to see that the bus works.

    Coordinators handle this message themselves.
    """


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
"""A function ``handle(sender, message)`` that handles a message; ``sender`` is the name of the process that sent it.

It raises InvalidMessage if the message cannot be used.
"""


class InvalidMessage(Exception):
    """A message from another process cannot be used.

    ``reason`` is one of these codes:

    - ``malformed``: the text is not a message in the format of any version of paiju
    - ``unsigned``: the message has no signature, because an old version of paiju sent it
    - ``forged``: the signature of the message is wrong
    - ``replayed``: the number of the message is not higher than that of the sender's last message
    - ``unknown``: this version of paiju does not know the message, so a newer version sent it
    - ``stale``: the message names a seat that the table no longer has
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Coordinator(Protocol):
    """Connects the processes of a room. At most one process owns a table and runs its timers and bots."""

    queue: TicketQueue
    """The matchmaking queue shared by all processes."""

    async def open(self, on_message: MessageHandler) -> None:
        """Join the other processes, and register ``on_message`` as the function that handles their messages.

        ``deliver_messages`` passes the messages to this function.
        """

    async def deliver_messages(self) -> None:
        """Deliver messages until cancelled. The caller may call it again after any exception."""

    @property
    def bus_silence(self) -> float:
        """The seconds for which this process has waited for its own pulse to come back; 0 if it is not waiting."""

    async def release_all(self) -> None:
        """Give up all tables, so that other processes can claim them at once. Messages are still sent and received."""

    async def close(self) -> None:
        """Leave the other processes and close the connections."""

    def publish(self, message: AnyPeerMessage) -> None:
        """Queue a message to all other processes.

        If several queued messages report the presence or the version of the same table, only the latest is sent.
        """

    async def heartbeat(self) -> frozenset[str] | None:
        """Send a heartbeat, and return the names of the other live processes.

        If the others have marked this process dead, return None. This process has then lost its tables, and continues
        under a new name.
        """

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """Become the owner of each of these tables that has no owner. Returns those that this process owns afterwards."""

    async def release(self, table: str) -> None:
        """Give up ownership of a table."""

    async def take_over_abandoned_tables(self) -> dict[str, int]:
        """Take over tables of dead processes.

        Returns, for each of these tables, the milliseconds since the last heartbeat of its former owner.
        """

    def lock(self) -> AbstractAsyncContextManager[Any]:
        """Return the room's lock. At any time, at most one task in all processes together holds it. It is not reentrant.

        The lock protects work that reads the shared state and then writes it, such as matchmaking.
        """

    async def take_token(self, name: str, rate: Rate) -> float:
        """Take a token from the token bucket ``name``, which all processes share.

        Returns 0 if there was a token. Otherwise returns the seconds until the next token.
        """


class SingleProcessCoordinator:
    """The coordinator of a room with a single process."""

    def __init__(self) -> None:
        self.queue: TicketQueue = MemoryTicketQueue()
        self._turn = asyncio.Lock()
        self._buckets: dict[Rate, KeyedTokenBuckets] = {}

    async def open(self, on_message: MessageHandler) -> None:
        """Do nothing: no other process sends messages."""

    async def deliver_messages(self) -> None:
        """Wait until cancelled: no other process sends messages."""
        await asyncio.Event().wait()

    @property
    def bus_silence(self) -> float:
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

    async def take_over_abandoned_tables(self) -> dict[str, int]:
        return {}

    def lock(self) -> AbstractAsyncContextManager[Any]:
        return self._turn

    async def take_token(self, name: str, rate: Rate) -> float:
        buckets = self._buckets.setdefault(rate, KeyedTokenBuckets(rate))
        return 0.0 if buckets.take(name) else buckets.seconds_until_token(name)


class Peers:
    """Knows which other processes are alive and which players are connected through them.

    Also passes each message of the other processes to the functions that subscribed to it.
    """

    def __init__(self, coordinator: Coordinator | None = None) -> None:
        self.coordinator = coordinator or SingleProcessCoordinator()
        self.others: frozenset[str] = frozenset()
        """The other processes that were alive at the last heartbeat."""
        self._there: dict[str, dict[str, frozenset[str]]] = {}
        self._public: dict[str, str] = {}
        self._handlers: defaultdict[type[PeerMessage], list[Callable[[Any], None]]] = defaultdict(list)

    def subscribe(self, kind: type[PeerMessage], do: Callable[[Any], None]) -> None:
        """Call ``do`` with every message of class ``kind``."""
        self._handlers[kind].append(do)

    def receive(self, process: str, message: AnyPeerMessage) -> None:
        """Handle a message from another process: call the functions that subscribed to the class of the message.

        A ``PresenceUpdated`` message first updates which players are connected through that process.
        """
        if isinstance(message, PresenceUpdated):
            self._record_presence(process, message)
        for do in self._handlers[type(message)]:
            do(message)

    def players_at(self, table: str) -> frozenset[str]:
        """Return the players connected to a table through other processes."""
        return frozenset().union(*self._there.get(table, {}).values())

    def iter_presence(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield, for each other process and each table, the table and the players connected to it through that process.

        A table occurs once for each process through which players are connected to it.
        """
        for table, there in self._there.items():
            yield from ((table, players) for players in there.values())

    def tables_occupied_elsewhere(self, ruleset: str | None) -> list[str]:
        """Return the public tables to which players are connected through other processes.

        ``ruleset`` selects the tables with this ruleset; None selects all.
        """
        return [table for table in self._there if (plays := self._public.get(table)) and ruleset in (None, plays)]

    def set_live_processes(self, names: frozenset[str]) -> Sequence[str]:
        """Set the names of the other live processes, and drop the presence of players who were connected through dead ones.

        Returns the tables whose presence has changed.
        """
        self.others = names
        left = [table for table, there in self._there.items() if not there.keys() <= names]
        for table in left:
            self._there[table] = {name: here for name, here in self._there[table].items() if name in names}
            if not self._there[table]:
                del self._there[table], self._public[table]
        return left

    def publish_presence(self, table: str, players: Collection[str], public: str) -> None:
        """Tell the other processes which players are connected to a table through this process.

        At most ``MAX_NAMES_PER_MESSAGE`` players are named. ``public`` is the ruleset id of a public table; "" for a private one.
        """
        self.coordinator.publish(PresenceUpdated(table, tuple(sorted(players)[:MAX_NAMES_PER_MESSAGE]), public))

    def publish_revoked(self, digests: Collection[str]) -> None:
        """Tell the other processes that the tokens with these hashes were revoked."""
        given = tuple(digests)
        for first in range(0, len(given), MAX_NAMES_PER_MESSAGE):
            self.coordinator.publish(SessionsRevoked(given[first : first + MAX_NAMES_PER_MESSAGE]))

    def _record_presence(self, process: str, message: PresenceUpdated) -> None:
        there = self._there.setdefault(message.table, {})
        if message.players:
            there[process] = frozenset(message.players)
        else:
            there.pop(process, None)
        self._public[message.table] = message.public
        if not there:
            del self._there[message.table], self._public[message.table]
