"""Who may come in, and how often they may ask.

What is written, and every try at a password, is counted over all processes of a room. Messages, requests and open sockets are
counted in each: they cost the process to which they come, and more processes carry more of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

from paiju.server import wire
from paiju.server.addresses import Names
from paiju.server.app.limits import Buckets, Limits, Rate
from paiju.server.app.peers import Line
from paiju.server.app.store import Player
from paiju.server.errors import Refusal, TooMany

_WITHIN = (wire.Act, wire.Reveal, wire.Preview, wire.Sync, wire.Ping, wire.Leave)
"""Messages that write nothing, or what a hand asks for."""


class Gate:
    """Counts what players and addresses ask for, over all their sockets."""

    def __init__(
        self, limits: Limits, line: Line, origins: frozenset[str] = frozenset(), names: Names | None = None
    ) -> None:
        self.limits = limits
        self._line = line
        self._origins = origins
        self._names = names or Names()
        self._players = Buckets(limits.player)
        self._thinking = Buckets(limits.thinking)
        self._analyses = Buckets(limits.analyses)
        self._reactions = Buckets(limits.reactions)
        self._changes = Buckets(limits.changes)
        self._handshakes = Buckets(limits.handshakes)
        self._requests = Buckets(limits.requests)
        self._sockets: Counter[str] = Counter()

    async def admit(self, player: Player, address: str, request: wire.ClientMessage) -> None:
        """A message of a player, on whatever socket. Raises TooMany."""
        _charge(self._players, player.id)
        match request:
            case wire.Advise():
                _charge(self._thinking, player.id)
            case wire.Say() | wire.React() | wire.Chat() | wire.Knock():
                _charge(self._reactions, player.id)
            case wire.Start() | wire.Ready(on=True):
                await self._spend("hands", player.id, self.limits.hands, "too_many_hands")
                await self._spend("hands_from", address, self.limits.hands_from, "too_many_hands")
            case _ if not isinstance(request, _WITHIN):
                _charge(self._changes, player.id)

    def admit_socket(self, address: str) -> None:
        """Somebody knocks at a table. Raises TooMany."""
        _charge(self._handshakes, address)

    def admit_http(self, address: str) -> None:
        """An HTTP request. Raises TooMany."""
        _charge(self._requests, address)

    def admit_analysis(self, asker: str) -> None:
        """Somebody asks for an analysis that is to be made: a player, or an address. Raises TooMany."""
        _charge(self._analyses, asker)

    async def admit_guest(self, address: str) -> None:
        """A new player. Raises TooMany."""
        await self._spend("guests", address, self.limits.guests)

    async def admit_password(self, address: str, user: str | None = None) -> None:
        """Somebody sends a password: a new one, or a try at a user's (``user``: the folded name). Raises TooMany."""
        await self._spend("logins", address, self.limits.logins, "too_many_logins")
        if user is not None:
            await self._spend("passwords", user, self.limits.passwords, "too_many_logins")

    async def admit_account(self, address: str) -> None:
        """Somebody asks for a user name, and learns so whether it is taken. Raises TooMany."""
        await self._spend("accounts", address, self.limits.accounts, "too_many_logins")

    async def admit_call(self, player: Player) -> None:
        """A player asks another to come to a table. Raises TooMany."""
        await self._spend("calls", player.id, self.limits.calls)

    async def admit_report(self, player: Player) -> None:
        """A player tells the hosts of another. Raises TooMany."""
        await self._spend("reports", player.id, self.limits.reports)

    async def admit_table(self, player: Player, address: str, seats: int) -> None:
        """A new table for a player, who sits at so many already. Raises TooMany."""
        if seats >= self.limits.tables_each:
            raise TooMany("too_many_tables", most=self.limits.tables_each)
        await self._spend("tables", player.id, self.limits.tables)
        await self._spend("tables_from", address, self.limits.tables_from)

    async def _spend(self, what: str, who: str, rate: Rate, code: str = "too_many_requests") -> None:
        if wait := await self._line.spend(f"{what} {who}", rate):
            raise TooMany(code, seconds=math.ceil(wait))

    @contextmanager
    def socket(self, address: str, player: Player) -> Iterator[None]:
        """Counts a socket while it is open. Raises TooMany."""
        with self._counted(
            {f"address {address}": self.limits.sockets, f"player {player.id}": self.limits.sockets_each}
        ):
            yield

    @contextmanager
    def stranger(self, address: str) -> Iterator[None]:
        """Counts a socket of which it is not known yet whose it is. Raises TooMany."""
        with self._counted({f"address {address}": self.limits.sockets}):
            yield

    @contextmanager
    def _counted(self, names: Mapping[str, int]) -> Iterator[None]:
        if any(self._sockets[name] >= most for name, most in names.items()):
            raise TooMany("too_many_sockets")
        self._sockets.update(names.keys())
        try:
            yield
        finally:
            self._sockets.subtract(names.keys())
            for name in names:
                if self._sockets[name] <= 0:
                    del self._sockets[name]

    def check_host(self, host: str | None) -> None:
        """A room answers to its names only, so that no stranger's name can lead a browser here. Raises Refusal."""
        if host is not None and not self._names.has(host):
            raise Refusal("wrong_host", host=host[:100])

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """A page of another origin must not act for its visitor. Raises Refusal.

        Browsers always say the origin of a socket or of a request that changes something; programs need not.
        """
        if origin is None or origin in self._origins:
            return
        if _place_of(origin) != host:
            raise Refusal("wrong_origin")


def _place_of(origin: str) -> str | None:
    """Host and port of an origin, which anybody may have made up."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _charge(buckets: Buckets, name: str) -> None:
    if not buckets.take(name):
        raise TooMany("too_many_requests", seconds=math.ceil(buckets.wait(name)))
