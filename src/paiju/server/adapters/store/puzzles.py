"""The part of the store for puzzles."""

from __future__ import annotations

from typing import Final

from msgspec.structs import astuple

from paiju.server.adapters.store.database import ConstraintViolated, Row, StorePart, Transaction
from paiju.server.adapters.store.schema_definition import PUZZLE_RATINGS, PUZZLE_TRIES, PUZZLES, struct_from_row
from paiju.server.app.puzzle_store import FirstActionCount, PuzzleAccess, PuzzleStanding, StoredPuzzle, StoredTry

_COLUMNS: Final = ", ".join(f"puzzles.{name}" for name in PUZZLES.types)
_PLAYED: Final = """EXISTS (SELECT 1 FROM played
    WHERE played.player_id = $1 AND played.ended = hands.ended AND played.hand_id = hands.hand_id)"""
_CURSOR: Final = "puzzles"
"""Name of the row of the table ``meta`` that has the time up to which finished hands were searched for puzzles."""
_CHANGE: Final = ", ".join(f"{name} = excluded.{name}" for name in (*PUZZLE_RATINGS.types,)[2:])
_PUT_RATING: Final = f"""{PUZZLE_RATINGS.insert_sql} ON CONFLICT (subject, family) DO UPDATE SET {_CHANGE}
    WHERE puzzle_ratings.tries = excluded.tries - 1"""


class DatabasePuzzles(StorePart):
    """Stores puzzles from the room's hands, tries of puzzles, and puzzle ratings in the room's database.

    It implements ``PuzzleStore``.
    """

    async def add_puzzles(self, puzzles: list[StoredPuzzle]) -> int:
        async def insert_puzzles(db: Transaction) -> int:
            sql = f"{PUZZLES.insert_sql} ON CONFLICT DO NOTHING"
            return sum([await db.execute(sql, *astuple(one)) for one in puzzles])

        return await self.db.run_in_transaction(insert_puzzles)

    async def public_puzzles(self, since: int) -> list[PuzzleAccess]:
        sql = f"""SELECT {_COLUMNS}, public_id FROM puzzles JOIN hands USING (hand_id)
            WHERE puzzles.at >= $1 AND is_private = 0 AND withdrawn = 0 ORDER BY puzzles.at, puzzle_id"""
        return [PuzzleAccess(_to_puzzle(row[:-1]), row[-1], True, False) for row in await self.db.read(sql, since)]

    async def withdrawn_puzzles(self) -> list[str]:
        sql = "SELECT puzzle_id FROM puzzles JOIN hands USING (hand_id) WHERE withdrawn <> 0 ORDER BY puzzle_id"
        return [row[0] for row in await self.db.read(sql)]

    async def puzzle_access(self, puzzle: str, player: str) -> PuzzleAccess | None:
        sql = f"""SELECT {_COLUMNS}, public_id, is_private = 0 AND withdrawn = 0, {_PLAYED}
            FROM puzzles JOIN hands USING (hand_id) WHERE puzzle_id = $2"""
        for *row, public, is_open, played in await self.db.read(sql, player, puzzle):
            return PuzzleAccess(_to_puzzle(row), public, bool(is_open), bool(played))
        return None

    async def puzzles_from_hands_of(self, player: str, limit: int = 500) -> list[PuzzleAccess]:
        sql = f"""SELECT {_COLUMNS}, public_id, is_private = 0 AND withdrawn = 0
            FROM played JOIN hands USING (hand_id) JOIN puzzles USING (hand_id)
            WHERE played.player_id = $1 ORDER BY played.ended DESC, puzzle_id LIMIT $2"""
        rows = await self.db.read(sql, player, limit)
        return [PuzzleAccess(_to_puzzle(row), public, bool(is_open), True) for *row, public, is_open in rows]

    async def hands_unsearched_for_puzzles(self, limit: int = 20) -> list[tuple[str, int]]:
        sql = """SELECT DISTINCT hand_id, ended FROM played
            WHERE ended > coalesce((SELECT value FROM meta WHERE name = $1), 0) ORDER BY ended, hand_id LIMIT $2"""
        return [(hand, ended) for hand, ended in await self.db.read(sql, _CURSOR, limit)]

    async def mark_hands_searched_for_puzzles(self, ended: int) -> None:
        await self.db.write("UPDATE meta SET value = $2 WHERE name = $1 AND value < $2", _CURSOR, ended)

    async def skip_old_hands_for_puzzles(self, before: int) -> None:
        sql = "INSERT INTO meta (name, value) VALUES ($1, $2::bigint) ON CONFLICT DO NOTHING"
        await self.db.write(sql, _CURSOR, before)

    async def first_puzzle_tries(self, player: str) -> list[StoredTry]:
        sql = f"{PUZZLE_TRIES.select_sql} WHERE player_id = $1 ORDER BY at, puzzle_id"
        return [struct_from_row(StoredTry, row) for row in await self.db.read(sql, player)]

    async def put_first_try(self, made: StoredTry, player: PuzzleStanding, puzzle: PuzzleStanding) -> bool:
        async def insert_try(db: Transaction) -> bool:
            await db.execute(PUZZLE_TRIES.insert_sql, *astuple(made))
            for standing in (player, puzzle):
                if not await db.execute(_PUT_RATING, *astuple(standing)):
                    raise ConstraintViolated
            return True

        try:
            return await self.db.run_in_transaction(insert_try)
        except ConstraintViolated:
            return False

    async def mark_solved(self, player: str, puzzle: str) -> None:
        sql = "UPDATE puzzle_tries SET solved = 1 WHERE player_id = $1 AND puzzle_id = $2 AND solved = 0"
        await self.db.write(sql, player, puzzle)

    async def puzzle_ratings_by_subject(self, subjects: list[str], family: str = "") -> dict[str, PuzzleStanding]:
        sql = f"{PUZZLE_RATINGS.select_sql} WHERE subject = ANY($1) AND family = $2"
        rows = await self.db.read(sql, subjects, family)
        return {standing.subject: standing for standing in (struct_from_row(PuzzleStanding, row) for row in rows)}

    async def player_puzzle_ratings(self, player: str) -> dict[str, PuzzleStanding]:
        rows = await self.db.read(f"{PUZZLE_RATINGS.select_sql} WHERE subject = $1 AND family <> ''", player)
        return {standing.family: standing for standing in (struct_from_row(PuzzleStanding, row) for row in rows)}

    async def solving_times(self, puzzle: str, limit: int = 200) -> list[int]:
        sql = "SELECT ms FROM puzzle_tries WHERE puzzle_id = $1 AND result = 'solved' ORDER BY at DESC LIMIT $2"
        return [int(row[0]) for row in await self.db.read(sql, puzzle, limit)]

    async def wrong_first_actions(self, puzzle: str, limit: int = 5) -> list[FirstActionCount]:
        sql = """SELECT first_action, count(*) AS times FROM puzzle_tries
            WHERE puzzle_id = $1 AND result = 'missed' AND first_action <> ''
            GROUP BY first_action ORDER BY times DESC, first_action LIMIT $2"""
        return [FirstActionCount(action, int(times)) for action, times in await self.db.read(sql, puzzle, limit)]


def _to_puzzle(row: Row) -> StoredPuzzle:
    return struct_from_row(StoredPuzzle, row)
