"""The interface through which a review asks a family about decisions and events. The family reports facts; the review judges."""

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


class ReviewHooks:
    """The hooks that a family overrides for reviews of its hands. The defaults suit any game.

    Views are those of the deciding seat, so an answer reveals nothing that the seat did not know.
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
        """Return the number of deals that fit a view; None if the family cannot count them.

        Deals with equal ``deal_key`` count once.
        """
        return None

    def deal_key(self, state: Any) -> Hashable:
        """Return a key that is equal for two complete states in which play takes the same course."""
        key: Hashable = state
        return key

    def is_consistent(self, game: AnyGame, state: Any) -> bool:
        """Whether a complete state from ``Game.determinize`` also agrees with the parts of the play that it ignores."""
        return True

    def count_winning(self, view: Any, seat: Seat, action: Any) -> WinningCards | None:
        """Return how many of the cards that a seat has not seen would win after an action; None if that is not counted."""
        return None

    def reason(self, game: AnyGame, view: Any, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        """Return the text of why the played action is worse than the better one; None if the family finds no reason."""
        return None
