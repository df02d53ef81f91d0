"""The subject of a review: a game, and the facts that its family can state."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.review_facts import ReviewFacts
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Teams
from paiju.games.registry import family_of, game_of
from paiju.review.calibration import STRONG, Calibration, calibration_for


class ReviewSubject(NamedTuple):
    """The game of a ruleset, its family's facts, and the level whose chances the review shows."""

    ruleset: Ruleset
    game: AnyGame
    family: Family
    calibration: Calibration
    """Turns the net's chances into those of hands of strong players."""
    level: Calibration
    """Turns the net's chances into those of hands of the level that the review is for."""

    @classmethod
    def of(cls, ruleset: Ruleset, level: str = STRONG, curves: str = "") -> Self:
        """Return the subject of a ruleset of an installed family.

        Chances are those of players of ``level``, by the package's curves or those of a file. Raises UnknownName.
        """
        return cls.make(ruleset, game_of(ruleset), family_of(ruleset.family), level, curves)

    @classmethod
    def make(cls, ruleset: Ruleset, game: AnyGame, family: Family, level: str = STRONG, curves: str = "") -> Self:
        """Return the subject of a ruleset whose game and family are at hand. Raises UnknownName."""
        strong = calibration_for(game.rules)
        return cls(ruleset, game, family, strong, calibration_for(game.rules, level, curves))

    @property
    def facts(self) -> ReviewFacts:
        """What the family can state."""
        return self.family.review_facts

    def sides(self, end: Any) -> Teams:
        """Return the seats of each side of a hand that ended in a state."""
        return self.family.role_info.sides(self.game, end)
