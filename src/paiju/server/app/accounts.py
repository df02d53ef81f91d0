"""Accounts. With a user name and a password a player comes back on any device.

An account belongs to a player who was there before it: tables, hands and tokens are the player's, and stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from paiju.server.app.credentials import folded, read_password, read_user, same_password
from paiju.server.app.players import Players, Visit
from paiju.server.app.room import Room
from paiju.server.app.store import Account, Key, Player
from paiju.server.domain import seating
from paiju.server.errors import Refusal, Unfit

SESSIONS: Final = 20
"""An account can be open in so many browsers. The oldest session ends for the next one."""


class Hasher(Protocol):
    """Turns passwords into what may be kept of them. It takes its time."""

    async def hash(self, password: str) -> str:
        """A secret that only this password fits. Raises TooMany."""

    async def matches(self, secret: str, password: str) -> bool:
        """Whether the secret was made of this password. It takes as long as ``hash``. Raises TooMany."""

    def is_stale(self, secret: str) -> bool:
        """Whether ``hash`` would do it in another way today."""


class Accounts:
    """Making, opening, changing and ending accounts."""

    def __init__(self, room: Room, players: Players, hasher: Hasher) -> None:
        self._room = room
        self._store = room.house.store
        self._clock: Callable[[], int] = room.house.clock
        self._players = players
        self._hasher = hasher

    async def of(self, player: Player) -> Account | None:
        """The player's account; None: a guest."""
        return await self._store.account_of(player.id)

    async def has(self, player: str) -> bool:
        """Whether the player, by id, has an account."""
        return await self._store.account_of(player) is not None

    async def must_have(self, player: Player) -> Account:
        """The player's account. Raises Refusal."""
        account = await self.of(player)
        if account is None:
            raise Refusal("no_account")
        return account

    async def keep(self, visit: Visit, user: str, password: str) -> str:
        """Give a guest an account. Answers the text of a new session, which replaces this one. Raises Refusal, Unfit."""
        user = read_user(user)
        password = read_password(password, user)
        if await self.of(visit.player) is not None:
            raise Refusal("has_account")
        taken = Unfit("user_taken", field="user")
        if await self._store.account(folded(user)) is not None:
            raise taken
        secret = await self._hasher.hash(password)
        account = Account(visit.player.id, user, folded(user), secret, self._clock())
        if not await self._store.add_account(account):
            raise taken
        return await self._players.renew(visit)

    async def log_in(self, user: str, password: str, label: str) -> tuple[Player, str, list[str]]:
        """Open an account. Answers its player, the text of a new session, and the digests of sessions that had to end for it.

        Raises Refusal. It takes as long, and says the same, whether there is no such user or the password is wrong.
        """
        account = await self._store.account(folded(user))
        password = same_password(password)
        if account is None:
            await self._hasher.hash(password)
            raise Refusal("wrong_login")
        if not await self._hasher.matches(account.secret, password):
            raise Refusal("wrong_login")
        self._players.admit(account.player)
        text, key = self._players.new_key(account.player, "session", label)
        if not await self._store.add_session(key, account.secret):
            raise Refusal("wrong_login")  # the password was changed meanwhile
        await self._refresh(account, password)
        player = await self._store.player(account.player)
        assert player is not None
        return player, text, await self._make_room(player, key)

    async def change_password(self, visit: Visit, old: str, new: str) -> str:
        """Set another password and end all sessions. Answers the text of a new one, which replaces this one.

        Raises Refusal, Unfit.
        """
        account = await self.must_have(visit.player)
        new = read_password(new, account.user)
        await self._prove(account, old, "old")
        secret = await self._hasher.hash(new)
        if not await self._store.change_secret(account.player, account.secret, secret, keep=visit.key.digest):
            raise Unfit("wrong_password", field="old")  # it was changed meanwhile
        return await self._players.renew(visit)

    async def erase(self, visit: Visit, password: str) -> None:
        """End the account with its keys, and give up its seats. Raises Refusal, Unfit."""
        account = await self.must_have(visit.player)
        await self._prove(account, password, "password")
        if not await self._store.erase(account.player, account.secret):
            raise Unfit("wrong_password", field="password")  # it was changed meanwhile
        for summary in await self._store.tables_of(account.player):
            if live := await self._room.readable(summary.table):
                await live.do(account.player, None, lambda draft: seating.rise(draft, account.player))
        await self._store.take_back(self._clock())

    async def _prove(self, account: Account, password: str, field: str) -> None:
        """Raises Unfit unless this is the account's password."""
        if not await self._hasher.matches(account.secret, same_password(password)):
            raise Unfit("wrong_password", field=field)

    async def _refresh(self, account: Account, password: str) -> None:
        """Hash the password anew if the secret is stale."""
        if self._hasher.is_stale(account.secret):
            secret = await self._hasher.hash(password)
            await self._store.change_secret(account.player, account.secret, secret)

    async def _make_room(self, player: Player, newest: Key) -> list[str]:
        """End the oldest sessions when there are too many. Answers their digests."""
        others = [key for key in await self._players.keys(player, "session") if key != newest]
        return await self._players.end_all(others[: max(0, len(others) + 1 - SESSIONS)])
