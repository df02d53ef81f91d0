"""Players and their keys."""

from __future__ import annotations

from collections.abc import Collection

from asyncpg import UniqueViolationError

from paiju.server.adapters.postgres.link import PostgresLink
from paiju.server.adapters.rows import PLAYER, key_row, player_of, player_row
from paiju.server.app.store import Key, Player

KEY: str = "digest, player_id, kind, label, created, seen"


class PostgresPlayers(PostgresLink):
    """``PlayerStore``."""

    async def put_player(self, player: Player) -> bool:
        """See ``PlayerStore.put_player``."""
        sql = f"""INSERT INTO players ({PLAYER}, folded) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (player_id) DO UPDATE SET name = excluded.name, folded = excluded.folded"""  # noqa: S608 (a constant)
        return await self._named(sql, *player_row(player))

    async def make_bot(self, player: str) -> bool:
        """See ``PlayerStore.make_bot``."""
        sql = """UPDATE players SET bot = 1 WHERE player_id = $1 AND NOT EXISTS (SELECT FROM played WHERE player_id = $1)
            AND NOT EXISTS (SELECT FROM seated WHERE player_id = $1)"""
        return await self.write(sql, player) > 0

    async def player(self, player: str) -> Player | None:
        """See ``PlayerStore.player``."""
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE player_id = $1", player)  # noqa: S608 (a constant)
        return player_of(rows[0]) if rows else None

    async def players(self, players: Collection[str]) -> dict[str, Player]:
        """See ``PlayerStore.players``."""
        sql = f"SELECT {PLAYER} FROM players WHERE player_id = ANY($1::text[]) AND name <> ''"  # noqa: S608 (a constant)
        return {row[0]: player_of(row) for row in await self.read(sql, list(players))}

    async def player_named(self, folded: str) -> Player | None:
        """See ``PlayerStore.player_named``."""
        rows = await self.read(f"SELECT {PLAYER} FROM players WHERE folded = $1", folded)  # noqa: S608 (a constant)
        return player_of(rows[0]) if rows else None

    async def unfound(self, limit: int = 100) -> list[Player]:
        """See ``PlayerStore.unfound``."""
        sql = f"""SELECT {PLAYER} FROM players WHERE folded IS NULL AND name <> ''
            ORDER BY created, player_id LIMIT $1"""  # noqa: S608 (a constant)
        return [player_of(row) for row in await self.read(sql, limit)]

    async def found_by(self, player: Player) -> bool:
        """See ``PlayerStore.found_by``."""
        sql = "UPDATE players SET name = $2, folded = $3 WHERE player_id = $1 AND folded IS NULL"
        return await self._named(sql, player.id, player.name, player.folded)

    async def _named(self, sql: str, *values: object) -> bool:
        """Do one statement; False: somebody else has the name."""
        try:
            await self.write(sql, *values)
        except UniqueViolationError:
            return False
        return True

    async def add_key(self, key: Key) -> None:
        """See ``PlayerStore.add_key``."""
        await self.write("INSERT INTO keys VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING", *key_row(key))

    async def key(self, digest: str) -> Key | None:
        """See ``PlayerStore.key``."""
        rows = await self.read(f"SELECT {KEY} FROM keys WHERE digest = $1", digest)  # noqa: S608 (a constant)
        return Key(*rows[0]) if rows else None

    async def keys_of(self, player: str, kind: str) -> list[Key]:
        """See ``PlayerStore.keys_of``."""
        sql = f"SELECT {KEY} FROM keys WHERE player_id = $1 AND kind = $2 ORDER BY created, digest"  # noqa: S608
        return [Key(*row) for row in await self.read(sql, player, kind)]

    async def touch_key(self, digest: str, seen: int) -> None:
        """See ``PlayerStore.touch_key``."""
        await self.write("UPDATE keys SET seen = $2 WHERE digest = $1", digest, seen)

    async def drop_unseen(self, before: int) -> int:
        """See ``PlayerStore.drop_unseen``."""
        return await self.write("DELETE FROM keys WHERE kind = 'session' AND seen < $1", before)

    async def forget_guests(self, before: int, limit: int = 1000) -> int:
        """See ``PlayerStore.forget_guests``."""
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
        """See ``PlayerStore.drop_key``."""
        return await self.write("DELETE FROM keys WHERE digest = $1 AND player_id = $2", digest, player) > 0

    async def swap_key(self, digest: str, key: Key) -> bool:
        """See ``PlayerStore.swap_key``."""
        sql = """UPDATE keys SET digest = $1, player_id = $2, kind = $3, label = $4, created = $5, seen = $6
            WHERE digest = $7"""
        return await self.write(sql, *key_row(key), digest) > 0
