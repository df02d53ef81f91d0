"""The overview of a day's sets, which a player sees before and while playing these sets.

The overview reveals nothing about any deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import Struct

from paiju.core.ruleset import Title
from paiju.duplicate.daily_set import DailySet, add_days, commitment_to_set
from paiju.duplicate.scoring import RankedBy
from paiju.duplicate.standings import SetStanding
from paiju.server.app.daily.daily_sets import DailySets
from paiju.server.app.daily.set_results import FriendProgress, SetResults, read_set_results
from paiju.server.app.daily_store import DailyResult
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.domain.bot_names import house_player_name

CACHE_MS: Final = 5_000
"""Milliseconds for which the results of a set are reused for other overviews."""


class Opponent(Struct, frozen=True):
    """A house player that sits at the tables of a set: the name of its bot (``hong@steady``) and its display name."""

    bot: str
    name: str


class DailyScore(Struct, frozen=True):
    """A player's result of a whole set.

    - ``points``: the player's points
    - ``share``: the mean of the player's shares (``DailySetView``)
    - ``rank``: the player's rank; 0 for a player who is not ranked, such as a guest
    - ``ranked``: the number of ranked players
    - ``house``: the mean share of the best house player; null if no house player has finished the set
    - ``compared``: false until 20 players, house players included, have finished the set. Until then, only
      ``points`` is meaningful
    """

    points: int
    share: float
    rank: int
    ranked: int
    house: float | None
    compared: bool


class DailySetView(Struct, frozen=True, kw_only=True):
    """A set of today, as the caller sees it.

    ``commitment`` is the commitment to the set, and ``commitments`` are the commitments to the deals of the set.
    ``next_commitment`` is the commitment to tomorrow's set of the same family.

    Results of a deal are ranked by their *share*, a number from 0 to 1. ``ranked_by`` says how the share is
    computed. With ``beaten``, the share is the fraction of the other results of the deal that are lower; an equal
    result counts half. With ``difference``, the share depends on how far the points are from the mean of all
    results: it is ½ at the mean, and 1 for a result that exceeds the mean by the ruleset's ``cap``.
    """

    day: str
    family: str
    ruleset: str
    title: Title
    opens: int
    closes: int
    deals: int
    ranked_by: RankedBy
    opponents: tuple[Opponent, ...]
    commitment: str
    commitments: tuple[str, ...]
    next_commitment: str
    people: int
    """Number of people who have finished all deals of the set."""
    done: int
    """Number of deals of the set that the caller has finished."""
    points: int
    """The sum of the caller's points in the deals that the caller has finished."""
    table: str
    """Id of the table of the caller's unfinished deal; empty if there is none."""
    score: DailyScore | None
    """The caller's result; null until all deals are finished."""
    friends: tuple[FriendProgress, ...]


class DailyOverview(Struct, frozen=True, kw_only=True):
    """The sets of a day, in the order of the families. ``now`` is the clock of the room, in Unix milliseconds."""

    day: str
    now: int
    sets: tuple[DailySetView, ...]


class Overview:
    """Builds the overview of today's sets."""

    def __init__(self, store: Store, deals: DailySets, unranked: Callable[[], Collection[str]]) -> None:
        self._store = store
        self._deals = deals
        self._unranked = unranked
        self._results: dict[tuple[str, str], tuple[int, SetResults]] = {}
        """The results of sets that were read recently, with the time at which they were read."""

    async def overview_of_today(self, player: StoredPlayer) -> DailyOverview:
        """Return the overview of today's sets, with the progress and the scores of ``player``."""
        day = self._deals.today
        tomorrow = {one.family: commitment_to_set(one) for one in await self._deals.sets_of(add_days(day))}
        follows = await followed_players(self._store, player.id)
        mine = await self._store.daily_results_of(player.id, day)
        views = []
        for one in await self._deals.sets_of(day):
            own = [result for result in mine if result.is_of(one)]
            results = await self._cached_set_results(one, own)
            views.append(_to_daily_set_view(results, tomorrow.get(one.family, ""), player, own, follows))
        return DailyOverview(day=day, now=self._deals.now, sets=tuple(views))

    async def _cached_set_results(self, daily_set: DailySet, own: Sequence[DailyResult]) -> SetResults:
        """Return the results of a set. They are at most ``CACHE_MS`` milliseconds old.

        The results always include all finished deals of ``own``, which are a player's current results.
        """
        key, now = (daily_set.day, daily_set.family), self._deals.now
        at, kept = self._results.get(key, (0, None))
        if kept is not None and 0 <= now - at < CACHE_MS and _has_own_finished_deals(kept, own):
            return kept
        set_results = await read_set_results(self._store, daily_set, self._unranked())
        self._results = {place: entry for place, entry in self._results.items() if place[0] == daily_set.day}
        self._results[key] = now, set_results
        return set_results


def _has_own_finished_deals(results: SetResults, own: Sequence[DailyResult]) -> bool:
    """Whether the cached ``results`` of a set include all deals that a player has finished.

    ``own`` are the player's current results.
    """
    return all(result.deal in results.finished_results_of(result.player) for result in own if result.ended)


def _to_daily_set_view(
    results: SetResults,
    next_commitment: str,
    player: StoredPlayer,
    own: Sequence[DailyResult],
    follows: Collection[str],
) -> DailySetView:
    """Return the overview of a set for a player.

    ``next_commitment`` is the commitment to the family's set of the next day. ``own`` are the player's results in this set, and
    ``follows`` the ids of the players whom the player follows.
    """
    one, ruleset = results.daily, results.daily.ruleset
    return DailySetView(
        day=one.day,
        family=one.family,
        ruleset=ruleset.id,
        title=ruleset.title,
        opens=one.opens,
        closes=one.closes,
        deals=len(one.deals),
        ranked_by=one.ranked_by,
        opponents=tuple(Opponent(bot, house_player_name(bot)) for bot in one.deals[0].bots if bot),
        commitment=commitment_to_set(one),
        commitments=tuple(deal.commitment for deal in one.deals),
        next_commitment=next_commitment,
        people=results.people_count,
        done=sum(result.ended > 0 for result in own),
        points=sum(result.points for result in own if result.ended),
        table=next((result.table for result in own if not result.ended), ""),
        score=to_score(results, results.standing_of(player.id)),
        friends=tuple(results.friends_progress(follows)),
    )


def to_score(results: SetResults, standing: SetStanding | None) -> DailyScore | None:
    """Return a player's score in a set.

    ``standing`` is None if the player has not finished all deals of the set. The score is then None, too.
    """
    if standing is None:
        return None
    house = results.best_house
    return DailyScore(
        points=standing.points,
        share=standing.share,
        rank=standing.rank if results.is_ranked(standing.player) else 0,
        ranked=len(results.ranking),
        house=None if house is None else house.share,
        compared=results.has_enough_players,
    )


async def followed_players(store: Store, player: str) -> frozenset[str]:
    """Return the ids of the players whom a player follows."""
    relations = await store.relations_of(player)
    return frozenset(one.other for one in relations if one.player == player and one.bond == "follow")
