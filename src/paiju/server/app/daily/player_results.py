"""A player's results of a daily set, deal by deal.

The player sees the results after finishing the set, or when the set has closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct

from paiju.core.ruleset import Title
from paiju.core.seats import Seat
from paiju.duplicate.daily_set import DailySet
from paiju.duplicate.scoring import RankedBy, SeatScore, score_results
from paiju.duplicate.standings import SetStanding
from paiju.server.app.daily.daily_sets import DailySets
from paiju.server.app.daily.day_overview import DailyScore, followed_players, to_score
from paiju.server.app.daily.set_results import SetResults, house_entry_name, read_set_results
from paiju.server.app.daily_store import DailyResult
from paiju.server.app.store import Store, StoredPlayer

BARS: Final = 7
"""Number of bars into which the range from the worst to the best result of a deal is divided."""

LISTED: Final = 100
"""Maximum number of ranking rows that a client receives."""


class ResultBars(Struct, frozen=True, kw_only=True):
    """The distribution of all results of a deal, as bars of equal width in points, the lowest first.

    ``counts`` has the number of results in each bar. ``mine`` and ``house`` are the indices of the bars with the results of
    the player and of the set's best house player; null if there is no such result.
    """

    counts: tuple[int, ...]
    mine: int | None
    house: int | None


class DealRow(Struct, frozen=True, kw_only=True):
    """A player's result of one deal. ``points``, ``share`` and ``difference`` are null for a deal not played.

    Results are ranked by ``share`` (0 to 1, see ``DailySetView``). ``difference`` is the points above the mean of all
    results, limited by the set's ``cap``. ``hand`` is the public id of the player's hand. ``field`` is the number of
    results with which the player is compared.
    """

    deal: int
    seat: Seat
    role: str
    points: int | None
    share: float | None
    difference: float | None
    hand: str
    field: int
    bars: ResultBars


class RankingRow(Struct, frozen=True, kw_only=True):
    """A row in the ranking of a set. ``name`` is empty for a player who has left the room or hides ratings.

    ``house`` is the id of the house player; empty for a person. ``rank`` is 0 for a player who is not ranked,
    such as a guest. ``you`` says whether the row is the caller's. ``share`` is the mean of the shares in all
    deals (``DailySetView``), and ``deals`` has the share in each deal.
    """

    rank: int
    name: str
    house: str
    you: bool
    points: int
    share: float
    deals: tuple[float, ...]


class DailyResults(Struct, frozen=True, kw_only=True):
    """A player's results of a set.

    ``rows`` contains the player's result of each deal. ``friends`` contains, ordered by rank, the ranking rows of
    the player, of the players whom the player follows, and of the best house player. ``ranked_by`` says how the
    shares are computed (``DailySetView``).
    """

    day: str
    family: str
    ruleset: str
    title: Title
    closes: int
    closed: bool
    people: int
    cap: int
    ranked_by: RankedBy
    score: DailyScore | None
    rows: tuple[DealRow, ...]
    friends: tuple[RankingRow, ...]


class DayResults:
    """Builds the results of players in daily sets."""

    def __init__(self, store: Store, deals: DailySets, unranked: Callable[[], Collection[str]]) -> None:
        self._store = store
        self._deals = deals
        self._unranked = unranked

    async def results(self, day: str, family: str, player: StoredPlayer) -> DailyResults:
        """Return a player's results of a set. Raises UnknownName, and Refusal if the player may still play the set."""
        daily_set = await self._deals.require_visible_set(day, family, player.id)
        set_results = await read_set_results(self._store, daily_set, self._unranked())
        follows = await followed_players(self._store, player.id)
        return DailyResults(
            day=day,
            family=family,
            ruleset=daily_set.ruleset.id,
            title=daily_set.ruleset.title,
            closes=daily_set.closes,
            closed=daily_set.is_closed(self._deals.now),
            people=set_results.people_count,
            cap=daily_set.cap,
            ranked_by=daily_set.ranked_by,
            score=to_score(set_results, set_results.standing_of(player.id)),
            rows=tuple(_deal_rows(set_results, player.id)),
            friends=tuple(_rows_of_friends(set_results, player.id, follows)),
        )

    async def ranking(self, day: str, family: str, player: StoredPlayer) -> list[RankingRow]:
        """Return the first ``LISTED`` rows of a set's ranking.

        Raises UnknownName, and Refusal if the player may still play the set.
        """
        daily_set = await self._deals.require_visible_set(day, family, player.id)
        set_results = await read_set_results(self._store, daily_set, self._unranked())
        return [to_ranking_row(set_results, standing, player.id) for standing in set_results.ranking[:LISTED]]


