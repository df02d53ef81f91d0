"""The part of the store for results, ratings and rankings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec.structs import astuple

from paiju.core.codec import from_json
from paiju.core.errors import NotationError
from paiju.server.adapters.store.database import ConstraintViolated, Row, StorePart, Transaction
from paiju.server.adapters.store.hands import HAND, queue_for_rating, result_row, to_hand
from paiju.server.adapters.store.schema_definition import (
    HIDDEN,
    PAIRINGS,
    PLAYER_NETWORKS,
    RESULT,
    STANDINGS,
    publicly_listed_player_condition,
    struct_from_row,
)
from paiju.server.adapters.store.seasons import invalidate_season_standings, to_ranked_player
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.ranking_store import (
    ALL_RANKED,
    HandFilter,
    HandTally,
    Pairing,
    PlayedHand,
    PlayedSeat,
    RankedPlayer,
    RankingFilter,
    RankingKind,
    RatedHand,
    Standing,
)
from paiju.server.domain.ranking_eligibility import Uncounted

_WRITE: Final = f"""UPDATE played SET ({", ".join(RESULT)}) = ({", ".join(f"${n}" for n, _ in enumerate(RESULT, 3))})
    WHERE player_id = $1 AND hand_id = $2 AND ended = (SELECT ended FROM hands WHERE hands.hand_id = played.hand_id)"""
"""Writes the result of player ``$1`` in the hand ``$2``, in the columns ``RESULT`` of the table ``played``."""
_PLAYED: Final = f"""SELECT {HAND}, people, multiplier, role, side, won, points, coins, gone, feats, uncounted, weight
    FROM played JOIN hands USING (hand_id) WHERE player_id = $1 AND played.ended < $2
    AND ($4::text IS NULL OR ruleset = $4) AND ($5::text IS NULL OR role = $5)
    AND ($6::smallint IS NULL OR won = $6) AND ($7::smallint IS NULL OR people = $7)
    AND ($8::text IS NULL OR EXISTS (SELECT 1 FROM played AS other
        WHERE other.player_id = $8 AND other.ended = played.ended AND other.hand_id = played.hand_id))
    ORDER BY played.ended DESC LIMIT $3"""
"""Returns at most ``$3`` hands of player ``$1`` that ended before ``$2``, each with the player's result.

The other parameters are the conditions of a ``HandFilter``.
"""
_STANDING: Final = ", ".join([*STANDINGS.types][1:-1])
_STANDINGS: Final = f"SELECT {_STANDING} FROM standings"
_LAST: Final = """UPDATE standings SET last = 1 WHERE ruleset = $1 AND last = 0 AND NOT EXISTS (SELECT 1 FROM standings AS later
    WHERE later.ruleset = standings.ruleset AND later.player_id = standings.player_id
    AND (later.ended, later.hand_id) > (standings.ended, standings.hand_id))"""
"""Marks the latest remaining standing of each player in the rating pool ``$1`` as the current one.

A player has a standing, a row of ``standings``, after each rated hand. The statement runs after later standings
were deleted.
"""

_WEIGH: Final = "UPDATE played SET weight = $1, uncounted = $2 WHERE player_id = $3 AND ended = $4 AND hand_id = $5"
"""Writes the weight of a rated hand into a player's result.

If the hand does not count, the reason is written too.
"""

_ADDED: Final = {"title": ("points", "ladder <> ''", "climbs"), "coins": ("coins", "coins <> 0", "coined")}
"""How the value of a player in a ranking by title points or coins is summed up over hands.

Each entry contains, in this order:

