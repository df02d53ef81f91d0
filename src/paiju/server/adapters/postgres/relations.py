"""Who has to do with whom."""

from __future__ import annotations

from collections.abc import Collection

from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import INVITATION, TIE, invitation_row, relation_row
from paiju.server.app.store import HiddenPresence, Invitation, Relation, RelationKind

_TIE = """INSERT INTO ties (player_id, other_id, bond, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (player_id, other_id) DO UPDATE SET bond = excluded.bond, at = excluded.at"""


class PostgresRelations(PostgresPool):
    """``RelationStore``."""

    async def put_relation(self, tie: Relation) -> None:
        await self.write(_TIE, *relation_row(tie))

    async def drop_relation(self, player: str, other: str, bond: RelationKind) -> bool:
        sql = "DELETE FROM ties WHERE player_id = $1 AND other_id = $2 AND bond = $3"
        return await self.write(sql, player, other, bond) > 0

    async def relations_of(self, player: str) -> list[Relation]:
        sql = f"SELECT {TIE} FROM ties WHERE player_id = $1 OR other_id = $1 ORDER BY at, player_id, other_id"  # noqa: S608
        return [Relation(*row) for row in await self.read(sql, player)]

    async def blocks_among(self, players: Collection[str]) -> list[Relation]:
        sql = f"""SELECT {TIE} FROM ties WHERE bond = 'block' AND player_id = ANY($1) AND other_id = ANY($1)
            ORDER BY player_id, other_id"""  # noqa: S608 (a constant)
        return [Relation(*row) for row in await self.read(sql, list(players))]

    async def hidden_presence(self) -> list[HiddenPresence]:
        sql = """SELECT table_id, player_id, name FROM hidden JOIN seated USING (player_id) JOIN players USING (player_id)
            WHERE what = 'presence' ORDER BY table_id, player_id"""
        return [HiddenPresence(*row) for row in await self.read(sql)]

    async def put_invitation(self, invitation: Invitation) -> None:
        sql = """INSERT INTO invitations (player_id, sender_id, table_id, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (player_id, table_id) DO UPDATE SET sender_id = excluded.sender_id, at = excluded.at"""
        await self.write(sql, *invitation_row(invitation))

    async def invitations_of(self, player: str, since: int) -> list[Invitation]:
        sql = f"SELECT {INVITATION} FROM invitations WHERE player_id = $1 AND at >= $2 ORDER BY at DESC, table_id"  # noqa: S608
        return [Invitation(*row) for row in await self.read(sql, player, since)]

    async def drop_invitations(self, before: int) -> int:
        return await self.write("DELETE FROM invitations WHERE at < $1", before)
