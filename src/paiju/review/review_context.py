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
    """The game of a ruleset, its family, and the calibrations that correct the net's chances."""

    ruleset: Ruleset
    game: AnyGame
    family: Family
    calibration: Calibration
    """The calibration for hands of strong players, by which judges correct the net's chances."""
    level: Calibration
    """The calibration for hands of the players at whose level the review is made."""

    @classmethod
    def for_ruleset(cls, ruleset: Ruleset, level: str = STRONG, curves: str = "") -> Self:
        """Return the context of a ruleset of an installed family.

        The review estimates chances as in a hand among players of ``level``. ``curves`` is a file with calibration curves; if
        it is empty, the packaged curves are used. Raises UnknownName.
        """
        return cls.make(ruleset, game_of(ruleset), family_of(ruleset.family), level, curves)

    @classmethod
    def make(cls, ruleset: Ruleset, game: AnyGame, family: Family, level: str = STRONG, curves: str = "") -> Self:
        """Return the context of a ruleset with a given game and family. Raises UnknownName.

        ``level`` is the level of the players for which chances are calibrated. ``curves`` is the path of a file with
        calibration curves; "": those of the package.
        """
        strong = calibration_for(game.rules)
        return cls(ruleset, game, family, strong, calibration_for(game.rules, level, curves))

    @property
    def hooks(self) -> ReviewHooks:
        """The family's hooks for reviews."""
        return self.family.review_hooks

    def sides(self, end: Any) -> Teams:
        """Return the seats of each side, given the last state of a hand."""
        return self.family.role_info.teams_by_role(self.game, end)
