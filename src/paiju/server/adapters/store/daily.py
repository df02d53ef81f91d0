"""The part of the store for daily sets, their results, and hands that are not published yet."""

from __future__ import annotations

from typing import Final

from msgspec.structs import astuple, replace

from paiju.server.adapters.store.database import Row, StorePart, Transaction
from paiju.server.adapters.store.hands import hand_row, played_rows
from paiju.server.adapters.store.schema_definition import (
    DAILY_RESULTS,
    DAILY_SETS,
    HANDS,
    PLAYED,
    publicly_listed_player_condition,
    struct_from_row,
)
from paiju.server.app.daily_store import DailyResult, DuplicateResult, NamedResult, StoredDailySet
from paiju.server.app.finished_hand import FinishedHand

_COLUMNS_BEFORE_HAND: Final = len(DailyResult.__struct_fields__) - 1
"""Number of fields of ``DailyResult`` whose columns stand before those of the hand in ``daily_results``.

The column of the last field, ``played_by``, stands after the columns of the hand.
"""
_RESULT: Final = ", ".join(f"one.{name}" for name in (*list(DAILY_RESULTS.types)[:_COLUMNS_BEFORE_HAND], "played_by"))
_IS_MOVED: Final = "one.sealed = 0 AND one.house = 0"
"""SQL condition on a finished result: its hand was published, and was thereby moved to the table ``hands``.

The hands of house players are never moved.
"""
_HANDS: Final = f"""SELECT {_RESULT},
        CASE WHEN {_IS_MOVED} THEN hands.format ELSE one.format END,
        CASE WHEN {_IS_MOVED} THEN hands.info ELSE one.info END,
        CASE WHEN {_IS_MOVED} THEN hands.record ELSE one.record END
    FROM daily_results AS one LEFT JOIN hands USING (hand_id)"""
UNSETTLED: Final = -1
"""The value of the column ``ranked`` while it is not decided yet whether the result counts in the ranking.

Until that is decided, the result counts while its player has an account and is not a bot account. When the
daily set closes, the column gets its final value, 1 or 0.
"""
_HAS_ACCOUNT: Final = """EXISTS (SELECT 1 FROM accounts JOIN players USING (player_id)
        WHERE accounts.player_id = one.player_id AND bot = 0)"""
SETTLE_RANKED: Final = f"""UPDATE daily_results SET ranked = 1
    WHERE player_id = $1 AND ended > 0 AND ranked = {UNSETTLED}
        AND EXISTS (SELECT 1 FROM players WHERE player_id = $1 AND bot = 0)"""
"""SQL statement that makes the finished results of player ``$1`` count in rankings for good.

It changes only results that are still ``UNSETTLED``, and nothing if the player is a bot account. It runs when
the player's account is deleted, so that the results stay in past rankings.
"""
_KEY: Final = "day", "family", "deal", "player_id"