- the column of ``played`` to add up; the column of ``standings`` with the all-time total has the same name
- the SQL condition that selects hands in ``played``
- the column of ``standings`` with the all-time number of such hands
"""

_COUNTABLE: Final[tuple[Uncounted, ...]] = ("", "daily_limit")
"""Values of ``uncounted`` for hands that count, and for hands that only the daily limit keeps from counting."""


class DatabaseRankings(StorePart):
    """Stores hand results, ratings and rankings in the room's database (``RankingStore``)."""

    async def hands_without_result(self, limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND}, record FROM hands WHERE judged = 0 ORDER BY ended, hand_id LIMIT $1"
        return [to_hand(row) for row in await self.db.read(sql, limit)]

    async def is_private_table(self, table: str) -> bool | None:
        rows = await self.db.read("SELECT private FROM tables WHERE table_id = $1", table)
        return bool(rows[0][0]) if rows else None

    async def put_result(self, hand: str, hand_result: HandResult) -> bool:
        async def write_result(db: Transaction) -> bool:
            sql = "UPDATE hands SET judged = 1 WHERE hand_id = $1 AND judged = 0 RETURNING ended"
            judged = await db.fetch(sql, hand)
            if judged:
                rows = [(result.player, hand, *result_row(hand_result, result)) for result in hand_result.results]
                await db.execute_many(_WRITE, rows)
                await queue_for_rating(db, hand, judged[0][0], hand_result)
            return bool(judged)

        return await self.db.run_in_transaction(write_result)

    async def drop_all_results(self) -> None:
        async def delete_results(db: Transaction) -> None:
            await db.execute("UPDATE hands SET judged = 0 WHERE judged <> 0")
            await db.execute("DELETE FROM contests")
            await db.execute("DELETE FROM standings")
            await db.execute("DELETE FROM pairings")
            await invalidate_season_standings(db, 0)

        await self.db.run_in_transaction(delete_results)

    async def unrated_hands(self, limit: int = 100) -> list[RatedHand]:
        sql = "SELECT ruleset, ended, hand_id, verdict FROM contests WHERE rated = 0 ORDER BY ended, hand_id LIMIT $1"
        return [to_rated_hand(row) for row in await self.db.read(sql, limit)]

    async def standings_of_players(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        sql = f"{_STANDINGS} WHERE ruleset = $1 AND last = 1 AND player_id = ANY($2)"
        return _standings_by_player(await self.db.read(sql, pool, list(players)))

    async def pairings(self, players: Collection[str], since: int, until: int) -> list[Pairing]:
        sql = f"""{PAIRINGS.select_sql} WHERE player_id = ANY($1) AND other_id = ANY($1) AND ended >= $2 AND ended < $3
            ORDER BY ended, hand_id, player_id, other_id"""
        return [_to_pairing(row) for row in await self.db.read(sql, list(players), since, until)]

    async def met_pairs(self, pool: str, players: Collection[str]) -> set[tuple[str, str]]:
        sql = """SELECT player_id, other_id FROM pairings
            WHERE pool = $1 AND first = 1 AND player_id = ANY($2) AND other_id = ANY($2)"""
        return {(player, other) for player, other in await self.db.read(sql, pool, list(players))}

    async def is_hand_unrated(self, hand: str) -> bool:
        return bool(await self.db.read("SELECT 1 FROM contests WHERE rated = 0 AND hand_id = $1", hand))

    async def put_ratings(
        self,
        hands: Sequence[RatedHand],
        moved: Sequence[Standing],
        before: Mapping[str, Standing],
        pairings: Sequence[Pairing] = (),
    ) -> bool:
        async def write_ratings(db: Transaction) -> bool:
            if not await _put_ratings(db, hands, moved, before):
                return False
            await db.execute_many(PAIRINGS.insert_sql, [(*astuple(one)[:-1], int(one.first)) for one in pairings])
            await db.execute_many(_WEIGH, [row for one in hands for row in _hand_weight_rows(one)])
            return True

        try:
            return await self.db.run_in_transaction(write_ratings)
        except ConstraintViolated:  # another process has written the first standing of one of the players
            return False

    async def unrate_after(self, rated_hand: RatedHand) -> None:
        place = rated_hand.result.pool, rated_hand.ended, rated_hand.hand

        async def unrate_later_hands(db: Transaction) -> None:
            sql = "SELECT 1 FROM contests WHERE ruleset = $1 AND ended = $2 AND hand_id = $3 AND rated = 0"
            if await db.fetch(sql, *place):
                await _unrate(db, "(ended, hand_id) > ($2, $3)", *place)

        await self.db.run_in_transaction(unrate_later_hands)

    async def unrate_from(self, pool: str, ended: int, hand: str) -> None:
        async def unrate_hands(db: Transaction) -> None:
            await _unrate(db, "(ended, hand_id) >= ($2, $3)", pool, ended, hand)

        await self.db.run_in_transaction(unrate_hands)

    async def rating_history(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        sql = f"{_STANDINGS} WHERE ruleset = $1 AND player_id = $2 ORDER BY ended DESC, hand_id DESC LIMIT $3"
        return [struct_from_row(Standing, row) for row in await self.db.read(sql, pool, player, limit)]

    async def current_standings(self, player: str) -> dict[str, Standing]:
        sql = f"SELECT ruleset, {_STANDING} FROM standings WHERE player_id = $1 AND last = 1"
        return {pool: struct_from_row(Standing, row) for pool, *row in await self.db.read(sql, player)}

    async def ranking(
        self,
        kind: RankingKind,
        pool: str,
        since: int,
        limit: int,
        which: RankingFilter = ALL_RANKED,
    ) -> list[RankedPlayer]:
        among = which.among
        values: list[object] = [pool, since, limit, kind, which.opponents, list(which.excluded)]
        values += [which.sigma] if kind == "rating" else []
        values += [] if among is None else [list(among)]
        these = "true" if among is None else f"player_id = ANY(${len(values)})"
        rows = await self.db.read(_ranking_query(kind, these, ever=since == 0), *values)
        return [to_ranked_player(row) for row in rows]

    async def find_played_hands(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[PlayedHand]:
        wanted = which.ruleset, which.role, which.won, which.people, which.beside
        rows = await self.db.read(_PLAYED, player, before, limit, *wanted)
        return [_to_played_hand(player, row) for row in rows]

    async def tallies(self, player: str) -> list[HandTally]:
        sql = """SELECT ruleset, role, people, feats, count(*), sum(CASE WHEN won > 0 THEN 1 ELSE 0 END),
                sum(CASE WHEN won < 0 THEN 1 ELSE 0 END), sum(gone), sum(points)::bigint, sum(coins)::bigint, max(multiplier)
            FROM played WHERE player_id = $1 AND ruleset <> ''
            GROUP BY ruleset, role, people, feats ORDER BY ruleset, role, people, feats"""
        return [_to_tally(row) for row in await self.db.read(sql, player)]

    async def title_points(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        sql = """SELECT player_id, sum(points * weight / 2)::bigint FROM played
            WHERE player_id = ANY($1) AND ladder <> '' AND ladder = $2 GROUP BY player_id"""
        return {player: points for player, points in await self.db.read(sql, list(players), ladder)}  # noqa: C416 (rows are not pairs)

    async def recent_seat_results(self, since: int, limit: int = 200_000) -> list[PlayedSeat]:
        sql = """SELECT hand_id, player_id, won, points, coins, gone FROM played WHERE people = 1 AND ended >= $1
            AND ruleset <> '' AND uncounted = ANY($2) ORDER BY ended DESC, hand_id, player_id LIMIT $3"""
        rows = await self.db.read(sql, since, list(_COUNTABLE), limit)
        return [
            PlayedSeat(hand=hand, player=player, won=won, points=points, coins=coins, left=bool(gone))
            for hand, player, won, points, coins, gone in rows
        ]

    async def record_network(self, player: str, network: str, day: int) -> None:
        await self.db.write(f"{PLAYER_NETWORKS.insert_sql} ON CONFLICT DO NOTHING", day, network, player)

    async def shared_network_days(self, players: Collection[str], since: int) -> dict[tuple[str, str], int]:
        sql = """SELECT one.player_id, other.player_id, count(DISTINCT day)
            FROM player_networks AS one JOIN player_networks AS other USING (day, network)
            WHERE one.player_id < other.player_id AND day >= $2
            AND one.player_id = ANY($1) AND other.player_id = ANY($1) GROUP BY one.player_id, other.player_id"""
        return {(one, other): days for one, other, days in await self.db.read(sql, list(players), since)}

    async def drop_networks(self, before: int) -> int:
        return await self.db.write("DELETE FROM player_networks WHERE day < $1", before)

    async def put_visibility_exceptions(self, player: str, what: Collection[str]) -> None:
        async def replace_parts(db: Transaction) -> None:
            await db.execute("DELETE FROM hidden WHERE player_id = $1", player)
            await db.execute_many(HIDDEN.insert_sql, [(player, one) for one in sorted(what)])

        await self.db.run_in_transaction(replace_parts)

    async def visibility_exceptions(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        sql = "SELECT player_id, what FROM hidden WHERE player_id = ANY($1)"
        for player, what in await self.db.read(sql, list(players)):
            found.setdefault(player, set()).add(what)
        return {player: frozenset(what) for player, what in found.items()}


async def _unrate(db: Transaction, those: str, pool: str, ended: int, hand: str) -> None:
    """Delete the ratings that come from certain hands of a rating pool, so that these hands are rated again.

    ``those`` is an SQL condition that selects the hands. Its parameters ``$1``, ``$2`` and ``$3`` are the other
    arguments: ``pool``, ``ended`` (the time when a hand ended) and ``hand`` (the id of that hand).
    """
    place = pool, ended, hand
    await invalidate_season_standings(db, ended)
    await db.execute(f"DELETE FROM standings WHERE ruleset = $1 AND {those}", *place)
    await db.execute(f"DELETE FROM pairings WHERE pool = $1 AND {those}", *place)
    await db.execute(f"UPDATE contests SET rated = 0 WHERE ruleset = $1 AND {those}", *place)
    await db.execute(_LAST, pool)


async def _put_ratings(
    db: Transaction, hands: Sequence[RatedHand], moved: Sequence[Standing], before: Mapping[str, Standing]
) -> bool:
    pool, first = hands[0].result.pool, hands[0]
    sql = f"{_STANDINGS} WHERE ruleset = $1 AND last = 1 AND player_id = ANY($2) FOR UPDATE"
    if _standings_by_player(await db.fetch(sql, pool, list({one.player for one in moved}))) != before:
        return False
    sql = "SELECT 1 FROM contests WHERE ruleset = $1 AND rated = 1 AND (ended, hand_id) >= ($2, $3) LIMIT 1"
    if await db.fetch(sql, pool, first.ended, first.hand):
        return False
    await invalidate_season_standings(db, first.ended)
    sql = "UPDATE contests SET rated = 1 WHERE ruleset = $1 AND ended = $2 AND hand_id = $3"
    await db.execute_many(sql, [(pool, one.ended, one.hand) for one in hands])
    sql = "UPDATE standings SET last = 0 WHERE ruleset = $1 AND player_id = $2 AND ended = $3 AND hand_id = $4"
    await db.execute_many(sql, [(pool, one.player, one.ended, one.hand) for one in before.values()])
    last = {one.player: one for one in moved}  # the last standing of each player
    rows = [(pool, *astuple(one), int(last[one.player] is one)) for one in moved]
    await db.execute_many(STANDINGS.insert_sql, rows)
    return True


def _ranking_query(kind: RankingKind, these: str, *, ever: bool) -> str:
    """Return the SQL query for the first rows of a ranking.

    ``these`` is an SQL condition that selects players. ``ever`` says whether the ranking covers all time. If so, or
    if it is a ranking by rating, the query reads the stored totals in ``standings``. Otherwise it adds up hands.
    """
    shown = f"""{these} AND NOT one.player_id = ANY($6) AND {publicly_listed_player_condition("$4")}
            AND $5 <= (SELECT opponents FROM standings AS stands
            WHERE stands.ruleset = $1 AND stands.player_id = one.player_id AND last = 1)"""
    if kind == "rating":
        return f"""SELECT player_id, name, mu, sigma, hands FROM standings AS one JOIN players USING (player_id)
            WHERE ruleset = $1 AND last = 1 AND ended >= $2 AND sigma <= $7 AND {shown}
            ORDER BY mu DESC, player_id LIMIT $3"""
    what, counts, hands = _ADDED[kind]
    if ever:
        return f"""SELECT player_id, name, {what}, 0, {hands} FROM standings AS one JOIN players USING (player_id)
            WHERE ruleset = $1 AND last = 1 AND ended >= $2 AND {hands} > 0 AND {shown}
            ORDER BY {what} DESC, player_id LIMIT $3"""
    return f"""SELECT player_id, name, value, 0, hands FROM (
            SELECT player_id, sum({what} * weight / 2) AS value, count(*) AS hands FROM played
            WHERE ruleset = $1 AND people = 1 AND won <> 0 AND weight > 0 AND uncounted = ''
            AND ended >= $2 AND {counts} GROUP BY player_id
        ) AS one JOIN players USING (player_id) WHERE {shown} ORDER BY value DESC, player_id LIMIT $3"""


def to_rated_hand(row: Row) -> RatedHand:
    """Return the rated hand in a row with the columns ``ruleset, ended, hand_id, verdict``.

    If the stored result cannot be read, the hand gets an empty result, so that the other hands can be rated.
    """
    pool, ended, hand, written = row
    try:
        result: HandResult = from_json(written, HandResult)
    except NotationError:
        result = HandResult(ruleset=pool, people=False)
    return RatedHand(hand=hand, ended=ended, result=result)


def _hand_weight_rows(rated_hand: RatedHand) -> list[tuple[object, ...]]:
    """Return the parameters of ``_WEIGH`` for each player of a rated hand."""
    why: Uncounted = "" if rated_hand.weight else "daily_limit"
    return [
        (rated_hand.weight, why, result.player, rated_hand.ended, rated_hand.hand)
        for result in rated_hand.result.results
    ]


def _to_pairing(row: Row) -> Pairing:
    *values, first = row
    return struct_from_row(Pairing, (*values, bool(first)))


def _standings_by_player(rows: Sequence[Row]) -> dict[str, Standing]:
    return {row[0]: struct_from_row(Standing, row) for row in rows}


def _to_played_hand(player: str, row: Row) -> PlayedHand:
    *hand, people, multiplier, role, side, won, points, coins, gone, feats, uncounted, weight = row
    result = SeatResult(
        player=player, role=role, side=side, won=won, points=points, coins=coins, left=bool(gone), feats=(*feats.split(),)
    )  # fmt: skip
    return PlayedHand(
        hand=to_hand((*hand, b"")),
        result=result,
        people=bool(people),
        multiplier=multiplier,
        uncounted=uncounted,
        weight=weight,
    )


def _to_tally(row: Row) -> HandTally:
    ruleset, role, people, feats, hands, won, lost, left, points, coins, multiplier = row
    return HandTally(
        ruleset=ruleset, role=role, people=bool(people), feats=(*feats.split(),), hands=hands, won=won, lost=lost,
        left=left, points=points, coins=coins, multiplier=multiplier,
    )  # fmt: skip
