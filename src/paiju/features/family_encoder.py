"""What a family brings to have its views and actions told in bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.features.bit_layout import FeatureLayout


class FamilyEncoder(Protocol):
    """One ruleset. The words are those of ``paiju.batch`` for the same position, as far as a view tells what is in them."""

    layout: FeatureLayout
    described: FeatureLayout

    def __init__(self, game: AnyGame) -> None: ...

    def encode_observation(self, view: Any, seat: Seat) -> NDArray[np.int64]:
        """(words,) what a seat knows."""

    def encode_actions(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.int64]:
        """(n, words) of a seat's actions, and what each leaves."""

    def forced_wins(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """(n,) which of a seat's actions win whatever the others hold, as far as a short search tells. No net is fed it."""

    def declines(self, view: Any, seat: Seat, actions: Sequence[Any]) -> NDArray[np.bool_]:
        """(n,) which of a seat's actions decline a bid while nobody has bid: where all seats do, the cards are dealt again."""


def no_forced_wins(actions: Sequence[Any]) -> NDArray[np.bool_]:
    """(n,) no: for families in which no search is made, or nobody bids."""
    return np.zeros(len(actions), bool)
