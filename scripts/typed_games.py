"""Prints the typed function ``paiju.game`` for the games of the registry.

``scripts/gen.py`` writes the output to ``src/paiju/typed_games.py``.
"""

from __future__ import annotations

from itertools import groupby

from paiju.games.registry import families, game_of, ruleset, rulesets

HEAD = '''"""``paiju.game``: a ruleset's game with the types of its family, so that type checkers find misspelt fields.

``scripts/typed_games.py`` generates this module from the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from paiju.core.game import AnyGame
from paiju.games import registry

if TYPE_CHECKING:
'''

TAIL = '''
@overload
def game(name: str) -> AnyGame: ...


def game(name: str) -> AnyGame:
    """Return the game of a ruleset, by its id or short name. Raises UnknownName."""
    return registry.game(name)
'''


def _short_name(name: str) -> str:
    return name.partition("/")[2]


def page() -> str:
    """Return the text of ``src/paiju/typed_games.py``."""
    imports, overloads = [], []
    shorts = [*map(_short_name, rulesets())]
    for family, ids in groupby(rulesets(), lambda name: name.partition("/")[0]):
        kind = families()[family].game
        found = list(ids)
        found += [short for short in map(_short_name, found) if shorts.count(short) == 1]
        assert all(isinstance(game_of(ruleset(name)), kind) for name in found), (
            f"{family}: every ruleset must make a {kind.__name__}, for typed_games.py promises that type"
        )
        imports.append(f"    from {kind.__module__} import {kind.__name__}\n")
        choices = "".join(f'        "{name}",\n' for name in found)
        several = f"Literal[\n{choices}    ]" if len(found) > 2 else f"Literal[{', '.join(map(repr, found))}]"
        shown = several.replace("'", '"')
        start = f"def game(\n    name: {shown},\n)" if len(found) > 2 else f"def game(name: {shown})"
        overloads.append(f"\n@overload\n{start} -> {kind.__name__}: ...\n\n")
    return HEAD + "".join(sorted(imports)) + "\n" + "".join(overloads) + TAIL


if __name__ == "__main__":
    print(page(), end="")
