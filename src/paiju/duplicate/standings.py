"""The ranking of a daily set: by the mean of ``SeatScore.ranking_score`` over all deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from paiju.duplicate.daily_set import DailySet
from paiju.duplicate.scoring import SeatScore, rank_values, score_results


class DealResult(Struct, frozen=True):
    """The result of a player in a deal. ``house`` is true for a house player."""

    player: str
    house: bool
    deal: int
    points: int
    won: bool


class SetStanding(Struct, frozen=True, kw_only=True):
    """The place in the ranking of a player who has finished a set.

    ``deals`` contains the ``SeatScore.ranking_score`` of each deal, and ``share`` is the mean of these scores.
    ``points``, ``difference`` and ``wins`` are sums over the deals.
    """

    player: str
    house: bool
    rank: int
    points: int
    share: float
    difference: float
    wins: int
    deals: tuple[float, ...]


def score_deals(results: Iterable[DealResult], cap: int) -> dict[tuple[int, str], SeatScore]:
    """Return the score of each result among all results of the same deal.

    The keys are pairs of the number of the deal and the id of the player. ``cap`` is the largest difference
    from the mean result that counts, above or below it, in points.
    """
    by_deal: dict[int, list[DealResult]] = {}
    for one in results:
        by_deal.setdefault(one.deal, []).append(one)
    return {
        (deal, one.player): score
        for deal, held in by_deal.items()
        for one, score in zip(held, score_results([one.points for one in held], cap), strict=True)
    }


def compute_standings(results: Sequence[DealResult], one: DailySet) -> list[SetStanding]:
    """Return the ranking of the players who have finished all deals of a set, best first. Equal players share a rank.

    In each deal, a result is compared with the results of all players who have finished that deal.
    """
    scores = score_deals(results, one.cap)
    by_player: dict[str, list[DealResult]] = {}
    for result in sorted(results, key=lambda result: result.deal):
        by_player.setdefault(result.player, []).append(result)
    finished = [_make_standing(own, scores, one) for own in by_player.values() if len(own) == len(one.deals)]
    places = rank_values([round(standing.share, 9) for standing in finished])
    placed = [replace(standing, rank=place) for standing, place in zip(finished, places, strict=True)]
    return sorted(placed, key=lambda standing: (standing.rank, -standing.points, standing.player))


def _make_standing(own: Sequence[DealResult], scores: dict[tuple[int, str], SeatScore], daily: DailySet) -> SetStanding:
    found = [scores[one.deal, one.player] for one in own]
    shares = tuple(score.ranking_score(daily.ranked_by, daily.cap) for score in found)
    return SetStanding(
        player=own[0].player,
        house=own[0].house,
        rank=0,
        points=sum(one.points for one in own),
        share=sum(shares) / len(shares),
        difference=sum(score.difference for score in found),
        wins=sum(one.won for one in own),
        deals=shares,
    )
