"""Rulesets to try things with."""

from __future__ import annotations

from paiju.games.registry import built_in_families, family_of, rulesets


def one_each(*instead: str) -> list[str]:
    """A ruleset of each family of the house: its first, or one that is named instead."""
    named = {family_of(name).name: name for name in instead}
    first = {family_of(name).name: name for name in reversed(rulesets())}
    return [{**first, **named}[family.name] for family in built_in_families()]
