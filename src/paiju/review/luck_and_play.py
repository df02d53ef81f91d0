"""Splits the result of a hand into luck and play, in whole points that add up (``docs/explanation/review.md``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from paiju.core.apportionment import round_to_sum
from paiju.core.seats import Seat, Teams
from paiju.records import ReplayPoint
from paiju.review.judgement import JudgedDecision
from paiju.review.model import PointsPart
from paiju.review.review_context import ReviewContext

OWN_ERRORS: Final = "own_errors"
OTHERS_ERRORS: Final = "others_errors"
FIRST_CARDS: Final = "first_cards"
OTHERS_CARDS: Final = "others_cards"
DRAWS: Final = "draws"
"""The luck of drawn cards, which concerns only the seat that draws. The other kinds of luck concern all seats."""
KINDS: Final = (FIRST_CARDS, "bottom", DRAWS, "wild")
"""The kinds of luck that are measured. What remains of the result is attributed to the cards of the other seats."""


class LuckAndPlay(NamedTuple):
    """The parts of a seat's result that are due to luck, and those due to play. The points of all parts add up to the result."""

    luck: tuple[PointsPart, ...]
    play: tuple[PointsPart, ...]


def split_results(
    context: ReviewContext,
    points: Sequence[ReplayPoint],
    judged: Sequence[JudgedDecision],
    sides: Teams,
    stakes: Sequence[float],
) -> tuple[LuckAndPlay, ...]:
    """Split the result of each seat in a finished hand into luck and play. ``stakes`` is the result of ``stakes_of_seats``.

    Both are computed from the chances of winning, which are equal for all seats of a side.
    """
    outcome = points[-1].outcome
    assert outcome is not None
    play = _play_by_side(sides, judged)
    luck = [_luck_of_side(context, points, side, judged, len(sides)) for side in sides]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    return tuple(
        _to_whole_points(outcome.points[seat], stakes[seat], play[side_of[seat]], luck[side_of[seat]])
        for seat in range(context.game.seats)
    )


def stakes_of_seats(points: Sequence[int], winners: Sequence[Seat], sides: Teams) -> tuple[float, ...]:
    """Return the stake of each seat: the difference between winning and losing the hand, in points.

    With two sides, it is twice the absolute result of the seat. With more sides, it is the mean points of the winners minus
    the mean points of the other seats, or 0 if all or none have won.
    """
    if len(sides) == 2:
        return tuple(2.0 * abs(won) for won in points)
    losers = [seat for seat in range(len(points)) if seat not in winners]
    if not winners or not losers:
        return (0.0,) * len(points)
    means = [sum(points[seat] for seat in some) / len(some) for some in (winners, losers)]
    return (max(0.0, means[0] - means[1]),) * len(points)


def _play_by_side(sides: Teams, judged: Sequence[JudgedDecision]) -> list[dict[str, float]]:
    """Return, for each side, how much its winning chance changed by its own marked decisions, and by those of other sides.

    A decision is marked if its judgement has a mark. The first value is never positive, the second never negative: what a side
    loses by a decision is divided equally among the other sides.
    """
    found = [dict.fromkeys((OWN_ERRORS, OTHERS_ERRORS), 0.0) for _ in sides]
    for decision, judgement in judged:
        if judgement.mark:
            for play, side in zip(found, sides, strict=True):
                if decision.seat in side:
                    play[OWN_ERRORS] -= judgement.loss
                else:
                    play[OTHERS_ERRORS] += judgement.loss / (len(sides) - 1)
    return found


def _luck_of_side(
    context: ReviewContext,
    points: Sequence[ReplayPoint],
    side: Sequence[Seat],
    judged: Sequence[JudgedDecision],
    sides: int,
) -> dict[str, float]:
    """Return, for each kind of luck, by how much it changed the winning chance of a side.

    This is the mean over the seats of the side (``_luck_of_seat``). ``sides`` is the number of sides.
    """
    total: dict[str, float] = defaultdict(float)
    for seat in side:
        for kind, chance in _luck_of_seat(context, points, seat, judged, 1 / sides).items():
            total[kind] += chance / len(side)
    return total


def _luck_of_seat(
    context: ReviewContext,
    points: Sequence[ReplayPoint],
    seat: Seat,
    judged: Sequence[JudgedDecision],
    fair_share: float,
) -> Mapping[str, float]:
    """Return how much luck changed a seat's chance between its decisions, by kind of luck.

    The seat's chance is that of the judgements of its own decisions. The luck of the first cards is the difference between
    the chance at its first decision and ``fair_share``.
    """
    found: dict[str, float] = defaultdict(float)
    before, since = fair_share, -1
    for decision, judgement in judged:
        if decision.seat != seat:
            continue
        kind = FIRST_CARDS if since < 0 else _last_luck_kind(context, points[since + 1 : decision.step + 1], seat)
        if kind:
            found[kind] += judgement.best.chance - before
        before, since = judgement.played_action.chance, decision.step
    return found


def _last_luck_kind(context: ReviewContext, points: Sequence[ReplayPoint], seat: Seat) -> str:
    """Return the kind of the last random event that concerns a seat, among the events at these points of the hand.

    Empty if there is none.
    """
    kinds = [
        kind
        for point in points
        for event in point.events
        if (kind := context.hooks.luck_kind(event)) and (kind != DRAWS or event.seat == seat)
    ]
    return kinds[-1] if kinds else ""


def _to_whole_points(result: int, stake: float, play: Mapping[str, float], luck: Mapping[str, float]) -> LuckAndPlay:
    """Split a result into luck and play, in whole points. The remainder is attributed to the luck of the other seats' cards.

    ``play`` and ``luck`` are the changes of the seat's chance, by code. ``stake`` is the number of points that a chance of 1 is
    worth.
    """
    shares = {code: stake * chance for code, chance in play.items()}
    shares |= {code: stake * luck[code] for code in KINDS if code in luck}
    shares[OTHERS_CARDS] = result - sum(shares.values())
    whole = dict(zip(shares, round_to_sum(list(shares.values()), result), strict=True))
    parts = {code: PointsPart(code, amount) for code, amount in whole.items()}
    return LuckAndPlay(
        tuple(part for code, part in parts.items() if code not in play), tuple(parts[code] for code in play)
    )
