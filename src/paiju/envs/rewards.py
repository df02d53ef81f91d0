"""What the end of a hand is worth to its seats: points, a win, or coins."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiju.core.breakdown import Outcome
from paiju.core.coins import Stakes, compute_transfer
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.games.registry import rooms

Points = NDArray[np.int64]
Amounts = NDArray[np.float64]
Reward = Callable[[Points], Amounts]
"""The points of hands that have ended, (hands, seats), to what each seat gets."""

COINS: Final = "coins"
KEPT: Final = 1 << 14
"""Of so many ways in which a hand ends it is remembered what they move."""


def point_rewards(points: Points) -> Amounts:
    """The points of the seats, which sum to zero."""
    return points.astype(np.float64)


def win_rewards(points: Points) -> Amounts:
    """1 for who has won, -1 for who has lost, 0 for all if nobody has, or if all have. Who else has won has points."""
    won = points > 0
    return np.where(won.any(axis=1, keepdims=True), np.where(won, 1.0, -1.0), 0.0)


def coin_rewards(stakes: Stakes) -> Reward:
    """The coins that a hand moves where all begin it with what one sits down with (DDZ-9.1, 9.5)."""

    @lru_cache(KEPT)
    def moved(points: tuple[int, ...]) -> tuple[int, ...]:
        winners = tuple(seat for seat, gained in enumerate(points) if gained > 0)
        return compute_transfer(stakes, Outcome("", winners, points), [stakes.enter] * len(points)).seats

    def coins_of(points: Points) -> Amounts:
        return np.array([moved(tuple(hand)) for hand in points.tolist()], np.float64).reshape(points.shape)

    return coins_of


REWARDS: Final[dict[str, Reward]] = {"points": point_rewards, "win": win_rewards}


def reward_function(name: str | Stakes, ruleset: Ruleset) -> Reward:
    """The reward of a name, or the coins of some stakes. Raises UnknownName."""
    stakes = default_stakes(ruleset) if name == COINS else name
    if isinstance(stakes, Stakes):
        return coin_rewards(stakes)
    if name not in REWARDS:
        known = (*REWARDS, COINS) if default_stakes(ruleset) else REWARDS
        raise UnknownName("unknown_choice", name=str(name), known=", ".join(known))
    return REWARDS[str(name)]


def default_stakes(ruleset: Ruleset) -> Stakes | None:
    """Those of the first room where the ruleset is played, or else its family; None where a family has no room."""
    of_family = [room for room in rooms() if room.family == ruleset.family]
    return next((room for room in of_family if room.ruleset_id == ruleset.id), next(iter(of_family), None))
