"""What finished hands were to their players."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from paiju.core.codec import to_json
from paiju.server.adapters import standing_sql as said
from paiju.server.adapters.rows import (
    PLAYED,
    STANDING,
    by_player,
    contest_of,
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
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.adapters.sqlite.hands import put_contest
from paiju.server.adapters.standing_sql import of_sqlite
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.store import Contest, HandFilter, Played, Ranked, Ranking, Standing, Tally
from paiju.server.app.verdict import Verdict

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = ?1 AND played.ended < ?2 AND (?4 IS NULL OR ruleset = ?4) AND (?5 IS NULL OR role = ?5)
    AND (?6 IS NULL OR won = ?6) AND (?7 IS NULL OR people = ?7)
    AND (?8 IS NULL OR EXISTS (SELECT * FROM played AS other
        WHERE other.player_id = ?8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT ?3"""  # noqa: S608 (constants)


_AMONG: Final = "($5 IS NULL OR player_id IN (SELECT value FROM json_each($5)))"


_STAND: Final = f"""SELECT {STANDING} FROM standings WHERE ruleset = ? AND last = 1
    AND player_id IN (SELECT value FROM json_each(?))"""  # noqa: S608 (constants)


class SqliteStandings(SqliteFile):
    """``StandingStore``."""

    async def unjudged(self, limit: int = 100) -> list[FinishedHand]:
        """See ``StandingStore.unjudged``."""
        return [hand_of(row) for row in await self.read(of_sqlite(said.UNJUDGED), limit)]

    async def judge(self, hand: str, verdict: Verdict) -> bool:
        """See ``StandingStore.judge``."""
        return await self.do(lambda db: _judge(db, hand, verdict))

    async def forget_verdicts(self) -> None:
        """See ``StandingStore.forget_verdicts``."""
        await self.do(_forget)

    async def unrated(self, limit: int = 100) -> list[Contest]:
        """See ``StandingStore.unrated``."""
        return [contest_of(row) for row in await self.read(of_sqlite(said.UNRATED), limit)]

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """See ``StandingStore.standings``."""
        return by_player(await self.read(_STAND, pool, _listed(players)))

    async def rate(
        self, contests: Sequence[Contest], moved: Sequence[Standing], before: Mapping[str, Standing]
    ) -> bool:
        """See ``StandingStore.rate``."""
        try:
            return await self.do(lambda db: _rate(db, contests, moved, before))
        except sqlite3.IntegrityError:  # somebody who was new stands there by now
            return False

    async def rewind(self, contest: Contest) -> None:
        """See ``StandingStore.rewind``."""
        await self.do(lambda db: _rewind(db, contest))

    async def course(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """See ``StandingStore.course``."""
        return [standing_of(row) for row in await self.read(of_sqlite(said.COURSE), pool, player, limit)]

    async def stands(self, player: str) -> dict[str, Standing]:
        """See ``StandingStore.stands``."""
        return {pool: standing_of(row) for pool, *row in await self.read(of_sqlite(said.STANDS), player)}

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
        these = None if among is None else _listed(among)
        sql = of_sqlite(said.ranking(kind, _AMONG, ever=since == 0))
        return [ranked_of(row) for row in await self.read(sql, pool, since, limit, kind, these, *doubt)]

    async def played(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[Played]:
        """See ``StandingStore.played``."""
        rows = await self.read(_PLAYED, player, before, limit, *filter_row(which))
        return [played_of(player, row) for row in rows]

    async def tally(self, player: str) -> list[Tally]:
        """See ``StandingStore.tally``."""
        return [tally_of(row) for row in await self.read(of_sqlite(said.TALLIES), player)]

    async def climbed(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        """See ``StandingStore.climbed``."""
        marks = ", ".join("?" * len(players))
        sql = f"""SELECT player_id, sum(points) FROM played WHERE player_id IN ({marks}) AND ladder <> '' AND ladder = ?
            GROUP BY player_id"""  # noqa: S608 (marks)
        return {row[0]: row[1] for row in await self.read(sql, *players, ladder)}

    async def hide(self, player: str, what: Collection[str]) -> None:
        """See ``StandingStore.hide``."""
        await self.do(lambda db: _hide(db, player, what))

    async def hidden(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        """See ``StandingStore.hidden``."""
        marks = ", ".join("?" * len(players))
        return hidden_of(await self.read(f"SELECT * FROM hidden WHERE player_id IN ({marks})", *players))  # noqa: S608 (marks)


def _judge(db: sqlite3.Connection, hand: str, verdict: Verdict) -> bool:
    judged = db.execute(of_sqlite(said.JUDGED), (hand,)).fetchall()
    if judged:
        rows = [(*result_row(verdict, result), result.player, hand) for result in verdict.results]
        db.executemany(of_sqlite(said.WRITE), rows)
        put_contest(db, hand, judged[0][0], verdict)
    return bool(judged)


def _forget(db: sqlite3.Connection) -> None:
    for sql in said.FORGET:
        db.execute(sql)


def _rate(
    db: sqlite3.Connection, contests: Sequence[Contest], moved: Sequence[Standing], before: Mapping[str, Standing]
) -> bool:  # fmt: skip
    pool, first = contests[0].verdict.pool, contests[0]
    stand = by_player(db.execute(_STAND, (pool, _listed({one.player for one in moved}))).fetchall())
    if stand != before or db.execute(of_sqlite(said.LATER), (pool, first.ended, first.hand)).fetchall():
        return False
    db.executemany(of_sqlite(said.RATED), [(pool, one.ended, one.hand) for one in contests])
    db.executemany(of_sqlite(said.NOT_LAST), [(pool, one.player, one.ended, one.hand) for one in before.values()])
    db.executemany(of_sqlite(said.STOOD), standing_rows(pool, moved))
    return True


def _rewind(db: sqlite3.Connection, contest: Contest) -> None:
    place = contest.verdict.pool, contest.ended, contest.hand
    if db.execute(of_sqlite(said.IS_UNRATED), place).fetchall():
        for sql in said.REWIND:
            db.execute(of_sqlite(sql), place)
        db.execute(of_sqlite(said.LAST), place[:1])


def _hide(db: sqlite3.Connection, player: str, what: Collection[str]) -> None:
    db.execute("DELETE FROM hidden WHERE player_id = ?", (player,))
    db.executemany("INSERT INTO hidden VALUES (?, ?)", [(player, one) for one in sorted(what)])


def _listed(names: Collection[str]) -> str:
    """As SQLite's ``json_each`` takes them."""
    return to_json(sorted(names)).decode()
