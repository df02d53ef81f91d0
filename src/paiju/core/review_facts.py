"""The interface for facts about decisions and events that a review needs from a family. Facts contain no judgement."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat


class WinningCards(NamedTuple):
    """How many of the ``unseen`` cards win, and the points of all of these together."""

    winning: int
    unseen: int
    points: int


class ReviewFacts:
    """The facts of a family. The defaults serve a family that states none.

    Views are those of the deciding seat, so a fact reveals nothing that the seat did not know.
    """

    def part(self, view: Any) -> str:
        """Return the part of play that a decision belongs to; a text ``review.part.<part>`` names it."""
        return "play"

    def is_judged_by_points(self, view: Any) -> bool:
        """Whether a decision is about the stake more than about winning, as bids and doubles are."""
        return False

    def is_endgame(self, view: Any) -> bool:
        """Whether the hand is in its endgame."""
        return False

    def choice_key(self, action: Any) -> Hashable:
        """Return a key that is equal for two actions that a review shows as one choice."""
        key: Hashable = action
        return key

    def luck(self, event: Any) -> str:
        """Return the kind of luck that an event brings, ``bottom``, ``draws`` or ``wild``; empty if it brings none."""
        return ""

    def is_solvable(self, view: Any) -> bool:
        """Whether the family's solver can be expected to solve the positions that fit a view."""
        return False

    def count_deals(self, game: AnyGame, view: Any, seat: Seat) -> int | None:
        """Return how many deals fit a view, as ``deal_key`` tells them apart; None if that is not counted."""
        return None

    def deal_key(self, state: Any) -> Hashable:
        """Return a key that is equal for two complete states with the same course of play."""
        key: Hashable = state
        return key

    def is_consistent(self, game: AnyGame, state: Any) -> bool:
        """Whether a complete state that ``Game.determinize`` has made agrees with the play also where that does not look."""
        return True

    def count_winning(self, view: Any, seat: Seat, action: Any) -> WinningCards | None:
        """Return how many of the cards that a seat has not seen would win after an action; None if that is not counted."""
        return None

    def reason(self, game: AnyGame, view: Any, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        """Return a fact that makes one action worse than another; None if the family finds none."""
        return None
