"""Rate limits for players and addresses.

Writes and password attempts are counted over all processes of a room. Each process counts messages, requests and open sockets
by itself, because it alone bears their cost.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from paiju.server import wire_requests
from paiju.server.app.cluster.coordination import Coordinator
from paiju.server.app.rate_limit_reports import LimitReports
from paiju.server.app.store import StoredPlayer
from paiju.server.app.token_buckets import KeyedTokenBuckets, RateSettings
from paiju.server.errors import RateLimited, Refusal
from paiju.server.network_addresses import HostNames

_PER_PROCESS_LIMITS: Final = (
    "player",
    "thinking",
    "analyses",
    "puzzles",
    "reactions",
    "changes",
    "handshakes",
    "requests",
)
"""Names of the limits (``RateSettings``) that each process counts by itself."""

_UNCOUNTED_REQUESTS = (
    wire_requests.Act,
    wire_requests.Reveal,
    wire_requests.Preview,
    wire_requests.Sync,
    wire_requests.Ping,
    wire_requests.Leave,
)
"""Requests that the limit ``changes`` does not count.

Either such a request writes nothing, or a running hand requires it.
"""


async def _never_has_account(player: str) -> bool:
    return False


class RateLimiter:
    """Counts the requests of each player and address over all their sockets.

    New tables and started hands are counted by player. Those of guests are also counted by address, because
    anybody can create many guests. Those of players with an account are not counted by address, so that a club
    behind one address is not limited like a single player.
    """

    def __init__(
        self,
        limits: RateSettings,
        coordinator: Coordinator,
        origins: frozenset[str] = frozenset(),
        names: HostNames | None = None,
        has_account: Callable[[str], Awaitable[bool]] = _never_has_account,
    ) -> None:
        self.limits = limits
        self.reached = LimitReports()
        self._coordinator = coordinator
        self._origins = origins
        self._names = names or HostNames()
        self._has_account = has_account
        self._buckets = {limit: KeyedTokenBuckets(getattr(limits, limit)) for limit in _PER_PROCESS_LIMITS}
        self._sockets: Counter[tuple[str, str]] = Counter()

    async def admit_message(self, player: StoredPlayer, address: str, request: wire_requests.ClientMessage) -> None:
        """Count a message that a player sent on a table socket. Raises RateLimited if there were too many."""
        self._require_local_token("player", player.id)
        match request:
            case wire_requests.Advise():
                self._require_local_token("thinking", player.id)
            case wire_requests.Say() | wire_requests.React() | wire_requests.Chat() | wire_requests.Knock():
                self._require_local_token("reactions", player.id)
            case wire_requests.Start() | wire_requests.Ready(on=True) | wire_requests.Rematch():
                await self._require_token("hands", player.id, "too_many_hands")
                if not await self._has_account(player.id):
                    await self._require_token("hands_from", address, "too_many_hands")
            case _ if not isinstance(request, _UNCOUNTED_REQUESTS):
                self._require_local_token("changes", player.id)

    def admit_socket(self, address: str) -> None:
        """Count a new table socket. Raises RateLimited."""
        self._require_local_token("handshakes", address)

    def admit_http(self, address: str) -> None:
        """Count an HTTP request. Raises RateLimited."""
        self._require_local_token("requests", address)

    def admit_analysis(self, asker: str) -> None:
        """Count a new analysis. Raises RateLimited if there were too many.

        ``asker`` is a player or the address of a visitor.
        """
        self._require_local_token("analyses", asker)

    def admit_puzzle(self, asker: str) -> None:
        """Count a request about a puzzle. Raises RateLimited if there were too many.

        ``asker`` is a player or the address of a visitor.
        """
        self._require_local_token("puzzles", asker)

    async def admit_guest(self, address: str) -> None:
        """Count a new guest. Raises RateLimited."""
        await self._require_token("guests", address)

    async def admit_token_or_export(self, player: StoredPlayer, address: str) -> None:
        """Count a new API token or a full export. Both count against the limit of new guests. Raises RateLimited.

        The count is kept by player if the player has an account, otherwise by ``address``.
        """
        await self._require_token("guests", player.id if await self._has_account(player.id) else address)

    async def admit_password(self, address: str, user: str | None = None) -> None:
        """Count a request with a password. Raises RateLimited.

        ``user`` is the folded user name of a login attempt; None if the request sets a new password.
        """
        await self._require_token("logins", address, "too_many_logins")
        if user is not None:
            await self._require_token("passwords", user, "too_many_logins")

    async def admit_name_check(self, address: str) -> None:
        """Count a request that reveals whether a user name is taken. Raises RateLimited."""
        await self._require_token("accounts", address, "too_many_logins")

    async def admit_new_account(self, address: str) -> None:
        """Count an attempt to create an account. Raises RateLimited.

        Accounts have a limit of their own, because the tables and hands of a player with an account are no longer
        counted by address.
        """
        await self._require_token("new_accounts", address, "too_many_logins")

    async def admit_invitation(self, player: StoredPlayer) -> None:
        """Count an invitation that a player sends. Raises RateLimited."""
        await self._require_token("calls", player.id)

    async def admit_report(self, player: StoredPlayer) -> None:
        """Count a player's report of another player to the admins. Raises RateLimited."""
        await self._require_token("reports", player.id)

    async def admit_table(self, player: StoredPlayer, address: str, seats: int) -> None:
        """Count a new table of a player who already sits at ``seats`` tables. Raises RateLimited."""
        if seats >= self.limits.tables_each:
            self.reached.record("tables_each", player.id)
            raise RateLimited("too_many_tables", most=self.limits.tables_each)
        await self._require_token("tables", player.id)
        if not await self._has_account(player.id):
            await self._require_token("tables_from", address)

    async def _require_token(self, limit: str, who: str, code: str = "too_many_requests") -> None:
        if wait := await self._coordinator.take_token(f"{limit} {who}", getattr(self.limits, limit)):
            self.reached.record(limit, who)
            raise RateLimited(code, seconds=math.ceil(wait))

    def _require_local_token(self, limit: str, who: str) -> None:
        buckets = self._buckets[limit]
        if not buckets.take(who):
            self.reached.record(limit, who)
            raise RateLimited("too_many_requests", seconds=math.ceil(buckets.seconds_until_token(who)))

    @contextmanager
    def count_socket(self, address: str, player: StoredPlayer) -> Iterator[None]:
        """Context manager that counts an open socket for its player and address. Raises RateLimited."""
        with self._count_open({"sockets": address, "sockets_each": player.id}):
            yield

    @contextmanager
    def count_anonymous_socket(self, address: str) -> Iterator[None]:
        """Context manager that counts an open socket for its address while the player is unknown.

        Raises RateLimited.
        """
        with self._count_open({"sockets": address}):
            yield

    @contextmanager
    def _count_open(self, limits: Mapping[str, str]) -> Iterator[None]:
        names = tuple(limits.items())
        for limit, who in names:
            if self._sockets[limit, who] >= getattr(self.limits, limit):
                self.reached.record(limit, who)
                raise RateLimited("too_many_sockets")
        self._sockets.update(names)
        try:
            yield
        finally:
            self._sockets.subtract(names)
            for name in names:
                if self._sockets[name] <= 0:
                    del self._sockets[name]

    def require_served_host(self, host: str | None) -> None:
        """Raise Refusal unless the request's ``Host`` is one of the server's names (protection against DNS rebinding)."""
        if host is not None and not self._names.contains(host):
            raise Refusal("wrong_host", host=host[:100])

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Raise Refusal if a page of another origin sent the request.

        Browsers send the origin whenever they open a socket or send a writing request. Other programs may leave it out.
        """
        if origin is None or origin in self._origins:
            return
        if _host_of_origin(origin) != host:
            raise Refusal("wrong_origin")


def _host_of_origin(origin: str) -> str | None:
    """Return host and port of an origin; None if the origin, which is untrusted, cannot be parsed."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
