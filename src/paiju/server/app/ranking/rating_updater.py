"""Keeps ratings up to date with finished hands, and evaluates old hands that have no stored result."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.ranking.rating import rated_names, standings_after
from paiju.server.app.ranking_store import RatedHand, Standing
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
        """Evaluate and rate all pending hands. Nothing is rated while a hand without a result remains: it might come earlier."""
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
        """Recompute all results and ratings from the records. Returns the number of hands."""
        await self._store.drop_all_results()
        done = await self.evaluate_pending()
        await self.rate_pending()
        return done

    async def rate_pending(self) -> None:
        """Rate pending hands once each and in order, even if other processes do the same."""
        while contests := await self._store.unrated_hands():
            for pool in sorted({one.verdict.pool for one in contests}):
                await self._rate([one for one in contests if one.verdict.pool == pool])

    async def _rate(self, contests: Sequence[RatedHand]) -> None:
        store, pool = self._store, contests[0].verdict.pool
        names = set[str]().union(*map(rated_names, contests))
        before = await store.standings(pool, names)
        now, moved = before, list[Standing]()
        for contest in contests:
            after = standings_after(contest, now)
            moved += after.values()
            now = {**now, **after}
        changed = {one.player: before[one.player] for one in moved if one.player in before}
        if not await store.put_ratings(contests, moved, changed):
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
