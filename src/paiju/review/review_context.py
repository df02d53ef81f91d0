"""The context of a review: the game of the hand, its family, and the calibrations of chances."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.review_hooks import ReviewHooks
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Teams
from paiju.games.registry import family_of, game_of
from paiju.review.calibration import STRONG, Calibration, calibration_for


class ReviewContext(NamedTuple):
    """The game of a ruleset, its family, and the calibrations that correct the net's chances."""

    ruleset: Ruleset
    game: AnyGame
    family: Family
    calibration: Calibration
    """The calibration for strong players. The net judge corrects the net's chances with it."""
    level: Calibration
    """The calibration for the level of the players for whom the review is made.

    Judges give the chances in hands of strong players. The review converts them to this level.
    """

    @classmethod
    def for_ruleset(cls, ruleset: Ruleset, level: str = STRONG, curves: str = "") -> Self:
        """Return the context of a ruleset whose family is installed. Raises UnknownName.

        ``level`` is the level of the players for whom the review is made. ``curves`` is the path of a file with
        calibration curves for that level; if it is empty, the curves of the package are used.
        """
        return cls.make(ruleset, game_of(ruleset), family_of(ruleset.family), level, curves)

    @classmethod
    def make(cls, ruleset: Ruleset, game: AnyGame, family: Family, level: str = STRONG, curves: str = "") -> Self:
        """Return the context of a ruleset whose game and family are given. Raises UnknownName.

        ``level`` is the level of the players for whom the review is made. ``curves`` is the path of a file with
        calibration curves for that level; if it is empty, the curves of the package are used.
        """
        strong = calibration_for(game.rules)
        return cls(ruleset, game, family, strong, calibration_for(game.rules, level, curves))

    @property
    def hooks(self) -> ReviewHooks:
        """The functions that the family provides for reviews."""
        return self.family.review_hooks

    def sides(self, end: Any) -> Teams:
        """Return the seats of each side.

        Sides may form during the hand, so ``end`` must be the last state of the hand.
        """
        return self.family.role_info.teams_by_role(self.game, end)
