"""Families and their rulesets, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from paiju.core.errors import UnknownName
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, parse_ruleset, read_file
from paiju.games.doudizhu.game import FAMILY as DOUDIZHU
from paiju.games.gunzi.game import FAMILY as GUNZI
from paiju.games.zipai.game import FAMILY as ZIPAI

FAMILIES: Final[dict[str, Family]] = {family.name: family for family in (DOUDIZHU, ZIPAI, GUNZI)}


def family_of(name: str) -> Family:
    """The family of a ruleset id (``doudizhu/qq``) or family name. Raises UnknownName."""
    head = name.partition("/")[0]
    if head not in FAMILIES:
        raise UnknownName("unknown_family", name=head, known=", ".join(FAMILIES))
    return FAMILIES[head]


@cache
def _texts(family: str) -> dict[str, str]:
    package = FAMILIES[family].game.__module__.rpartition(".")[0]
    folder = files(package).joinpath("rulesets")
    return {
        entry.name.removesuffix(".toml"): entry.read_text("utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


def rulesets() -> tuple[str, ...]:
    """The ids of all rulesets that come with the package."""
    return tuple(f"{family}/{name}" for family in FAMILIES for name in _texts(family))


@cache
def ruleset(name: str) -> Ruleset:
    """A ruleset by its id. Raises UnknownName."""
    family = family_of(name)
    texts = _texts(family.name)
    short = name.partition("/")[2]
    if short not in texts:
        raise UnknownName("unknown_ruleset", name=name, known=", ".join(rulesets()))
    return parse_ruleset(texts[short], family.game.rules_type, texts.__getitem__)


def read_ruleset(text: str) -> Ruleset:
    """A ruleset from the text of a TOML file of one's own; it may extend one that comes with the package.

    Raises RulesetError, UnknownName.
    """
    family = family_of(read_file(text).family)
    texts = _texts(family.name)

    def parent(name: str) -> str:
        if name not in texts:
            raise UnknownName("unknown_ruleset", name=f"{family.name}/{name}", known=", ".join(rulesets()))
        return texts[name]

    return parse_ruleset(text, family.game.rules_type, parent)


def game_of(rules: Ruleset) -> AnyGame:
    """A ruleset put to work."""
    return family_of(rules.family).game(rules.rules)


@cache
def game(name: str) -> AnyGame:
    """The game of a ruleset id. Raises UnknownName."""
    return game_of(ruleset(name))
