"""Families and their rulesets, by name.

A family of the house is a folder here with a module ``family`` in it; one of another installed package is an entry point of
the group ``paiju.families``. In either case it is a ``Family``, and there is no list to put it in.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Final

from paiju import games
from paiju.core.errors import UnknownName
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, parse_ruleset, read_file

GROUP: Final = "paiju.families"


def house() -> tuple[Family, ...]:
    """The families that come with paiju."""
    folders = (found.name for found in iter_modules(games.__path__) if found.ispkg)
    found = [import_module(f"{games.__name__}.{name}.family").FAMILY for name in folders]
    return tuple(sorted(found, key=lambda family: (family.place, family.name)))


def guests(entries: Iterable[EntryPoint]) -> Iterator[Family]:
    """The families of other packages, each after its own name; what is wrong with one is told, and the others play."""
    for entry in entries:
        try:
            family = entry.load()
            sound = isinstance(family, Family) and family.name == entry.name and bool(_read_all(family))
        except Exception as error:  # noqa: BLE001 - somebody else's code: it may fail in any way
            _pass_by(entry, f"{type(error).__name__}: {error}")
            continue
        if sound:
            yield family
        else:
            _pass_by(entry, "it is no Family of this name, or has no rulesets")


def _pass_by(entry: EntryPoint, why: str) -> None:
    warnings.warn(f"the family {entry.name} ({entry.value}) is passed by: {why}", RuntimeWarning, stacklevel=2)


def gathered(first: Iterable[Family], others: Iterable[Family]) -> Mapping[str, Family]:
    """Families by name. Of two with the same name the first stays, and the other is told."""
    found = {family.name: family for family in first}
    for family in others:
        if found.setdefault(family.name, family) is not family:
            warnings.warn(f"there is a family {family.name} already: {family.game} is passed by", stacklevel=2)
    return found


@cache
def families() -> Mapping[str, Family]:
    """All families, by name, those of the house first.

    Found when first asked for: the package of a family may be half imported when paiju is.
    """
    return gathered(house(), guests(sorted(entry_points(group=GROUP), key=lambda entry: entry.name)))


def family_of(name: str) -> Family:
    """The family of a ruleset id (``doudizhu/qq``) or family name. Raises UnknownName."""
    head = name.partition("/")[0]
    if head not in families():
        raise UnknownName("unknown_family", name=head, known=", ".join(families()))
    return families()[head]


@cache
def _texts(family: str) -> dict[str, str]:
    return _texts_of(families()[family])


def _texts_of(family: Family) -> dict[str, str]:
    return {
        entry.name.removesuffix(".toml"): entry.read_text("utf-8")
        for entry in sorted(family.folder("rulesets").iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


def _read_all(family: Family) -> list[Ruleset]:
    """Every ruleset of a family that is not registered yet. Raises PaijuError, OSError."""
    texts = _texts_of(family)
    return [parse_ruleset(text, family.game.rules_type, texts.__getitem__) for text in texts.values()]


def rulesets() -> tuple[str, ...]:
    """The ids of all rulesets that come with the families."""
    return tuple(f"{family}/{name}" for family in families() for name in _texts(family))


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
