"""The interface of a feature encoder; every game family implements it so that networks can play from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.features.feature_layout import FeatureLayout


class FamilyEncoder(Protocol):
    """Encodes views and actions of one ruleset.

    The words equal those of ``paiju.batch`` for the same position, except for features that a view does not contain.
    ``layout`` describes observations, and ``action_layout`` describes actions.
    """

    layout: FeatureLayout
    action_layout: FeatureLayout

    def __init__(self, game: AnyGame) -> None: ...

    def encode_observation(self, view: Any, seat: Seat) -> NDArray[np.int64]:
        """Encode what a seat knows; shape (words,), int64."""

    def encode_actions(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.int64]:
        """Encode a seat's actions, each with the hand that remains after it; shape (n, words), int64."""

    def forced_wins(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """Mark the actions that win whatever the other seats hold, as far as a short search finds out; shape (n,).

        This is not a network input.
        """

    def declines(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """Mark the actions that decline to bid while no seat has bid; shape (n,).

        If all seats decline, the cards are dealt again.
        """


def no_forced_wins(actions: Sequence[Any]) -> NDArray[np.bool_]:
    """Return False for every action; shape (n,). For families without a search for forced wins, or without bidding."""
    return np.zeros(len(actions), bool)
