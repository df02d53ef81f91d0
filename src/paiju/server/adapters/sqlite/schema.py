"""The tables of the database, and how a file of an earlier version gets them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from paiju.server.adapters.sqlite.writer import connect

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
)
"""Each is applied once, in order; ``user_version`` counts them."""


def migrate(path: Path) -> int:
    """Make the file, or bring it up to date; how many steps that took."""
    path.parent.mkdir(parents=True, exist_ok=True)
    db = connect(path)
    try:
        (done,) = db.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(MIGRATIONS[done:], done + 1):
            db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    finally:
        db.close()
    return len(MIGRATIONS[done:])
