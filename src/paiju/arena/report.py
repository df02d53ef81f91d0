"""The report of a match: means with 95 % confidence intervals.

The hands of one deal are not independent, so the sampling unit is a deal. A mean is the ratio of two sums over
deals, and its interval is that of a ratio estimator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf, sqrt

from msgspec import Struct

from paiju.arena.deal_runner import ArenaHand
from paiju.arena.seating import find_common_bot, seats_of
from paiju.data.summary import NORMAL_95
from paiju.duplicate.scoring import share_beaten

Sample = tuple[float, int]
"""The sum of a value over the hands of one deal, and the number of these hands."""


class Interval(Struct, frozen=True):
    """A mean with its 95 % confidence interval.

    If all hands come from a single deal, the interval is infinite. Without hands, all three values are 0.
    """

    mean: float
    low: float
    high: float


class Score(Struct, frozen=True):
    """The score of the first bot.

    - ``hands``, ``deals``: the numbers of hands and deals played
    - ``wins``: the first bot's share of the wins
    - ``points``: the first bot's points per hand, summed over its seats
    - ``beaten``: how often the first bot did better than the second one in the same seat of the same deal, from 0
      to 1; an equal result counts half (``paiju.duplicate.scoring``)

    To show a difference, ``beaten`` needs fewer deals than ``wins`` and ``points``.
    """

    hands: int
    deals: int
    wins: Interval
    points: Interval
    beaten: Interval


class Report(Struct, frozen=True):
    """Report of a match.

    ``void`` is the number of hands that nobody won. ``roles`` has a score for each role. This score covers only
    the hands in which the first bot had all seats of the role and no other seat. ``faults`` counts the faults of
    each bot by kind (``paiju.bots.external_bots``). After a fault, the game's fallback action was taken.
    """

    ruleset: str
    bots: tuple[str, str]
    deals: int
    seed: int
    play_only: bool
    hands: int
    void: int
    overall: Score
    roles: dict[str, Score]
    faults: tuple[dict[str, int], dict[str, int]] = ({}, {})


def mean_with_interval(samples: Sequence[Sample]) -> Interval:
    """Return the mean of a value per hand, with its confidence interval.

    ``samples`` has an entry for each deal: the sum of the value over the hands of the deal, and the number of
    these hands.
    """
    hands = sum(count for _, count in samples)
    if not hands:
        return Interval(0.0, 0.0, 0.0)
    mean = sum(amount for amount, _ in samples) / hands
    spread = sum((amount - mean * count) ** 2 for amount, count in samples)
    deals = len(samples)
    if sum(count > 0 for _, count in samples) == 1:
        return Interval(mean, -inf, inf)
    error = NORMAL_95 * sqrt(spread * deals / max(1, deals - 1)) / hands
    return Interval(mean, mean - error, mean + error)


def first_bot_win_share(hand: ArenaHand) -> float:
    """Return which share of the winning seats of a hand the first bot had, from 0 to 1."""
    winners = hand.outcome.winners
    return sum(hand.seating[seat] == 0 for seat in winners) / len(winners)


def first_bot_points(hand: ArenaHand) -> float:
    """Return the first bot's points in a hand, summed over its seats."""
    return float(sum(hand.outcome.points[seat] for seat in seats_of(hand.seating, 0)))


def share_beaten_by_first_bot(hand: ArenaHand, deal: Sequence[ArenaHand]) -> float:
    """Return how often the first bot's results in a hand beat those of the second bot, from 0 to 1.

    ``deal`` contains all hands of the same deal. For each seat of the first bot, its points are compared with the
    points of every hand in ``deal`` in which the second bot had this seat. The result is the mean over the seats.
    """
    shares = [
        share_beaten(
            hand.outcome.points[seat], [other.outcome.points[seat] for other in deal if other.seating[seat] == 1]
        )
        for seat in seats_of(hand.seating, 0)
    ]
    return sum(shares) / len(shares)


def make_score(deals: Iterable[Sequence[ArenaHand]], whole: Sequence[Sequence[ArenaHand]] | None = None) -> Score:
    """Return the score over the hands of ``deals``. Hands without a winner count for points, but not for wins.

    ``deals`` may contain only some hands of each deal. In this case, ``whole`` must contain all hands of the same
    deals, in the same order, because results are compared with all hands of a deal.
    """
    chosen = list(deals)
    pairs = [(hands, deal) for hands, deal in zip(chosen, whole or chosen, strict=True) if hands]
    held = [hands for hands, _ in pairs]
    won = [[hand for hand in hands if hand.outcome.winners] for hands in held]
    return Score(
        hands=sum(map(len, held)),
        deals=len(held),
        wins=mean_with_interval([_sum_and_count(first_bot_win_share, hands) for hands in won]),
        points=mean_with_interval([_sum_and_count(first_bot_points, hands) for hands in held]),
        beaten=mean_with_interval(
            [_sum_and_count(partial(share_beaten_by_first_bot, deal=deal), hands) for hands, deal in pairs]
        ),
    )


def _sum_and_count(value: Callable[[ArenaHand], float], hands: Sequence[ArenaHand]) -> Sample:
    return sum(map(value, hands)), len(hands)


def first_bot_role(hand: ArenaHand) -> str:
    """Return the role of the first bot if it had all seats of this role and no other seat; otherwise ""."""
    mine = {hand.roles[seat] for seat in seats_of(hand.seating, 0)}
    theirs = [seat for seat, role in enumerate(hand.roles) if role not in mine]
    pure = len(mine) == 1 and find_common_bot(hand.seating, theirs) == 1
    return mine.pop() if pure and len(theirs) == sum(hand.seating) else ""


def scores_by_role(deals: Sequence[Sequence[ArenaHand]]) -> dict[str, Score]:
    """Return a score for each role.

    The score of a role covers the hands in which the first bot had all seats of this role and no other seats.
    Hands without a winner are left out.
    """
    named = [[(first_bot_role(hand), hand) for hand in hands if hand.outcome.winners] for hands in deals]
    roles = sorted({role for hands in named for role, _ in hands if role})
    return {
        role: make_score([[hand for is_, hand in hands if is_ == role] for hands in named], deals) for role in roles
    }
