"""Chooses rulesets for tests."""

from __future__ import annotations

from paiju.games.registry import built_in_families, family_of, rulesets


def one_each(*instead: str) -> list[str]:
    """Return a ruleset of each built-in family: the first of the family, or the one in ``instead`` that belongs to it."""
    named = {family_of(name).name: name for name in instead}
    first = {family_of(name).name: name for name in reversed(rulesets())}
    return [{**first, **named}[family.name] for family in built_in_families()]
