"""The hot path: one statement writes the log entries of many tables, and the rows that belong to them.

Most groups consist of moves, which add nothing but their entries. They have a shorter statement, which takes half the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from msgspec.structs import astuple

from paiju.server.adapters.store.append import ADDED, added_rows
from paiju.server.adapters.store.coins import settled_hand_id
from paiju.server.adapters.store.tables import AT_STAKE, ENTRIES, SNAPSHOTS, SUMMARIES
from paiju.server.app.store import Append

_GIVEN: Final[dict[str, Mapping[str, str]]] = {
    "given": {
        **{"entry_format" if name == "format" else name: kind for name, kind in ENTRIES.types.items()},
        **{name: kind for name, kind in SUMMARIES.types.items() if name not in ("table_id", "updated")},
    },
    "sitting": {"table_id": "text", "player_id": "text"},
    "kept": SNAPSHOTS.types,
    "stake": {"log": "text", **AT_STAKE.types},
    "settled": {"log": "text", "hand_id": "text"},
    **{f"new_{table.name}": {"log": "text", **table.types} for table in ADDED},
}
"""Parameters of the statement, by relation; each name is a column of values. A row belongs to the entry of the table ``log``."""

_MOVES: Final = {**ENTRIES.types, "due": SUMMARIES.types["due"]}
"""Parameters of the statement for moves."""


def _relation(name: str, types: Mapping[str, str], numbers: Iterator[int]) -> str:
    """The SQL of a relation whose columns are parameters, one array each."""
    arrays = ", ".join(f"${next(numbers)}::{kind.rstrip('?')}[]" for kind in types.values())
    return f"unnest({arrays}) AS {name} ({', '.join(types)})"


_numbers = count(1)
_ROWS: Final = {name: _relation(name, types, _numbers) for name, types in _GIVEN.items()}
_ADD: Final = ", ".join(
    f"""add_{table.name} AS (
    INSERT INTO {table.name} ({table.columns}) SELECT {", ".join(f"new_{table.name}.{name}" for name in table.types)}
    FROM {_ROWS[f"new_{table.name}"]} JOIN written ON written.table_id = log
)"""  # noqa: S608 (constants)
    for table in ADDED
)


def _written(columns: str) -> str:
    """The insert of the entries that continue their logs."""
    return f"""written AS (
    INSERT INTO entries ({ENTRIES.columns}) SELECT {columns} FROM given
    WHERE version = 1 + coalesce((SELECT max(version) FROM entries WHERE entries.table_id = given.table_id), 0)
    ORDER BY table_id  -- writers of the same tables lock them in one order, so none deadlock
    ON CONFLICT DO NOTHING RETURNING table_id, version
)"""  # noqa: S608 (constants)


_APPEND: Final = f"""
WITH given AS (
    SELECT * FROM {_ROWS["given"]}
), {_written(ENTRIES.columns.replace("format", "entry_format"))}, shown AS (
    INSERT INTO tables AS shown (table_id, ruleset, phase, private, open_seats, due, updated, info, format)
    SELECT table_id, ruleset, phase, private, open_seats, due, at, info, format FROM given JOIN written USING (table_id)
    ON CONFLICT (table_id) DO UPDATE SET ruleset = excluded.ruleset, phase = excluded.phase,
        open_seats = excluded.open_seats, due = excluded.due, info = excluded.info, format = excluded.format,
        updated = CASE WHEN shown.phase = 'playing' AND excluded.phase = 'playing'
            THEN shown.updated ELSE excluded.updated END
), sitting AS (
    SELECT sitting.* FROM {_ROWS["sitting"]} JOIN written USING (table_id)
), sat AS (
    INSERT INTO seated (table_id, player_id) SELECT table_id, player_id FROM sitting ON CONFLICT DO NOTHING
), risen AS (
    DELETE FROM seated USING written WHERE seated.table_id = written.table_id
    AND NOT EXISTS (SELECT FROM sitting WHERE sitting.table_id = seated.table_id AND sitting.player_id = seated.player_id)
), kept AS (
    INSERT INTO snapshots ({SNAPSHOTS.columns}) SELECT kept.* FROM {_ROWS["kept"]} JOIN written USING (table_id)
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, build = excluded.build, state = excluded.state
), staked AS (  -- no amount if the purse holds less, which is refused; so is a second stake of a player
    INSERT INTO at_stake (player_id, hand_id, coins)
    SELECT stake.player_id, stake.hand_id, held.coins FROM {_ROWS["stake"]}
    JOIN written ON written.table_id = log LEFT JOIN LATERAL (
        SELECT stake.coins FROM purses WHERE purses.player_id = stake.player_id AND purses.coins >= stake.coins FOR UPDATE
    ) AS held ON true
), freed AS (
    DELETE FROM at_stake USING {_ROWS["settled"]} JOIN written ON written.table_id = log
    WHERE at_stake.hand_id = settled.hand_id
), paid AS (
    UPDATE purses SET coins = purses.coins + new_bookings.amount FROM {_ROWS["new_bookings"]}
    JOIN written ON written.table_id = log
    WHERE account LIKE 'player:%' AND purses.player_id = substr(account, 8)
), {_ADD}
"""  # noqa: S608 (constants)

_MOVE: Final = f"""
WITH given AS (
    SELECT * FROM {_relation("given", _MOVES, count(1))}
), {_written(ENTRIES.columns)}, shown AS (
    UPDATE tables SET due = given.due FROM given JOIN written USING (table_id) WHERE tables.table_id = given.table_id
)
"""  # noqa: S608 (constants)

_ANSWER: Final = "SELECT table_id, version FROM written"


def _notify(number: int) -> str:
    """Announce every entry, also one that another process has written first.

    The receiver reads the log anyway, and no message number is skipped.
    """
    return f"""{_ANSWER}
