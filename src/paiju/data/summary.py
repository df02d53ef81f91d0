"""Counts statistics of finished hands: shares of wins by role, bid and bot, mean points, and lengths of hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from paiju.data.columnar import HandRow

NORMAL_95: Final = 1.96


class WinShare(Struct, frozen=True):
    """The results of one group of seats: all seats with the same role, bid or bot.

    ``hands`` is the number of results: one for each seat of the group in each hand. ``wins`` is the share of results
    that are wins, from 0 to 1. ``error`` is half the width of the 95 % confidence interval of ``wins``. ``points`` is
    the mean number of points.
    """

    hands: int
    wins: float
    error: float
    points: float


NO_ROLE: Final = "all"
"""The role of a seat in a game without roles."""


class HandsSummary(Struct, frozen=True):
    """Totals of finished hands.

    ``hands`` counts all hands, and ``void`` counts the hands that nobody won. Three fields contain the results of
    seats:

    - ``roles``: by role
    - ``bids``: by role and base of the score (``landlord 3``)
    - ``bots``: by the name of the bot

    The other fields count hands:

    - ``lines``: by each code that occurs in the score breakdown, such as a spring
    - ``times``: by the product of all factors in the score breakdown
    - ``lengths``: by the number of moves, without those of DEALER
    - ``reasons``: by how the hand ended
    - ``rulesets``: by ruleset

    Hands that nobody won are counted only in ``hands``, ``void``, ``reasons`` and ``rulesets``.
    """

    hands: int
    void: int
    roles: dict[str, WinShare]
    bids: dict[str, WinShare]
    bots: dict[str, WinShare]
    lines: dict[str, int]
    times: dict[int, int]
    lengths: dict[int, int]
    reasons: dict[str, int]
    rulesets: dict[str, int]


class _SeatSum:
    """The sums for one group of seats: hands, hands won, and points."""

    def __init__(self) -> None:
        self.hands = self.won = self.points = 0

    def add(self, *, won: bool, points: int) -> None:
        """Add the result of one seat in one hand."""
        self.hands += 1
        self.won += won
        self.points += points

    def to_win_share(self) -> WinShare:
        """Return the win share, its interval and the mean points."""
        wins = self.won / self.hands
        return WinShare(self.hands, wins, NORMAL_95 * sqrt(wins * (1 - wins) / self.hands), self.points / self.hands)


class _Counts(NamedTuple):
    lines: Counter[str]
    times: Counter[int]
    lengths: Counter[int]
    reasons: Counter[str]
    rulesets: Counter[str]


def summarize_hands(found: Iterable[HandRow]) -> HandsSummary:
    """Return the totals of the hands. Reads the rows once and keeps none of them in memory."""
    roles: dict[str, _SeatSum] = {}
    bids: dict[str, _SeatSum] = {}
    bots: dict[str, _SeatSum] = {}
    counts = _Counts(Counter(), Counter(), Counter(), Counter(), Counter())
    hands = void = 0
    for row in found:
        hands += 1
        counts.rulesets[row.ruleset] += 1
        counts.reasons[row.reason] += 1
        if not any(row.won):
            void += 1
            continue
        counts.lines.update(set(row.lines))
        counts.times[row.times] += 1
        counts.lengths[row.moves] += 1
        for seat, (won, points) in enumerate(zip(row.won, row.points, strict=True)):
            role = row.roles[seat] or NO_ROLE
            for sums, name in ((roles, role), (bids, f"{role} {row.bid}"), (bots, _bot_name_of_seat(row, seat))):
                sums.setdefault(name, _SeatSum()).add(won=won, points=points)
    shares = (_win_shares(sums) for sums in (roles, bids, bots))
    return HandsSummary(hands, void, *shares, *(dict(sorted(one.items())) for one in counts))  # type: ignore[arg-type]


def _bot_name_of_seat(row: HandRow, seat: int) -> str:
    return (row.bots[seat] if seat < len(row.bots) else "") or "-"


def _win_shares(sums: Mapping[str, _SeatSum]) -> dict[str, WinShare]:
    return {name: one.to_win_share() for name, one in sorted(sums.items())}
