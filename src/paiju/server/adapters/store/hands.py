"""The part of the store for finished hands and reviews.

A finished hand is written together with the log entry that ends the hand.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from msgspec.structs import astuple

from paiju.core.codec import to_json
from paiju.server.adapters.store.database import Row, StorePart, Transaction
from paiju.server.adapters.store.schema_definition import CONTESTS, REVIEWS, struct_from_row
from paiju.server.app.finished_hand import FinishedHand, HandAccess, PeerFilter, PeerReview, StoredReview
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.ranking_store import FULL_WEIGHT

HAND: Final = "hand_id, public_id, withdrawn, table_id, hands.ended, format, info"
"""The columns of a hand, without its record."""
_PEERS: Final = f"""SELECT player_id, {HAND}, review
    FROM (SELECT player_id FROM standings WHERE ruleset = $2 AND last = 1 AND mu BETWEEN $3 AND $4) AS peers
    JOIN played USING (player_id) JOIN hands USING (hand_id) JOIN reviews USING (hand_id)
    WHERE played.ruleset = $1 AND people = 1 AND won <> 0 AND played.ended >= $5 AND is_open = 0 AND versions = ANY($6)
    ORDER BY played.ended DESC, hand_id, player_id LIMIT $7"""
"""Returns reviews of hands that were played by players with ratings in a range (``HandStore.peer_reviews``)."""


class DatabaseHands(StorePart):
    """Stores finished hands and their reviews in the room's database (``HandStore``)."""

    async def hand(self, hand: str) -> FinishedHand | None:
        rows = await self.db.read(f"SELECT {HAND}, record FROM hands WHERE hand_id = $1", hand)
        return to_hand(rows[0]) if rows else None

    async def hand_access(self, name: str, player: str) -> HandAccess | None:
        sql = """SELECT hand_id, public_id, withdrawn, EXISTS (SELECT 1 FROM played
                WHERE player_id = $2 AND played.ended = hands.ended AND played.hand_id = hands.hand_id)
            FROM hands WHERE public_id = $1 OR hand_id = $1"""
        for hand, public, withdrawn, played in await self.db.read(sql, name, player):
            return HandAccess(id=hand, public_id=public, withdrawn=withdrawn, played=bool(played))
        return None

    async def withdraw_hand_link(self, hand: str, now: int) -> None:
        await self.db.write("UPDATE hands SET withdrawn = $2 WHERE hand_id = $1 AND withdrawn = 0", hand, now)

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        sql = f"""SELECT {HAND} FROM played JOIN hands USING (hand_id)
            WHERE player_id = $1 AND played.ended < $2 ORDER BY played.ended DESC LIMIT $3"""
        return [to_hand((*row, b"")) for row in await self.db.read(sql, player, before, limit)]

    async def hands_at_table(self, table: str, limit: int = 100) -> list[FinishedHand]:
        sql = f"SELECT {HAND} FROM hands WHERE table_id = $1 ORDER BY ended DESC LIMIT $2"
        return [to_hand((*row, b"")) for row in await self.db.read(sql, table, limit)]

    async def latest_hands(self, since: int, limit: int = 100) -> list[FinishedHand]:
        sql = f"""SELECT {HAND} FROM hands JOIN (
                SELECT DISTINCT ended AS at, hand_id FROM played WHERE ended >= $1 ORDER BY at DESC, hand_id LIMIT $2
            ) AS latest USING (hand_id) ORDER BY hands.ended DESC, hand_id"""
        return [to_hand((*row, b"")) for row in await self.db.read(sql, since, limit)]

    async def recently_active_players(self, since: int, limit: int = 100) -> list[tuple[str, int]]:
        sql = """SELECT player_id, max(ended) AS last FROM (
                SELECT player_id, ended FROM played WHERE ended >= $1 ORDER BY ended DESC LIMIT $2
            ) AS latest GROUP BY player_id ORDER BY last DESC, player_id"""
        return [(player, ended) for player, ended in await self.db.read(sql, since, limit)]

    async def put_review(self, review: StoredReview, unless: str = "") -> None:
        sql = f"{REVIEWS.upsert_sql('hand_id', 'is_open')} WHERE reviews.versions <> ${len(REVIEWS.types) + 1}"
        await self.db.write(sql, *astuple(review), unless)

    async def reviews_of_hands(self, hands: Collection[str], versions: Collection[str]) -> dict[str, bytes]:
        sql = "SELECT hand_id, review FROM reviews WHERE hand_id = ANY($1) AND is_open = 0 AND versions = ANY($2)"
        return {hand: review for hand, review in await self.db.read(sql, list(hands), list(versions))}  # noqa: C416 (rows are not pairs)

    async def peer_reviews(self, peers: PeerFilter, versions: Collection[str], limit: int = 400) -> list[PeerReview]:
        who = peers.ruleset, peers.pool, peers.lowest, peers.highest, peers.since
        rows = await self.db.read(_PEERS, *who, list(versions), limit)
        return [PeerReview(player=player, hand=to_hand((*hand, b"")), review=review) for player, *hand, review in rows]

    async def review(self, hand: str, *, is_open: bool) -> StoredReview | None:
        sql = f"{REVIEWS.select_sql} WHERE hand_id = $1 AND is_open = $2"
        rows = await self.db.read(sql, hand, int(is_open))
        return struct_from_row(StoredReview, rows[0]) if rows else None


