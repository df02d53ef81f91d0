"""The games that come with the package."""

from __future__ import annotations

from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Offer, Ruleset
from paiju.games import registry


class Registry:
    """``Library`` over ``paiju.games.registry``. A game compiles tables from its rules, so each is made once."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, str], AnyGame] = {}

    def offers(self) -> tuple[Offer, ...]:
        """See ``Library.offers``."""
        return tuple(map(registry.offer, registry.rulesets()))

    def ruleset(self, name: str) -> Ruleset:
        """See ``Library.ruleset``."""
        return registry.ruleset(name)

    def family(self, name: str) -> Family:
        """See ``Library.family``."""
        return registry.family_of(name)

    def game(self, rules: Ruleset) -> AnyGame:
        """See ``Library.game``."""
        key = (rules.family, rules.digest)
        if key not in self._games:
            if len(self._games) >= 1000:  # hosts may make up rulesets without end
                self._games.clear()
            self._games[key] = registry.game_of(rules)
        return self._games[key]
