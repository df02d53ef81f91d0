"""Lets house players of all levels play each daily deal, so that even in a room of three people there are results to compare.

The background task plays the deals of sets that a person has begun, one hand at a time and in random order, so that several
processes rarely play the same hand. It also publishes the hands of people when a set has closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import Final, NamedTuple, Protocol

from paiju.duplicate.daily_set import HOUSE_ID_PREFIX, DailySet, DuplicateDeal, FieldPlayer, field_players
from paiju.records import RecordedHand
from paiju.server.app.daily.daily_sets import decode_set
from paiju.server.app.daily.deal_result import to_house_result
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.store import Store
from paiju.server.domain.ruleset_registry import RulesetRegistry

POLL: Final = 2.0
"""Seconds between two checks for missing hands."""

GRACE_MS: Final = 86_400_000
"""Milliseconds after a set has closed in which house players still play the deals that they have not played yet."""


class FieldRunner(Protocol):
    """Plays hands of house players outside the event loop, at low priority."""

    async def play_deal_as_house(self, daily_set: DailySet, deal: int, player: str) -> RecordedHand:
        """Let the house player ``player`` play deal ``deal`` of a set, and return the hand. Raises Quarantined, Refusal."""


class FieldHand(NamedTuple):
    """A deal that a house player still has to play."""

    daily: DailySet
    deal: DuplicateDeal
    player: FieldPlayer


class HouseField:
    """Lets house players play the deals of daily sets, and stores their results.

    These results belong to the *field*, with which each player's results are compared.
    """

    def __init__(self, store: Store, library: RulesetRegistry, runner: FieldRunner, clock: Callable[[], int]) -> None:
        self._store = store
        self._library = library
        self._runner = runner
        self._clock = clock
        self._random = SystemRandom()

    async def poll(self) -> None:
        """Let a house player play one deal that it has not played yet (``missing_hands``).

        If there is no such deal, publish the hands of closed sets, and wait ``POLL`` seconds.
        """
        missing = await self.missing_hands()
        if not missing:
            await self._store.publish_daily_hands(self._clock())
            await asyncio.sleep(POLL)
            return
        await self.play(self._random.choice(missing))

    async def missing_hands(self) -> list[FieldHand]:
        """Return the hands that house players have not played yet, in all open and recently closed sets."""
        sets = [decode_set(one.content) for one in await self._store.daily_sets_closing_after(self._clock() - GRACE_MS)]
        return [hand for one in sets if one.opens <= self._clock() for hand in await self._missing_hands(one)]

    async def play(self, hand: FieldHand) -> None:
        """Let a house player play a missing hand, and store its result."""
        daily_set, deal, player = hand
        played = await self._runner.play_deal_as_house(daily_set, deal.number, player.id)
        result = await asyncio.to_thread(to_house_result, self._library, daily_set, deal, player, played, self._clock())
        await self._store.put_house_result(result)

    async def _missing_hands(self, daily_set: DailySet) -> list[FieldHand]:
        """Return the hands of a set that house players still have to play.

        The result is empty if no person has begun the set.
        """
        rows = [row.result for row in await self._store.daily_results(daily_set.day, daily_set.family)]
        if all(result.house for result in rows):
            return []
        there = {(result.deal, result.player) for result in rows}
        players = field_players(self._library.game(recorded_ruleset(self._library, daily_set.ruleset)))
        return [
            FieldHand(daily_set, deal, player)
            for deal in daily_set.deals
            for player in players
            if (deal.number, HOUSE_ID_PREFIX + player.id) not in there
        ]
