"""What finished hands were to their players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from asyncpg import IntegrityConstraintViolationError

from paiju.server.adapters import standing_sql as said
from paiju.server.adapters.postgres.link import PostgresLink
from paiju.server.adapters.rows import (
    PLAYED,
    STANDING,
    by_player,
    contest_of,
    contest_row,
    filter_row,
    hand_of,
    hidden_of,
    played_of,
    ranked_of,
    result_row,
    standing_of,
    standing_rows,
    tally_of,
)
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.store import Contest, HandFilter, Played, Ranked, Ranking, Standing, Tally
from paiju.server.app.verdict import Verdict

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = $1 AND played.ended < $2 AND ($4::text IS NULL OR ruleset = $4) AND ($5::text IS NULL OR role = $5)
    AND ($6::smallint IS NULL OR won = $6) AND ($7::smallint IS NULL OR people = $7)
    AND ($8::text IS NULL OR EXISTS (SELECT FROM played AS other
        WHERE other.player_id = $8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT $3"""  # noqa: S608 (constants)


_AMONG: Final = "($5::text[] IS NULL OR player_id = ANY($5))"


_STAND: Final = f"""SELECT {STANDING} FROM standings WHERE ruleset = $1 AND last = 1
    AND player_id = ANY($2::text[])"""  # noqa: S608 (a constant)


class PostgresStandings(PostgresLink):
    """``StandingStore``."""

    async def unjudged(self, limit: int = 100) -> list[FinishedHand]:
        """See ``StandingStore.unjudged``."""
        return [hand_of(row) for row in await self.read(said.UNJUDGED, limit)]

    async def judge(self, hand: str, verdict: Verdict) -> bool:
        """See ``StandingStore.judge``."""

        async def work(db: Any) -> bool:
            async with db.transaction():
                judged = await db.fetch(said.JUDGED, hand)
                for result in verdict.results if judged else ():
                    await db.execute(said.WRITE, *result_row(verdict, result), result.player, hand)
                if judged and verdict.is_contest:
                    await db.execute(said.CONTEST, *contest_row(hand, judged[0][0], verdict))
            return bool(judged)

        return await self.do(work)

    async def forget_verdicts(self) -> None:
        """See ``StandingStore.forget_verdicts``."""

        async def work(db: Any) -> None:
            async with db.transaction():
                for sql in said.FORGET:
                    await db.execute(sql)

        await self.do(work)

    async def unrated(self, limit: int = 100) -> list[Contest]:
        """See ``StandingStore.unrated``."""
        return [contest_of(row) for row in await self.read(said.UNRATED, limit)]

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """See ``StandingStore.standings``."""
        return by_player(await self.read(_STAND, pool, list(players)))

    async def rate(
        self, contests: Sequence[Contest], moved: Sequence[Standing], before: Mapping[str, Standing]
    ) -> bool:
        """See ``StandingStore.rate``."""
        pool, first = contests[0].verdict.pool, contests[0]

        async def work(db: Any) -> bool:
            async with db.transaction():
                stand = by_player(await db.fetch(_STAND + " FOR UPDATE", pool, list({one.player for one in moved})))
                if stand != before or await db.fetch(said.LATER, pool, first.ended, first.hand):
                    return False
                await db.executemany(said.RATED, [(pool, one.ended, one.hand) for one in contests])
                await db.executemany(
                    said.NOT_LAST, [(pool, one.player, one.ended, one.hand) for one in before.values()]
                )
                await db.executemany(said.STOOD, standing_rows(pool, moved))
            return True

        try:
            return await self.do(work)
        except IntegrityConstraintViolationError:  # somebody who was new stands there by now
            return False

    async def rewind(self, contest: Contest) -> None:
        """See ``StandingStore.rewind``."""
        place = contest.verdict.pool, contest.ended, contest.hand

        async def work(db: Any) -> None:
            async with db.transaction():
                if await db.fetch(said.IS_UNRATED, *place):
                    for sql in said.REWIND:
                        await db.execute(sql, *place)
                    await db.execute(said.LAST, contest.verdict.pool)

        await self.do(work)

    async def course(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """See ``StandingStore.course``."""
        return [standing_of(row) for row in await self.read(said.COURSE, pool, player, limit)]

    async def stands(self, player: str) -> dict[str, Standing]:
        """See ``StandingStore.stands``."""
        return {pool: standing_of(row) for pool, *row in await self.read(said.STANDS, player)}

    async def ranking(
        self,
        kind: Ranking,
        pool: str,
        since: int,
        limit: int,
        *,
        sigma: float = 0,
        among: Collection[str] | None = None,
    ) -> list[Ranked]:
        """See ``StandingStore.ranking``."""
        doubt = (sigma,) if kind == "rating" else ()
        these = None if among is None else list(among)
        sql = said.ranking(kind, _AMONG, ever=since == 0)
        return [ranked_of(row) for row in await self.read(sql, pool, since, limit, kind, these, *doubt)]

    async def played(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[Played]:
        """See ``StandingStore.played``."""
        rows = await self.read(_PLAYED, player, before, limit, *filter_row(which))
        return [played_of(player, row) for row in rows]

    async def tally(self, player: str) -> list[Tally]:
        """See ``StandingStore.tally``."""
        return [tally_of(row) for row in await self.read(said.TALLIES, player)]

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
