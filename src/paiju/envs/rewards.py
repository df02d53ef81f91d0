"""Rewards at the end of a hand: points, winning or losing, or coins."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiju.core.coins import Stakes, compute_transfer
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.core.score_breakdown import Outcome
from paiju.games.registry import rooms

Points = NDArray[np.int64]
Amounts = NDArray[np.float64]
Reward = Callable[[Points], Amounts]
"""A function that takes the points of finished hands and returns the rewards; both shape (hands, seats)."""

COINS: Final = "coins"
CACHED_RESULTS: Final = 1 << 14
"""The number of different results for which a coin reward is cached."""


def point_rewards(points: Points) -> Amounts:
    """Return the points of the seats, which sum to zero, as rewards."""
    return points.astype(np.float64)


def win_rewards(points: Points) -> Amounts:
    """Return 1 for winners and -1 for losers.

    If all points of a hand are zero, nobody has won or every seat has won. Every seat then gets 0.
    """
    won = points > 0
    return np.where(won.any(axis=1, keepdims=True), np.where(won, 1.0, -1.0), 0.0)


def make_coin_rewards(stakes: Stakes) -> Reward:
    """Return a function that computes rewards in coins.

    All players begin a hand with the entry amount of the stake room (DDZ-9.1, 9.5).
    """

    @lru_cache(CACHED_RESULTS)
    def coins_won(points: tuple[int, ...]) -> tuple[int, ...]:
        winners = tuple(seat for seat, gained in enumerate(points) if gained > 0)
        return compute_transfer(stakes, Outcome("", winners, points), [stakes.enter] * len(points)).seats

    def coin_rewards(points: Points) -> Amounts:
        return np.array([coins_won(tuple(hand)) for hand in points.tolist()], np.float64).reshape(points.shape)

    return coin_rewards


REWARDS: Final[dict[str, Reward]] = {"points": point_rewards, "win": win_rewards}


def find_reward_function(name: str | Stakes, ruleset: Ruleset) -> Reward:
    """Return the reward function with this name. Raises UnknownName if there is none.

    If ``name`` is a ``Stakes`` object instead of a text, the reward is in coins, at these stakes.
    """
    stakes = default_stakes(ruleset) if name == COINS else name
    if isinstance(stakes, Stakes):
        return make_coin_rewards(stakes)
    if name not in REWARDS:
        known = (*REWARDS, COINS) if default_stakes(ruleset) else REWARDS
        raise UnknownName("unknown_choice", name=str(name), known=", ".join(known))
    return REWARDS[str(name)]


def default_stakes(ruleset: Ruleset) -> Stakes | None:
    """Return the stakes of the first stake room for the ruleset.

    If there is none, return those of the first stake room for its family, or None if the family has none either.
    """
    of_family = [room for room in rooms() if room.family == ruleset.family]
    return next((room for room in of_family if room.ruleset_id == ruleset.id), next(iter(of_family), None))