UNION ALL SELECT NULL, NULL FROM unnest(${number}::text[]) AS news WHERE pg_notify('paiju', news) IS NULL
"""  # noqa: S608 (constants)


_STATEMENTS: Final = {
    (False, False): _APPEND + _ANSWER,
    (False, True): _APPEND + _notify(next(_numbers)),
    (True, False): _MOVE + _ANSWER,
    (True, True): _MOVE + _notify(len(_MOVES) + 1),
}


def append_statement(group: Sequence[Append], *, notifies: bool) -> tuple[str, list[list[Any]]]:
    """Return the statement that writes a group and returns which entries it wrote, and its parameters.

    It takes at most one entry per table. An entry that loses the compare-and-set writes no row. ``notifies``: the statement
    has one more parameter, the messages that announce the entries.
    """
    moves = all(append.only_due for append in group)
    columns = _transpose([_move_row(append) for append in group], len(_MOVES)) if moves else _to_columns(group)
    return _STATEMENTS[moves, notifies], columns


def _move_row(append: Append) -> tuple[Any, ...]:
    return (*astuple(append.entry), append.summary.due)


def _to_columns(group: Iterable[Append]) -> list[list[Any]]:
    """Return the parameters of ``_APPEND``."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in _GIVEN}
    for append in group:
        _add_rows(rows, append)
    return [column for name, types in _GIVEN.items() for column in _transpose(rows[name], len(types))]


def _add_rows(rows: Mapping[str, list[tuple[Any, ...]]], append: Append) -> None:
    entry, shown, table = append.entry, append.summary, append.entry.table
    rows["given"].append((
        *astuple(entry), shown.ruleset, shown.phase, shown.private, shown.open_seats, shown.due, shown.format, shown.info,
    ))  # fmt: skip
    rows["sitting"].extend((table, player) for player in shown.players)
    for added, new in added_rows(append):
        rows[f"new_{added.name}"].extend((table, *row) for row in new)
    if append.snapshot is not None:
        rows["kept"].append(astuple(append.snapshot))
    rows["stake"].extend((table, *astuple(stake)) for stake in append.stakes)
    if append.settled is not None:
        rows["settled"].append((table, settled_hand_id(append.settled)))


def _transpose(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Return the columns of the rows."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
