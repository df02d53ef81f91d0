"""The tables of the database, and how a file of an earlier version gets them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from paiju.server.adapters.sqlite.lock_file import locked, opening_errors, schema_version
from paiju.server.adapters.sqlite.writer import connect
from paiju.server.errors import CannotServe

MIGRATIONS: Final = (
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
    CREATE TABLE entries (
        table_id TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, command TEXT,
        facts BLOB NOT NULL, PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX entries_command ON entries (table_id, actor, command) WHERE command IS NOT NULL;
    CREATE TABLE tables (
        table_id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, phase TEXT NOT NULL, private INTEGER NOT NULL,
        open_seats INTEGER NOT NULL, due INTEGER, updated INTEGER NOT NULL, info BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE INDEX tables_playing ON tables (phase) WHERE phase = 'playing';
    CREATE INDEX tables_public ON tables (updated) WHERE private = 0 AND phase <> 'closed';
    CREATE TABLE seated (
        player_id TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (player_id, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX seated_table ON seated (table_id);
    CREATE TABLE hands (
        hand_id TEXT PRIMARY KEY, table_id TEXT NOT NULL, ended INTEGER NOT NULL, info BLOB NOT NULL, record BLOB NOT NULL
    );
    CREATE INDEX hands_table ON hands (table_id, ended);
    CREATE TABLE played (
        player_id TEXT NOT NULL, ended INTEGER NOT NULL, hand_id TEXT NOT NULL, PRIMARY KEY (player_id, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE TABLE players (player_id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE keys (
        digest TEXT PRIMARY KEY, player_id TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX keys_player ON keys (player_id, kind);
    """,
    """
    CREATE TABLE accounts (
        player_id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, secret TEXT NOT NULL,
        created INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE keys ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE keys SET seen = created;
    CREATE INDEX keys_seen ON keys (seen) WHERE kind = 'session';
    """,
    """
    ALTER TABLE entries ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE tables ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE hands ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
    """,
    """
    CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY, version INTEGER NOT NULL, build TEXT NOT NULL, state BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE acts (
        number INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, act TEXT NOT NULL, subject TEXT NOT NULL,
        detail TEXT NOT NULL, why TEXT NOT NULL
    );
    CREATE INDEX acts_subject ON acts (subject);
    """,
    """
    ALTER TABLE players ADD COLUMN folded TEXT;
    CREATE UNIQUE INDEX players_folded ON players (folded);
    """,
    """
    CREATE TABLE purses (player_id TEXT PRIMARY KEY, coins INTEGER NOT NULL CHECK (coins >= 0)) WITHOUT ROWID;
    CREATE TABLE at_stake (player_id TEXT PRIMARY KEY, hand_id TEXT NOT NULL, coins INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX at_stake_hand ON at_stake (hand_id);
    CREATE TABLE bookings (
        cause TEXT NOT NULL, account TEXT NOT NULL, amount INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (cause, account)
    ) WITHOUT ROWID;
    CREATE INDEX bookings_account ON bookings (account, at);
    """,
    """
    ALTER TABLE hands ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX hands_unjudged ON hands (ended, hand_id) WHERE judged = 0;
    ALTER TABLE played ADD COLUMN ruleset TEXT NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN ladder TEXT NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN multiplier INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE played ADD COLUMN role TEXT NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN side INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN won INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN points INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN coins INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN feats TEXT NOT NULL DEFAULT '';
    CREATE INDEX played_ladder ON played (player_id, ladder, points) WHERE ladder <> '';
    CREATE TABLE hidden (player_id TEXT NOT NULL, what TEXT NOT NULL, PRIMARY KEY (player_id, what)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE ties (
        player_id TEXT NOT NULL, other_id TEXT NOT NULL, bond TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (player_id, other_id)
    ) WITHOUT ROWID;
    CREATE INDEX ties_other ON ties (other_id);
    CREATE TABLE invitations (
        player_id TEXT NOT NULL, sender_id TEXT NOT NULL, table_id TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (player_id, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX invitations_at ON invitations (at);
    """,
    """
    CREATE TABLE contests (
        ruleset TEXT NOT NULL, ended INTEGER NOT NULL, hand_id TEXT NOT NULL, verdict BLOB NOT NULL,
        rated INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (ruleset, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE INDEX contests_unrated ON contests (ended, hand_id) WHERE rated = 0;
    CREATE INDEX contests_rated ON contests (ruleset, ended, hand_id) WHERE rated = 1;
    CREATE TABLE standings (
        ruleset TEXT NOT NULL, player_id TEXT NOT NULL, ended INTEGER NOT NULL, hand_id TEXT NOT NULL, mu REAL NOT NULL,
        sigma REAL NOT NULL, hands INTEGER NOT NULL, points INTEGER NOT NULL, last INTEGER NOT NULL,
        PRIMARY KEY (ruleset, player_id, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX standings_last ON standings (ruleset, player_id) WHERE last = 1;
    CREATE INDEX standings_first ON standings (ruleset, mu) WHERE last = 1;
    CREATE INDEX standings_player ON standings (player_id) WHERE last = 1;
    CREATE INDEX played_people ON played (ruleset, ended, player_id, ladder, points, coins) WHERE people = 1;
    UPDATE hands SET judged = 0;
    """,
    "ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;",
    """
    ALTER TABLE standings ADD COLUMN climbs INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE standings ADD COLUMN coins INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE standings ADD COLUMN coined INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX standings_points ON standings (ruleset, points) WHERE last = 1 AND climbs > 0;
    CREATE INDEX standings_coins ON standings (ruleset, coins) WHERE last = 1 AND coined > 0;
    DROP INDEX played_people;
    CREATE INDEX played_contests ON played (ruleset, ended, people, won, player_id, ladder, points, coins)
        WHERE people = 1 AND won <> 0;
    UPDATE hands SET judged = 0;
    DELETE FROM contests;
    DELETE FROM standings;
    """,
    """
    ALTER TABLE hands ADD COLUMN public_id TEXT NOT NULL DEFAULT '';
    ALTER TABLE hands ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
    UPDATE hands SET public_id = lower(hex(randomblob(16)));
    CREATE UNIQUE INDEX hands_public ON hands (public_id);
    """,
)
"""Each is applied once, in order; ``user_version`` counts them."""


