"""The interface through which the server finds games and rulesets. The server itself names no family of games."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_plain
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Offer, Ruleset
from paiju.core.stake_rooms import StakeRoom


class RulesetRegistry(Protocol):
    """Looks up families, rulesets and stake rooms by name. ``paiju.games.registry`` is one implementation."""

    def list_offers(self) -> tuple[Offer, ...]:
        """Return all rulesets with their descriptions, in display order."""

    def ruleset(self, name: str) -> Ruleset:
        """Return a ruleset by id. Raises UnknownName."""

    def rooms(self) -> tuple[StakeRoom, ...]:
        """Return all stake rooms, in display order."""

    def room(self, name: str) -> StakeRoom:
        """Return a stake room by id. Raises UnknownName."""

    def family(self, name: str) -> Family:
        """Return a family by name. Raises UnknownName."""

    def game(self, rules: Ruleset) -> AnyGame:
        """Return the game of a ruleset."""

    def is_released(self, rules: Ruleset) -> bool:
        """Whether the rules are a released version of the ruleset with their id. Only hands with such rules count."""


def deserialize_ruleset(library: RulesetRegistry, rules: Ruleset) -> Ruleset:
    """Return a ruleset whose rules have their family's type, converted if they are plain stored values. Raises NotationError."""
    if isinstance(rules.rules, Struct):
        return rules
    kind: Any = library.family(rules.family).game.rules_type
    return replace(rules, rules=from_plain(rules.rules, kind))
