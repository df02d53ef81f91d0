"""Snapshots: a table before its last hand, so that it can be loaded without reading its whole log.

A snapshot can be recomputed from the log. One from another build or an unreadable one is ignored.
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
from paiju.server.domain.table import Table

Answers = Mapping[tuple[str, str], int]
"""The last commands of a table by actor and id, with the editions of their answers."""

_KINDS: Final = {
    name: kind
    for name, kind in get_type_hints(Table).items()
    if name not in ("id", "version", "game", "hand", "released")
}
"""The stored parts of a table. The rest is recomputed; the log has every entry of the last hand."""

_Kept: Final[Any] = defstruct("_Kept", list({**_KINDS, "match": Raw, "answers": list[tuple[str, str, int]]}.items()))


class ReplayStart(NamedTuple):
    """The starting point for reading a table's log."""

    table: Table | None = None
    answers: Answers = MappingProxyType({})

    @property
    def version(self) -> int:
        """Version of the last entry that the snapshot includes."""
        return 0 if self.table is None else self.table.version


EMPTY_START: Final = ReplayStart()


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


def replay_start(library: RulesetRegistry, snapshot: Snapshot | None) -> ReplayStart:
    """Return the starting point in a snapshot; the beginning of the log if another build made it or it is unreadable."""
    try:
        return EMPTY_START if snapshot is None else _decode_snapshot(library, snapshot)
    except Exception:  # noqa: BLE001 (whatever is wrong with it, the log has it all)
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
    """Return a hash of paiju's version and the schema of snapshots."""
    schema = (version("paiju"), inspect.multi_type_info([_Kept, match]))
    return hashlib.sha256(repr(schema).encode()).hexdigest()[:16]
