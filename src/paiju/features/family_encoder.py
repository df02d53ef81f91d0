"""The interface of a feature encoder. A family implements it so that networks can play from a seat's view."""

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

    The words equal those of ``paiju.batch`` for the same position. Features that a view does not determine stay empty.
    ``layout`` describes the words of an observation, and ``action_layout`` those of an action.
    """

    layout: FeatureLayout
    action_layout: FeatureLayout

    def __init__(self, game: AnyGame, *, history: bool = False) -> None:
        """Prepare the encoder. With ``history``, observations also contain past actions (``history_layout``)."""

    def encode_observation(self, view: Any, seat: Seat) -> NDArray[np.int64]:
        """Encode what a seat knows; shape (words,), int64."""

    def encode_actions(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.int64]:
        """Encode a seat's actions; shape (n, words), int64. Each row also describes the hand that remains after the action."""

    def forced_wins(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """Return True for each action that a short search proves to win whatever the other seats hold; shape (n,), bool.

        Networks do not read it.
        """

    def declines(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """Return True for each action that declines to bid while no seat has bid; shape (n,), bool.

        If all seats decline, the cards are dealt again.
        """


def no_forced_wins(actions: Sequence[Any]) -> NDArray[np.bool_]:
    """Return False for every action; shape (n,). Families without forced wins or without bidding use it."""
    return np.zeros(len(actions), bool)
