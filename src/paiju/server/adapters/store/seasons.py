"""The part of the store for seasons and their final standings."""

from __future__ import annotations

from typing import Final

from paiju.server.adapters.store.database import Row, StorePart, Transaction
from paiju.server.adapters.store.schema_definition import (
    SEASON_RESULTS,
    publicly_listed_player_condition,
    struct_from_row,
)
from paiju.server.app.ranking_store import (
    ALL_RANKED,
    RankedPlayer,
    RankingFilter,
    RankingKind,
    Season,
    SeasonPoints,
    SeasonResult,
)

_SEASON: Final = "season, began, ended"
# The column `counted` is 1 if the final standings are stored.

_CLAIM_SEASON: Final = """UPDATE seasons SET counted = 1 WHERE season = $1 AND counted = 0
    AND NOT EXISTS (SELECT 1 FROM hands WHERE judged = 0 AND hands.ended < seasons.ended)
    AND NOT EXISTS (SELECT 1 FROM contests WHERE rated = 0 AND contests.ended < seasons.ended) RETURNING season"""
"""SQL that marks the final standings of season ``$1`` as stored, and returns a row.

It changes nothing and returns no row in two cases: they are already marked, or a hand that ended before the
season's end is not evaluated or not rated yet.
"""

_RESULTS: Final = f"""INSERT INTO season_results ({SEASON_RESULTS.column_list})
    SELECT $1, one.ruleset, one.player_id, one.mu, one.sigma,
        one.hands - coalesce(earlier.hands, 0), one.points - coalesce(earlier.points, 0),
        one.climbs - coalesce(earlier.climbs, 0), one.coins - coalesce(earlier.coins, 0),
        one.coined - coalesce(earlier.coined, 0), one.opponents
    FROM standings AS one JOIN players USING (player_id)
    LEFT JOIN standings AS earlier ON earlier.ruleset = one.ruleset AND earlier.player_id = one.player_id
        AND (earlier.ended, earlier.hand_id) = (SELECT past.ended, past.hand_id FROM standings AS past
            WHERE past.ruleset = one.ruleset AND past.player_id = one.player_id AND past.ended < $2
            ORDER BY past.ended DESC, past.hand_id DESC LIMIT 1)
    WHERE one.ended >= $2 AND one.ended < $3 AND NOT EXISTS (SELECT 1 FROM standings AS later
        WHERE later.ruleset = one.ruleset AND later.player_id = one.player_id AND later.ended < $3
        AND (later.ended, later.hand_id) > (one.ended, one.hand_id))"""

_POINTS: Final = """INSERT INTO season_points (season, ladder, player_id, points_before, points_after)
    SELECT $1, ladder, player_id, sum(CASE WHEN ended < $2 THEN points * weight / 2 END), sum(points * weight / 2)
    FROM played WHERE ladder <> '' AND ended < $3 GROUP BY ladder, player_id HAVING max(ended) >= $2"""

_RANKED: Final = {
    "rating": ("mu", "sigma", "hands", "hands"),
    "title": ("points", "0", "climbs", "climbs"),
    "coins": ("coins", "0", "coined", "coined"),
}
"""For each kind of ranking, the columns (or SQL constants) of a season's results that it reads.

They are, in this order: the player's value, the deviation of the value, the number of hands, and a number that
must exceed zero for the player to be ranked.
"""


class DatabaseSeasons(StorePart):
    """Stores seasons and their final standings in the room's database (``SeasonStore``)."""

    async def first_counted_hand_end(self) -> int | None:
        rows = await self.db.read("SELECT min(ended) FROM contests")
        return None if rows[0][0] is None else int(rows[0][0])

    async def seasons(self) -> list[Season]:
        rows = await self.db.read(f"SELECT {_SEASON} FROM seasons ORDER BY season DESC")
        return [struct_from_row(Season, row) for row in rows]

    async def record_season(self, season: Season) -> bool:
        sql = f"INSERT INTO seasons ({_SEASON}, counted) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING"
        return await self.db.write(sql, season.id, season.began, season.ended) > 0

    async def seasons_without_standings(self) -> list[Season]:
        rows = await self.db.read(f"SELECT {_SEASON} FROM seasons WHERE counted = 0 ORDER BY season")
        return [struct_from_row(Season, row) for row in rows]

    async def compute_season_standings(self, season: Season) -> bool:
        async def write_standings(db: Transaction) -> bool:
            if not await db.fetch(_CLAIM_SEASON, season.id):
                return False
            await db.execute("DELETE FROM season_results WHERE season = $1", season.id)
            await db.execute("DELETE FROM season_points WHERE season = $1", season.id)
            await db.execute(_RESULTS, season.id, season.began, season.ended)
            await db.execute(_POINTS, season.id, season.began, season.ended)
            return True

        return await self.db.run_in_transaction(write_standings)

    async def season_ranking(
        self, kind: RankingKind, pool: str, season: str, limit: int, which: RankingFilter = ALL_RANKED
    ) -> list[RankedPlayer]:
        value, sigma, hands, needed = _RANKED[kind]
        values: list[object] = [season, pool, limit, kind, which.opponents, list(which.excluded)]
        values += [which.sigma] if kind == "rating" else []
        sure = "AND sigma <= $7" if kind == "rating" else ""
        sql = f"""SELECT player_id, name, {value}, {sigma}, {hands} FROM season_results AS one JOIN players USING (player_id)
            WHERE season = $1 AND pool = $2 AND {needed} > 0 AND opponents >= $5 {sure}
            AND NOT player_id = ANY($6) AND {publicly_listed_player_condition("$4")}
            ORDER BY {value} DESC, player_id LIMIT $3"""
        return [to_ranked_player(row) for row in await self.db.read(sql, *values)]

    async def season_results_of_player(self, player: str) -> list[SeasonResult]:
        sql = f"{SEASON_RESULTS.select_sql} WHERE player_id = $1 ORDER BY season DESC, hands DESC, pool"
        return [struct_from_row(SeasonResult, row) for row in await self.db.read(sql, player)]

    async def season_title_points(self, season: str, ladder: str) -> list[SeasonPoints]:
        sql = f"""SELECT player_id, name, points_before, points_after::bigint FROM season_points AS one
            JOIN players USING (player_id) WHERE season = $1 AND ladder = $2 AND {publicly_listed_player_condition("'title'")}
            ORDER BY points_after DESC, player_id"""
        rows = await self.db.read(sql, season, ladder)
        return [
            SeasonPoints(player=player, name=name, before=None if before is None else int(before), after=int(after))
            for player, name, before, after in rows
        ]


def to_ranked_player(row: Row) -> RankedPlayer:
    """Return the player in a row of a ranking: id, name, value, deviation and number of hands."""
    player, name, value, sigma, hands = row
    return RankedPlayer(player=player, name=name, value=float(value), sigma=float(sigma), hands=hands)


async def invalidate_season_standings(db: Transaction, ended: int) -> None:
    """Mark the final standings of all seasons that ended after ``ended`` as not computed.

    They are then computed again.
    """
    await db.execute("UPDATE seasons SET counted = 0 WHERE counted = 1 AND ended > $1", ended)
