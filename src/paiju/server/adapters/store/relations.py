"""The part of the store for follows, blocks and invitations."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import astuple

from paiju.server.adapters.store.database import StorePart
from paiju.server.adapters.store.schema_definition import INVITATIONS, TIES
from paiju.server.app.store import HiddenPresence, Invitation, Relation, RelationKind


class DatabaseRelations(StorePart):
    """Stores, in the room's database, who follows, blocks and invites whom (``RelationStore``)."""

    async def put_relation(self, tie: Relation) -> None:
        await self.db.write(TIES.upsert_sql("player_id", "other_id"), *astuple(tie))

    async def drop_relation(self, player: str, other: str, bond: RelationKind) -> bool:
        sql = "DELETE FROM ties WHERE player_id = $1 AND other_id = $2 AND bond = $3"
        return await self.db.write(sql, player, other, bond) > 0

    async def relations_of(self, player: str) -> list[Relation]:
        sql = f"{TIES.select_sql} WHERE player_id = $1 OR other_id = $1 ORDER BY at, player_id, other_id"
        return [Relation(*row) for row in await self.db.read(sql, player)]

    async def blocks_among(self, players: Collection[str]) -> list[Relation]:
        sql = f"""{TIES.select_sql} WHERE bond = 'block' AND player_id = ANY($1) AND other_id = ANY($1)
            ORDER BY player_id, other_id"""
        return [Relation(*row) for row in await self.db.read(sql, list(players))]

    async def seated_hidden_players(self) -> list[HiddenPresence]:
        sql = """SELECT table_id, player_id, name FROM hidden JOIN seated USING (player_id) JOIN players USING (player_id)
            WHERE what = 'presence' ORDER BY table_id, player_id"""
        return [HiddenPresence(*row) for row in await self.db.read(sql)]

    async def put_invitation(self, invitation: Invitation) -> None:
        await self.db.write(INVITATIONS.upsert_sql("player_id", "table_id"), *astuple(invitation))

    async def invitations_of(self, player: str, since: int) -> list[Invitation]:
        sql = f"""{INVITATIONS.select_sql} WHERE player_id = $1 AND at >= $2
            ORDER BY at DESC, table_id"""
        return [Invitation(*row) for row in await self.db.read(sql, player, since)]

    async def drop_old_invitations(self, before: int) -> int:
        return await self.db.write("DELETE FROM invitations WHERE at < $1", before)
