"""Players and their keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from paiju.server.adapters.row_mappers import PLAYER, key_row, player_row, to_player
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.app.store import ApiKey, StoredPlayer


class SqlitePlayers(SqliteDatabase):
    """``PlayerStore``."""

    async def put_player(self, player: StoredPlayer) -> bool:
        sql = f"""INSERT INTO players ({PLAYER}, folded) SELECT ?1, ?2, ?3, ?4, ?5
            WHERE NOT EXISTS (SELECT * FROM players WHERE folded = ?5 AND player_id <> ?1)
            ON CONFLICT (player_id) DO UPDATE SET name = excluded.name, folded = excluded.folded"""  # noqa: S608 (a constant)
        return await self.write(sql, *player_row(player)) > 0

    async def make_bot(self, player: str) -> bool:
        sql = """UPDATE players SET bot = 1 WHERE player_id = ?1 AND NOT EXISTS (SELECT * FROM played WHERE player_id = ?1)
            AND NOT EXISTS (SELECT * FROM seated WHERE player_id = ?1)"""
        return await self.write(sql, player) > 0

    async def player(self, player: str) -> StoredPlayer | None:
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE player_id = ?", player)  # noqa: S608 (a constant)
        return to_player(rows[0]) if rows else None

    async def players(self, players: Collection[str]) -> dict[str, StoredPlayer]:
        marks = ", ".join("?" for _ in players)
        sql = f"SELECT {PLAYER} FROM players WHERE player_id IN ({marks}) AND name <> ''"  # noqa: S608 (constants)
        return {row[0]: to_player(row) for row in await self.read(sql, *players)}

    async def player_by_name(self, folded: str) -> StoredPlayer | None:
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE folded = ?", folded)  # noqa: S608 (a constant)
        return to_player(rows[0]) if rows else None

    async def unindexed_players(self, limit: int = 100) -> list[StoredPlayer]:
        sql = f"""SELECT {PLAYER} FROM players WHERE folded IS NULL AND name <> ''
            ORDER BY created, player_id LIMIT ?"""  # noqa: S608 (a constant)
        return [to_player(row) for row in await self.read(sql, limit)]

    async def index_player(self, player: StoredPlayer) -> bool:
        return await self.transaction(lambda db: _index_player(db, player))

    async def add_key(self, key: ApiKey) -> None:
        await self.write("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)", *key_row(key))

    async def key(self, digest: str) -> ApiKey | None:
        rows = await self.read("SELECT * FROM keys WHERE digest = ?", digest)
        return ApiKey(*rows[0]) if rows else None

    async def keys_of(self, player: str, kind: str) -> list[ApiKey]:
        sql = "SELECT * FROM keys WHERE player_id = ? AND kind = ? ORDER BY created"
        return [ApiKey(*row) for row in await self.read(sql, player, kind)]

    async def touch_key(self, digest: str, seen: int) -> None:
        await self.write("UPDATE keys SET seen = ? WHERE digest = ?", seen, digest)

    async def drop_stale_sessions(self, before: int) -> int:
        return await self.write("DELETE FROM keys WHERE kind = 'session' AND seen < ?", before)

    async def purge_guests(self, before: int, limit: int = 1000) -> int:
        return await self.transaction(lambda db: _purge_guests(db, before, limit))

    async def drop_key(self, digest: str, player: str) -> bool:
        return await self.write("DELETE FROM keys WHERE digest = ? AND player_id = ?", digest, player) > 0

    async def rotate_key(self, digest: str, key: ApiKey) -> bool:
        sql = "UPDATE keys SET digest = ?, player_id = ?, kind = ?, label = ?, created = ?, seen = ? WHERE digest = ?"
        return await self.write(sql, *key_row(key), digest) > 0


def _index_player(db: sqlite3.Connection, player: StoredPlayer) -> bool:
    sql = "UPDATE players SET name = ?, folded = ? WHERE player_id = ? AND folded IS NULL"
    try:
        db.execute(sql, (player.name, player.folded, player.id))
    except sqlite3.IntegrityError:
        return False
    return True


def _purge_guests(db: sqlite3.Connection, before: int, limit: int) -> int:
    sql = """DELETE FROM players WHERE player_id IN (SELECT player_id FROM players AS one WHERE created < ?1
        AND NOT EXISTS (SELECT * FROM accounts WHERE player_id = one.player_id)
        AND NOT EXISTS (SELECT * FROM keys WHERE player_id = one.player_id AND (kind <> 'session' OR seen >= ?1))
        AND NOT EXISTS (SELECT * FROM seated WHERE player_id = one.player_id)
        AND NOT EXISTS (SELECT * FROM played WHERE player_id = one.player_id)
        AND NOT EXISTS (SELECT * FROM acts WHERE subject = one.player_id) LIMIT ?2) RETURNING player_id"""
    gone = db.execute(sql, (before, limit)).fetchall()
    db.executemany("DELETE FROM keys WHERE player_id = ?", gone)
    db.executemany("DELETE FROM hidden WHERE player_id = ?", gone)
    db.executemany("DELETE FROM ties WHERE ?1 IN (player_id, other_id)", gone)
    return len(gone)
