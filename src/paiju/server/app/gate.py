"""Who may come in, and how often they may ask."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from paiju.server import wire
from paiju.server.app.limits import Buckets, Limits
from paiju.server.app.store import Player
from paiju.server.errors import Refusal, TooMany


class Gate:
    """Counts what players and addresses ask for, over all their sockets."""

    def __init__(self, limits: Limits, origins: frozenset[str] = frozenset()) -> None:
        self.limits = limits
        self._origins = origins
        self._players = Buckets(limits.player)
        self._thinking = Buckets(limits.thinking)
        self._requests = Buckets(limits.requests)
        self._guests = Buckets(limits.guests)
        self._logins = Buckets(limits.logins)
        self._passwords = Buckets(limits.passwords)
        self._tables = Buckets(limits.tables)
        self._tables_from = Buckets(limits.tables_from)
        self._sockets: Counter[str] = Counter()

    def admit(self, player: Player, request: wire.ClientMessage) -> None:
        """A message of a player, on whatever socket. Raises TooMany."""
        _charge(self._players, player.id)
        if isinstance(request, wire.Advise):
            _charge(self._thinking, player.id)

    def admit_http(self, address: str) -> None:
        """An HTTP request. Raises TooMany."""
        _charge(self._requests, address)

    def admit_guest(self, address: str) -> None:
        """A new player. Raises TooMany."""
        _charge(self._guests, address)

    def admit_password(self, address: str, user: str | None = None) -> None:
        """Somebody sends a password: a new one, or a try at a user's (``user``: the folded name). Raises TooMany."""
        _charge(self._logins, address, "too_many_logins")
        if user is not None:
            _charge(self._passwords, user, "too_many_logins")

    def admit_table(self, player: Player, address: str, seats: int) -> None:
        """A new table for a player, who sits at so many already. Raises TooMany."""
        if seats >= self.limits.tables_each:
            raise TooMany("too_many_tables", most=self.limits.tables_each)
        _charge(self._tables, player.id)
        _charge(self._tables_from, address)

    @contextmanager
    def socket(self, address: str, player: Player) -> Iterator[None]:
        """Counts a socket while it is open. Raises TooMany."""
        names = {f"address {address}": self.limits.sockets, f"player {player.id}": self.limits.sockets_each}
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


def _charge(buckets: Buckets, name: str, code: str = "too_many_requests") -> None:
    if not buckets.take(name):
        raise TooMany(code, seconds=math.ceil(buckets.wait(name)))
