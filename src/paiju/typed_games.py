"""``paiju.game``: a ruleset's game with the types of its family, so that type checkers find misspelt fields.

``scripts/typed_games.py`` generates this module from the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from paiju.core.game import AnyGame
from paiju.games import registry

if TYPE_CHECKING:
    from paiju.games.doudizhu.game import DouDizhu
    from paiju.games.gunzi.game import Gunzi
    from paiju.games.zipai.game import ZiPai


@overload
def game(
    name: Literal[
        "doudizhu/qq",
        "doudizhu/happy",
        "doudizhu/wild",
        "doudizhu/discard",
        "doudizhu/classic",
        "doudizhu/kick",
        "doudizhu/duel",
        "doudizhu/duel-rotate",
        "doudizhu/four",
        "doudizhu/origin",
        "qq",
        "happy",
        "wild",
        "discard",
        "classic",
        "kick",
        "duel",
        "duel-rotate",
        "four",
        "origin",
    ],
) -> DouDizhu: ...


@overload
def game(
    name: Literal[
        "zipai/guilin-3",
        "zipai/guilin-2",
        "guilin-3",
        "guilin-2",
    ],
) -> ZiPai: ...


@overload
def game(name: Literal["gunzi/six", "six"]) -> Gunzi: ...


@overload
def game(name: str) -> AnyGame: ...


def game(name: str) -> AnyGame:
    """Return the game of a ruleset, by its id or short name. Raises UnknownName."""
    return registry.game(name)
