"""Rooms (DDZ-9): coins, rake, what leaving costs, who may double, and titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from paiju.core.account import Outcome
from paiju.core.seats import Seat
from paiju.games.doudizhu.rules import Rules


class Room(NamedTuple):
    """A room with coins: what one point is worth (N), what every seat pays a hand (A), and the threshold for doubling."""

    coefficient: int
    rake: int
    double_above: int = 0


class Transfer(NamedTuple):
    """What each seat gains or loses in coins, and what goes to the house. Together they are zero."""

    seats: tuple[int, ...]
    house: int


def settle_coins(room: Room, outcome: Outcome, purses: Sequence[int]) -> Transfer:
    """A loser pays X·N + A, a winner gets X·N - A, X being the points (DDZ-9.1).

    A loser pays no more than there is; the rake goes first, and winners share what comes in proportion (DDZ-9.5, R19).
    A hand that nobody won moves no coins.
    """
    if not outcome.winners:
        return Transfer((0,) * len(purses), 0)
    rakes = [min(room.rake, purse) for purse in purses]
    lost = [
        min(max(-points, 0) * room.coefficient, purse - rake)
        for points, purse, rake in zip(outcome.points, purses, rakes, strict=True)
    ]
    won = share_out(sum(lost), [max(points, 0) for points in outcome.points])
    rakes = [min(room.rake, purse + gain) for purse, gain in zip(purses, won, strict=True)]
    seats = tuple(gain - loss - rake for gain, loss, rake in zip(won, lost, rakes, strict=True))
    return Transfer(seats, -sum(seats))


def share_out(pot: int, claims: Sequence[int]) -> list[int]:
    """A pot shared in proportion to claims, in whole coins; what does not divide goes to the first claimants."""
    claimed = sum(claims)
    if claimed == 0:
        return [0] * len(claims)
    shares = [pot * claim // claimed for claim in claims]
    left = pot - sum(shares)
    for seat, claim in enumerate(claims):
        if left and claim:
            shares[seat] += 1
            left -= 1
    return shares


def may_double(seat: Seat, landlord: Seat, purses: Sequence[int] | None, above: int) -> bool:
    """Whether a seat's choice to double is open to it (DDZ-9.4)."""
    if purses is None:
        return True
    return (sum(purses) if seat == landlord else purses[seat] + purses[landlord]) > above


LEVELS: Final[tuple[tuple[int, str, str], ...]] = (
    (0, "包身工", "Indentured worker"),
    (10, "短工", "Day labourer"),
    (25, "长工", "Farmhand"),
    (40, "佃户", "Tenant"),
    (80, "贫农", "Poor farmer"),
    (140, "渔夫", "Fisher"),
    (230, "猎人", "Hunter"),
    (365, "中农", "Middling farmer"),
    (500, "富农", "Rich farmer"),
    (700, "掌柜", "Shopkeeper"),
    (1000, "商人", "Merchant"),
    (1500, "衙役", "Bailiff"),
    (2200, "小财主", "Man of means"),
    (3000, "大财主", "Man of wealth"),
    (4000, "小地主", "Small landlord"),
    (5500, "大地主", "Great landlord"),
    (7700, "知县", "County magistrate"),
    (10000, "通判", "Sub-prefect"),
    (14000, "知府", "Prefect"),
    (20000, "总督", "Viceroy"),
    (30000, "巡抚", "Grand coordinator"),
    (45000, "丞相", "Chancellor"),
    (70000, "帝王", "Emperor"),
)
"""Points from which a title is held, in Chinese and English (DDZ-9.6)."""


def level_of(rules: Rules, points: int) -> tuple[int, str, str] | None:
    """The level that running points give, where the ruleset has levels: the points it begins at and its titles."""
    if not rules.levels:
        return None
    return next((row for row in reversed(LEVELS) if points >= row[0]), LEVELS[0])
