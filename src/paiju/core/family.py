"""A family of games: one name, one Game class, many rulesets."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.game import Game
from paiju.core.ruleset import Title


class Family(NamedTuple):
    """A row of the registry. Its rulesets are the TOML files in ``rulesets/`` of the package that ``game`` lives in."""

    name: str
    title: Title
    game: type[Game[Any, Any, Any, Any, Any]]