def migrate(path: Path) -> int:
    """Make the file, or bring it up to date, while no server has it; how many steps that took. Raises CannotServe."""
    with opening_errors(path):
        done = schema_version(path, len(MIGRATIONS))
        if done == len(MIGRATIONS):
            return 0
        with locked(path, "paiju"):
            return _run_migrations(path)


def check_known_version(path: Path) -> None:
    """See that the file is a room of this version or an earlier one. Raises CannotServe."""
    if schema_version(path, len(MIGRATIONS)) == 0:
        raise CannotServe("database_foreign", path=path)


@contextmanager
def serving_file(path: Path, address: str) -> Iterator[bool]:
    """The file for one server alone, up to date, and written to once to see that it can be. Raises CannotServe.

    Tells whether it is new.
    """
    with ExitStack() as stack:
        with opening_errors(path):
            new = schema_version(path, len(MIGRATIONS)) == 0
            stack.enter_context(locked(path, address))
            _run_migrations(path)
            _check_writable(path)
        yield new


def _run_migrations(path: Path) -> int:
    with closing(connect(path)) as db:
        (done,) = db.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(MIGRATIONS[done:], done + 1):
            db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    return len(MIGRATIONS[done:])


def _check_writable(path: Path) -> None:
    """Read and write a little of what a room will."""
    with closing(connect(path)) as db:
        db.execute("SELECT count(*) FROM tables WHERE due IS NOT NULL").fetchone()
        sql = "INSERT INTO meta VALUES ('served', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1"
        db.execute(sql)
