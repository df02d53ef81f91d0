"""Accounts."""

from __future__ import annotations

import sqlite3

from paiju.server.adapters.row_mappers import account_row, key_row, to_account
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.app.store import Account, ApiKey


class SqliteAccounts(SqliteDatabase):
    """``AccountStore``."""

    async def add_account(self, account: Account) -> bool:
        sql = "INSERT INTO accounts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        return await self.write(sql, *account_row(account)) > 0

    async def account_by_name(self, folded: str) -> Account | None:
        return to_account(await self.read("SELECT * FROM accounts WHERE folded = ?", folded))

    async def account_of(self, player: str) -> Account | None:
        return to_account(await self.read("SELECT * FROM accounts WHERE player_id = ?", player))

    async def add_session(self, key: ApiKey, secret: str) -> bool:
        sql = "INSERT INTO keys SELECT ?, ?, ?, ?, ?, ? FROM accounts WHERE player_id = ? AND secret = ?"
        return await self.write(sql, *key_row(key), key.player, secret) > 0

    async def change_secret(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        return await self.transaction(lambda db: _change_secret(db, player, old, new, keep))

    async def erase(self, player: str, secret: str) -> bool:
        return await self.transaction(lambda db: _erase(db, player, secret))


def _change_secret(db: sqlite3.Connection, player: str, old: str, new: str, keep: str | None) -> bool:
    changed = db.execute(
        "UPDATE accounts SET secret = ? WHERE player_id = ? AND secret = ?", (new, player, old)
    ).rowcount
    if changed and keep is not None:
        db.execute("DELETE FROM keys WHERE player_id = ? AND kind = 'session' AND digest <> ?", (player, keep))
    return changed > 0


def _erase(db: sqlite3.Connection, player: str, secret: str) -> bool:
    erased = db.execute("DELETE FROM accounts WHERE player_id = ? AND secret = ?", (player, secret)).rowcount
    if erased:
        db.execute("DELETE FROM keys WHERE player_id = ?", (player,))
        db.execute("DELETE FROM played WHERE player_id = ?", (player,))
        db.execute("UPDATE players SET name = '', folded = NULL WHERE player_id = ?", (player,))
        db.execute("DELETE FROM ties WHERE ?1 IN (player_id, other_id)", (player,))
        db.execute("DELETE FROM invitations WHERE ?1 IN (player_id, sender_id)", (player,))
        db.execute("DELETE FROM hidden WHERE player_id = ?", (player,))
    return erased > 0
