"""Rulesets that test readings of the rules: for each parameter of a reading, one with a value that no built-in ruleset has."""

from __future__ import annotations

from typing import Any, Final

from paiju.core.ruleset import Ruleset, with_options
from paiju.games.registry import ruleset

_OPTIONS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("doudizhu/happy", {"rob_order": "playing", "rob_factors": "doubling"}),
    ("doudizhu/happy", {"bottom_bonuses": "multiplied"}),
    ("doudizhu/happy", {"super_double": True, "redouble": True}),
    ("doudizhu/happy", {"escape_factors": "letter", "escape_to": "house"}),
    ("doudizhu/duel", {"nobody_calls": "second", "bottom_bonuses": "multiplied"}),
    ("doudizhu/duel", {"nobody_calls": "redeal", "rob_factors": "doubling"}),
    ("doudizhu/discard", {"discard_factors": "highest"}),
    ("doudizhu/kick", {"kick_factor": 3}),
    ("doudizhu/wild", {"second_wild": True}),
    ("zipai/guilin-3", {"deal_points": "all", "false_eat": "caught"}),
    ("zipai/guilin-2", {"deal_points": "all", "false_eat": "caught"}),
)

READINGS: Final[dict[str, Ruleset]] = {
    f"{name} {' '.join(f'{option}={value}' for option, value in options.items())}": with_options(
        ruleset(name), **options
    )
    for name, options in _OPTIONS
}
"""The rulesets by name. A name is the id of the built-in ruleset, followed by the changed options."""
