"""Accounts."""

from __future__ import annotations

from typing import Any

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import account_row, key_row, to_account
from paiju.server.app.store import Account, ApiKey

_ACCOUNT = "SELECT player_id, name, folded, secret, created FROM accounts"
_CHANGE = "UPDATE accounts SET secret = $3 WHERE player_id = $1 AND secret = $2 RETURNING player_id"
_END_OTHERS = "DELETE FROM keys WHERE player_id = $1 AND kind = 'session' AND digest <> $2"
_ERASE = "DELETE FROM accounts WHERE player_id = $1 AND secret = $2 RETURNING player_id"
_FORGET = (
    "DELETE FROM keys WHERE player_id = $1",
    "DELETE FROM played WHERE player_id = $1",
    "UPDATE players SET name = '', folded = NULL WHERE player_id = $1",
    "DELETE FROM ties WHERE $1 IN (player_id, other_id)",
    "DELETE FROM invitations WHERE $1 IN (player_id, sender_id)",
    "DELETE FROM hidden WHERE player_id = $1",
)


class PostgresAccounts(PostgresPool):
    """``AccountStore``."""

    async def add_account(self, account: Account) -> bool:
        sql = "INSERT INTO accounts VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
        return await self.write(sql, *account_row(account)) > 0

    async def account_by_name(self, folded: str) -> Account | None:
        return to_account(await self.read(f"{_ACCOUNT} WHERE folded = $1", folded))

    async def account_of(self, player: str) -> Account | None:
        return to_account(await self.read(f"{_ACCOUNT} WHERE player_id = $1", player))

    async def add_session(self, key: ApiKey, secret: str) -> bool:
        sql = """INSERT INTO keys SELECT $1, $2, $3, $4, $5::bigint, $6::bigint FROM accounts
            WHERE player_id = $2 AND secret = $7 FOR SHARE"""
        return await self.write(sql, *key_row(key), secret) > 0

    async def change_secret(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        async def work(db: Any) -> bool:
            # Two statements: the second sees a session that was added while the first waited for its account.
            async with db.transaction():
                changed = await db.fetch(_CHANGE, player, old, new)
                if changed and keep is not None:
                    await db.execute(_END_OTHERS, player, keep)
            return bool(changed)

        return await self.run(work)

    async def erase(self, player: str, secret: str) -> bool:
        async def work(db: Any) -> bool:
            async with db.transaction():
                erased = await db.fetch(_ERASE, player, secret)
                for sql in _FORGET if erased else ():
                    await db.execute(sql, player)
            return bool(erased)

        return await self.run(work)
