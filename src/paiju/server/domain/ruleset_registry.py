"""Where the room gets its games from. The room itself names no family."""

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
    """Families and rulesets by name; ``paiju.games.registry`` is one."""

    def offers(self) -> tuple[Offer, ...]:
        """All rulesets, and what is said of them, in the order in which people are shown them."""

    def ruleset(self, name: str) -> Ruleset:
        """A ruleset by its id. Raises UnknownName."""

    def rooms(self) -> tuple[StakeRoom, ...]:
        """All rooms for coins, in the order in which people are shown them."""

    def room(self, name: str) -> StakeRoom:
        """A room by its id. Raises UnknownName."""

    def family(self, name: str) -> Family:
        """A family by its name. Raises UnknownName."""

    def game(self, rules: Ruleset) -> AnyGame:
        """A ruleset put to work."""


def deserialize_ruleset(library: RulesetRegistry, rules: Ruleset) -> Ruleset:
    """A stored ruleset has plain parameters. Here they are read as its family's record. Raises NotationError."""
    if isinstance(rules.rules, Struct):
        return rules
    kind: Any = library.family(rules.family).game.rules_type
    return replace(rules, rules=from_plain(rules.rules, kind))
