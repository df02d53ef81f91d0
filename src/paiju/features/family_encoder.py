"""The interface of a feature encoder.

A family implements this interface so that networks can play its games from a seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.features.feature_layout import FeatureLayout


class FamilyEncoder(Protocol):
    """Encodes views and actions of one ruleset as words (int64).

    The words equal those of ``paiju.batch`` for the same position. Features that a view does not determine stay
    empty. ``layout`` describes the words of an observation, and ``action_layout`` describes the words of an
    action.
    """

    layout: FeatureLayout
    action_layout: FeatureLayout

    def __init__(self, game: AnyGame, *, history: bool = False) -> None:
        """Prepare the encoder. With ``history``, observations also contain past actions (``history_layout``)."""

    def encode_observation(self, view: Any, seat: Seat) -> NDArray[np.int64]:
        """Encode what a seat knows from its view; shape (words,), int64."""

    def encode_actions(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.int64]:
        """Encode n actions of a seat, each with the hand that remains after the action; shape (n, words), int64."""

    def forced_wins(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """Return True for each action that a short search proves to win whatever other seats hold; shape (n,), bool.

        Networks do not read this. A bot uses it to choose among the actions.
        """

    def declines(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """Return True for each action that declines to bid while no seat has bid; shape (n,), bool.

        If all seats decline, the cards are dealt again. Networks do not read this array; a bot uses it to choose
        among the actions.
        """


def false_for_all_actions(actions: Sequence[Any]) -> NDArray[np.bool_]:
    """Return False for every action; shape (n,). It serves families that have no search for forced wins, or no bidding."""
    return np.zeros(len(actions), bool)
