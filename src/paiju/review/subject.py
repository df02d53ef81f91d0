"""What is reviewed: a game, with what its family can state."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.review_facts import ReviewFacts
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Teams
from paiju.games.registry import family_of, game_of


class ReviewSubject(NamedTuple):
    """The game of a ruleset, and its family's facts."""

    ruleset: Ruleset
    game: AnyGame
    family: Family

    @classmethod
    def of(cls, ruleset: Ruleset) -> Self:
        """Return the subject of a ruleset of an installed family. Raises UnknownName."""
        return cls(ruleset, game_of(ruleset), family_of(ruleset.family))

    @property
    def facts(self) -> ReviewFacts:
        """What the family can state."""
        return self.family.review_facts

    def sides(self, end: Any) -> Teams:
        """Return the seats of each side of a hand that ended in a state."""
        return self.family.role_info.sides(self.game, end)
