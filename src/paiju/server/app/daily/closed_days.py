"""Past days of daily sets: their list, their export, and their deals for practice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import to_plain
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Title
from paiju.duplicate.daily_set import DailySet, commitment_to_set
from paiju.duplicate.day_record import VERSION, DayRecord, PublishedResult, PublishedSet
from paiju.duplicate.house_play import draw_duplicate_deal
from paiju.records import Record
from paiju.server.app.daily.daily_sets import DailySets, decode_set
from paiju.server.app.daily.set_results import SetResults, house_entry_name, read_set_results
from paiju.server.app.daily_store import DailyResult
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.app.tables.hand_replay import decode_record
from paiju.server.app.tables.practice_position import PracticeStart
from paiju.server.domain.recorded_position import RecordedPosition
from paiju.server.domain.ruleset_registry import RulesetRegistry


class ClosedSet(Struct, frozen=True, kw_only=True):
    """A set of a past day, and how many of its deals the caller finished."""

    day: str
    family: str
    ruleset: str
    title: Title
    deals: int
    done: int


class ClosedDays:
    """Lists the sets of past days, exports a day with the proof of its rankings, and gives deals for practice."""

    def __init__(
        self, store: Store, library: RulesetRegistry, deals: DailySets, unranked: Callable[[], Collection[str]]
    ) -> None:
        self._store = store
        self._library = library
        self._deals = deals
        self._unranked = unranked

    async def closed_sets(self, before: str, player: StoredPlayer) -> list[ClosedSet]:
        """Return the latest closed sets of the days before ``before``, at most 60, the latest day first.

        Each set has the number of its deals that ``player`` has finished. ``before`` is an ISO date.
        """
        sets = [decode_set(one.content) for one in await self._store.daily_sets_before(before)]
        own = await self._store.daily_results_of(player.id, sets[-1].day if sets else before)
        return [_to_closed_set(one, own) for one in sets if one.is_closed(self._deals.now)]

    async def export(self, day: str) -> DayRecord:
        """Return the record of a day, with all hands and secrets, from which anybody can verify its deals and rankings.

        Raises UnknownName, and Refusal if a set of the day is still open.
        """
        sets = await self._deals.sets_of(day)
        if not sets:
            raise UnknownName("unknown_daily", name=day)
        for one in sets:
            await self._deals.require_visible(one, None)
        return DayRecord(paiju_day=VERSION, day=day, sets=tuple([await self._build_published_set(one) for one in sets]))

    async def practice_start(
        self, day: str, family: str, number: int, player: StoredPlayer
    ) -> tuple[PracticeStart, int]:
        """Return the start of a practice hand with deal ``number`` of a set, and the seat that the player takes.

        Raises UnknownName, and Refusal if the player may still play the set for the ranking.
        """
        daily_set, duplicate = await self._deals.require_visible_deal(day, family, number, player.id)
        ruleset = recorded_ruleset(self._library, daily_set.ruleset)
        game = self._library.game(ruleset)
        deal = draw_duplicate_deal(game, bytes.fromhex(duplicate.secret))
        deck = tuple(map(game.format_card, deal.deck))
        position = RecordedPosition(match=to_plain(game.new_match()), deck=deck, draws=deal.draws, hand="")
        return PracticeStart(ruleset, position), duplicate.seat

    async def _build_published_set(self, daily_set: DailySet) -> PublishedSet:
        set_results = await read_set_results(self._store, daily_set, self._unranked())
        hands = await self._store.daily_hands(daily_set.day, daily_set.family)
        return await asyncio.to_thread(_to_published_set, self._library, set_results, hands)


def _to_closed_set(daily_set: DailySet, own: Sequence[DailyResult]) -> ClosedSet:
    done = sum(result.is_of(daily_set) and result.ended > 0 for result in own)
    return ClosedSet(
        day=daily_set.day,
        family=daily_set.family,
        ruleset=daily_set.ruleset.id,
        title=daily_set.ruleset.title,
        deals=len(daily_set.deals),
        done=done,
    )


def _without_unlisted_name(record: Record, set_results: SetResults, result: DailyResult) -> Record:
    """Return the record of the hand with this result, without the player's name if the ranking may not show it.

    The ranking may not show the name of a player who has left the room or hides ratings. The player's id stays.
    """
    if result.house or set_results.names.get(result.player):
        return record
    named = (replace(one, name="") if one.id == result.player else one for one in record.players)
    return replace(record, players=tuple(named))


def _to_published_set(
    library: RulesetRegistry, set_results: SetResults, hands: Sequence[tuple[DailyResult, FinishedHand]]
) -> PublishedSet:
    """Return a set in the form in which it is exported, with its ranking and the results that count for the ranking.

    ``SetResults.field`` has the results that count. Those that have no hand in ``hands`` are left out.
    """
    counted = {(result.deal, result.player) for result in set_results.field}
    results = tuple(
        PublishedResult(
            player=result.player,
            name=house_entry_name(result.player) if result.house else set_results.names.get(result.player, ""),
            house=bool(result.house),
            deal=result.deal,
            points=result.points,
            won=bool(result.won),
            played_by=result.played_by,
            record=_without_unlisted_name(decode_record(library, hand), set_results, result),
        )
        for result, hand in hands
        if (result.deal, result.player) in counted
    )
    return PublishedSet(
        daily=set_results.daily,
        commitment=commitment_to_set(set_results.daily),
        results=results,
        ranking=tuple(set_results.ranking),
    )
