"""Rates finished hands soon after they end, and evaluates old hands that have no stored result."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.ranking.rating import counts_as_meeting, rated_players_and_roles, standings_after
from paiju.server.app.ranking.repeat_opponent_weights import day_bounds, pairings_of, weights_by_hand
from paiju.server.app.ranking.seasons import compute_pending_standings
from paiju.server.app.ranking_store import FULL_WEIGHT, Pairing, RatedHand, Standing
from paiju.server.app.store import Store
from paiju.server.app.tables.hand_replay import evaluate_stored_hand, was_private
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Quarantined

POLL_INTERVAL: Final = 1.0
"""Seconds between two rounds of work."""

PAUSE: Final = 0.05
"""Seconds to wait if another process has rated the same hands."""

UNREADABLE_RESULT: Final = HandResult(ruleset="", people=False)
"""The result that is stored for a hand that cannot be read. The result has no players.

``recompute_all`` tries to read such a hand again.
"""


class RatingUpdater:
    """Evaluates and rates finished hands. If several processes do the same work, the store accepts only the first result."""

    def __init__(self, store: Store, library: RulesetRegistry) -> None:
        self._store = store
        self._library = library

    async def poll(self) -> None:
        """Do all pending work, then wait for ``POLL_INTERVAL`` seconds."""
        await self.run_until_done()
        await asyncio.sleep(POLL_INTERVAL)

    async def run_until_done(self) -> None:
        """Evaluate all hands without a result, then rate all unrated hands.

        No hand is rated before every hand has a result, because a hand without one might have ended earlier.
        """
        await self.evaluate_pending()
        await self.rate_pending()

    async def evaluate_pending(self) -> int:
        """Evaluate all hands without a result. Returns how many this process evaluated."""
        done = 0
        while hands := await self._store.hands_without_result():
            for hand in hands:
                done += await self._store.put_result(hand.id, await self._evaluate(hand))
        return done

    async def recompute_all(self) -> int:
        """Recompute all results, ratings and final standings from the records. Returns how many hands were evaluated."""
        await self._store.drop_all_results()
        done = await self.evaluate_pending()
        await self.rate_pending()
        await compute_pending_standings(self._store)
        return done

    async def rate_pending(self) -> None:
        """Rate all unrated hands in the order in which they ended.

        Other processes may do the same at the same time. Each hand is rated only once.
        """
        while hands := await self._store.unrated_hands():
            weighed = await self._with_weights(hands)
            for pool in sorted({one.result.pool for one in weighed}):
                await self._rate_pool([one for one in weighed if one.result.pool == pool])
            await self._unrate_changed(weighed)

    async def _with_weights(self, hands: Sequence[RatedHand]) -> list[RatedHand]:
        """Return these unrated hands with their weights, which depend on all hands of the same players on the same day."""
        known = await self._read_pairings_on_days_of(hands)
        there = {(one.hand, one.player, one.other) for one in known}
        own = [pair for one in hands for pair in pairings_of(one) if (pair.hand, pair.player, pair.other) not in there]
        weights = weights_by_hand([*known, *own])
        return [replace(one, weight=weights.get(one.hand, FULL_WEIGHT)) for one in hands]

    async def _read_pairings_on_days_of(self, hands: Sequence[RatedHand]) -> list[Pairing]:
        """Return the stored pairings between players of these hands, from the days of these hands.

        A pairing is two players who played a rated hand together.
        """
        players = {result.player for one in hands for result in one.result.results}
        return await self._store.pairings(players, *day_bounds(hands))

    async def _unrate_changed(self, hands: Sequence[RatedHand]) -> None:
        """Delete ratings of hands whose stored weight is too high, because an earlier hand arrived late.

        A late hand lowers the weights of later hands of the same players, in all pools. But ``put_ratings`` notices a
        late hand only within its own pool. In each pool, this method therefore deletes the ratings from the first
        hand with too high a weight on. These hands are then rated again.
        """
        known = await self._read_pairings_on_days_of(hands)
        weights, first = weights_by_hand(known), dict[str, Pairing]()
        for one in known:
            if one.weight > weights[one.hand]:
                first.setdefault(one.pool, one)
        for pool, one in first.items():
            await self._store.unrate_from(pool, one.ended, one.hand)

    async def _rate_pool(self, hands: Sequence[RatedHand]) -> None:
        """Rate these hands, all of one pool, in order.

        The store refuses the ratings if a hand arrived late, or if another process was faster. In this case, the
        method deletes the ratings of all hands after the first of ``hands``, so that the next round rates them again.
        """
        store, pool = self._store, hands[0].result.pool
        names = set[str]().union(*map(rated_players_and_roles, hands))
        before, met = await store.standings_of_players(pool, names), await store.met_pairs(pool, names)
        now, moved, pairings = before, list[Standing](), list[Pairing]()
        for rated_hand in hands:
            pairs = [_complete_pairing(pair, rated_hand, met) for pair in pairings_of(rated_hand)]
            new = [(pair.player, pair.other) for pair in pairs if pair.first]
            after = standings_after(rated_hand, now, new)
            met.update(new)
            pairings += pairs
            moved += after.values()
            now = {**now, **after}
        changed = {one.player: before[one.player] for one in moved if one.player in before}
        if not await store.put_ratings(hands, moved, changed, pairings):
            await store.unrate_after(hands[0])  # a hand arrived late, or another process was faster
            await asyncio.sleep(PAUSE)

    async def _evaluate(self, hand: FinishedHand) -> HandResult:
        try:
            private = await self._was_private(hand)
            duplicate = await self._store.daily_hand_by_public_id(hand.public_id) is not None
            return await asyncio.to_thread(
                evaluate_stored_hand, self._library, hand, private=private, duplicate=duplicate
            )
        except Quarantined:
            return UNREADABLE_RESULT

    async def _was_private(self, hand: FinishedHand) -> bool:
        """Whether the hand's table was private.

        The summary of an old hand does not say so. For such a hand, the stored table is read; if the table no longer
        exists, the hand counts as private.
        """
        private = was_private(hand)
        if private is None:
            private = await self._store.is_private_table(hand.table)
        return private is not False


def _complete_pairing(pair: Pairing, rated_hand: RatedHand, met: Collection[tuple[str, str]]) -> Pairing:
    """Return a copy of a pairing with its ``weight`` and ``first``.

    ``weight`` is the weight of the hand. ``first`` says whether the two players meet for the first time, that is,
    whether the pair is not in ``met``. A hand that does not count, or that a player left, is not a meeting.
    """
    first = counts_as_meeting(rated_hand) and (pair.player, pair.other) not in met
    return replace(pair, weight=rated_hand.weight, first=first)
