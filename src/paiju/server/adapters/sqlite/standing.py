"""What finished hands were to their players."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from paiju.core.codec import to_json
from paiju.server.adapters.rows import (
    PLAYED,
    RANKED,
    RESULT,
    STANDING,
    TALLY,
    contest_of,
    hand_of,
    hidden_of,
    played_of,
    ranked_of,
    result_row,
    standing_of,
    standing_rows,
    tally_of,
    wish_row,
)
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.adapters.sqlite.hands import put_contest
from paiju.server.app.store import Contest, FinishedHand, Played, Ranked, Ranking, Standing, Tally, Wish
from paiju.server.app.verdict import Verdict

_WRITE: Final = f"""UPDATE played SET ({RESULT}) = ({", ".join("?" * 11)})
    WHERE player_id = ? AND hand_id = ? AND ended = (SELECT ended FROM hands WHERE hands.hand_id = played.hand_id)"""  # noqa: S608 (constants)

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = ?1 AND played.ended < ?2 AND (?4 IS NULL OR ruleset = ?4) AND (?5 IS NULL OR role = ?5)
    AND (?6 IS NULL OR won = ?6) AND (?7 IS NULL OR people = ?7)
    AND (?8 IS NULL OR EXISTS (SELECT * FROM played AS other
        WHERE other.player_id = ?8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT ?3"""  # noqa: S608 (constants)


RANKINGS: Final[dict[Ranking, str]] = {
    "rating": """SELECT player_id, name, mu, sigma, hands FROM standings JOIN players USING (player_id)
        WHERE ruleset = ?1 AND last = 1 AND ended >= ?2 AND sigma <= ?6 AND name <> ''
        AND (?5 IS NULL OR player_id IN (SELECT value FROM json_each(?5)))
        AND NOT EXISTS (SELECT * FROM hidden WHERE hidden.player_id = standings.player_id AND what = ?4)
        ORDER BY mu DESC, player_id LIMIT ?3""",
    **{
        kind: f"""SELECT player_id, name, sum({what}) AS value, 0.0, count(*) FROM played JOIN players USING (player_id)
            WHERE ruleset = ?1 AND people = 1 AND ended >= ?2 AND {counts} AND name <> ''
            AND (?5 IS NULL OR player_id IN (SELECT value FROM json_each(?5)))
            AND NOT EXISTS (SELECT * FROM hidden WHERE hidden.player_id = played.player_id AND what = ?4)
            GROUP BY player_id, name ORDER BY value DESC, player_id LIMIT ?3"""  # noqa: S608 (constants)
        for kind, what, counts in RANKED
    },
}

REWIND: Final = (
    "DELETE FROM standings WHERE ruleset = ? AND (ended, hand_id) > (?, ?)",
    "UPDATE contests SET rated = 0 WHERE ruleset = ? AND (ended, hand_id) > (?, ?)",
    """UPDATE standings SET last = 1 WHERE ruleset = ? AND last = 0 AND NOT EXISTS (SELECT * FROM standings AS later
        WHERE later.ruleset = standings.ruleset AND later.player_id = standings.player_id
        AND (later.ended, later.hand_id) > (standings.ended, standings.hand_id))""",
)


