"""Splits the result of a hand into luck and play (``docs/explanation/review.md``).

The parts are whole points that add up to the result.
"""

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
"""The kind of luck that comes with drawn cards. It concerns only the seat that draws; other kinds concern all seats."""
KINDS: Final = (FIRST_CARDS, "bottom", DRAWS, "wild")
"""The kinds of luck that are measured. The rest of a result is attributed to ``OTHERS_CARDS``."""


class LuckAndPlay(NamedTuple):
    """The parts of a seat's result that come from luck, and those that come from play.

    The points of all parts add up to the result.
    """

    luck: tuple[PointsPart, ...]
    play: tuple[PointsPart, ...]


def split_results(
    context: ReviewContext,
    points: Sequence[ReplayPoint],
    judged: Sequence[JudgedDecision],
    sides: Teams,
    stakes: Sequence[float],
) -> tuple[LuckAndPlay, ...]:
    """Split the result of each seat in a finished hand into luck and play.

    Luck and play are both computed from the changes of the seat's winning chance, multiplied by the seat's stake.
    All seats of a side have the same changes. ``points`` are the replay points of the hand. ``stakes`` has the
    stake of each seat (``stakes_of_seats``).
    """
    outcome = points[-1].outcome
    assert outcome is not None
    play = _error_effects_by_side(sides, judged)
    luck = [_luck_of_side(context, points, side, judged, len(sides)) for side in sides]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    return tuple(
        _split_into_luck_and_play(outcome.points[seat], stakes[seat], play[side_of[seat]], luck[side_of[seat]])
        for seat in range(context.game.seats)
    )


def stakes_of_seats(points: Sequence[int], winners: Sequence[Seat], sides: Teams) -> tuple[float, ...]:
    """Return the stake of each seat: the number of points by which winning the hand is better than losing it.

    - With two sides, the stake is twice the absolute result of the seat.
    - With more sides, it is the mean points of the winners minus the mean points of the other seats, at least 0.
      If all seats or no seats have won, it is 0.
    """
    if len(sides) == 2:
        return tuple(2.0 * abs(won) for won in points)
    losers = [seat for seat in range(len(points)) if seat not in winners]
    if not winners or not losers:
        return (0.0,) * len(points)
    means = [sum(points[seat] for seat in some) / len(some) for some in (winners, losers)]
    return (max(0.0, means[0] - means[1]),) * len(points)


def _error_effects_by_side(sides: Teams, judged: Sequence[JudgedDecision]) -> list[dict[str, float]]:
    """Return, for each side, how much errors changed its winning chance.

    ``OWN_ERRORS`` is the change by the side's own errors, which is never positive. ``OTHERS_ERRORS`` is the
    change by the errors of other sides, which is never negative. An error is a decision with a mark. What a side
    loses by an error is divided equally among the other sides.
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
    """Return, for each kind of luck, how much this luck changed the winning chance of a side.

    The change is the mean of the changes for the seats of the side (``_luck_of_seat``). ``sides`` is the number
    of sides.
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
    """Return, for each kind of luck, how much it changed a seat's winning chance.

    Each change is measured between two successive decisions of the seat. It is the chance of the best action at
    the later decision, minus the chance of the action that the seat took at the earlier one. The change is
    attributed to the last random event between the two decisions. If there is no such event, the change is not
    luck. Before the seat's first decision, the chance is ``fair_share``. The change from there to the first
    decision is the luck of the first cards.
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
    """Return the kind of luck of the last random event that concerns ``seat`` in these replay points.

    Empty if there is no such event.
    """
    kinds = [
        kind
        for point in points
        for event in point.events
        if (kind := context.hooks.luck_kind(event)) and (kind != DRAWS or event.seat == seat)
    ]
    return kinds[-1] if kinds else ""


def _split_into_luck_and_play(
    result: int, stake: float, play: Mapping[str, float], luck: Mapping[str, float]
) -> LuckAndPlay:
    """Split a seat's result into luck and play, in whole points.

    ``play`` and ``luck`` have, for each part, how much it changed the seat's winning chance (1 is 100 %). Each
    change is multiplied by ``stake`` to convert it to points. The rest of the result is attributed to the luck of
    the other seats' cards.
    """
    shares = {code: stake * chance for code, chance in play.items()}
    shares |= {code: stake * luck[code] for code in KINDS if code in luck}
    shares[OTHERS_CARDS] = result - sum(shares.values())
    whole = dict(zip(shares, round_to_sum(list(shares.values()), result), strict=True))
    parts = {code: PointsPart(code, amount) for code, amount in whole.items()}
    return LuckAndPlay(
        tuple(part for code, part in parts.items() if code not in play), tuple(parts[code] for code in play)
    )
