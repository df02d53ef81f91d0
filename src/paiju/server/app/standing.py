"""How players stand, kept up with what has been played. Hands from before verdicts were written get theirs here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.rating import names_in, stood
from paiju.server.app.record import read_verdict
from paiju.server.app.store import Contest, Standing, Store
from paiju.server.app.verdict import Verdict
from paiju.server.domain.library import Library
from paiju.server.errors import SetAside

LOOK: Final = 1.0
"""Seconds between two looks for what there is to do."""

PAUSE: Final = 0.05
"""Seconds to let somebody else be done who does the same."""

UNREADABLE: Final = Verdict(ruleset="", people=False)
"""The verdict of a hand that cannot be read: it was nothing to anybody, until it is looked at anew."""


class Standings:
    """Does what is left to do after hands, in any process; what two do at once, one of them does."""

    def __init__(self, store: Store, library: Library) -> None:
        self._store = store
        self._library = library

    async def keep(self) -> None:
        """Do what there is to do, then wait a while."""
        await self.settle()
        await asyncio.sleep(LOOK)

    async def settle(self) -> None:
        """Do all of it: while a hand has no verdict nothing is rated, for it might come before."""
        await self.judge()
        await self.rate()

    async def judge(self) -> int:
        """Give verdicts to the hands that have none; how many."""
        done = 0
        while hands := await self._store.unjudged():
            for hand in hands:
                verdict = await asyncio.to_thread(self._judged, hand)
                done += await self._store.judge(hand.id, verdict)
        return done

    async def anew(self) -> int:
        """Work all of it out anew, from the records; of how many hands."""
        await self._store.forget_verdicts()
        done = await self.judge()
        await self.rate()
        return done

    async def rate(self) -> None:
        """Rate the contests that are not rated, each once and in their order, whoever else does the same."""
        while contests := await self._store.unrated():
            for pool in sorted({one.verdict.pool for one in contests}):
                await self._rate([one for one in contests if one.verdict.pool == pool])

    async def _rate(self, contests: Sequence[Contest]) -> None:
        store, pool = self._store, contests[0].verdict.pool
        names = set[str]().union(*map(names_in, contests))
        before = await store.standings(pool, names)
        now, moved = before, list[Standing]()
        for contest in contests:
            after = stood(contest, now)
            moved += after.values()
            now = {**now, **after}
        changed = {one.player: before[one.player] for one in moved if one.player in before}
        if not await store.rate(contests, moved, changed):
            await store.rewind(contests[0])  # one came late, or another process was quicker
            await asyncio.sleep(PAUSE)

    def _judged(self, hand: FinishedHand) -> Verdict:
        try:
            return read_verdict(self._library, hand)
        except SetAside:
            return UNREADABLE
