"""The results of a daily set: which of them count (the *field*), the ranking, and each player's standing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from paiju.bots.house_players import house_players
from paiju.duplicate.daily_set import HOUSE_ID_PREFIX, DailySet
from paiju.duplicate.standings import DealResult, SetStanding, compute_standings
from paiju.server.app.daily_store import DailyResult, NamedResult
from paiju.server.app.store import Store
from paiju.server.domain.bot_names import NAMED_IN

COMPARED: Final = 20
"""Minimum number of players who must have finished a set before ranks and shares are shown.

House players are included in this number.
"""


class FriendProgress(Struct, frozen=True):
    """How far a player whom the caller follows has come in a set.

    ``done`` is the number of deals that the player has finished. ``share`` is the player's mean share (0 to 1,
    see ``DailySetView``). It is null until the player has finished all deals.
    """

    player: str
    name: str
    done: int
    share: float | None


class SetResults:
    """All results of a set, and the ranking that follows from the results of the field.

    The *field* consists of the players with an account and the house players, without those whom admins have
    excluded from rankings. Other players are compared with the field, but do not belong to it.
    """

    def __init__(self, daily_set: DailySet, rows: Sequence[NamedResult], unranked: Collection[str]) -> None:
        self.daily = daily_set
        self.rows = rows
        self._in_time = [row for row in rows if 0 < row.result.ended < daily_set.closes]
        self.field = [row.result for row in self._in_time if row.ranked and row.result.player not in unranked]
        """The results that count for the ranking, those of house players included."""
        self.names = {row.result.player: row.name for row in rows if not row.result.house}
        self._ranked = {result.player for result in self.field}
        self._by_player = defaultdict[str, dict[int, DailyResult]](dict)
        for row in self._in_time:
            self._by_player[row.result.player][row.result.deal] = row.result

    @cached_property
    def standings_by_player(self) -> dict[str, SetStanding]:
        """The standings in the ranking, by player."""
        return {one.player: one for one in self.ranking}

    @cached_property
    def ranking(self) -> list[SetStanding]:
        """The ranking of those who have finished the set, the best first."""
        return self._compute_standings(self.field)

    @cached_property
    def people_count(self) -> int:
        """The number of people who have finished the set, guests included."""
        done = (len(own) for player, own in self._by_player.items() if not player.startswith(HOUSE_ID_PREFIX))
        return sum(count == len(self.daily.deals) for count in done)

    @property
    def has_enough_players(self) -> bool:
        """Whether enough players have finished the set to compare them."""
        return len(self.ranking) >= COMPARED

    @property
    def best_house(self) -> SetStanding | None:
        """The standing of the best house player that has finished the set; None if there is none."""
        return next((one for one in self.ranking if one.house), None)

    def is_ranked(self, player: str) -> bool:
        """Whether a player's results count for the ranking."""
        return player in self._ranked

    def finished_results_of(self, player: str) -> dict[int, DailyResult]:
        """Return a player's results that were finished in time, by the number of the deal."""
        return self._by_player.get(player, {})

    def field_including(self, player: str) -> list[DailyResult]:
        """Return the results with which a player is compared: all that count, and the player's own."""
        own = [] if self.is_ranked(player) else list(self.finished_results_of(player).values())
        return [*self.field, *own]

    def standing_of(self, player: str) -> SetStanding | None:
        """Return a player's standing; None until the player has finished all deals.

        A player who is not ranked, such as a guest, receives the standing that the player would have in a ranking
        that included the player.
        """
        if self.is_ranked(player):
            return self.standings_by_player.get(player)
        own = self._compute_standings(self.field_including(player)) if self.finished_results_of(player) else []
        return next((one for one in own if one.player == player), None)

    def friends_progress(self, players: Collection[str]) -> Iterator[FriendProgress]:
        """Yield the progress of each of these players who has begun the set, those with the highest share first."""
        found = []
        for player in players:
            done = self.finished_results_of(player)
            if player in self.names:
                standing = self.standing_of(player) if len(done) == len(self.daily.deals) else None
                share = None if standing is None else standing.share
                found.append(FriendProgress(player, self.names[player], len(done), share))
        yield from sorted(found, key=lambda one: (-(one.share or 0), -one.done, one.name))

    def _compute_standings(self, results: Sequence[DailyResult]) -> list[SetStanding]:
        return compute_standings([to_deal_result(one) for one in results], self.daily)


def house_entry_name(player: str) -> str:
    """Return the display name of a house player in the results of a set.

    A house player may play each deal several times. From the second time on, the display name contains a number,
    which is 2 for the second time.
    """
    house, _, run = player.removeprefix(HOUSE_ID_PREFIX).partition(".")
    name = house_players()[house].name[NAMED_IN]
    return name if run == "1" else f"{name} {run}"


def to_deal_result(result: DailyResult) -> DealResult:
    """Convert a stored result to the type that ``paiju.duplicate`` scores."""
    return DealResult(result.player, bool(result.house), result.deal, result.points, bool(result.won))


async def read_set_results(store: Store, daily_set: DailySet, unranked: Collection[str]) -> SetResults:
    """Read the results of a set from the store. ``unranked`` are players whom admins have excluded from rankings."""
    return SetResults(daily_set, await store.daily_results(daily_set.day, daily_set.family), unranked)
