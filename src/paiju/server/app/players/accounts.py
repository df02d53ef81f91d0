"""Accounts: with a user name and a password, a player can return on any device.

An account is added to an existing player, whose tables, hands and API tokens stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from paiju.server.app.players.credential_rules import (
    fold_user_name,
    normalize_password,
    parse_new_password,
    parse_user_name,
)
from paiju.server.app.players.player_service import Authenticated, PlayerService
from paiju.server.app.store import Account, ApiKey, StoredPlayer
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import table_commands
from paiju.server.errors import InvalidField, Refusal

SESSIONS: Final = 20
"""Maximum number of sessions of an account. A further session ends the oldest one."""


class PasswordHasher(Protocol):
    """Hashes passwords, slowly on purpose."""

    async def hash(self, password: str) -> str:
        """Return a hash of the password. Raises RateLimited."""

    async def matches(self, secret: str, password: str) -> bool:
        """Whether ``secret`` is the hash of the password. Raises RateLimited.

        A call takes as long as a call of ``hash``.
        """

    def needs_rehash(self, secret: str) -> bool:
        """Whether the hash ``secret`` was made with outdated parameters."""


class Accounts:
    """Creates, changes and deletes accounts, and logs players in."""

    def __init__(self, room: TableManager, players: PlayerService, hasher: PasswordHasher) -> None:
        self._room = room
        self._store = room.context.store
        self._clock: Callable[[], int] = room.context.clock
        self._players = players
        self._hasher = hasher

    async def find_account(self, player: StoredPlayer) -> Account | None:
        """Return the player's account; None for a guest."""
        return await self._store.account_of(player.id)

    async def has_account(self, player: str) -> bool:
        """Whether a player, by id, has an account."""
        return await self._store.account_of(player) is not None

    async def require_account(self, player: StoredPlayer) -> Account:
        """Return the player's account. Raises Refusal for a guest."""
        account = await self.find_account(player)
        if account is None:
            raise Refusal("no_account")
        return account

    async def register(self, visit: Authenticated, user: str, password: str) -> str:
        """Give a guest an account. Returns the token of a new session, which replaces the current one.

        Raises Refusal, InvalidField.
        """
        user = parse_user_name(user)
        password = parse_new_password(password, user)
        if await self.find_account(visit.player) is not None:
            raise Refusal("has_account")
        taken = InvalidField("user_taken", field="user")
        if await self._store.account_by_name(fold_user_name(user)) is not None:
            raise taken
        secret = await self._hasher.hash(password)
        account = Account(visit.player.id, user, fold_user_name(user), secret, self._clock())
        if not await self._store.add_account(account):
            raise taken
        return await self._players.rotate_session(visit)

    async def log_in(self, user: str, password: str, label: str) -> tuple[StoredPlayer, str, list[str]]:
        """Log a player in. Returns the player, the token of the new session, and the hashes of the sessions that ended.

        A player has at most ``SESSIONS`` sessions; a further session ends the oldest one. Raises Refusal,
        RateLimited. An unknown user gets the same error as a wrong password, after the same time.
        """
        account = await self._store.account_by_name(fold_user_name(user))
        password = normalize_password(password)
        if account is None:
            await self._hasher.hash(password)
            raise Refusal("wrong_login")
        if not await self._hasher.matches(account.secret, password):
            raise Refusal("wrong_login")
        self._players.require_not_banned(account.player)
        text, key = self._players.generate_key(account.player, "session", label)
        if not await self._store.add_session(key, account.secret):
            raise Refusal("wrong_login")  # another request has just changed the password
        await self._rehash_if_stale(account, password)
        player = await self._store.player(account.player)
        assert player is not None
        return player, text, await self._drop_oldest_sessions(player, key)

    async def change_password(self, visit: Authenticated, old: str, new: str) -> str:
        """Change the password and end all other sessions. Returns the token of a new session in place of the current one.

        Raises Refusal, InvalidField.
        """
        account = await self.require_account(visit.player)
        new = parse_new_password(new, account.user)
        await self._verify_password(account, old, "old")
        secret = await self._hasher.hash(new)
        if not await self._store.change_password_hash(account.player, account.secret, secret, keep=visit.key.digest):
            raise InvalidField("wrong_password", field="old")  # another request has just changed the password
        return await self._players.rotate_session(visit)

    async def erase(self, visit: Authenticated, password: str) -> None:
        """Delete a player's account, sessions and API tokens, and give up the player's seats and coins.

        Raises Refusal, InvalidField.
        """
        account = await self.require_account(visit.player)
        await self._verify_password(account, password, "password")
        if not await self._store.erase(account.player, account.secret):
            raise InvalidField("wrong_password", field="password")  # another request has just changed the password
        for summary in await self._store.tables_of(account.player):
            if live := await self._room.find_readable(summary.table):
                await live.execute(
                    account.player, None, lambda draft: table_commands.vacate_seat_of(draft, account.player)
                )
        await self._store.reclaim_deleted_players_coins(self._clock())

    async def _verify_password(self, account: Account, password: str, field: str) -> None:
        """Raise InvalidField, which names ``field``, unless the password is the account's."""
        if not await self._hasher.matches(account.secret, normalize_password(password)):
            raise InvalidField("wrong_password", field=field)

    async def _rehash_if_stale(self, account: Account, password: str) -> None:
        """If the stored hash has outdated parameters, store a new hash of the password."""
        if self._hasher.needs_rehash(account.secret):
            secret = await self._hasher.hash(password)
            await self._store.change_password_hash(account.player, account.secret, secret)

    async def _drop_oldest_sessions(self, player: StoredPlayer, newest: ApiKey) -> list[str]:
        """End the oldest sessions beyond ``SESSIONS``. Returns their hashes."""
        others = [key for key in await self._players.list_keys(player, "session") if key != newest]
        return await self._players.revoke_keys(others[: max(0, len(others) + 1 - SESSIONS)])
