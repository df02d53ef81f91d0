"""What finished hands were to their players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from paiju.server.adapters.postgres.link import PostgresLink
from paiju.server.adapters.rows import (
    PLAYED,
    RESULT,
    TALLY,
    hand_of,
    hidden_of,
    played_of,
    result_row,
    tally_of,
    wish_row,
)
from paiju.server.app.store import FinishedHand, Played, Tally, Verdict, Wish

_WRITE: Final = f"""UPDATE played SET ({RESULT}) = ({", ".join(f"${number}" for number in range(1, 12))}) FROM hands
    WHERE player_id = $12 AND played.hand_id = $13 AND hands.hand_id = $13 AND played.ended = hands.ended"""  # noqa: S608 (constants)

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = $1 AND played.ended < $2 AND ($4::text IS NULL OR ruleset = $4) AND ($5::text IS NULL OR role = $5)
    AND ($6::smallint IS NULL OR won = $6) AND ($7::smallint IS NULL OR people = $7)
    AND ($8::text IS NULL OR EXISTS (SELECT FROM played AS other
        WHERE other.player_id = $8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT $3"""  # noqa: S608 (constants)


class PostgresStandings(PostgresLink):
    """``StandingStore``."""

    async def unjudged(self, limit: int = 100) -> list[FinishedHand]:
        """See ``StandingStore.unjudged``."""
        sql = """SELECT hand_id, table_id, ended, format, info, record FROM hands WHERE judged = 0
            ORDER BY ended, hand_id LIMIT $1"""
        return [hand_of(row) for row in await self.read(sql, limit)]

    async def judge(self, hand: str, verdict: Verdict) -> bool:
        """See ``StandingStore.judge``."""

        async def work(db: Any) -> bool:
            async with db.transaction():
                sql = "UPDATE hands SET judged = 1 WHERE hand_id = $1 AND judged = 0 RETURNING hand_id"
                judged = await db.fetch(sql, hand)
                for result in verdict.results if judged else ():
                    await db.execute(_WRITE, *result_row(verdict, result), result.player, hand)
            return bool(judged)

        return await self.do(work)

    async def forget_verdicts(self) -> None:
        """See ``StandingStore.forget_verdicts``."""
        await self.write("UPDATE hands SET judged = 0 WHERE judged <> 0")

    async def played(self, player: str, wish: Wish, before: int, limit: int = 50) -> list[Played]:
        """See ``StandingStore.played``."""
        rows = await self.read(_PLAYED, player, before, limit, *wish_row(wish))
        return [played_of(player, row) for row in rows]

    async def tally(self, player: str) -> list[Tally]:
        """See ``StandingStore.tally``."""
        sql = f"""SELECT {TALLY} FROM played WHERE player_id = $1 AND ruleset <> ''
            GROUP BY ruleset, role, people, feats ORDER BY ruleset, role, people, feats"""  # noqa: S608 (a constant)
        return [tally_of(row) for row in await self.read(sql, player)]

    async def climbed(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        """See ``StandingStore.climbed``."""
        sql = """SELECT player_id, sum(points) FROM played WHERE player_id = ANY($1::text[]) AND ladder <> '' AND ladder = $2
            GROUP BY player_id"""
        return {row[0]: int(row[1]) for row in await self.read(sql, list(players), ladder)}

    async def hide(self, player: str, what: Collection[str]) -> None:
        """See ``StandingStore.hide``."""

        async def work(db: Any) -> None:
            async with db.transaction():
                await db.execute("DELETE FROM hidden WHERE player_id = $1", player)
                await db.executemany("INSERT INTO hidden VALUES ($1, $2)", [(player, one) for one in sorted(what)])

        await self.do(work)

    async def hidden(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        """See ``StandingStore.hidden``."""
        sql = "SELECT player_id, what FROM hidden WHERE player_id = ANY($1::text[])"
        return hidden_of(await self.read(sql, list(players)))
