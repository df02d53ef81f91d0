"""Finds rulesets, games and stake rooms (``RulesetRegistry``).

The registry has those of the package and those of the operator.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paiju.core.errors import RulesetError, UnknownName
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, RulesetEntry
from paiju.core.stake_rooms import StakeRoom, parse_room
from paiju.games import registry
from paiju.server.adapters.operator_files import read_operator_file, with_file_in_errors
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_setup import stake_room_settings
from paiju.server.errors import CannotServe


def read_rulesets(folder: Path) -> tuple[RulesetEntry, ...]:
    """Return the rulesets in a folder's TOML files. Raises CannotServe, and RulesetError with the file and the mistake."""
    if not folder.is_dir():
        raise CannotServe("no_folder", path=folder)
    found: dict[str, RulesetEntry] = {}
    for path in sorted(folder.glob("*.toml")):
        with with_file_in_errors(path):
            offer = registry.read_ruleset_entry(read_operator_file(path))
            if offer.ruleset.id in (*registry.rulesets(), *found):
                raise RulesetError("name_taken", name=offer.ruleset.id)
        found[offer.ruleset.id] = offer
    return tuple(found.values())


def read_stake_rooms(folder: Path, library: RulesetRegistry) -> tuple[StakeRoom, ...]:
    """Return the stake rooms in a folder's TOML files.

    Raises CannotServe. If a file contains a mistake, raises RulesetError, which names the file and the mistake.
    """
    if not folder.is_dir():
        raise CannotServe("no_folder", path=folder)
    found: dict[str, StakeRoom] = {}
    taken = {room.id for room in library.stake_rooms()}
    for path in sorted(folder.glob("*.toml")):
        with with_file_in_errors(path):
            room = parse_room(read_operator_file(path))
            library.ruleset(room.ruleset_id)
            stake_room_settings(room)
            if room.id in taken or room.id in found:
                raise RulesetError("name_taken", name=room.id)
        found[room.id] = room
    return tuple(found.values())


def _display_order(offer: RulesetEntry) -> tuple[int, int, str]:
    return list(registry.families()).index(offer.ruleset.family), offer.place, offer.ruleset.name


def _stake_room_order(room: StakeRoom) -> tuple[int, int, str]:
    return list(registry.families()).index(room.family), room.place, room.name


class StandardRegistry:
    """Finds the rulesets and stake rooms of ``paiju.games.registry``, and those of the operator (``own``, ``rooms``).

    The game of each ruleset is created once and kept, because creating it means compiling tables from the rules.
    """

    def __init__(self, own: Iterable[RulesetEntry] = (), rooms: Iterable[StakeRoom] = ()) -> None:
        shipped = map(registry.ruleset_entry, registry.rulesets())
        self._rooms = {room.id: room for room in sorted((*registry.rooms(), *rooms), key=_stake_room_order)}
        self._offers = {offer.ruleset.id: offer for offer in sorted((*shipped, *own), key=_display_order)}
        self._games: dict[tuple[str, str], AnyGame] = {}

    def list_entries(self) -> tuple[RulesetEntry, ...]:
        return tuple(self._offers.values())

    def ruleset(self, name: str) -> Ruleset:
        if name not in self._offers:
            raise UnknownName("unknown_ruleset", name=name, known=", ".join(self._offers))
        return self._offers[name].ruleset

    def stake_rooms(self) -> tuple[StakeRoom, ...]:
        return tuple(self._rooms.values())

    def stake_room(self, name: str) -> StakeRoom:
        if name not in self._rooms:
            raise UnknownName("unknown_room", name=name, known=", ".join(self._rooms))
        return self._rooms[name]

    def family(self, name: str) -> Family:
        return registry.family_of(name)

    def game(self, rules: Ruleset) -> AnyGame:
        key = (rules.family, rules.digest)
        if key not in self._games:
            if len(self._games) >= 1000:  # hosts may change options in any number of ways
                self._games.clear()
            self._games[key] = registry.game_of(rules)
        return self._games[key]

    def is_released(self, rules: Ruleset) -> bool:
        return registry.is_released(rules)
