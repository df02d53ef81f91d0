"""Returns variations of a ruleset, in which one or several parameters have another value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from paiju.core.errors import RulesetError
from paiju.core.ruleset import Parameter, Ruleset, parameters, with_options


def option_values(ruleset: Ruleset) -> dict[str, tuple[Any, ...]]:
    """Return values to try for each parameter other than its present one.

    They are every other choice of a parameter with choices. For a number they are its two neighbours and the least value. A
    text has none.
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


def neighbours(ruleset: Ruleset, changes: int = 1) -> Iterator[tuple[dict[str, Any], Ruleset]]:
    """Yield each ruleset that differs in ``changes`` parameters, after the changed values. Omits contradictory rulesets."""
    values = option_values(ruleset)
    for names in combinations(values, changes):
        for chosen in product(*(values[name] for name in names)):
            changed = dict(zip(names, chosen, strict=True))
            try:
                yield changed, with_options(ruleset, **changed)
            except RulesetError:
                continue
