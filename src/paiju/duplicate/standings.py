"""The ranking of a daily set: the mean share of the field beaten over all deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from paiju.duplicate.scoring import SeatScore, ranks, score_seat


class DealResult(Struct, frozen=True):
    """The result of a deal for a player. ``house``: a house player of the field."""

    player: str
    house: bool
    deal: int
    points: int
    won: bool


class SetStanding(Struct, frozen=True, kw_only=True):
    """A player who has finished a set: sums and means over its deals. ``deals`` has the share beaten of each."""

    player: str
    house: bool
    rank: int
    points: int
    beaten: float
    difference: float
    wins: int
    deals: tuple[float, ...]


def deal_scores(results: Iterable[DealResult], cap: int) -> dict[tuple[int, str], SeatScore]:
    """Return the score of each result among all of the same deal, by deal and player."""
    by_deal: dict[int, list[DealResult]] = {}
    for one in results:
        by_deal.setdefault(one.deal, []).append(one)
    return {
        (deal, one.player): score
        for deal, held in by_deal.items()
        for one, score in zip(held, score_seat([one.points for one in held], cap), strict=True)
    }


def standings(results: Sequence[DealResult], deals: int, cap: int) -> list[SetStanding]:
    """Return the ranking of those who have finished all deals, the best first. Equal ones share a rank.

    The field of a deal is everybody who has finished it.
    """
    scores = deal_scores(results, cap)
    by_player: dict[str, list[DealResult]] = {}
    for one in sorted(results, key=lambda one: one.deal):
        by_player.setdefault(one.player, []).append(one)
    finished = [_standing(own, scores) for own in by_player.values() if len(own) == deals]
    places = ranks([round(one.beaten, 9) for one in finished])
    placed = [replace(one, rank=place) for one, place in zip(finished, places, strict=True)]
    return sorted(placed, key=lambda one: (one.rank, -one.points, one.player))


def _standing(own: Sequence[DealResult], scores: dict[tuple[int, str], SeatScore]) -> SetStanding:
    found = [scores[one.deal, one.player] for one in own]
    return SetStanding(
        player=own[0].player,
        house=own[0].house,
        rank=0,
        points=sum(one.points for one in own),
        beaten=sum(score.beaten for score in found) / len(found),
        difference=sum(score.difference for score in found),
        wins=sum(one.won for one in own),
        deals=tuple(score.beaten for score in found),
    )
