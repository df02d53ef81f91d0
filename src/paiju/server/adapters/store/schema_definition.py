"""The database tables, the same in SQLite and PostgreSQL.

A test compares these definitions with the schema that the ``migrations`` create.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct

S = TypeVar("S", bound=Struct)


class TableDefinition(NamedTuple):
    """A database table: its name, and the PostgreSQL type of each column, with a ``?`` if the column may be NULL.

    If a struct of ``app.store`` corresponds to a row, the columns are in the order of the struct's fields. Then
    ``astuple`` converts a struct to a row, and ``struct_from_row`` a row to a struct.
    """

    name: str
    types: dict[str, str]

    @property
    def column_list(self) -> str:
        """The column names, separated by commas."""
        return ", ".join(self.types)

    @property
    def select_sql(self) -> str:
        """A SELECT of all columns, without a condition."""
        return f"SELECT {self.column_list} FROM {self.name}"

    @property
    def parameters_sql(self) -> str:
        """The parameters ``$1`` … with the types of the columns, in their order."""
        return ", ".join(f"${number}::{kind.rstrip('?')}" for number, kind in enumerate(self.types.values(), 1))

    @property
    def insert_sql(self) -> str:
        """An INSERT of one row, with the parameters ``$1`` … in the order of the columns."""
        return f"INSERT INTO {self.name} ({self.column_list}) VALUES ({self.parameters_sql})"

    def upsert_sql(self, *key: str) -> str:
        """Return an INSERT of one row that replaces a row with the same ``key`` columns."""
        changes = ", ".join(f"{name} = excluded.{name}" for name in self.types if name not in key)
        return f"{self.insert_sql} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def struct_from_row(kind: type[S], row: Sequence[Any]) -> S:
    """Return a struct of type ``kind`` from a row that has the struct's fields as columns, in the same order."""
    return kind(**dict(zip(kind.__struct_fields__, row, strict=True)))


def publicly_listed_player_condition(part: str) -> str:
    """Return an SQL condition for players whom lists may show.

    Lists may show players who have a name and do not hide ``part`` of the profile. The condition is on a row with
    the alias ``one``, which has the player's id. ``part`` is a parameter or a literal.
    """
    hides = f"SELECT 1 FROM hidden WHERE hidden.player_id = one.player_id AND what = {part}"
    return f"name <> '' AND NOT EXISTS ({hides})"


def _define_table(name: str, columns: str) -> TableDefinition:
    return TableDefinition(name, dict(one.split(" ", 1) for one in columns.split(", ")))


