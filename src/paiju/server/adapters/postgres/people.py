"""Who has to do with whom."""

from __future__ import annotations

from collections.abc import Collection

from paiju.server.adapters.postgres.link import PostgresLink
from paiju.server.adapters.rows import INVITATION, TIE, invitation_row, tie_row
from paiju.server.app.store import Bond, Invitation, Tie, Unseen

_TIE = """INSERT INTO ties (player_id, other_id, bond, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (player_id, other_id) DO UPDATE SET bond = excluded.bond, at = excluded.at"""


class PostgresPeople(PostgresLink):
    """``PeopleStore``."""

    async def tie(self, tie: Tie) -> None:
        """See ``PeopleStore.tie``."""
        await self.write(_TIE, *tie_row(tie))

    async def untie(self, player: str, other: str, bond: Bond) -> bool:
        """See ``PeopleStore.untie``."""
        sql = "DELETE FROM ties WHERE player_id = $1 AND other_id = $2 AND bond = $3"
        return await self.write(sql, player, other, bond) > 0

    async def ties(self, player: str) -> list[Tie]:
        """See ``PeopleStore.ties``."""
        sql = f"SELECT {TIE} FROM ties WHERE player_id = $1 OR other_id = $1 ORDER BY at, player_id, other_id"  # noqa: S608
        return [Tie(*row) for row in await self.read(sql, player)]

    async def blocks(self, players: Collection[str]) -> list[Tie]:
        """See ``PeopleStore.blocks``."""
        sql = f"""SELECT {TIE} FROM ties WHERE bond = 'block' AND player_id = ANY($1) AND other_id = ANY($1)
            ORDER BY player_id, other_id"""  # noqa: S608 (a constant)
        return [Tie(*row) for row in await self.read(sql, list(players))]

    async def unseen(self) -> list[Unseen]:
        """See ``PeopleStore.unseen``."""
        sql = """SELECT table_id, player_id, name FROM hidden JOIN seated USING (player_id) JOIN players USING (player_id)
            WHERE what = 'presence' ORDER BY table_id, player_id"""
        return [Unseen(*row) for row in await self.read(sql)]

    async def invite(self, invitation: Invitation) -> None:
        """See ``PeopleStore.invite``."""
        sql = """INSERT INTO invitations (player_id, sender_id, table_id, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (player_id, table_id) DO UPDATE SET sender_id = excluded.sender_id, at = excluded.at"""
        await self.write(sql, *invitation_row(invitation))

    async def invitations(self, player: str, since: int) -> list[Invitation]:
        """See ``PeopleStore.invitations``."""
        sql = f"SELECT {INVITATION} FROM invitations WHERE player_id = $1 AND at >= $2 ORDER BY at DESC, table_id"  # noqa: S608
        return [Invitation(*row) for row in await self.read(sql, player, since)]

    async def drop_invitations(self, before: int) -> int:
        """See ``PeopleStore.drop_invitations``."""
        return await self.write("DELETE FROM invitations WHERE at < $1", before)
