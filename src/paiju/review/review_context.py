"""The context of a review: the game, its family, and the calibrations of chances."""

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
    """The game of a ruleset, its family, and the calibrations that turn the net's chances into those that the review shows."""

    ruleset: Ruleset
    game: AnyGame
    family: Family
    calibration: Calibration
    """Turns the net's chances into those of hands of strong players."""
    level: Calibration
    """Turns the net's chances into those of hands of the level that the review is for."""

    @classmethod
    def of(cls, ruleset: Ruleset, level: str = STRONG, curves: str = "") -> Self:
        """Return the context of a ruleset of an installed family.

        Chances are those of players of ``level``, by the package's curves or those of a file. Raises UnknownName.
        """
        return cls.make(ruleset, game_of(ruleset), family_of(ruleset.family), level, curves)

    @classmethod
    def make(cls, ruleset: Ruleset, game: AnyGame, family: Family, level: str = STRONG, curves: str = "") -> Self:
        """Return the context of a ruleset with a given game and family. Raises UnknownName."""
        strong = calibration_for(game.rules)
        return cls(ruleset, game, family, strong, calibration_for(game.rules, level, curves))

    @property
    def hooks(self) -> ReviewHooks:
        """The family's hooks for reviews."""
        return self.family.review_hooks

    def sides(self, end: Any) -> Teams:
        """Return the seats of each side of a hand that ended in a state."""
        return self.family.role_info.sides(self.game, end)