def to_ranking_row(set_results: SetResults, standing: SetStanding, player: str) -> RankingRow:
    """Return a standing as a row of the ranking. ``player`` is the caller, whose own row is marked."""
    return RankingRow(
        rank=standing.rank if set_results.is_ranked(standing.player) else 0,
        name=house_entry_name(standing.player) if standing.house else set_results.names.get(standing.player, ""),
        house=standing.player if standing.house else "",
        you=standing.player == player,
        points=standing.points,
        share=standing.share,
        deals=standing.deals,
    )


def _rows_of_friends(set_results: SetResults, player: str, follows: Collection[str]) -> Iterator[RankingRow]:
    """Yield the ranking rows of the player, of those whom the player follows, and of the best house player.

    The rows are ordered by rank.
    """
    shown = [one for one in set_results.ranking if one.player in follows or one.player == player]
    own = set_results.standing_of(player)
    if own is not None and not set_results.is_ranked(player):
        shown.append(own)
    if set_results.best_house is not None:
        shown.append(set_results.best_house)
    for one in sorted(shown, key=lambda one: (-one.share, one.house, one.player)):
        yield to_ranking_row(set_results, one, player)


def _deal_rows(set_results: SetResults, player: str) -> Iterator[DealRow]:
    """Yield each deal of a set with a player's result and the distribution of all results."""
    own, field = set_results.finished_results_of(player), set_results.field_including(player)
    best = set_results.best_house
    for deal in set_results.daily.deals:
        field_results = [result for result in field if result.deal == deal.number]
        mine = own.get(deal.number)
        house = next((one for one in field_results if best is not None and one.player == best.player), None)
        yield _deal_row(set_results.daily, deal.number, field_results, mine, house)


def _deal_row(
    one: DailySet,
    number: int,
    field_results: Sequence[DailyResult],
    mine: DailyResult | None,
    house: DailyResult | None,
) -> DealRow:
    points = [result.points for result in field_results]
    score = None if mine is None else score_of(one, mine, field_results)
    return DealRow(
        deal=number,
        seat=one.deal(number).seat,
        role="" if mine is None else mine.role,
        points=None if mine is None else mine.points,
        share=None if score is None else score.ranking_score(one.ranked_by, one.cap),
        difference=None if score is None else score.difference,
        hand="" if mine is None else mine.public_id,
        field=len(field_results),
        bars=bars_of(points, None if mine is None else mine.points, None if house is None else house.points),
    )


def score_of(one: DailySet, result: DailyResult, field_results: Sequence[DailyResult]) -> SeatScore:
    """Return the score of a result, compared with all results of its deal.

    ``field_results`` are all results of the deal, including the one that is scored.
    """
    return score_results([other.points for other in field_results], one.cap)[field_results.index(result)]


def bars_of(points: Sequence[int], mine: int | None, house: int | None) -> ResultBars:
    """Return the distribution of the points of a deal's results as bars.

    ``mine`` and ``house`` are the points of the player and of the set's best house player; None if there are none.
    """
    low, high = min(points, default=0), max(points, default=0)

    def bar_index(value: int) -> int:
        return BARS // 2 if low == high else min(BARS - 1, (value - low) * BARS // (high - low))

    counts = [0] * BARS
    for value in points:
        counts[bar_index(value)] += 1
    return ResultBars(
        counts=tuple(counts),
        mine=None if mine is None else bar_index(mine),
        house=None if house is None else bar_index(house),
    )
