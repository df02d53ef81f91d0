"""The interface through which the server finds games and rulesets. No code of the server names a family of games."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_plain
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, RulesetEntry
from paiju.core.stake_rooms import StakeRoom


class RulesetRegistry(Protocol):
    """Finds families, rulesets and stake rooms by name."""

    def list_entries(self) -> tuple[RulesetEntry, ...]:
        """Return all rulesets with their descriptions, in display order."""

    def ruleset(self, name: str) -> Ruleset:
        """Return a ruleset by id. Raises UnknownName."""

    def stake_rooms(self) -> tuple[StakeRoom, ...]:
        """Return all stake rooms, in display order."""

    def stake_room(self, name: str) -> StakeRoom:
        """Return a stake room by id. Raises UnknownName."""

    def family(self, name: str) -> Family:
        """Return a family by name. Raises UnknownName."""

    def game(self, rules: Ruleset) -> AnyGame:
        """Return the game of a ruleset."""

    def is_released(self, rules: Ruleset) -> bool:
        """Whether these rules equal those of a released version of the ruleset with the same id.

        Only hands with such rules count for titles, ratings and rankings.
        """


def deserialize_ruleset(library: RulesetRegistry, rules: Ruleset) -> Ruleset:
    """Return a ruleset whose ``rules`` have the type of its family, converted from dicts and lists if necessary.

    Raises NotationError.
    """
    if isinstance(rules.rules, Struct):
        return rules
    kind: Any = library.family(rules.family).game.rules_type
    return replace(rules, rules=from_plain(rules.rules, kind))
