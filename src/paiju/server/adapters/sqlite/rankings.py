"""What finished hands were to their players."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from paiju.core.codec import to_json
from paiju.server.adapters import ranking_sql as said
from paiju.server.adapters.ranking_sql import to_sqlite
from paiju.server.adapters.row_mappers import (
    PLAYED,
    STANDING,
    filter_row,
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
from paiju.server.adapters.sqlite.base import SqliteDatabase
from paiju.server.adapters.sqlite.hands import queue_for_rating
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.store import HandFilter, HandTally, PlayedHand, RankedPlayer, RankingKind, RatedHand, Standing

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = ?1 AND played.ended < ?2 AND (?4 IS NULL OR ruleset = ?4) AND (?5 IS NULL OR role = ?5)
    AND (?6 IS NULL OR won = ?6) AND (?7 IS NULL OR people = ?7)
    AND (?8 IS NULL OR EXISTS (SELECT * FROM played AS other
        WHERE other.player_id = ?8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT ?3"""  # noqa: S608 (constants)


_AMONG: Final = "($5 IS NULL OR player_id IN (SELECT value FROM json_each($5)))"


_STAND: Final = f"""SELECT {STANDING} FROM standings WHERE ruleset = ? AND last = 1
    AND player_id IN (SELECT value FROM json_each(?))"""  # noqa: S608 (constants)


class SqliteRankings(SqliteDatabase):
    """``RankingStore``."""

    async def unevaluated_hands(self, limit: int = 100) -> list[FinishedHand]:
        return [to_hand(row) for row in await self.read(to_sqlite(said.UNJUDGED), limit)]

    async def put_result(self, hand: str, verdict: HandResult) -> bool:
        return await self.transaction(lambda db: _put_result(db, hand, verdict))

    async def drop_all_results(self) -> None:
        await self.transaction(_drop_all_results)

    async def unrated_hands(self, limit: int = 100) -> list[RatedHand]:
        return [to_rated_hand(row) for row in await self.read(to_sqlite(said.UNRATED), limit)]

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        return standings_by_player(await self.read(_STAND, pool, _json_list(players)))

    async def put_ratings(
        self, contests: Sequence[RatedHand], moved: Sequence[Standing], before: Mapping[str, Standing]
    ) -> bool:
        try:
            return await self.transaction(lambda db: _put_ratings(db, contests, moved, before))
        except sqlite3.IntegrityError:  # somebody who was new stands there by now
            return False

    async def unrate_after(self, contest: RatedHand) -> None:
        await self.transaction(lambda db: _unrate_after(db, contest))

    async def rating_history(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        return [to_standing(row) for row in await self.read(to_sqlite(said.COURSE), pool, player, limit)]

    async def current_standings(self, player: str) -> dict[str, Standing]:
        return {pool: to_standing(row) for pool, *row in await self.read(to_sqlite(said.STANDS), player)}

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
        these = None if among is None else _json_list(among)
        sql = to_sqlite(said.ranking_statement(kind, _AMONG, ever=since == 0))
        return [to_ranked_player(row) for row in await self.read(sql, pool, since, limit, kind, these, *doubt)]

    async def played_hands(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[PlayedHand]:
        rows = await self.read(_PLAYED, player, before, limit, *filter_row(which))
        return [to_played_hand(player, row) for row in rows]

    async def tallies(self, player: str) -> list[HandTally]:
        return [to_tally(row) for row in await self.read(to_sqlite(said.TALLIES), player)]

    async def title_points(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        marks = ", ".join("?" * len(players))
        sql = f"""SELECT player_id, sum(points) FROM played WHERE player_id IN ({marks}) AND ladder <> '' AND ladder = ?
            GROUP BY player_id"""  # noqa: S608 (marks)
        return {row[0]: row[1] for row in await self.read(sql, *players, ladder)}

    async def put_hidden(self, player: str, what: Collection[str]) -> None:
        await self.transaction(lambda db: _put_hidden(db, player, what))

    async def hidden_parts(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        marks = ", ".join("?" * len(players))
        return to_hidden_parts(await self.read(f"SELECT * FROM hidden WHERE player_id IN ({marks})", *players))  # noqa: S608 (marks)


def _put_result(db: sqlite3.Connection, hand: str, verdict: HandResult) -> bool:
    judged = db.execute(to_sqlite(said.JUDGED), (hand,)).fetchall()
    if judged:
        rows = [(*result_row(verdict, result), result.player, hand) for result in verdict.results]
        db.executemany(to_sqlite(said.WRITE), rows)
        queue_for_rating(db, hand, judged[0][0], verdict)
    return bool(judged)


def _drop_all_results(db: sqlite3.Connection) -> None:
    for sql in said.FORGET:
        db.execute(sql)


def _put_ratings(
    db: sqlite3.Connection, contests: Sequence[RatedHand], moved: Sequence[Standing], before: Mapping[str, Standing]
) -> bool:  # fmt: skip
    pool, first = contests[0].verdict.pool, contests[0]
    stand = standings_by_player(db.execute(_STAND, (pool, _json_list({one.player for one in moved}))).fetchall())
    if stand != before or db.execute(to_sqlite(said.LATER), (pool, first.ended, first.hand)).fetchall():
        return False
    db.executemany(to_sqlite(said.RATED), [(pool, one.ended, one.hand) for one in contests])
    db.executemany(to_sqlite(said.NOT_LAST), [(pool, one.player, one.ended, one.hand) for one in before.values()])
    db.executemany(to_sqlite(said.STOOD), standing_rows(pool, moved))
    return True


def _unrate_after(db: sqlite3.Connection, contest: RatedHand) -> None:
    place = contest.verdict.pool, contest.ended, contest.hand
    if db.execute(to_sqlite(said.IS_UNRATED), place).fetchall():
        for sql in said.REWIND:
            db.execute(to_sqlite(sql), place)
        db.execute(to_sqlite(said.LAST), place[:1])


def _put_hidden(db: sqlite3.Connection, player: str, what: Collection[str]) -> None:
    db.execute("DELETE FROM hidden WHERE player_id = ?", (player,))
    db.executemany("INSERT INTO hidden VALUES (?, ?)", [(player, one) for one in sorted(what)])


def _json_list(names: Collection[str]) -> str:
    """As SQLite's ``json_each`` takes them."""
    return to_json(sorted(names)).decode()
