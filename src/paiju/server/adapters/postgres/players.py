"""Players and their keys."""

from __future__ import annotations

from collections.abc import Collection

from asyncpg import UniqueViolationError

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import PLAYER, key_row, player_row, to_player
from paiju.server.app.store import ApiKey, StoredPlayer

KEY: str = "digest, player_id, kind, label, created, seen"


class PostgresPlayers(PostgresPool):
    """``PlayerStore``."""

    async def put_player(self, player: StoredPlayer) -> bool:
        sql = f"""INSERT INTO players ({PLAYER}, folded) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (player_id) DO UPDATE SET name = excluded.name, folded = excluded.folded"""  # noqa: S608 (a constant)
        return await self._write_unless_name_taken(sql, *player_row(player))

    async def make_bot(self, player: str) -> bool:
        sql = """UPDATE players SET bot = 1 WHERE player_id = $1 AND NOT EXISTS (SELECT FROM played WHERE player_id = $1)
            AND NOT EXISTS (SELECT FROM seated WHERE player_id = $1)"""
        return await self.write(sql, player) > 0

    async def player(self, player: str) -> StoredPlayer | None:
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE player_id = $1", player)  # noqa: S608 (a constant)
        return to_player(rows[0]) if rows else None

    async def players(self, players: Collection[str]) -> dict[str, StoredPlayer]:
        sql = f"SELECT {PLAYER} FROM players WHERE player_id = ANY($1::text[]) AND name <> ''"  # noqa: S608 (a constant)
        return {row[0]: to_player(row) for row in await self.read(sql, list(players))}

    async def player_by_name(self, folded: str) -> StoredPlayer | None:
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE folded = $1", folded)  # noqa: S608 (a constant)
        return to_player(rows[0]) if rows else None

    async def unindexed_players(self, limit: int = 100) -> list[StoredPlayer]:
        sql = f"""SELECT {PLAYER} FROM players WHERE folded IS NULL AND name <> ''
            ORDER BY created, player_id LIMIT $1"""  # noqa: S608 (a constant)
        return [to_player(row) for row in await self.read(sql, limit)]

    async def index_player(self, player: StoredPlayer) -> bool:
        sql = "UPDATE players SET name = $2, folded = $3 WHERE player_id = $1 AND folded IS NULL"
        return await self._write_unless_name_taken(sql, player.id, player.name, player.folded)

    async def _write_unless_name_taken(self, sql: str, *values: object) -> bool:
        """Do one statement; False: somebody else has the name."""
        try:
            await self.write(sql, *values)
        except UniqueViolationError:
            return False
        return True

    async def add_key(self, key: ApiKey) -> None:
        await self.write("INSERT INTO keys VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING", *key_row(key))

    async def key(self, digest: str) -> ApiKey | None:
        rows = await self.read(f"SELECT {KEY} FROM keys WHERE digest = $1", digest)  # noqa: S608 (a constant)
        return ApiKey(*rows[0]) if rows else None

    async def keys_of(self, player: str, kind: str) -> list[ApiKey]:
        sql = f"SELECT {KEY} FROM keys WHERE player_id = $1 AND kind = $2 ORDER BY created, digest"  # noqa: S608
        return [ApiKey(*row) for row in await self.read(sql, player, kind)]

    async def touch_key(self, digest: str, seen: int) -> None:
        await self.write("UPDATE keys SET seen = $2 WHERE digest = $1", digest, seen)

    async def drop_stale_sessions(self, before: int) -> int:
        return await self.write("DELETE FROM keys WHERE kind = 'session' AND seen < $1", before)

    async def purge_guests(self, before: int, limit: int = 1000) -> int:
        sql = """WITH gone AS (DELETE FROM players WHERE player_id IN (
                SELECT player_id FROM players AS one WHERE created < $1
                AND NOT EXISTS (SELECT FROM accounts WHERE player_id = one.player_id)
                AND NOT EXISTS (SELECT FROM keys WHERE player_id = one.player_id AND (kind <> 'session' OR seen >= $1))
                AND NOT EXISTS (SELECT FROM seated WHERE player_id = one.player_id)
                AND NOT EXISTS (SELECT FROM played WHERE player_id = one.player_id)
                AND NOT EXISTS (SELECT FROM acts WHERE subject = one.player_id) LIMIT $2) RETURNING player_id
            ), ended AS (DELETE FROM keys USING gone WHERE keys.player_id = gone.player_id
            ), shown AS (DELETE FROM hidden USING gone WHERE hidden.player_id = gone.player_id
            ), tied AS (DELETE FROM ties USING gone WHERE gone.player_id IN (ties.player_id, ties.other_id))
            SELECT player_id FROM gone"""
        return len(await self.read(sql, before, limit))

    async def drop_key(self, digest: str, player: str) -> bool:
        return await self.write("DELETE FROM keys WHERE digest = $1 AND player_id = $2", digest, player) > 0

    async def rotate_key(self, digest: str, key: ApiKey) -> bool:
        sql = """UPDATE keys SET digest = $1, player_id = $2, kind = $3, label = $4, created = $5, seen = $6
            WHERE digest = $7"""
        return await self.write(sql, *key_row(key), digest) > 0
