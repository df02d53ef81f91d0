"""Statistics of finished hands: win shares by role and by bid, points and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from paiju.data.columnar import HandRow

NORMAL_95: Final = 1.96


class WinShare(Struct, frozen=True):
    """The share of a seat's hands that it won, half the width of its 95 % interval, and the mean points."""

    hands: int
    wins: float
    error: float
    points: float


ALL: Final = "all"
"""The role of a seat in a game without roles."""


class HandsSummary(Struct, frozen=True):
    """Totals of finished hands.

    ``void`` counts the hands that nobody won. ``roles`` and ``bots`` map to a win share each; ``bids`` maps a role
    and first score line (``landlord 3``) to one. ``lines`` counts the hands that have a score line of each code
    (springs, bombs), ``times`` the products of their factors, ``lengths`` the numbers of moves, ``reasons`` the
    reasons for their end, and ``rulesets`` their rulesets.
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
    """Sums over one kind of seat."""

    def __init__(self) -> None:
        self.hands = self.won = self.points = 0

    def add(self, *, won: bool, points: int) -> None:
        """Add one seat of one hand."""
        self.hands += 1
        self.won += won
        self.points += points

    def share(self) -> WinShare:
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
    """Summarise rows from an iterator; no row is kept."""
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
            role = row.roles[seat] or ALL
            for sums, name in ((roles, role), (bids, f"{role} {row.bid}"), (bots, _bot_name(row, seat))):
                sums.setdefault(name, _SeatSum()).add(won=won, points=points)
    shares = (_shares(sums) for sums in (roles, bids, bots))
    return HandsSummary(hands, void, *shares, *(dict(sorted(one.items())) for one in counts))  # type: ignore[arg-type]


def _bot_name(row: HandRow, seat: int) -> str:
    return (row.bots[seat] if seat < len(row.bots) else "") or "-"


def _shares(sums: Mapping[str, _SeatSum]) -> dict[str, WinShare]:
    return {name: one.share() for name, one in sorted(sums.items())}
