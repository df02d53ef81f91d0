"""How players stand, kept up with what has been played. Hands from before verdicts were written get theirs here."""

from __future__ import annotations

import asyncio
from typing import Final

from paiju.server.app.house import House
from paiju.server.app.record import read_verdict
from paiju.server.app.store import FinishedHand, Verdict
from paiju.server.errors import SetAside

LOOK: Final = 5.0
"""Seconds between two looks for what there is to do."""

UNREADABLE: Final = Verdict(ruleset="", people=False)
"""Of a hand that cannot be read: it was nothing to anybody, until it is looked at anew."""


class Standings:
    """Does what is left to do after hands, in any process; what two do at once, one of them does."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def keep(self) -> None:
        """Do what there is to do, then wait a while."""
        await self.settle()
        await asyncio.sleep(LOOK)

    async def settle(self) -> int:
        """Do all of it; how many hands got a verdict."""
        done = 0
        while hands := await self._house.store.unjudged():
            for hand in hands:
                verdict = await asyncio.to_thread(self._judged, hand)
                done += await self._house.store.judge(hand.id, verdict)
        return done

    def _judged(self, hand: FinishedHand) -> Verdict:
        try:
            return read_verdict(self._house.library, hand)
        except SetAside:
            return UNREADABLE