def to_hand(row: Row) -> FinishedHand:
    """Return the hand in a row with the columns ``HAND`` and ``record``.

    The players of the hand are in another database table, so ``players`` is empty.
    """
    hand, public, withdrawn, table, ended, number, info, record = row
    return FinishedHand(
        id=hand, public_id=public, withdrawn=withdrawn, table=table, ended=ended, players=(), format=number, info=info,
        record=record,
    )  # fmt: skip


def hand_row(hand: FinishedHand) -> tuple[object, ...]:
    """Return a hand as a row of the table ``hands``."""
    place = hand.id, hand.public_id, hand.withdrawn, hand.table, hand.ended, hand.format
    return *place, hand.info, hand.record, int(hand.verdict is not None)


def result_row(verdict: HandResult, result: SeatResult) -> tuple[object, ...]:
    """Return a player's result as the columns ``RESULT``."""
    return (
        verdict.ruleset, int(verdict.people), verdict.ladder, verdict.multiplier, result.role, result.side, result.won,
        result.points, result.coins, int(result.left), " ".join(result.feats), verdict.uncounted, FULL_WEIGHT,
    )  # fmt: skip


_NO_RESULT: Final = result_row(HandResult(ruleset="", people=False), SeatResult(player=""))


def played_rows(hand: FinishedHand) -> list[tuple[Any, ...]]:
    """Return a hand as rows of the table ``played``, one for each player."""
    verdict = hand.verdict
    rows = {result.player: result_row(verdict, result) for result in verdict.results} if verdict else {}
    return [(player, hand.ended, hand.id, *rows.get(player, _NO_RESULT)) for player in hand.players]


def unrated_hand_row(hand: str, ended: int, verdict: HandResult) -> tuple[object, ...]:
    """Return a hand that is not rated yet as a row of the table ``contests``.

    The columns are ``ruleset`` (the rating pool of the hand), ``ended``, ``hand_id``, ``verdict`` and ``rated``.
    """
    return verdict.pool, ended, hand, to_json(verdict), 0


async def queue_for_rating(db: Transaction, hand: str, ended: int, verdict: HandResult) -> None:
    """Add a hand to the hands that wait to be rated. Does nothing if the hand's result does not count for ratings."""
    if verdict.is_rated:
        await db.execute(f"{CONTESTS.insert_sql} ON CONFLICT DO NOTHING", *unrated_hand_row(hand, ended, verdict))
