"""A table as it stood before its last hand began: from there it is opened, and not from the beginning of its log.

A snapshot follows from the log. One that another build of paiju has made, or that cannot be read, is passed by.
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
"""The last commands of a table, by actor and id, and the editions that they were answered with."""

_KINDS: Final = {
    name: kind for name, kind in get_type_hints(Table).items() if name not in ("id", "version", "game", "hand")
}
"""What is kept of a table. The rest follows, but for the last hand, of which the log has every entry."""

_Kept: Final[Any] = defstruct("_Kept", list({**_KINDS, "match": Raw, "answers": list[tuple[str, str, int]]}.items()))


class ReplayStart(NamedTuple):
    """Where a table's log is folded from."""

    table: Table | None = None
    answers: Answers = MappingProxyType({})

    @property
    def version(self) -> int:
        """The entries up to this one are in it."""
        return 0 if self.table is None else self.table.version


EMPTY_START: Final = ReplayStart()


def make_snapshot(table: Table, answers: Answers) -> Snapshot:
    """A table between two hands."""
    kept = {name: getattr(table, name) for name in _KINDS}
    told = [(*command, edition) for command, edition in answers.items()]
    return Snapshot(
        table=table.id,
        version=table.version,
        build=_schema_hash(table.game.match_type),
        state=to_json({**kept, "answers": told}),
    )


def replay_start(library: RulesetRegistry, snapshot: Snapshot | None) -> ReplayStart:
    """What was kept; the beginning of the log, if it was not by this build or is rotten."""
    try:
        return EMPTY_START if snapshot is None else _read(library, snapshot)
    except Exception:  # noqa: BLE001 (whatever is wrong with it, the log has it all)
        return EMPTY_START


def _read(library: RulesetRegistry, snapshot: Snapshot) -> ReplayStart:
    kept = from_json(snapshot.state, _Kept)
    setup = replace(kept.setup, ruleset=deserialize_ruleset(library, kept.setup.ruleset))
    game = library.game(setup.ruleset)
    if snapshot.build != _schema_hash(game.match_type):
        return EMPTY_START
    match = from_json(bytes(kept.match), game.match_type)
    fields = {name: value for name, value in asdict(kept).items() if name in _KINDS} | {"setup": setup, "match": match}
    table = Table(id=snapshot.table, version=snapshot.version, game=game, hand=None, **fields)
    return ReplayStart(table, {(actor, command): edition for actor, command, edition in kept.answers})


@lru_cache
def _schema_hash(match: Any) -> str:
    """Says by which paiju a snapshot was made: the release, and between two the shape of what is kept."""
    told = (version("paiju"), inspect.multi_type_info([_Kept, match]))
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]
