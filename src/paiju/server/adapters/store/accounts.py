"""The part of the store for accounts."""

from __future__ import annotations

from typing import Final

from msgspec.structs import astuple

from paiju.server.adapters.store.daily import SETTLE_RANKED
from paiju.server.adapters.store.database import StorePart, Transaction
from paiju.server.adapters.store.schema_definition import ACCOUNTS, KEYS
from paiju.server.app.store import Account, ApiKey

_ERASE: Final = (
    "DELETE FROM keys WHERE player_id = $1",
    "DELETE FROM played WHERE player_id = $1",
    "UPDATE players SET name = '', folded = NULL WHERE player_id = $1",
    "DELETE FROM ties WHERE $1 IN (player_id, other_id)",
    "DELETE FROM invitations WHERE $1 IN (player_id, sender_id)",
    "DELETE FROM hidden WHERE player_id = $1",
    "DELETE FROM player_networks WHERE player_id = $1",
    "DELETE FROM puzzle_tries WHERE player_id = $1",
    "DELETE FROM puzzle_ratings WHERE subject = $1 AND family <> ''",
)
"""Statements that delete a player's data together with the account."""


class DatabaseAccounts(StorePart):
    """Stores accounts with the hashes of their passwords in the room's database (``AccountStore``)."""

    async def add_account(self, account: Account) -> bool:
        return await self.db.write(f"{ACCOUNTS.insert_sql} ON CONFLICT DO NOTHING", *astuple(account)) > 0

    async def account_by_name(self, folded: str) -> Account | None:
        return await self._find_account("folded = $1", folded)

    async def account_of(self, player: str) -> Account | None:
        return await self._find_account("player_id = $1", player)

    async def _find_account(self, condition: str, value: str) -> Account | None:
        sql = f"{ACCOUNTS.select_sql} WHERE {condition}"
        return next((Account(*row) for row in await self.db.read(sql, value)), None)

    async def add_session(self, key: ApiKey, secret: str) -> bool:
        sql = f"""INSERT INTO keys ({KEYS.column_list})
            SELECT $1, $2, $3, $4, $5::bigint, $6::bigint FROM accounts WHERE player_id = $2 AND secret = $7 FOR SHARE"""
        return await self.db.write(sql, *astuple(key), secret) > 0

    async def change_password_hash(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        async def replace_hash(db: Transaction) -> bool:
            sql = "UPDATE accounts SET secret = $3 WHERE player_id = $1 AND secret = $2"
            changed = await db.execute(sql, player, old, new)
            if changed and keep is not None:  # this also ends a session that was added while the update waited
                sql = "DELETE FROM keys WHERE player_id = $1 AND kind = 'session' AND digest <> $2"
                await db.execute(sql, player, keep)
            return changed > 0

        return await self.db.run_in_transaction(replace_hash)

    async def erase(self, player: str, secret: str) -> bool:
        async def delete_account(db: Transaction) -> bool:
            erased = await db.execute("DELETE FROM accounts WHERE player_id = $1 AND secret = $2", player, secret)
            for sql in (SETTLE_RANKED, *_ERASE) if erased else ():
                await db.execute(sql, player)
            return erased > 0

        return await self.db.run_in_transaction(delete_account)