class DatabaseDaily(StorePart):
    """Stores daily sets and their results in the room's database (``DailyStore``)."""

    async def put_daily_set(self, one: StoredDailySet, instead_of: bytes = b"") -> bool:
        sql = f"{DAILY_SETS.upsert_sql('day', 'family')} WHERE daily_sets.content = ${len(DAILY_SETS.types) + 1}"
        return await self.db.write(sql, *astuple(one), instead_of) > 0

    async def daily_sets(self, day: str) -> list[StoredDailySet]:
        rows = await self.db.read(f"{DAILY_SETS.select_sql} WHERE day = $1 ORDER BY family", day)
        return [struct_from_row(StoredDailySet, row) for row in rows]

    async def daily_sets_closing_after(self, since: int) -> list[StoredDailySet]:
        rows = await self.db.read(f"{DAILY_SETS.select_sql} WHERE closes > $1 ORDER BY day, family", since)
        return [struct_from_row(StoredDailySet, row) for row in rows]

    async def daily_sets_before(self, before: str, limit: int = 60) -> list[StoredDailySet]:
        sql = f"{DAILY_SETS.select_sql} WHERE day < $1 ORDER BY day DESC, family LIMIT $2"
        return [struct_from_row(StoredDailySet, row) for row in await self.db.read(sql, before, limit)]

    async def begin_daily_deal(self, place: DailyResult) -> DailyResult:
        async def insert_result(db: Transaction) -> DailyResult:
            await db.execute(
                f"{DAILY_RESULTS.insert_sql} ON CONFLICT DO NOTHING", *_daily_result_row(place, 0, 0, b"", b"")
            )
            sql = f"""SELECT {_RESULT} FROM daily_results AS one
                WHERE day = $1 AND family = $2 AND deal = $3 AND player_id = $4"""
            (row,) = await db.fetch(sql, place.day, place.family, place.deal, place.player)
            return struct_from_row(DailyResult, row)

        return await self.db.run_in_transaction(insert_result)

    async def put_house_result(self, result: DuplicateResult) -> bool:
        return (
            await self.db.write(f"{DAILY_RESULTS.insert_sql} ON CONFLICT DO NOTHING", *_duplicate_result_row(result))
            > 0
        )

    async def daily_results(self, day: str, family: str) -> list[NamedResult]:
        sql = f"""SELECT {_RESULT}, CASE WHEN {publicly_listed_player_condition("'rating'")} THEN name ELSE '' END,
                one.house = 1 OR one.ranked = 1 OR (one.ranked = {UNSETTLED} AND {_HAS_ACCOUNT})
            FROM daily_results AS one LEFT JOIN players USING (player_id)
            WHERE day = $1 AND family = $2 ORDER BY deal, one.player_id"""
        return [
            NamedResult(result=struct_from_row(DailyResult, row), name=name or "", ranked=bool(ranked))
            for *row, name, ranked in await self.db.read(sql, day, family)
        ]

    async def daily_results_of(self, player: str, since: str) -> list[DailyResult]:
        sql = f"""SELECT {_RESULT} FROM daily_results AS one WHERE player_id = $1 AND day >= $2
            ORDER BY day, family, deal"""
        return [struct_from_row(DailyResult, row) for row in await self.db.read(sql, player, since)]

    async def daily_hand_by_public_id(self, public_id: str) -> tuple[DailyResult, FinishedHand] | None:
        rows = await self.db.read(f"{_HANDS} WHERE one.public_id = $1 AND one.public_id <> ''", public_id)
        return _to_result_and_hand(rows[0]) if rows else None

    async def daily_hands(self, day: str, family: str) -> list[tuple[DailyResult, FinishedHand]]:
        sql = f"{_HANDS} WHERE day = $1 AND family = $2 AND one.ended > 0 ORDER BY deal, one.player_id"
        return [_to_result_and_hand(row) for row in await self.db.read(sql, day, family)]

    async def publish_daily_hands(self, now: int, limit: int = 200) -> int:
        async def move_hands(db: Transaction) -> int:
            sql = f"{_HANDS} JOIN daily_sets USING (day, family) WHERE one.sealed = 1 AND closes <= $1 LIMIT $2"
            hands = [_to_result_and_hand(row)[1] for row in await db.fetch(sql, now, limit)]
            await db.execute_many(f"{HANDS.insert_sql} ON CONFLICT DO NOTHING", map(hand_row, hands))
            players = [player for hand in hands for player in hand.players]
            known = await db.fetch("SELECT player_id FROM players WHERE player_id = ANY($1) AND name <> ''", players)
            there = {player for (player,) in known}
            played = [row for hand in hands for row in played_rows(hand) if row[0] in there]
            await db.execute_many(f"{PLAYED.insert_sql} ON CONFLICT DO NOTHING", played)
            moved = f"""UPDATE daily_results AS one SET sealed = 0, info = $2, record = $2,
                    ranked = CASE WHEN ranked <> {UNSETTLED} THEN ranked WHEN {_HAS_ACCOUNT} THEN 1 ELSE 0 END
                WHERE public_id = ANY($1)"""
            await db.execute(moved, [hand.public_id for hand in hands], b"")
            return len(hands)

        return await self.db.run_in_transaction(move_hands)


async def put_duplicate_result(db: Transaction, result: DuplicateResult) -> None:
    """Store a player's finished result of a daily deal in place of the unfinished one.

    Does nothing if a finished result is stored already. If the room was upgraded during the hand, the stored result
    names both versions of paiju (``played_by``).
    """
    one = result.result
    sql = "SELECT played_by FROM daily_results WHERE day = $1 AND family = $2 AND deal = $3 AND player_id = $4"
    began = [row[0] for row in await db.fetch(sql, one.day, one.family, one.deal, one.player)]
    played_by = "; ".join(dict.fromkeys(text for text in (*began, one.played_by) if text))
    sql = f"{DAILY_RESULTS.upsert_sql(*_KEY)} WHERE daily_results.ended = 0"
    await db.execute(sql, *_duplicate_result_row(replace(result, result=replace(one, played_by=played_by))))


def _duplicate_result_row(one: DuplicateResult) -> tuple[object, ...]:
    return _daily_result_row(
        one.result, 1 - one.result.house, one.finished.format, one.finished.info, one.finished.record
    )


def _daily_result_row(result: DailyResult, *hand: object) -> tuple[object, ...]:
    *plain, played_by = astuple(result)
    return *plain, *hand, UNSETTLED, played_by


def _to_result_and_hand(row: Row) -> tuple[DailyResult, FinishedHand]:
    *plain, number, info, record = row
    result = struct_from_row(DailyResult, plain)
    return result, FinishedHand(
        id=result.hand,
        public_id=result.public_id,
        table=result.table,
        ended=result.ended,
        players=() if result.house else (result.player,),
        format=number,
        info=info,
        record=record,
    )
