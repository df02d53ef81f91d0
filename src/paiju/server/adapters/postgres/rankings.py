"""What finished hands were to their players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from asyncpg import IntegrityConstraintViolationError

from paiju.server.adapters import ranking_sql as said
from paiju.server.adapters.postgres.pool import PostgresPool
from paiju.server.adapters.row_mappers import (
    PLAYED,
    STANDING,
    filter_row,
    rated_hand_row,
    result_row,
    standing_rows,
    standings_by_player,
    to_hand,
    to_hidden_parts,
    to_played_hand,
    to_ranked_player,
    to_rated_hand,
    to_standing,
    to_tally,
)
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.store import HandFilter, HandTally, PlayedHand, RankedPlayer, RankingKind, RatedHand, Standing

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = $1 AND played.ended < $2 AND ($4::text IS NULL OR ruleset = $4) AND ($5::text IS NULL OR role = $5)
    AND ($6::smallint IS NULL OR won = $6) AND ($7::smallint IS NULL OR people = $7)
    AND ($8::text IS NULL OR EXISTS (SELECT FROM played AS other
        WHERE other.player_id = $8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT $3"""  # noqa: S608 (constants)


_AMONG: Final = "($5::text[] IS NULL OR player_id = ANY($5))"


_STAND: Final = f"""SELECT {STANDING} FROM standings WHERE ruleset = $1 AND last = 1
    AND player_id = ANY($2::text[])"""  # noqa: S608 (a constant)


class PostgresRankings(PostgresPool):
    """``RankingStore``."""

    async def unevaluated_hands(self, limit: int = 100) -> list[FinishedHand]:
        return [to_hand(row) for row in await self.read(said.UNJUDGED, limit)]

    async def put_result(self, hand: str, verdict: HandResult) -> bool:
        async def work(db: Any) -> bool:
            async with db.transaction():
                judged = await db.fetch(said.JUDGED, hand)
                for result in verdict.results if judged else ():
                    await db.execute(said.WRITE, *result_row(verdict, result), result.player, hand)
                if judged and verdict.is_rated:
                    await db.execute(said.CONTEST, *rated_hand_row(hand, judged[0][0], verdict))
            return bool(judged)

        return await self.run(work)

    async def drop_all_results(self) -> None:
        async def work(db: Any) -> None:
            async with db.transaction():
                for sql in said.FORGET:
                    await db.execute(sql)

        await self.run(work)

    async def unrated_hands(self, limit: int = 100) -> list[RatedHand]:
        return [to_rated_hand(row) for row in await self.read(said.UNRATED, limit)]

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        return standings_by_player(await self.read(_STAND, pool, list(players)))

    async def put_ratings(
        self, contests: Sequence[RatedHand], moved: Sequence[Standing], before: Mapping[str, Standing]
    ) -> bool:
        pool, first = contests[0].verdict.pool, contests[0]

        async def work(db: Any) -> bool:
            async with db.transaction():
                stand = standings_by_player(
                    await db.fetch(_STAND + " FOR UPDATE", pool, list({one.player for one in moved}))
                )
                if stand != before or await db.fetch(said.LATER, pool, first.ended, first.hand):
                    return False
                await db.executemany(said.RATED, [(pool, one.ended, one.hand) for one in contests])
                await db.executemany(
                    said.NOT_LAST, [(pool, one.player, one.ended, one.hand) for one in before.values()]
                )
                await db.executemany(said.STOOD, standing_rows(pool, moved))
            return True

        try:
            return await self.run(work)
        except IntegrityConstraintViolationError:  # somebody who was new stands there by now
            return False

    async def unrate_after(self, contest: RatedHand) -> None:
        place = contest.verdict.pool, contest.ended, contest.hand

        async def work(db: Any) -> None:
            async with db.transaction():
                if await db.fetch(said.IS_UNRATED, *place):
                    for sql in said.REWIND:
                        await db.execute(sql, *place)
                    await db.execute(said.LAST, contest.verdict.pool)

        await self.run(work)

    async def rating_history(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        return [to_standing(row) for row in await self.read(said.COURSE, pool, player, limit)]

    async def current_standings(self, player: str) -> dict[str, Standing]:
        return {pool: to_standing(row) for pool, *row in await self.read(said.STANDS, player)}

    async def ranking(
        self,
        kind: RankingKind,
        pool: str,
        since: int,
        limit: int,
        *,
        sigma: float = 0,
        among: Collection[str] | None = None,
    ) -> list[RankedPlayer]:
        doubt = (sigma,) if kind == "rating" else ()
        these = None if among is None else list(among)
        sql = said.ranking_statement(kind, _AMONG, ever=since == 0)
        return [to_ranked_player(row) for row in await self.read(sql, pool, since, limit, kind, these, *doubt)]

    async def played_hands(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[PlayedHand]:
        rows = await self.read(_PLAYED, player, before, limit, *filter_row(which))
        return [to_played_hand(player, row) for row in rows]

    async def tallies(self, player: str) -> list[HandTally]:
        return [to_tally(row) for row in await self.read(said.TALLIES, player)]

    async def title_points(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        sql = """SELECT player_id, sum(points) FROM played WHERE player_id = ANY($1::text[]) AND ladder <> '' AND ladder = $2
            GROUP BY player_id"""
        return {row[0]: int(row[1]) for row in await self.read(sql, list(players), ladder)}

    async def put_hidden(self, player: str, what: Collection[str]) -> None:
        async def work(db: Any) -> None:
            async with db.transaction():
                await db.execute("DELETE FROM hidden WHERE player_id = $1", player)
                await db.executemany("INSERT INTO hidden VALUES ($1, $2)", [(player, one) for one in sorted(what)])

        await self.run(work)

    async def hidden_parts(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        sql = "SELECT player_id, what FROM hidden WHERE player_id = ANY($1::text[])"
        return to_hidden_parts(await self.read(sql, list(players)))