class SqliteStandings(SqliteFile):
    """``StandingStore``."""

    async def unjudged(self, limit: int = 100) -> list[FinishedHand]:
        """See ``StandingStore.unjudged``."""
        sql = """SELECT hand_id, table_id, ended, format, info, record FROM hands WHERE judged = 0
            ORDER BY ended, hand_id LIMIT ?"""
        return [hand_of(row) for row in await self.read(sql, limit)]

    async def judge(self, hand: str, verdict: Verdict) -> bool:
        """See ``StandingStore.judge``."""
        return await self.do(lambda db: _judge(db, hand, verdict))

    async def forget_verdicts(self) -> None:
        """See ``StandingStore.forget_verdicts``."""
        await self.do(_forget)

    async def unrated(self, limit: int = 100) -> list[Contest]:
        """See ``StandingStore.unrated``."""
        sql = "SELECT ended, hand_id, verdict FROM contests WHERE rated = 0 ORDER BY ended, hand_id LIMIT ?"
        return [contest_of(row) for row in await self.read(sql, limit)]

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """See ``StandingStore.standings``."""
        marks = ", ".join("?" * len(players))
        sql = f"SELECT {STANDING} FROM standings WHERE ruleset = ? AND last = 1 AND player_id IN ({marks})"  # noqa: S608
        return {row[0]: standing_of(row) for row in await self.read(sql, pool, *players)}

    async def rate(
        self, contests: Sequence[Contest], moved: Sequence[Standing], before: Mapping[str, Standing]
    ) -> bool:
        """See ``StandingStore.rate``."""
        try:
            return await self.do(lambda db: _rate(db, contests, moved, before))
        except sqlite3.IntegrityError:  # somebody stands otherwise
            return False

    async def rewind(self, contest: Contest) -> None:
        """See ``StandingStore.rewind``."""
        await self.do(lambda db: _rewind(db, contest))

    async def course(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """See ``StandingStore.course``."""
        sql = f"""SELECT {STANDING} FROM standings WHERE ruleset = ? AND player_id = ?
            ORDER BY ended DESC, hand_id DESC LIMIT ?"""  # noqa: S608 (a constant)
        return [standing_of(row) for row in await self.read(sql, pool, player, limit)]

    async def stands(self, player: str) -> dict[str, Standing]:
        """See ``StandingStore.stands``."""
        sql = f"SELECT ruleset, {STANDING} FROM standings WHERE player_id = ? AND last = 1"  # noqa: S608 (a constant)
        return {pool: standing_of(row) for pool, *row in await self.read(sql, player)}

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
        these = None if among is None else to_json(sorted(among)).decode()
        return [ranked_of(row) for row in await self.read(RANKINGS[kind], pool, since, limit, kind, these, *doubt)]

    async def played(self, player: str, wish: Wish, before: int, limit: int = 50) -> list[Played]:
        """See ``StandingStore.played``."""
        rows = await self.read(_PLAYED, player, before, limit, *wish_row(wish))
        return [played_of(player, row) for row in rows]

    async def tally(self, player: str) -> list[Tally]:
        """See ``StandingStore.tally``."""
        sql = f"""SELECT {TALLY} FROM played WHERE player_id = ? AND ruleset <> ''
            GROUP BY ruleset, role, people, feats ORDER BY ruleset, role, people, feats"""  # noqa: S608 (a constant)
        return [tally_of(row) for row in await self.read(sql, player)]

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
    sql = "UPDATE hands SET judged = 1 WHERE hand_id = ? AND judged = 0 RETURNING ended"
    judged = db.execute(sql, (hand,)).fetchall()
    if judged:
        db.executemany(_WRITE, [(*result_row(verdict, result), result.player, hand) for result in verdict.results])
        put_contest(db, hand, judged[0][0], verdict)
    return bool(judged)


def _forget(db: sqlite3.Connection) -> None:
    for sql in ("UPDATE hands SET judged = 0", "DELETE FROM contests", "DELETE FROM standings"):
        db.execute(sql)


def _rate(
    db: sqlite3.Connection, contests: Sequence[Contest], moved: Sequence[Standing], before: Mapping[str, Standing]
) -> bool:  # fmt: skip
    pool, first = contests[0].verdict.pool, contests[0]
    sql = "SELECT 1 FROM contests WHERE ruleset = ? AND rated = 1 AND (ended, hand_id) >= (?, ?) LIMIT 1"
    if db.execute(sql, (pool, first.ended, first.hand)).fetchall():
        return False
    sql = "UPDATE contests SET rated = 1 WHERE ruleset = ? AND ended = ? AND hand_id = ?"
    db.executemany(sql, [(pool, one.ended, one.hand) for one in contests])
    sql = "UPDATE standings SET last = 0 WHERE ruleset = ? AND player_id = ? AND ended = ? AND hand_id = ?"
    db.executemany(sql, [(pool, one.player, one.ended, one.hand) for one in before.values()])
    sql = f"INSERT INTO standings (ruleset, {STANDING}, last) VALUES ({', '.join('?' * 9)})"  # noqa: S608 (constants)
    db.executemany(sql, standing_rows(pool, moved))
    return True


def _rewind(db: sqlite3.Connection, contest: Contest) -> None:
    place = contest.verdict.pool, contest.ended, contest.hand
    sql = "SELECT 1 FROM contests WHERE ruleset = ? AND ended = ? AND hand_id = ? AND rated = 0"
    if db.execute(sql, place).fetchall():
        for sql in REWIND:
            db.execute(sql, place[: sql.count("?")])


def _hide(db: sqlite3.Connection, player: str, what: Collection[str]) -> None:
    db.execute("DELETE FROM hidden WHERE player_id = ?", (player,))
    db.executemany("INSERT INTO hidden VALUES (?, ?)", [(player, one) for one in sorted(what)])
