"""Finds families of games and their rulesets by name.

A built-in family is a folder of this package with a module ``family``, which defines ``FAMILY``. Another package can provide a
family as an entry point of the group ``paiju.families``. New families are found automatically.
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any, Final, Literal

from msgspec.structs import asdict, replace

from paiju import games
from paiju.core.errors import PaijuError, RulesetError, UnknownName
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, RulesetEntry, RulesetFile, parse_ruleset_entry, parse_ruleset_file
from paiju.core.stake_rooms import StakeRoom, parse_room

GROUP: Final = "paiju.families"


def built_in_families() -> tuple[Family, ...]:
    """Return the built-in families in display order."""
    folders = (found.name for found in iter_modules(games.__path__) if found.ispkg)
    found = [import_module(f"{games.__name__}.{name}.family").FAMILY for name in folders]
    return tuple(sorted(found, key=lambda family: (family.place, family.name)))


def plugin_families(entries: Iterable[EntryPoint]) -> Iterator[Family]:
    """Yield the families that other packages provide. Invalid ones are skipped with a warning."""
    for entry in entries:
        try:
            family = entry.load()
            sound = isinstance(family, Family) and family.name == entry.name and bool(_load_validated_rulesets(family))
        except Exception as error:  # noqa: BLE001 - somebody else's code: it may fail in any way
            _warn_of_skipped_plugin(entry, f"{type(error).__name__}: {error}")
            continue
        if sound:
            yield family
        else:
            _warn_of_skipped_plugin(entry, "it is no Family of this name, or has no rulesets")


def _warn_of_skipped_plugin(entry: EntryPoint, why: str) -> None:
    warnings.warn(f"the family {entry.name} ({entry.value}) is passed by: {why}", RuntimeWarning, stacklevel=2)


def merge_families(first: Iterable[Family], others: Iterable[Family]) -> Mapping[str, Family]:
    """Return families by name. If two families have the same name, the first one is kept.

    A warning then names the family that is left out.
    """
    found = {family.name: family for family in first}
    for family in others:
        if found.setdefault(family.name, family) is not family:
            warnings.warn(f"there is a family {family.name} already: {family.game} is passed by", stacklevel=2)
    return found


@cache
def families() -> Mapping[str, Family]:
    """Return all families by name, built-in ones first.

    The families are found at the first call, not when this module is imported. The reason is that the package of
    a plugin may import ``paiju`` itself.
    """
    return merge_families(
        built_in_families(), plugin_families(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))
    )


def family_of(name: str) -> Family:
    """Return the family with this name, or the family of the ruleset with this id (``doudizhu/qq``). Raises UnknownName."""
    head = name.partition("/")[0]
    if head not in families():
        raise UnknownName("unknown_family", name=head, known=", ".join(families()))
    return families()[head]


@cache
def family_of_game(game_type: type[AnyGame]) -> Family | None:
    """Return the family whose games have this class; None if there is none."""
    return next((family for family in families().values() if family.game is game_type), None)


@cache
def _cached_ruleset_toml_texts(family: str) -> dict[str, str]:
    return _ruleset_toml_texts(families()[family])


def _ruleset_toml_texts(family: Family) -> dict[str, str]:
    texts = _toml_texts(family, "rulesets")
    return {
        file.name: text
        for file, text in sorted(((parse_ruleset_file(text), text) for text in texts), key=_ruleset_order)
    }


def _toml_texts(family: Family, folder: str) -> list[str]:
    """Return the contents of the TOML files in a folder of a family."""
    entries = family.data_path(folder).iterdir()
    return [entry.read_text("utf-8") for entry in entries if entry.name.endswith(".toml")]


def _ruleset_order(entry: tuple[RulesetFile, str]) -> tuple[int, str]:
    return entry[0].place, entry[0].name


def _load_validated_rulesets(family: Family) -> list[RulesetEntry]:
    """Return all rulesets of a family, and check that its rulesets and stake rooms are valid.

    ``families`` need not contain the family yet. Raises PaijuError or OSError if a ruleset or a room is invalid.
    """
    texts = _ruleset_toml_texts(family)
    list(_stake_rooms_of_family(family))
    return [_parse_ruleset_entry(family, text, texts.__getitem__) for text in texts.values()]


def _parse_ruleset_entry(family: Family, text: str, parent: Callable[[str], str]) -> RulesetEntry:
    found = parse_ruleset_entry(text, family.game.rules_type, parent)
    seats = family.game(found.ruleset.rules).seats
    if found.players not in (0, seats):
        raise RulesetError("wrong_players", name=found.ruleset.id, players=found.players, seats=seats)
    return replace(found, players=seats)


@cache
def rulesets() -> tuple[str, ...]:
    """Return the ids of all rulesets of all families, in display order."""
    return tuple(f"{family}/{name}" for family in families() for name in _cached_ruleset_toml_texts(family))


def ruleset_id(name: str) -> str:
    """Return the id of a ruleset, given its id or its short name (``qq``).

    A name with a slash is returned unchanged, even if there is no such ruleset. Raises UnknownName if no ruleset,
    or more than one, has the short name.
    """
    if "/" in name:
        return name
    ids = [known for known in rulesets() if known.partition("/")[2] == name]
    if len(ids) == 1:
        return ids[0]
    raise UnknownName("ambiguous_ruleset" if ids else "unknown_ruleset", name=name, known=", ".join(ids or rulesets()))


def most_similar_ruleset(rules: Any, among: Iterable[str]) -> str | None:
    """Return the id of the ruleset in ``among`` that is most similar to ``rules``; None if none can be compared.

    A ruleset can be compared if it has the same family and the same number of players as ``rules``. The most
    similar one has the most parameters whose values are equal to those of ``rules``.
    """
    family = [name for name in among if type(game(name).rules) is type(rules)]
    found = [name for name in family if game(name).seats == type(game(name))(rules).seats]
    return max(found, key=lambda name: _count_equal_parameters(game(name).rules, rules), default=None)


def _count_equal_parameters(rules: Any, others: Any) -> int:
    """Return the number of parameters with equal values."""
    return sum(value == getattr(others, name) for name, value in asdict(rules).items())


def _ruleset_text(name: str) -> str:
    texts = _cached_ruleset_toml_texts(family_of(name).name)
    short = name.partition("/")[2]
    if short not in texts:
        raise UnknownName("unknown_ruleset", name=name, known=", ".join(rulesets()))
    return texts[short]


def read_ruleset_entry(text: str) -> RulesetEntry:
    """Return the ruleset that the text of a TOML file defines, with its descriptive fields.

    The ruleset may extend a built-in ruleset. Raises RulesetError, UnknownName.
    """
    family = family_of(parse_ruleset_file(text).family)
    return _parse_ruleset_entry(family, text, lambda name: _ruleset_text(f"{family.name}/{name}"))


def read_ruleset(text: str) -> Ruleset:
    """Return the ruleset that the text of a TOML file defines. Raises RulesetError, UnknownName."""
    return read_ruleset_entry(text).ruleset


def ruleset_entry(name: str) -> RulesetEntry:
    """Return the ruleset with this id or short name, with its descriptive fields. Raises UnknownName."""
    return _load_ruleset_entry(ruleset_id(name))


@cache
def _load_ruleset_entry(name: str) -> RulesetEntry:
    return read_ruleset_entry(_ruleset_text(name))


def ruleset(name: str) -> Ruleset:
    """Return the ruleset with this id or short name. Raises UnknownName."""
    return ruleset_entry(name).ruleset


def find_family_part(
    name: str, part: Literal["solver", "puzzles"], refuse: Callable[..., PaijuError]
) -> tuple[Ruleset, str]:
    """Return a ruleset, and the import path of its family's solver or puzzles (for ``load_object``).

    Raises UnknownName if there is no such ruleset. If the family has no such part, raises the error that
    ``refuse(rules=…, known=…)`` returns: ``rules`` is the id of the ruleset, and ``known`` names the families
    that have the part.
    """
    found = ruleset(name)
    place: str = getattr(family_of(found.family), part)
    if not place:
        raise refuse(
            rules=found.id, known=", ".join(one for one, family in families().items() if getattr(family, part))
        )
    return found, place


@cache
def released_digests(family: str) -> Mapping[str, tuple[str, ...]]:
    """Return the digests of all released versions of a family's rulesets, by short name (``Ruleset.release_digest``).

    They are in the file ``released.toml`` in the family's folder. A family without this file has released none.
    """
    file = family_of(family).data_path("released.toml")
    found: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return {name: tuple(digests) for name, digests in found.items()}


def is_released(rules: Ruleset) -> bool:
    """Whether these rules equal those of a released version of the ruleset with the same name."""
    return rules.release_digest in released_digests(rules.family).get(rules.name, ())


@cache
def rooms() -> tuple[StakeRoom, ...]:
    """Return the stake rooms of all families, in display order."""
    return tuple(
        room
        for family in families().values()
        for room in sorted(_stake_rooms_of_family(family), key=_stake_room_sort_key)
    )


def _stake_rooms_of_family(family: Family) -> Iterable[StakeRoom]:
    """Return the stake rooms of one family, in no particular order."""
    return map(parse_room, _toml_texts(family, "rooms") if family.data_path("rooms").is_dir() else ())


def _stake_room_sort_key(room: StakeRoom) -> tuple[int, str]:
    return room.place, room.name


def game_of(rules: Ruleset) -> AnyGame:
    """Return the game of a ruleset."""
    return family_of(rules.family).game(rules.rules)


def game(name: str) -> AnyGame:
    """Return the game of the ruleset with this id or short name. Raises UnknownName."""
    return _game_of_ruleset(ruleset_id(name))


@cache
def _game_of_ruleset(name: str) -> AnyGame:
    return game_of(ruleset(name))
