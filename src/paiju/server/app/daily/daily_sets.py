"""The daily sets of a room: draws their deals, commits to them, and lets players play them deal by deal.

``is_deal_hidden`` says whether a deal must still be kept secret. Code that could reveal a deal must call it first.
"""

from __future__ import annotations

import asyncio
from datetime import tzinfo
from typing import Final, NamedTuple

from msgspec.structs import replace

from paiju.core.codec import from_json, to_json
from paiju.core.errors import UnknownName
from paiju.duplicate.daily_set import (
    DailySet,
    DuplicateDeal,
    add_days,
    day_of_open_sets,
    deal_name,
    house_versions,
    load_set_rules,
    make_daily_set,
    versions_text,
)
from paiju.server.app.daily_store import DailyResult, DealKey, to_stored
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.command_handler import new_secret
from paiju.server.app.tables.hand_replay import decode_record
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.table_manager import TableManager, new_table_id
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_setup import Setup, TimeControl
from paiju.server.errors import Refusal

UNTIMED: Final = TimeControl(turn=0, reserve=0)
"""No clock: a player may stop within a deal, and continue later."""


class StartedDeal(NamedTuple):
    """A deal that a player has started: the table at which it is played, and its number in the set, from 1."""

    live: LiveTable
    deal: int


class SealedHand(NamedTuple):
    """A hand of a daily set, as a reader may see it now.

    ``has_proof`` says whether the record of the hand contains the proof of its deal; true once the set has closed.
    """

    hand: FinishedHand
    has_proof: bool


