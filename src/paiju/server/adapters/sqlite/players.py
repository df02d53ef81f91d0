"""Players and their keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from paiju.server.adapters.rows import PLAYER, key_row, player_of, player_row
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.app.store import Key, Player


class SqlitePlayers(SqliteFile):
    """``PlayerStore``."""

    async def put_player(self, player: Player) -> bool:
        """See ``PlayerStore.put_player``."""
        sql = f"""INSERT INTO players ({PLAYER}, folded) SELECT ?1, ?2, ?3, ?4, ?5
            WHERE NOT EXISTS (SELECT * FROM players WHERE folded = ?5 AND player_id <> ?1)
            ON CONFLICT (player_id) DO UPDATE SET name = excluded.name, folded = excluded.folded"""  # noqa: S608 (a constant)
        return await self.write(sql, *player_row(player)) > 0

    async def make_bot(self, player: str) -> bool:
        """See ``PlayerStore.make_bot``."""
        sql = """UPDATE players SET bot = 1 WHERE player_id = ?1 AND NOT EXISTS (SELECT * FROM played WHERE player_id = ?1)
            AND NOT EXISTS (SELECT * FROM seated WHERE player_id = ?1)"""
        return await self.write(sql, player) > 0

    async def player(self, player: str) -> Player | None:
        """See ``PlayerStore.player``."""
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE player_id = ?", player)  # noqa: S608 (a constant)
        return player_of(rows[0]) if rows else None

    async def players(self, players: Collection[str]) -> dict[str, Player]:
        """See ``PlayerStore.players``."""
        marks = ", ".join("?" for _ in players)
        sql = f"SELECT {PLAYER} FROM players WHERE player_id IN ({marks}) AND name <> ''"  # noqa: S608 (constants)
        return {row[0]: player_of(row) for row in await self.read(sql, *players)}

    async def player_named(self, folded: str) -> Player | None:
        """See ``PlayerStore.player_named``."""
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE folded = ?", folded)  # noqa: S608 (a constant)
        return player_of(rows[0]) if rows else None

    async def unfound(self, limit: int = 100) -> list[Player]:
        """See ``PlayerStore.unfound``."""
        sql = f"""SELECT {PLAYER} FROM players WHERE folded IS NULL AND name <> ''
            ORDER BY created, player_id LIMIT ?"""  # noqa: S608 (a constant)
        return [player_of(row) for row in await self.read(sql, limit)]

    async def found_by(self, player: Player) -> bool:
        """See ``PlayerStore.found_by``."""
        return await self.do(lambda db: _found_by(db, player))

    async def add_key(self, key: Key) -> None:
        """See ``PlayerStore.add_key``."""
        await self.write("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)", *key_row(key))

    async def key(self, digest: str) -> Key | None:
        """See ``PlayerStore.key``."""
        rows = await self.read("SELECT * FROM keys WHERE digest = ?", digest)
        return Key(*rows[0]) if rows else None

    async def keys_of(self, player: str, kind: str) -> list[Key]:
        """See ``PlayerStore.keys_of``."""
        sql = "SELECT * FROM keys WHERE player_id = ? AND kind = ? ORDER BY created"
        return [Key(*row) for row in await self.read(sql, player, kind)]

    async def touch_key(self, digest: str, seen: int) -> None:
        """See ``PlayerStore.touch_key``."""
        await self.write("UPDATE keys SET seen = ? WHERE digest = ?", seen, digest)

    async def drop_unseen(self, before: int) -> int:
        """See ``PlayerStore.drop_unseen``."""
        return await self.write("DELETE FROM keys WHERE kind = 'session' AND seen < ?", before)

    async def forget_guests(self, before: int, limit: int = 1000) -> int:
        """See ``PlayerStore.forget_guests``."""
        return await self.do(lambda db: _forget(db, before, limit))

    async def drop_key(self, digest: str, player: str) -> bool:
        """See ``PlayerStore.drop_key``."""
        return await self.write("DELETE FROM keys WHERE digest = ? AND player_id = ?", digest, player) > 0

    async def swap_key(self, digest: str, key: Key) -> bool:
        """See ``PlayerStore.swap_key``."""
        sql = "UPDATE keys SET digest = ?, player_id = ?, kind = ?, label = ?, created = ?, seen = ? WHERE digest = ?"
        return await self.write(sql, *key_row(key), digest) > 0


def _found_by(db: sqlite3.Connection, player: Player) -> bool:
    sql = "UPDATE players SET name = ?, folded = ? WHERE player_id = ? AND folded IS NULL"
    try:
        db.execute(sql, (player.name, player.folded, player.id))
    except sqlite3.IntegrityError:
        return False
    return True


def _forget(db: sqlite3.Connection, before: int, limit: int) -> int:
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
