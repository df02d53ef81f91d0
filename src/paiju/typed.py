"""A game by the id of its ruleset, with the types of its family, so that a checker finds a field that is misspelt.

Made from the registry by ``scripts/typed.py``.
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
    ],
) -> DouDizhu: ...


@overload
def game(name: Literal["zipai/guilin-3", "zipai/guilin-2"]) -> ZiPai: ...


@overload
def game(name: Literal["gunzi/six"]) -> Gunzi: ...


@overload
def game(name: str) -> AnyGame: ...


def game(name: str) -> AnyGame:
    """The game of a ruleset id. Raises UnknownName."""
    return registry.game(name)
