"""Variations of a ruleset: rulesets in which one or several parameters have other values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from paiju.core.errors import RulesetError
from paiju.core.ruleset import Parameter, Ruleset, parameters, with_options


def alternative_option_values(ruleset: Ruleset) -> dict[str, tuple[Any, ...]]:
    """Return for each parameter the values to try in place of its present one.

    For a parameter with choices, these are all other choices. For a number, they are the next lower number, the
    next higher number, and the lowest allowed number. For a text there are none.
    """
    return {
        parameter.name: tuple(_other_values(parameter, getattr(ruleset.rules, parameter.name)))
        for parameter in parameters(type(ruleset.rules))
    }


def _other_values(parameter: Parameter, now: Any) -> list[Any]:
    if parameter.low is not None and parameter.high is not None:
        near = {parameter.low, now - 1, now + 1}
        return sorted(value for value in near if parameter.low <= value <= parameter.high and value != now)
    return [value for value in parameter.values if value != now]


def neighbouring_rulesets(ruleset: Ruleset, changes: int = 1) -> Iterator[tuple[dict[str, Any], Ruleset]]:
    """Yield each ruleset that differs from the given one in exactly ``changes`` parameters.

    Each item is a pair of the changed values, by the name of the parameter, and the ruleset. A ruleset that
    contradicts itself is left out.
    """
    values = alternative_option_values(ruleset)
    for names in combinations(values, changes):
        for chosen in product(*(values[name] for name in names)):
            changed = dict(zip(names, chosen, strict=True))
            try:
                yield changed, with_options(ruleset, **changed)
            except RulesetError:
                continue