class DailySets:
    """Draws the sets of each day, and lets players play them."""

    def __init__(self, room: TableManager, zone: tzinfo) -> None:
        self._room = room
        self._store = room.context.store
        self._library = room.context.registry
        self._clock = room.context.clock
        self._zone = zone

    @property
    def today(self) -> str:
        """The day whose sets are open."""
        return day_of_open_sets(self._clock(), self._zone)

    @property
    def now(self) -> int:
        """The present time of the room, in Unix milliseconds."""
        return self._clock()

    async def sets_of(self, day: str) -> list[DailySet]:
        """Return the sets of a day with their secrets, in the order of the families; empty for a day without sets.

        If the day is today or tomorrow, the method first draws the sets that are not drawn yet.
        """
        if day in (self.today, add_days(self.today)):
            await self._draw_missing_sets(day)
        found = [decode_set(one.content) for one in await self._store.daily_sets(day)]
        order = list(load_set_rules())
        return sorted(found, key=lambda one: order.index(one.family) if one.family in order else len(order))

    async def set_of(self, day: str, family: str) -> DailySet:
        """Return a set with its secrets. Raises UnknownName if there is none."""
        for one in await self.sets_of(day):
            if one.family == family:
                return one
        raise UnknownName("unknown_daily", name=f"{day}/{family}")

    async def start_next_deal(self, player: StoredPlayer, family: str) -> StartedDeal:
        """Return the table of the player's unfinished deal in today's set of a family, or open one for the next deal.

        Raises UnknownName, and Refusal if the player has finished the set or may not sit down.
        """
        daily_set = await self.set_of(self.today, family)
        done = await self.finished_deals(daily_set, player.id)
        deal = next((deal for deal in daily_set.deals if deal.number not in done), None)
        if deal is None:
            raise Refusal("daily_done")
        place = await self._store.begin_daily_deal(
            DailyResult(
                day=daily_set.day,
                family=family,
                deal=deal.number,
                player=player.id,
                house=0,
                table=new_table_id(),
                began=self._clock(),
                played_by=versions_text(house_versions()),
            )
        )
        name = deal_name(daily_set.day, family, deal.number)
        ruleset = recorded_ruleset(self._library, daily_set.ruleset)
        setup = Setup(ruleset=ruleset, pace=UNTIMED, hands=1, claims="quick", duplicate=name)
        live = await self._room.open_duplicate_table(place.table, player, setup, bytes.fromhex(deal.secret), deal.bots)
        await self._room.close_duplicate_tables(player, daily_set.day)
        return StartedDeal(live, deal.number)

    async def finished_deals(self, daily_set: DailySet, player: str) -> dict[int, DailyResult]:
        """Return a player's results of the finished deals of a set, by the number of the deal."""
        own = await self._store.daily_results_of(player, daily_set.day)
        return {result.deal: result for result in own if result.is_of(daily_set) and result.ended}

    async def has_finished(self, daily_set: DailySet, player: str) -> bool:
        """Whether a player has finished a set."""
        return len(await self.finished_deals(daily_set, player)) == len(daily_set.deals)

    async def is_deal_hidden(self, key: DealKey, player: str | None) -> bool:
        """Whether a deal must be kept secret from a player.

        A deal must be kept secret as long as its set is open and the player has not finished all deals of the set. If
        ``player`` is None (an unknown reader), the deal must be kept secret until the set closes.
        """
        daily_set = await self.set_of(key.day, key.family)
        if daily_set.is_closed(self._clock()):
            return False
        return player is None or not await self.has_finished(daily_set, player)

    async def require_visible_set(self, day: str, family: str, player: str) -> DailySet:
        """Return a set to show to a player.

        Raises UnknownName, and Refusal if the player may still play deals of the set.
        """
        daily_set = await self.set_of(day, family)
        await self.require_visible(daily_set, player)
        return daily_set

    async def require_visible_deal(
        self, day: str, family: str, number: int, player: str
    ) -> tuple[DailySet, DuplicateDeal]:
        """Return a set and one of its deals to show to a player.

        Raises UnknownName, and Refusal if the set has no such deal or the player may still play deals of the set.
        """
        daily_set = await self.require_visible_set(day, family, player)
        if not 1 <= number <= len(daily_set.deals):
            raise Refusal("no_such_deal", most=len(daily_set.deals))
        return daily_set, daily_set.deal(number)

    async def require_visible(self, daily_set: DailySet, player: str | None) -> None:
        """Raise Refusal if a player must not see the deals of a set yet, because the player may still play some of them.

        For an unknown reader (``player`` is None), raise Refusal until the set closes.
        """
        if await self.is_deal_hidden(DealKey(day=daily_set.day, family=daily_set.family, deal=1), player):
            raise Refusal("daily_open")

    async def find_visible_hand(self, public_id: str, player: str | None) -> SealedHand | None:
        """Return a hand of a daily set by its public id; None if there is none.

        Two kinds of hands are found only here, because they are not among the finished hands (``HandStore``): the
        hands of house players, and the hands of people that are not published yet.

        Raises Refusal if ``player`` may still play deals of the set. If ``player`` is None (an unknown reader),
        raises Refusal until the set closes.

        A player who has finished the set receives the hand before the set closes, but without the proof of its deal,
        because the secret in the proof also determines the house players' choices.
        """
        found = await self._store.daily_hand_by_public_id(public_id)
        if found is None:
            return None
        result, hand = found
        if await self.is_deal_hidden(result, player):
            raise Refusal("deal_open")
        daily_set = await self.set_of(result.day, result.family)
        if daily_set.is_closed(self._clock()):
            return SealedHand(hand, has_proof=True)
        return SealedHand(await asyncio.to_thread(_without_proof, self._library, hand), has_proof=False)

    async def _draw_missing_sets(self, day: str) -> None:
        """Draw and store those sets of a day that are not stored yet.

        If several processes draw the same set, the one that is stored first counts. After an upgrade, a stored set
        that has not opened yet is drawn again, because its house players will play with the new version
        (``_is_outdated``).
        """
        stored = {one.family: one.content for one in await self._store.daily_sets(day)}
        for family, rules in load_set_rules().items():
            if family in stored and not self._is_outdated(decode_set(stored[family])):
                continue
            offers = {offer.ruleset.id: offer for offer in self._library.list_entries()}
            offer = offers.get(rules.ruleset_on(day))
            if offer is None:
                continue  # this room does not offer the ruleset
            one = make_daily_set(
                day=day,
                ruleset=offer.ruleset,
                game=self._library.game(offer.ruleset),
                cap=offer.cap,
                zone=self._zone,
                secrets=tuple(new_secret() for _ in range(rules.deals)),
            )
            await self._store.put_daily_set(to_stored(one, to_json(one)), instead_of=stored.get(family, b""))

    def _is_outdated(self, daily_set: DailySet) -> bool:
        """Whether a set that has not opened yet was drawn by a version of paiju other than the running one.

        Such a set is drawn again, because a set names the version with which its house players play.
        """
        return self._clock() < daily_set.opens and daily_set.versions != house_versions()


def _without_proof(library: RulesetRegistry, hand: FinishedHand) -> FinishedHand:
    """Return a stored hand without the proof of its deal."""
    record = decode_record(library, hand)
    hands = tuple(replace(one, fair=None) for one in record.hands)
    return replace(hand, record=to_json(replace(record, hands=hands)))


def decode_set(content: bytes) -> DailySet:
    """Decode the JSON of a stored set (``StoredDailySet.content``)."""
    one: DailySet = from_json(content, DailySet)
    return one
