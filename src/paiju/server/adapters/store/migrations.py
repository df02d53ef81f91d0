"""The migrations of SQLite and PostgreSQL databases, in one list. The first migration creates the first schema.

A new migration goes to the end. ``schema_definition`` describes the schema after all migrations. During a
migration, an older version of paiju may still be serving a room from the same PostgreSQL database. A
migration may therefore add anything, but may remove only what no released version uses.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

Kind = Literal["sqlite", "postgres"]


class Migration(NamedTuple):
    """A migration: SQL statements for both kinds of database, and further statements for one kind only.

    ``sql`` is for both kinds. It is in PostgreSQL's dialect, except that it may contain SQLite's ``WITHOUT ROWID``.
    ``sqlite`` and ``postgres`` are for one kind only, and run after ``sql``. A database skips a migration that has
    no SQL for its kind, and does not count it.
    """

    sql: str = ""
    sqlite: str = ""
    postgres: str = ""


_BASE: Final = """
    CREATE TABLE meta (name text PRIMARY KEY, value bigint NOT NULL);
    CREATE TABLE entries (
        table_id text NOT NULL, version integer NOT NULL, at bigint NOT NULL, actor text NOT NULL, command text,
        facts bytea NOT NULL, PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX entries_command ON entries (table_id, actor, command) WHERE command IS NOT NULL;
    CREATE TABLE tables (
        table_id text PRIMARY KEY, ruleset text NOT NULL, phase text NOT NULL, private boolean NOT NULL,
        open_seats integer NOT NULL, due bigint, updated bigint NOT NULL, info bytea NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE INDEX tables_playing ON tables (phase) WHERE phase = 'playing';
    CREATE INDEX tables_public ON tables (updated) WHERE private = false AND phase <> 'closed';
    CREATE TABLE seated (
        player_id text NOT NULL, table_id text NOT NULL, PRIMARY KEY (player_id, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX seated_table ON seated (table_id);
    CREATE TABLE hands (
        hand_id text PRIMARY KEY, table_id text NOT NULL, ended bigint NOT NULL, info bytea NOT NULL, record bytea NOT NULL
    );
    CREATE INDEX hands_table ON hands (table_id, ended);
    CREATE TABLE played (
        player_id text NOT NULL, ended bigint NOT NULL, hand_id text NOT NULL, PRIMARY KEY (player_id, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE TABLE players (player_id text PRIMARY KEY, name text NOT NULL, created bigint NOT NULL) WITHOUT ROWID;
    CREATE TABLE keys (
        digest text PRIMARY KEY, player_id text NOT NULL, kind text NOT NULL, label text NOT NULL, created bigint NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX keys_player ON keys (player_id, kind);
    """
_ACCOUNTS: Final = """
    CREATE TABLE accounts (
        player_id text PRIMARY KEY, name text NOT NULL, folded text NOT NULL UNIQUE, secret text NOT NULL,
        created bigint NOT NULL
    ) WITHOUT ROWID;
    """
_SEEN: Final = """
    ALTER TABLE keys ADD COLUMN seen bigint NOT NULL DEFAULT 0;
    UPDATE keys SET seen = created;
    CREATE INDEX keys_seen ON keys (seen) WHERE kind = 'session';
    """
_FORMAT: Final = """
    ALTER TABLE entries ADD COLUMN format integer NOT NULL DEFAULT 1;
    ALTER TABLE tables ADD COLUMN format integer NOT NULL DEFAULT 1;
    ALTER TABLE hands ADD COLUMN format integer NOT NULL DEFAULT 1;
    """
_PROCESSES: Final = """
    CREATE TABLE processes (
        process_id text PRIMARY KEY, since timestamptz NOT NULL, seen timestamptz NOT NULL,
        gone boolean NOT NULL DEFAULT false
    );
    CREATE TABLE claims (table_id text PRIMARY KEY, process_id text NOT NULL);
    CREATE INDEX claims_process ON claims (process_id);
    ALTER TABLE keys ALTER COLUMN seen DROP DEFAULT;
    ALTER TABLE entries ALTER COLUMN format DROP DEFAULT;
    ALTER TABLE tables ALTER COLUMN format DROP DEFAULT;
    ALTER TABLE hands ALTER COLUMN format DROP DEFAULT;
    """

MIGRATIONS: Final = (
    Migration(sqlite=_BASE),
    Migration(sqlite=_ACCOUNTS),
    Migration(sqlite=_SEEN),
    Migration(sqlite=_FORMAT),
    Migration(postgres=_BASE + _ACCOUNTS + _SEEN + _FORMAT + _PROCESSES),
    Migration(postgres="CREATE UNLOGGED TABLE rates (name text PRIMARY KEY, full_at timestamptz NOT NULL);"),
    Migration("""
    CREATE TABLE snapshots (
        table_id text PRIMARY KEY, version integer NOT NULL, build text NOT NULL, state bytea NOT NULL
    );
    """),
    Migration("""
    CREATE TABLE acts (
        number bigint PRIMARY KEY, at bigint NOT NULL, actor text NOT NULL, act text NOT NULL, subject text NOT NULL,
        detail text NOT NULL, why text NOT NULL
    );
    CREATE INDEX acts_subject ON acts (subject);
    """),
    Migration(postgres="INSERT INTO meta VALUES ('room', floor(random() * 9e15)::bigint) ON CONFLICT DO NOTHING;"),
    Migration("""
    ALTER TABLE players ADD COLUMN folded text;
    CREATE UNIQUE INDEX players_folded ON players (folded);
    """),
    Migration("""
    CREATE TABLE purses (player_id text PRIMARY KEY, coins bigint NOT NULL CHECK (coins >= 0)) WITHOUT ROWID;
    CREATE TABLE at_stake (player_id text PRIMARY KEY, hand_id text NOT NULL, coins bigint NOT NULL) WITHOUT ROWID;
    CREATE INDEX at_stake_hand ON at_stake (hand_id);
    CREATE TABLE bookings (
        cause text NOT NULL, account text NOT NULL, amount bigint NOT NULL, at bigint NOT NULL, PRIMARY KEY (cause, account)
    ) WITHOUT ROWID;
    CREATE INDEX bookings_account ON bookings (account, at);
    """),
    Migration(
        postgres="""
    CREATE UNLOGGED TABLE seekers (
        player_id text PRIMARY KEY, wish text NOT NULL, since bigint NOT NULL, asked bigint NOT NULL,
        level double precision NOT NULL, later bigint NOT NULL DEFAULT 0, table_id text
    );
    """
    ),
    Migration("""
    ALTER TABLE hands ADD COLUMN judged smallint NOT NULL DEFAULT 0;
    CREATE INDEX hands_unjudged ON hands (ended, hand_id) WHERE judged = 0;
    ALTER TABLE played ADD COLUMN ruleset text NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN people smallint NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN ladder text NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN multiplier bigint NOT NULL DEFAULT 1;
    ALTER TABLE played ADD COLUMN role text NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN side smallint NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN won smallint NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN points bigint NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN coins bigint NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN gone smallint NOT NULL DEFAULT 0;
    ALTER TABLE played ADD COLUMN feats text NOT NULL DEFAULT '';
    CREATE INDEX played_ladder ON played (player_id, ladder) INCLUDE (points) WHERE ladder <> '';
    CREATE TABLE hidden (player_id text NOT NULL, what text NOT NULL, PRIMARY KEY (player_id, what)) WITHOUT ROWID;
    """),
    Migration("""
    CREATE TABLE ties (
        player_id text NOT NULL, other_id text NOT NULL, bond text NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (player_id, other_id)
    ) WITHOUT ROWID;
    CREATE INDEX ties_other ON ties (other_id);
    CREATE TABLE invitations (
        player_id text NOT NULL, sender_id text NOT NULL, table_id text NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (player_id, table_id)
    ) WITHOUT ROWID;
    CREATE INDEX invitations_at ON invitations (at);
    """),
    Migration("""
    CREATE TABLE contests (
        ruleset text NOT NULL, ended bigint NOT NULL, hand_id text NOT NULL, verdict bytea NOT NULL,
        rated smallint NOT NULL DEFAULT 0, PRIMARY KEY (ruleset, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE INDEX contests_unrated ON contests (ended, hand_id) WHERE rated = 0;
    CREATE INDEX contests_rated ON contests (ruleset, ended, hand_id) WHERE rated = 1;
    CREATE TABLE standings (
        ruleset text NOT NULL, player_id text NOT NULL, ended bigint NOT NULL, hand_id text NOT NULL,
        mu double precision NOT NULL, sigma double precision NOT NULL, hands integer NOT NULL, points bigint NOT NULL,
        last smallint NOT NULL, PRIMARY KEY (ruleset, player_id, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX standings_last ON standings (ruleset, player_id) WHERE last = 1;
    CREATE INDEX standings_first ON standings (ruleset, mu) WHERE last = 1;
    CREATE INDEX standings_player ON standings (player_id) WHERE last = 1;
    CREATE INDEX played_people ON played (ruleset, ended, player_id, ladder, points, coins) WHERE people = 1;
    UPDATE hands SET judged = 0;
    """),
    Migration(postgres="ALTER TABLE seekers ADD COLUMN leaves double precision NOT NULL DEFAULT 0;"),
    Migration("ALTER TABLE players ADD COLUMN bot smallint NOT NULL DEFAULT 0;"),
    Migration("""
    ALTER TABLE standings ADD COLUMN climbs integer NOT NULL DEFAULT 0;
    ALTER TABLE standings ADD COLUMN coins bigint NOT NULL DEFAULT 0;
    ALTER TABLE standings ADD COLUMN coined integer NOT NULL DEFAULT 0;
    CREATE INDEX standings_points ON standings (ruleset, points) WHERE last = 1 AND climbs > 0;
    CREATE INDEX standings_coins ON standings (ruleset, coins) WHERE last = 1 AND coined > 0;
    DROP INDEX played_people;
    CREATE INDEX played_contests ON played (ruleset, ended, people, won, player_id, ladder, points, coins)
        WHERE people = 1 AND won <> 0;
    UPDATE hands SET judged = 0;
    DELETE FROM contests;
    DELETE FROM standings;
    """),
    Migration(
        postgres="""
    CREATE TABLE secrets (name text PRIMARY KEY, value bytea NOT NULL);
    ALTER TABLE processes ADD COLUMN signs boolean NOT NULL DEFAULT false;
    """
    ),
    Migration(
        sqlite="""
    ALTER TABLE hands ADD COLUMN public_id text NOT NULL DEFAULT '';
    ALTER TABLE hands ADD COLUMN withdrawn bigint NOT NULL DEFAULT 0;
    UPDATE hands SET public_id = lower(hex(randomblob(16)));
    CREATE UNIQUE INDEX hands_public ON hands (public_id);
    """,
        postgres="""
    ALTER TABLE hands ADD COLUMN public_id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');
    ALTER TABLE hands ADD COLUMN withdrawn bigint NOT NULL DEFAULT 0;
    CREATE UNIQUE INDEX hands_public ON hands (public_id);
    """,
    ),
    Migration("""
    ALTER TABLE played ADD COLUMN uncounted text NOT NULL DEFAULT '';
    ALTER TABLE played ADD COLUMN weight smallint NOT NULL DEFAULT 2;
    DROP INDEX played_ladder;
    CREATE INDEX played_titles ON played (player_id, ladder) INCLUDE (points, weight) WHERE ladder <> '';
    ALTER TABLE standings ADD COLUMN opponents integer NOT NULL DEFAULT 0;
    CREATE TABLE pairings (
        player_id text NOT NULL, other_id text NOT NULL, ended bigint NOT NULL, hand_id text NOT NULL, pool text NOT NULL,
        weight smallint NOT NULL, first smallint NOT NULL, PRIMARY KEY (player_id, other_id, ended, hand_id)
    ) WITHOUT ROWID;
    CREATE INDEX pairings_pool ON pairings (pool, ended, hand_id);
    CREATE INDEX pairings_first ON pairings (pool, player_id, other_id) WHERE first = 1;
    UPDATE hands SET judged = 0;
    DELETE FROM contests;
    DELETE FROM standings;
    """),
    Migration(postgres="ALTER TABLE seekers ADD COLUMN network text NOT NULL DEFAULT '';"),
    Migration("""
    CREATE TABLE reviews (
        hand_id text NOT NULL, is_open smallint NOT NULL, versions text NOT NULL, at bigint NOT NULL, review bytea NOT NULL,
        PRIMARY KEY (hand_id, is_open)
    ) WITHOUT ROWID;
    """),
    Migration("""
    CREATE TABLE seasons (
        season text PRIMARY KEY, began bigint NOT NULL, ended bigint NOT NULL, counted smallint NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE season_results (
        season text NOT NULL, pool text NOT NULL, player_id text NOT NULL, mu double precision NOT NULL,
        sigma double precision NOT NULL, hands integer NOT NULL, points bigint NOT NULL, climbs integer NOT NULL,
        coins bigint NOT NULL, coined integer NOT NULL, opponents integer NOT NULL, PRIMARY KEY (season, pool, player_id)
    ) WITHOUT ROWID;
    CREATE INDEX season_results_player ON season_results (player_id);
    CREATE TABLE season_points (
        season text NOT NULL, ladder text NOT NULL, player_id text NOT NULL, points_before bigint, points_after bigint NOT NULL,
        PRIMARY KEY (season, ladder, player_id)
    ) WITHOUT ROWID;
    CREATE TABLE player_networks (
        day bigint NOT NULL, network text NOT NULL, player_id text NOT NULL, PRIMARY KEY (day, network, player_id)
    ) WITHOUT ROWID;
    CREATE INDEX player_networks_player ON player_networks (player_id, day);
    """),
    Migration("CREATE INDEX played_ended ON played (ended, hand_id, player_id);"),
    Migration("""
    CREATE TABLE puzzles (
        puzzle_id text PRIMARY KEY, family text NOT NULL, at bigint NOT NULL, hand_id text NOT NULL,
        is_private smallint NOT NULL, puzzle bytea NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX puzzles_hand ON puzzles (hand_id);
    CREATE INDEX puzzles_at ON puzzles (at);
    CREATE TABLE puzzle_tries (
        player_id text NOT NULL, puzzle_id text NOT NULL, family text NOT NULL, try_id text NOT NULL, at bigint NOT NULL,
        day text NOT NULL, result text NOT NULL, first_action text NOT NULL, ms bigint NOT NULL, solved smallint NOT NULL,
        rating_before double precision NOT NULL, rating_after double precision NOT NULL, PRIMARY KEY (player_id, puzzle_id)
    ) WITHOUT ROWID;
    CREATE INDEX puzzle_tries_puzzle ON puzzle_tries (puzzle_id, at);
    CREATE TABLE puzzle_ratings (
        subject text NOT NULL, family text NOT NULL, rating double precision NOT NULL, deviation double precision NOT NULL,
        volatility double precision NOT NULL, tries integer NOT NULL, solved integer NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (subject, family)
    ) WITHOUT ROWID;
    """),
    Migration("""
    CREATE TABLE daily_sets (
        day text NOT NULL, family text NOT NULL, opens bigint NOT NULL, closes bigint NOT NULL, content bytea NOT NULL,
        PRIMARY KEY (day, family)
    ) WITHOUT ROWID;
    CREATE INDEX daily_sets_closes ON daily_sets (closes);
    CREATE TABLE daily_results (
        day text NOT NULL, family text NOT NULL, deal smallint NOT NULL, player_id text NOT NULL, house smallint NOT NULL,
        table_id text NOT NULL, began bigint NOT NULL, ended bigint NOT NULL, points bigint NOT NULL, won smallint NOT NULL,
        role text NOT NULL, bid text NOT NULL, first_play text NOT NULL, hand_id text NOT NULL, public_id text NOT NULL,
        sealed smallint NOT NULL, format integer NOT NULL, info bytea NOT NULL, record bytea NOT NULL,
        PRIMARY KEY (day, family, deal, player_id)
    );
    CREATE INDEX daily_results_sealed ON daily_results (day, family) WHERE sealed = 1;
    CREATE INDEX daily_results_player ON daily_results (player_id, day);
    CREATE UNIQUE INDEX daily_results_public ON daily_results (public_id) WHERE public_id <> '';
    """),
    Migration("""
    ALTER TABLE daily_results ADD COLUMN ranked smallint NOT NULL DEFAULT -1;
    ALTER TABLE daily_results ADD COLUMN played_by text NOT NULL DEFAULT '';
    """),
)
"""The migrations, in the order in which they are applied, each of them once.

The database stores the number of migrations applied: in ``user_version`` (SQLite) or in the table ``meta``
(PostgreSQL).
"""

_SQLITE: Final = (
    (r"\b(bigint|integer|smallint|boolean)\b", "INTEGER"),
    (r"\bdouble precision\b", "REAL"),
    (r"\bbytea\b", "BLOB"),
    (r"\btext\b", "TEXT"),
    (r"= false\b", "= 0"),
    (r"\) INCLUDE \(", ", "),
)


def scripts_for(kind: Kind) -> tuple[str, ...]:
    """Return the migrations for one kind of database, in its dialect."""
    scripts = (one.sql + (one.sqlite if kind == "sqlite" else one.postgres) for one in MIGRATIONS)
    translate = _to_sqlite if kind == "sqlite" else _to_postgres
    return tuple(translate(script) for script in scripts if script)


def _to_sqlite(script: str) -> str:
    for pattern, words in _SQLITE:
        script = re.sub(pattern, words, script)
    return script


def _to_postgres(script: str) -> str:
    return script.replace(" WITHOUT ROWID", "")