PLAYERS: Final = _define_table("players", "player_id text, name text, created bigint, bot smallint, folded text?")
KEYS: Final = _define_table("keys", "digest text, player_id text, kind text, label text, created bigint, seen bigint")
ACCOUNTS: Final = _define_table("accounts", "player_id text, name text, folded text, secret text, created bigint")
ENTRIES: Final = _define_table(
    "entries", "table_id text, version integer, at bigint, actor text, command text?, format integer, facts bytea"
)
SNAPSHOTS: Final = _define_table("snapshots", "table_id text, version integer, build text, state bytea")
SUMMARIES: Final = _define_table(
    "tables",
    "table_id text, ruleset text, phase text, private boolean, open_seats integer, due bigint?, updated bigint, "
    "format integer, info bytea",
)
SEATED: Final = _define_table("seated", "player_id text, table_id text")
HANDS: Final = _define_table(
    "hands",
    "hand_id text, public_id text, withdrawn bigint, table_id text, ended bigint, format integer, info bytea, "
    "record bytea, judged smallint",
)
REVIEWS: Final = _define_table("reviews", "hand_id text, is_open smallint, versions text, at bigint, review bytea")
PLAYED: Final = _define_table(
    "played",
    "player_id text, ended bigint, hand_id text, ruleset text, people smallint, ladder text, multiplier bigint, "
    "role text, side smallint, won smallint, points bigint, coins bigint, gone smallint, feats text, "
    "uncounted text, weight smallint",
)
RESULT: Final = (*PLAYED.types,)[3:]
"""The columns of a player's result in a hand, which are filled when the hand is evaluated."""
HIDDEN: Final = _define_table("hidden", "player_id text, what text")
CONTESTS: Final = _define_table("contests", "ruleset text, ended bigint, hand_id text, verdict bytea, rated smallint")
STANDINGS: Final = _define_table(
    "standings",
    "ruleset text, player_id text, ended bigint, hand_id text, mu double precision, sigma double precision, "
    "hands integer, points bigint, climbs integer, coins bigint, coined integer, opponents integer, "
    "last smallint",
)
PAIRINGS: Final = _define_table(
    "pairings",
    "player_id text, other_id text, ended bigint, hand_id text, pool text, weight smallint, first smallint",
)
SEASONS: Final = _define_table("seasons", "season text, began bigint, ended bigint, counted smallint")
SEASON_RESULTS: Final = _define_table(
    "season_results",
    "season text, pool text, player_id text, mu double precision, sigma double precision, hands integer, points bigint, "
    "climbs integer, coins bigint, coined integer, opponents integer",
)
SEASON_POINTS: Final = _define_table(
    "season_points", "season text, ladder text, player_id text, points_before bigint?, points_after bigint"
)
PLAYER_NETWORKS: Final = _define_table("player_networks", "day bigint, network text, player_id text")
DAILY_SETS: Final = _define_table("daily_sets", "day text, family text, opens bigint, closes bigint, content bytea")
DAILY_RESULTS: Final = _define_table(
    "daily_results",
    "day text, family text, deal smallint, player_id text, house smallint, table_id text, began bigint, ended bigint, "
    "points bigint, won smallint, role text, bid text, first_play text, hand_id text, public_id text, "
    "sealed smallint, format integer, info bytea, record bytea, ranked smallint, played_by text",
)
"""The results of daily deals.

``ranked`` is 1 if the result counts in the ranking, 0 if it does not, and -1 if that is not decided yet
(``store.daily.UNSETTLED``).
"""
PURSES: Final = _define_table("purses", "player_id text, coins bigint")
AT_STAKE: Final = _define_table("at_stake", "player_id text, hand_id text, coins bigint")
BOOKINGS: Final = _define_table("bookings", "cause text, account text, amount bigint, at bigint")
TIES: Final = _define_table("ties", "player_id text, other_id text, bond text, at bigint")
INVITATIONS: Final = _define_table("invitations", "player_id text, sender_id text, table_id text, at bigint")
ACTS: Final = _define_table(
    "acts", "number bigint, at bigint, actor text, act text, subject text, detail text, why text"
)
PUZZLES: Final = _define_table(
    "puzzles", "puzzle_id text, family text, at bigint, hand_id text, is_private smallint, puzzle bytea"
)
PUZZLE_TRIES: Final = _define_table(
    "puzzle_tries",
    "player_id text, puzzle_id text, family text, try_id text, at bigint, day text, result text, first_action text, "
    "ms bigint, solved smallint, rating_before double precision, rating_after double precision",
)
PUZZLE_RATINGS: Final = _define_table(
    "puzzle_ratings",
    "subject text, family text, rating double precision, deviation double precision, volatility double precision, "
    "tries integer, solved integer, at bigint",
)
META: Final = _define_table("meta", "name text, value bigint")

TABLES: Final = (
    PLAYERS, KEYS, ACCOUNTS, ENTRIES, SNAPSHOTS, SUMMARIES, SEATED, HANDS, REVIEWS, PLAYED, HIDDEN, CONTESTS, STANDINGS,
    PAIRINGS, SEASONS, SEASON_RESULTS, SEASON_POINTS, PLAYER_NETWORKS, DAILY_SETS, DAILY_RESULTS, PURSES, AT_STAKE, BOOKINGS,
    TIES, INVITATIONS, ACTS, PUZZLES, PUZZLE_TRIES, PUZZLE_RATINGS, META,
)  # fmt: skip
"""All tables that a backup or a copy of a room contains."""
