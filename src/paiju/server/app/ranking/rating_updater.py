"""Keeps ratings up to date with finished hands, and evaluates old hands that have no stored result."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.ranking.hand_weights import days_of, pairings_of, weights_by_hand
from paiju.server.app.ranking.rating import is_finished, rated_names, standings_after
from paiju.server.app.ranking.seasons import compute_pending_standings
from paiju.server.app.ranking_store import FULL_WEIGHT, Pairing, RatedHand, Standing
from paiju.server.app.store import Store
from paiju.server.app.tables.hand_history import evaluate_stored_hand, recorded_privacy
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Quarantined

POLL_INTERVAL: Final = 1.0
"""Seconds between two rounds."""

PAUSE: Final = 0.05
"""Seconds to wait while another process does the same work."""

UNREADABLE_RESULT: Final = HandResult(ruleset="", people=False)
"""The result of an unreadable hand: it credits nobody until it is evaluated again."""


class RatingUpdater:
    """Does pending rating work in any process. Two processes may try the same work; only one succeeds."""

    def __init__(self, store: Store, library: RulesetRegistry) -> None:
        self._store = store
        self._library = library

    async def run(self) -> None:
        """Do all pending work, then wait a while."""
        await self.run_until_done()
        await asyncio.sleep(POLL_INTERVAL)

    async def run_until_done(self) -> None:
        """Evaluate and rate all pending hands.

        No hand is rated while another hand has no result, because that one might have ended earlier.
        """
        await self.evaluate_pending()
        await self.rate_pending()

    async def evaluate_pending(self) -> int:
        """Evaluate the hands without a result. Returns how many there were."""
        done = 0
        while hands := await self._store.unevaluated_hands():
            for hand in hands:
                done += await self._store.put_result(hand.id, await self._evaluate(hand))
        return done

    async def recompute_all(self) -> int:
        """Recompute all results, ratings and final standings of seasons from the records. Returns the number of hands."""
        await self._store.drop_all_results()
        done = await self.evaluate_pending()
        await self.rate_pending()
        await compute_pending_standings(self._store)
        return done

    async def rate_pending(self) -> None:
        """Rate pending hands once each and in order, even if other processes do the same."""
        while contests := await self._store.unrated_hands():
            weighed = await self._weigh(contests)
            for pool in sorted({one.verdict.pool for one in weighed}):
                await self._rate([one for one in weighed if one.verdict.pool == pool])
            await self._unrate_changed(weighed)

    async def _weigh(self, contests: Sequence[RatedHand]) -> list[RatedHand]:
        """Return the first unrated hands of all pools, each with the weight that it has among the hands of its day."""
        known = await self._pairings(contests)
        there = {(one.hand, one.player, one.other) for one in known}
        own = [
            pair for one in contests for pair in pairings_of(one) if (pair.hand, pair.player, pair.other) not in there
        ]
        weights = weights_by_hand([*known, *own])
        return [replace(one, weight=weights.get(one.hand, FULL_WEIGHT)) for one in contests]

    async def _pairings(self, contests: Sequence[RatedHand]) -> list[Pairing]:
        """Return the rated pairings between the players of these hands, on the same days."""
        players = {result.player for one in contests for result in one.verdict.results}
        return await self._store.pairings(players, *days_of(contests))

    async def _unrate_changed(self, contests: Sequence[RatedHand]) -> None:
        """Take back ratings whose weight is too high by now: a hand that came late has a place before theirs.

        A pool's own order is checked when it is written. A late hand also moves later hands of the same players in other pools.
        """
        known = await self._pairings(contests)
        weights, first = weights_by_hand(known), dict[str, Pairing]()
        for one in known:
            if one.weight > weights[one.hand]:
                first.setdefault(one.pool, one)
        for pool, one in first.items():
            await self._store.unrate_from(pool, one.ended, one.hand)

    async def _rate(self, contests: Sequence[RatedHand]) -> None:
        store, pool = self._store, contests[0].verdict.pool
        names = set[str]().union(*map(rated_names, contests))
        before, met = await store.standings(pool, names), await store.first_pairings(pool, names)
        now, moved, pairings = before, list[Standing](), list[Pairing]()
        for contest in contests:
            pairs = [_with_contest(pair, contest, met) for pair in pairings_of(contest)]
            new = [(pair.player, pair.other) for pair in pairs if pair.first]
            after = standings_after(contest, now, new)
            met.update(new)
            pairings += pairs
            moved += after.values()
            now = {**now, **after}
        changed = {one.player: before[one.player] for one in moved if one.player in before}
        if not await store.put_ratings(contests, moved, changed, pairings):
            await store.unrate_after(contests[0])  # one came late, or another process was quicker
            await asyncio.sleep(PAUSE)

    async def _evaluate(self, hand: FinishedHand) -> HandResult:
        try:
            private = await self._was_private(hand)
            return await asyncio.to_thread(evaluate_stored_hand, self._library, hand, private=private)
        except Quarantined:
            return UNREADABLE_RESULT

    async def _was_private(self, hand: FinishedHand) -> bool:
        """Whether the hand's table was private. For an old hand the table says so; if that is gone, it counts as private."""
        private = recorded_privacy(hand)
        if private is None:
            private = await self._store.is_private_table(hand.table)
        return private is not False


def _with_contest(pair: Pairing, contest: RatedHand, met: Collection[tuple[str, str]]) -> Pairing:
    """Return a pairing with the weight of its hand, and whether it is the first of the two players that counts."""
    first = is_finished(contest) and (pair.player, pair.other) not in met
    return replace(pair, weight=contest.weight, first=first)
