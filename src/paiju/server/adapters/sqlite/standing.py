"""What finished hands were to their players."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import Final

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
from paiju.server.adapters.sqlite.files import SqliteFile
from paiju.server.app.store import FinishedHand, Played, Tally, Verdict, Wish

_WRITE: Final = f"""UPDATE played SET ({RESULT}) = ({", ".join("?" * 11)})
    WHERE player_id = ? AND hand_id = ? AND ended = (SELECT ended FROM hands WHERE hands.hand_id = played.hand_id)"""  # noqa: S608 (constants)

_PLAYED: Final = f"""SELECT {PLAYED} FROM played JOIN hands USING (hand_id)
    WHERE player_id = ?1 AND played.ended < ?2 AND (?4 IS NULL OR ruleset = ?4) AND (?5 IS NULL OR role = ?5)
    AND (?6 IS NULL OR won = ?6) AND (?7 IS NULL OR people = ?7)
    AND (?8 IS NULL OR EXISTS (SELECT * FROM played AS other
        WHERE other.player_id = ?8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT ?3"""  # noqa: S608 (constants)


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
        await self.write("UPDATE hands SET judged = 0")

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
    judged = db.execute("UPDATE hands SET judged = 1 WHERE hand_id = ? AND judged = 0", (hand,)).rowcount
    if judged:
        db.executemany(_WRITE, [(*result_row(verdict, result), result.player, hand) for result in verdict.results])
    return judged > 0


def _hide(db: sqlite3.Connection, player: str, what: Collection[str]) -> None:
    db.execute("DELETE FROM hidden WHERE player_id = ?", (player,))
    db.executemany("INSERT INTO hidden VALUES (?, ?)", [(player, one) for one in sorted(what)])
