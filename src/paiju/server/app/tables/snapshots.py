"""Snapshots: the state of a table before its last hand, so that loading the table need not read its whole log.

A snapshot can be recomputed from the log. A snapshot that another version of paiju made, or that cannot be read, is ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final, NamedTuple, get_type_hints

from msgspec import Raw, defstruct, inspect
from msgspec.structs import asdict, replace

from paiju.core.codec import from_json, to_json
from paiju.server.app.store import Snapshot
from paiju.server.domain.ruleset_registry import RulesetRegistry, deserialize_ruleset
from paiju.server.domain.table_state import Table

Answers = Mapping[tuple[str, str], int]
"""For each of the latest commands at a table, the edition of the table (``Table.edition``) after the command.

The keys are pairs: the id of the actor, and the id of the command.
"""

_KINDS: Final = {
    name: kind
    for name, kind in get_type_hints(Table).items()
    if name not in ("id", "version", "game", "hand", "released")
}
"""The fields of a table that a snapshot stores, with their types.

When a snapshot is read, all other fields are computed from these.
"""

_Kept: Final[Any] = defstruct("_Kept", list({**_KINDS, "match": Raw, "answers": list[tuple[str, str, int]]}.items()))


class ReplayStart(NamedTuple):
    """Where the replay of a table's log starts.

    ``table`` is the state of the table at this point; None if the replay starts at the beginning of the log.
    ``answers`` has the latest commands that were processed before this point. Older commands are not kept.
    """

    table: Table | None = None
    answers: Answers = MappingProxyType({})

    @property
    def last_entry_version(self) -> int:
        """Version of the last entry that the state includes; 0 at the beginning of the log."""
        return 0 if self.table is None else self.table.version


EMPTY_START: Final = ReplayStart()
"""The beginning of the log."""


def make_snapshot(table: Table, answers: Answers) -> Snapshot:
    """Return a snapshot of a table between two hands."""
    kept = {name: getattr(table, name) for name in _KINDS}
    entries = [(*command, edition) for command, edition in answers.items()]
    return Snapshot(
        table=table.id,
        version=table.version,
        build=_schema_hash(table.game.match_type),
        state=to_json({**kept, "answers": entries}),
    )


def read_replay_start(library: RulesetRegistry, snapshot: Snapshot | None) -> ReplayStart:
    """Return the state in a snapshot. If there is no usable snapshot, return the beginning of the log.

    A snapshot is not usable if another version of paiju made it, or if it cannot be read.
    """
    try:
        return EMPTY_START if snapshot is None else _decode_snapshot(library, snapshot)
    except Exception:  # noqa: BLE001 (whatever is wrong with the snapshot, the log has everything)
        return EMPTY_START


def _decode_snapshot(library: RulesetRegistry, snapshot: Snapshot) -> ReplayStart:
    kept = from_json(snapshot.state, _Kept)
    setup = replace(kept.setup, ruleset=deserialize_ruleset(library, kept.setup.ruleset))
    game = library.game(setup.ruleset)
    if snapshot.build != _schema_hash(game.match_type):
        return EMPTY_START
    match = from_json(bytes(kept.match), game.match_type)
    fields = {name: value for name, value in asdict(kept).items() if name in _KINDS} | {"setup": setup, "match": match}
    released = library.is_released(setup.ruleset)
    table = Table(id=snapshot.table, version=snapshot.version, game=game, hand=None, released=released, **fields)
    return ReplayStart(table, {(actor, command): edition for actor, command, edition in kept.answers})


@lru_cache
def _schema_hash(match: Any) -> str:
    """Return a hash of paiju's version and of the schema of snapshots with this type of match."""
    schema = (version("paiju"), inspect.multi_type_info([_Kept, match]))
    return hashlib.sha256(repr(schema).encode()).hexdigest()[:16]
