"""Compares all results of one deal.

A comparison contains the bids and the first plays of all who played the deal, and two of their hands to
watch.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from paiju.core.game import AnyGame, Zone
from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat
from paiju.duplicate.daily_set import DailySet
from paiju.records import replay_hand
from paiju.review.cards_of_action import cards_of_action
from paiju.server.app.daily.daily_sets import DailySets
from paiju.server.app.daily.day_overview import followed_players
from paiju.server.app.daily.player_results import score_of
from paiju.server.app.daily.set_results import SetResults, house_entry_name, read_set_results
from paiju.server.app.daily_store import DailyResult
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.app.tables.hand_replay import read_record
from paiju.server.domain.ruleset_registry import RulesetRegistry


class WayShare(Struct, frozen=True, kw_only=True):
    """One first action in a deal, with the results of the players who took it.

    - ``text``: the action in notation; "" for the results without such an action
    - ``label``: the name of the action for people; null if it is not known
    - ``cards``: the cards that the action takes from the hand
    - ``role``: the code of the role that these players had; empty if the game has no roles
    - ``count``: the number of these results
    - ``share``: ``count``, as a fraction of all results that were grouped
    - ``mean``: the mean points of these results
    - ``mine``: whether one of these results is the caller's
    """

    text: str
    label: TranslatableText | None
    cards: tuple[str, ...]
    role: str
    count: int
    share: float
    mean: float
    mine: bool


class WatchedHand(Struct, frozen=True, kw_only=True):
    """A hand that the caller can watch (``/api/hands/{hand}/replay``), with the result of its player.

    ``name`` is the player's name; ``house`` is the id of a house player, empty for a person.
    """

    hand: str
    name: str
    house: str
    points: int
    share: float
    first_play: TranslatableText | None


class DealComparison(Struct, frozen=True, kw_only=True):
    """The comparison of all results of a deal.

    - ``field`` is the number of results.
    - ``zones`` are the cards of ``seat`` before the caller's first play. If the caller has not played the deal,
      they are the cards before the most frequent first play.
    - ``bids`` groups the results by the role of the player and by the player's first action before the play of
      cards.
    - ``plays`` groups the results of one role by the first play. The role is the caller's or, if the caller has
      not played the deal, the most frequent one.
    - ``watch`` has at most two hands. One is the hand of the player with the most points among those whom the
      caller follows. The other is the hand of the set's best house player.
    """

    day: str
    family: str
    deal: int
    deals: int
    seat: Seat
    role: str
    points: int | None
    share: float | None
    hand: str
    field: int
    zones: tuple[Zone, ...]
    bids: tuple[WayShare, ...]
    plays: tuple[WayShare, ...]
    watch: tuple[WatchedHand, ...]


class _ActionInfo(NamedTuple):
    """An action in a stored hand: its label, its cards, and the seat's cards before it (as ``Zone`` values)."""

    label: TranslatableText
    cards: tuple[str, ...]
    zones: tuple[Zone, ...]


_ActionInfos = dict[str, _ActionInfo]
"""Actions by their notation."""


class DealComparisons:
    """Builds the comparison of all results of a deal."""

    def __init__(
        self, store: Store, library: RulesetRegistry, deals: DailySets, unranked: Callable[[], Collection[str]]
    ) -> None:
        self._store = store
        self._library = library
        self._deals = deals
        self._unranked = unranked

    async def compare(self, day: str, family: str, number: int, player: StoredPlayer) -> DealComparison:
        """Return the comparison of a deal. Raises UnknownName, and Refusal if the player may still play the set."""
        daily_set, deal = await self._deals.require_visible_deal(day, family, number, player.id)
        set_results = await read_set_results(self._store, daily_set, self._unranked())
        field_results = [result for result in set_results.field_including(player.id) if result.deal == number]
        mine = set_results.finished_results_of(player.id).get(number)
        role = mine.role if mine is not None else _most_frequent(result.role for result in field_results)
        own = [result for result in field_results if result.role == role and result.first_play]
        infos = await self._describe_first_actions(daily_set, number, _results_with_distinct_openings(field_results))
        first = infos.get(mine.first_play if mine is not None else _most_frequent(result.first_play for result in own))
        follows = await followed_players(self._store, player.id)
        return DealComparison(
            day=day,
            family=family,
            deal=number,
            deals=len(daily_set.deals),
            seat=deal.seat,
            role=role,
            points=None if mine is None else mine.points,
            share=None
            if mine is None
            else score_of(daily_set, mine, field_results).ranking_score(daily_set.ranked_by, daily_set.cap),
            hand="" if mine is None else mine.public_id,
            field=len(field_results),
            zones=() if first is None else first.zones,
            bids=tuple(_iter_first_action_shares(field_results, lambda result: (result.bid, result.role), mine, infos)),
            plays=tuple(_iter_first_action_shares(own, lambda result: (result.first_play, role), mine, infos)),
            watch=tuple(_hands_to_watch(set_results, field_results, follows, infos)),
        )

    async def _describe_first_actions(
        self, daily_set: DailySet, number: int, samples: Iterable[DailyResult]
    ) -> _ActionInfos:
        """Return the label and the cards of each bid and first play in ``samples``, by the notation of the action.

        ``number`` is the number of the deal. The descriptions come from the stored hands of the results. A hand is
        read only if its bid or its first play is not described yet.
        """
        game = self._library.game(recorded_ruleset(self._library, daily_set.ruleset))
        seat, infos = daily_set.deal(number).seat, _ActionInfos()
        for result in samples:
            if {result.bid, result.first_play} - {""} <= infos.keys():
                continue
            stored = await self._store.daily_hand_by_public_id(result.public_id)
            if stored is not None:
                infos.update(await asyncio.to_thread(_describe_seat_actions, self._library, game, stored[1], seat))
        return infos


