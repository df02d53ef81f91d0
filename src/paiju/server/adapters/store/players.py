"""The part of the store for players, sessions and API tokens."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import astuple

from paiju.server.adapters.store.database import ConstraintViolated, Row, StorePart, Transaction
from paiju.server.adapters.store.schema_definition import KEYS, PLAYERS
from paiju.server.app.store import ApiKey, StoredPlayer

PLAYER: Final = "player_id, name, created, bot"
"""The columns of a player."""
_PLAYERS: Final = f"SELECT {PLAYER} FROM players"
_FORGOTTEN: Final = """SELECT player_id FROM players AS one WHERE created < $1
    AND NOT EXISTS (SELECT 1 FROM accounts WHERE player_id = one.player_id)
    AND NOT EXISTS (SELECT 1 FROM keys WHERE player_id = one.player_id AND (kind <> 'session' OR seen >= $1))
    AND NOT EXISTS (SELECT 1 FROM seated WHERE player_id = one.player_id)
    AND NOT EXISTS (SELECT 1 FROM played WHERE player_id = one.player_id)
    AND NOT EXISTS (SELECT 1 FROM acts WHERE subject = one.player_id) LIMIT $2"""
"""Returns at most ``$2`` guests, created before ``$1``, who may be deleted (``PlayerStore.purge_guests``).

Such a guest has no account, API token, seat or finished hand, has used no session since ``$1``, and is not the
subject of an admin's action.
"""


class DatabasePlayers(StorePart):
    """Stores players, their sessions and their API tokens in the room's database (``PlayerStore``)."""

    async def put_player(self, player: StoredPlayer) -> bool:
        sql = f"""INSERT INTO players ({PLAYERS.column_list}) SELECT $1, $2, $3::bigint, $4::smallint, $5
            WHERE NOT EXISTS (SELECT 1 FROM players WHERE folded = $5 AND player_id <> $1)
            ON CONFLICT (player_id) DO UPDATE SET name = excluded.name, folded = excluded.folded"""
        try:
            values = player.id, player.name, player.created, int(player.bot), player.folded_name
            return await self.db.write(sql, *values) > 0
        except ConstraintViolated:  # another player has taken the name in the meantime
            return False

    async def mark_as_bot(self, player: str) -> bool:
        sql = """UPDATE players SET bot = 1 WHERE player_id = $1 AND NOT EXISTS (SELECT 1 FROM played WHERE player_id = $1)
            AND NOT EXISTS (SELECT 1 FROM seated WHERE player_id = $1)"""
        return await self.db.write(sql, player) > 0

    async def player(self, player: str) -> StoredPlayer | None:
        return await self._find_player("player_id = $1", player)

    async def players(self, players: Collection[str]) -> dict[str, StoredPlayer]:
        rows = await self.db.read(f"{_PLAYERS} WHERE player_id = ANY($1) AND name <> ''", list(players))
        return {row[0]: to_player(row) for row in rows}

    async def player_by_name(self, folded: str) -> StoredPlayer | None:
        return await self._find_player("folded = $1", folded)

    async def _find_player(self, condition: str, value: str) -> StoredPlayer | None:
        return next((to_player(row) for row in await self.db.read(f"{_PLAYERS} WHERE {condition}", value)), None)

    async def players_without_claimed_name(self, limit: int = 100) -> list[StoredPlayer]:
        sql = f"{_PLAYERS} WHERE folded IS NULL AND name <> '' ORDER BY created, player_id LIMIT $1"
        return [to_player(row) for row in await self.db.read(sql, limit)]

    async def claim_player_name(self, player: StoredPlayer) -> bool:
        sql = "UPDATE players SET name = $2, folded = $3 WHERE player_id = $1 AND folded IS NULL"
        try:
            await self.db.write(sql, player.id, player.name, player.folded_name)
        except ConstraintViolated:  # another player has the name
            return False
        return True

    async def add_key(self, key: ApiKey) -> None:
        await self.db.write(f"{KEYS.insert_sql} ON CONFLICT DO NOTHING", *astuple(key))

    async def key(self, digest: str) -> ApiKey | None:
        return next((ApiKey(*row) for row in await self.db.read(f"{KEYS.select_sql} WHERE digest = $1", digest)), None)

    async def keys_of(self, player: str, kind: str) -> list[ApiKey]:
        sql = f"{KEYS.select_sql} WHERE player_id = $1 AND kind = $2 ORDER BY created, digest"
        return [ApiKey(*row) for row in await self.db.read(sql, player, kind)]

    async def touch_key(self, digest: str, seen: int) -> None:
        await self.db.write("UPDATE keys SET seen = $2 WHERE digest = $1", digest, seen)

    async def drop_stale_sessions(self, before: int) -> int:
        return await self.db.write("DELETE FROM keys WHERE kind = 'session' AND seen < $1", before)

    async def purge_guests(self, before: int, limit: int = 1000) -> int:
        async def delete_guests(db: Transaction) -> int:
            sql = f"DELETE FROM players WHERE player_id IN ({_FORGOTTEN}) RETURNING player_id"
            gone = [row[0] for row in await db.fetch(sql, before, limit)]
            await db.execute("DELETE FROM keys WHERE player_id = ANY($1)", gone)
            await db.execute("DELETE FROM hidden WHERE player_id = ANY($1)", gone)
            await db.execute("DELETE FROM puzzle_tries WHERE player_id = ANY($1)", gone)
            await db.execute("DELETE FROM puzzle_ratings WHERE family <> '' AND subject = ANY($1)", gone)
            await db.execute("DELETE FROM ties WHERE player_id = ANY($1) OR other_id = ANY($1)", gone)
            return len(gone)

        return await self.db.run_in_transaction(delete_guests)

    async def drop_key(self, digest: str, player: str) -> bool:
        return await self.db.write("DELETE FROM keys WHERE digest = $1 AND player_id = $2", digest, player) > 0

    async def rotate_key(self, digest: str, key: ApiKey) -> bool:
        sql = """UPDATE keys SET digest = $1, player_id = $2, kind = $3, label = $4, created = $5, seen = $6
            WHERE digest = $7"""
        return await self.db.write(sql, *astuple(key), digest) > 0


def to_player(row: Row) -> StoredPlayer:
    """Return the player in a row with the columns ``PLAYER``."""
    player, name, created, bot = row
    return StoredPlayer(player, name, created, bool(bot))
