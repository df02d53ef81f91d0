"""The hooks through which a family tells reviews its facts about decisions and events.

A review analyses a finished hand. The review makes the judgements itself; a hook returns only facts.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat


class WinningCards(NamedTuple):
    """How many of the unseen cards would win for a seat after an action, and their points.

    ``unseen`` is the number of all unseen cards. ``winning`` is the number of those with which the seat would
    win. ``points`` is a sum over these winning cards: each adds the points of the hand that it would complete.
    """

    winning: int
    unseen: int
    points: int


class ReviewHooks:
    """The hooks that a family overrides for reviews of its hands. The defaults work for any game.

    Every view that a hook gets is the view of the deciding seat, so a review reveals nothing that this seat did
    not know.
    """

    def part_of_play(self, view: Any) -> str:
        """Return the part of play to which a decision belongs, such as ``leading``.

        The locale key ``review.part.<part>`` has its name.
        """
        return "play"

    def is_judged_by_points(self, view: Any) -> bool:
        """Whether a review compares the actions of a decision by points instead of by chances of winning.

        This is so for decisions about the stake, such as bids and doubles.
        """
        return False

    def is_endgame(self, view: Any) -> bool:
        """Whether a review assigns a decision to the endgame, and not to its ``part_of_play``."""
        return False

    def choice_key(self, action: Any) -> Hashable:
        """Return a key that is equal for two actions that a review shows as one choice."""
        key: Hashable = action
        return key

    def luck_kind(self, event: Any) -> str:
        """Return the kind of luck of a random event: ``bottom``, ``draws`` or ``wild``. Return "" for any other event."""
        return ""

    def is_solvable(self, view: Any) -> bool:
        """Whether the family's solver can probably solve the full states that fit a view."""
        return False

    def count_deals(self, game: AnyGame, view: Any, seat: Seat) -> int | None:
        """Return the number of deals that fit a view; None if the family cannot count them.

        Deals with the same ``deal_key`` count as one.
        """
        return None

    def deal_key(self, state: Any) -> Hashable:
        """Return a key of a complete state, for recognising states that are equivalent for the play.

        Two states have the same key if the difference between them cannot affect the play.
        """
        key: Hashable = state
        return key

    def is_consistent(self, game: AnyGame, state: Any) -> bool:
        """Whether a random state from ``Game.determinize`` agrees with what the past play reveals about hidden cards.

        ``determinize`` itself does not draw such conclusions from the play.
        """
        return True

    def count_winning_cards(self, view: Any, seat: Seat, action: Any) -> WinningCards | None:
        """Return how many unseen cards would win for a seat after an action, and their points.

        Return None if the family does not count such cards for this action.
        """
        return None

    def reason(self, game: AnyGame, view: Any, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        """Return a text that says why ``better`` is better than the played action; None if the family finds no reason."""
        return None