def _results_with_distinct_openings(field_results: Sequence[DailyResult]) -> Iterable[DailyResult]:
    """Return one result for each distinct pair of bid and first play."""
    return {(result.bid, result.first_play): result for result in field_results}.values()


def _describe_seat_actions(library: RulesetRegistry, game: AnyGame, hand: FinishedHand, seat: Seat) -> _ActionInfos:
    """Return the label and the cards of each action of a seat in a hand.

    If the seat took the same action several times, the first time counts.
    """
    (recorded,) = read_record(library, hand).hands
    infos = _ActionInfos()
    for move, point in zip(recorded.moves, replay_hand(game, recorded), strict=False):
        if move.seat == seat and move.action not in infos:
            infos[move.action] = _describe_action(game, point.state, seat, move.action)
    return infos


def _describe_action(game: AnyGame, state: Any, seat: Seat, text: str) -> _ActionInfo:
    action = game.parse_action(text)
    zones = tuple(zone for zone in game.zones(state) if zone.seat == seat)
    return _ActionInfo(game.voice.action(state, seat, action), cards_of_action(game, state, seat, action), zones)


def _iter_first_action_shares(
    field_results: Sequence[DailyResult],
    key: Callable[[DailyResult], tuple[str, str]],
    mine: DailyResult | None,
    infos: _ActionInfos,
) -> Iterable[WayShare]:
    """Group results by action and role, and yield a ``WayShare`` for each group, the largest group first.

    ``key`` returns the action and the role of a result. ``mine`` is the caller's result; None if there is none.
    ``infos`` describes the actions.
    """
    groups = defaultdict[tuple[str, str], list[DailyResult]](list)
    for result in field_results:
        groups[key(result)].append(result)
    for (text, role), group in sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        info = infos.get(text)
        yield WayShare(
            text=text,
            label=None if info is None else info.label,
            cards=() if info is None else info.cards,
            role=role,
            count=len(group),
            share=len(group) / len(field_results),
            mean=sum(result.points for result in group) / len(group),
            mine=mine is not None and any(result.player == mine.player for result in group),
        )


def _hands_to_watch(
    set_results: SetResults, field_results: Sequence[DailyResult], follows: Collection[str], infos: _ActionInfos
) -> Iterable[WatchedHand]:
    """Yield at most two hands of a deal that the caller may want to watch.

    The first is the hand of the followed player with the most points in this deal. The second is the hand of the
    best house player of the set. A hand is left out if there is no such player.
    """
    friends = [result for result in field_results if result.player in follows]
    best = set_results.best_house
    house = [result for result in field_results if best is not None and result.player == best.player]
    for group in (friends, house):
        if group:
            one = max(group, key=lambda result: result.points)
            info = infos.get(one.first_play)
            yield WatchedHand(
                hand=one.public_id,
                name=house_entry_name(one.player) if one.house else set_results.names.get(one.player, ""),
                house=one.player if one.house else "",
                points=one.points,
                share=score_of(set_results.daily, one, field_results).ranking_score(
                    set_results.daily.ranked_by, set_results.daily.cap
                ),
                first_play=None if info is None else info.label,
            )


def _most_frequent(values: Iterable[str]) -> str:
    """Return the most frequent value; "" if there is none."""
    return next((value for value, _ in Counter(values).most_common(1)), "")
