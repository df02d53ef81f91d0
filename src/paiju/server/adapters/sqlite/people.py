"""Who has to do with whom."""

from __future__ import annotations

from collections.abc import Collection

from paiju.server.adapters.rows import INVITATION, TIE, invitation_row, tie_row
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.app.store import Bond, Invitation, Tie, Unseen


class SqlitePeople(SqliteFile):
    """``PeopleStore``."""

    async def tie(self, tie: Tie) -> None:
        """See ``PeopleStore.tie``."""
        sql = "INSERT OR REPLACE INTO ties (player_id, other_id, bond, at) VALUES (?, ?, ?, ?)"
        await self.write(sql, *tie_row(tie))

    async def untie(self, player: str, other: str, bond: Bond) -> bool:
        """See ``PeopleStore.untie``."""
        sql = "DELETE FROM ties WHERE player_id = ? AND other_id = ? AND bond = ?"
        return await self.write(sql, player, other, bond) > 0

    async def ties(self, player: str) -> list[Tie]:
        """See ``PeopleStore.ties``."""
        sql = f"SELECT {TIE} FROM ties WHERE player_id = ?1 OR other_id = ?1 ORDER BY at, player_id, other_id"  # noqa: S608
        return [Tie(*row) for row in await self.read(sql, player)]

    async def blocks(self, players: Collection[str]) -> list[Tie]:
        """See ``PeopleStore.blocks``."""
        there = set(players)
        sql = f"SELECT {TIE} FROM ties WHERE bond = 'block' AND player_id = ?"  # noqa: S608 (a constant)
        found = [Tie(*row) for player in sorted(there) for row in await self.read(sql, player)]
        return [tie for tie in found if tie.other in there]

    async def unseen(self) -> list[Unseen]:
        """See ``PeopleStore.unseen``."""
        sql = """SELECT table_id, player_id, name FROM hidden JOIN seated USING (player_id) JOIN players USING (player_id)
            WHERE what = 'presence' ORDER BY table_id, player_id"""
        return [Unseen(*row) for row in await self.read(sql)]

    async def invite(self, invitation: Invitation) -> None:
        """See ``PeopleStore.invite``."""
        sql = "INSERT OR REPLACE INTO invitations (player_id, sender_id, table_id, at) VALUES (?, ?, ?, ?)"
        await self.write(sql, *invitation_row(invitation))

    async def invitations(self, player: str, since: int) -> list[Invitation]:
        """See ``PeopleStore.invitations``."""
        sql = f"SELECT {INVITATION} FROM invitations WHERE player_id = ? AND at >= ? ORDER BY at DESC, table_id"  # noqa: S608
        return [Invitation(*row) for row in await self.read(sql, player, since)]

    async def drop_invitations(self, before: int) -> int:
        """See ``PeopleStore.drop_invitations``."""
        return await self.write("DELETE FROM invitations WHERE at < ?", before)
