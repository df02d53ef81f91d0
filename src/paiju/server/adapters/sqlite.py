"""The store in one SQLite file: write-ahead log, one writer thread, group commit.

Whatever waits to be written when the writer is free goes into one transaction, so that a busy server pays for one
flush to disk and not for each move's own; a quiet one waits for nobody. Reading has a thread and connection of its own,
and so has copying the write-ahead log into the file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from paiju.server.app.store import Account, Append, Entry, FinishedHand, Key, Player, Summary

T = TypeVar("T")

GROUP: Final = 256
"""At most so many jobs in one transaction."""

APART: Final = 0.004
"""Seconds from the beginning of one transaction to the next. What a busy server wants to write meanwhile shares the next one."""

FOLD: Final = 1_000
"""After so many jobs the write-ahead log, some ten megabytes by then, is copied into the file."""

_MIGRATIONS: Final = (
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

_TABLE_COLUMNS = "table_id, ruleset, phase, private, open_seats, due, format, info"


class SqliteStore:
    """``Store`` over the file at ``path``; made by ``open_sqlite``."""

    def __init__(self, path: Path) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer = _Writer(path, self._loop)
        self._readers = ThreadPoolExecutor(1, "sqlite-read")
        self._reading = self._readers.submit(_connect, path).result()

    async def append(self, append: Append) -> bool:
        """See ``Store.append``."""
        return await self._writer.do(lambda db: _append(db, append))

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """See ``Store.entries``."""
        sql = "SELECT * FROM entries WHERE table_id = ? AND version > ? ORDER BY version"
        return [_entry(row) for row in await self._read(sql, table, after)]

    async def tables(self) -> list[Summary]:
        """See ``Store.tables``."""
        return await self._summaries(f"SELECT {_TABLE_COLUMNS} FROM tables ORDER BY updated DESC")  # noqa: S608

    async def overdue(self, before: int) -> list[str]:
        """See ``Store.overdue``."""
        rows = await self._read("SELECT table_id FROM tables WHERE due < ? ORDER BY due LIMIT 1000", before)
        return [row[0] for row in rows]

    async def running(self) -> list[str]:
        """See ``Store.running``."""
        return [row[0] for row in await self._read("SELECT table_id FROM tables WHERE phase = 'playing'")]

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[Summary]:
        """See ``Store.public_tables``."""
        sql = f"""SELECT {_TABLE_COLUMNS} FROM tables WHERE private = 0 AND phase <> 'closed' AND (? IS NULL OR ruleset = ?)
            ORDER BY open_seats = 0, updated DESC LIMIT ?"""  # noqa: S608 (a constant)
        return await self._summaries(sql, ruleset, ruleset, limit)

    async def deserted(self, before: int, limit: int = 100) -> list[str]:
        """See ``Store.deserted``."""
        sql = """SELECT table_id FROM tables WHERE private = 0 AND phase <> 'closed' AND phase <> 'playing' AND updated < ?
            ORDER BY updated LIMIT ?"""
        return [row[0] for row in await self._read(sql, before, limit)]

    async def tables_of(self, player: str) -> list[Summary]:
        """See ``Store.tables_of``."""
        sql = f"""SELECT {_TABLE_COLUMNS} FROM tables WHERE phase <> 'closed'
            AND table_id IN (SELECT table_id FROM seated WHERE player_id = ?) ORDER BY updated DESC"""  # noqa: S608
        return await self._summaries(sql, player)

    async def hand(self, hand: str) -> FinishedHand | None:
        """See ``Store.hand``."""
        hands = await self._hands(
            "SELECT hand_id, table_id, ended, format, info, record FROM hands WHERE hand_id = ?", hand
        )
        return hands[0] if hands else None

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        """See ``Store.hands_of``."""
        sql = """SELECT hand_id, table_id, hands.ended, format, info, X'' FROM played JOIN hands USING (hand_id)
            WHERE player_id = ? AND played.ended < ? ORDER BY played.ended DESC LIMIT ?"""
        return await self._hands(sql, player, before, limit)

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        """See ``Store.hands_at``."""
        sql = "SELECT hand_id, table_id, ended, format, info, X'' FROM hands WHERE table_id = ? ORDER BY ended DESC LIMIT ?"
        return await self._hands(sql, table, limit)

    async def put_player(self, player: Player) -> None:
        """See ``Store.put_player``."""
        sql = "INSERT INTO players VALUES (?, ?, ?) ON CONFLICT (player_id) DO UPDATE SET name = excluded.name"
        await self._write(sql, player.id, player.name, player.created)

    async def player(self, player: str) -> Player | None:
        """See ``Store.player``."""
        rows = await self._read("SELECT * FROM players WHERE player_id = ?", player)
        return Player(*rows[0]) if rows else None

    async def add_key(self, key: Key) -> None:
        """See ``Store.add_key``."""
        await self._write("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)", *_key_row(key))

    async def key(self, digest: str) -> Key | None:
        """See ``Store.key``."""
        rows = await self._read("SELECT * FROM keys WHERE digest = ?", digest)
        return Key(*rows[0]) if rows else None

    async def keys_of(self, player: str, kind: str) -> list[Key]:
        """See ``Store.keys_of``."""
        sql = "SELECT * FROM keys WHERE player_id = ? AND kind = ? ORDER BY created"
        return [Key(*row) for row in await self._read(sql, player, kind)]

    async def touch_key(self, digest: str, seen: int) -> None:
        """See ``Store.touch_key``."""
        await self._write("UPDATE keys SET seen = ? WHERE digest = ?", seen, digest)

    async def drop_unseen(self, before: int) -> int:
        """See ``Store.drop_unseen``."""
        return await self._write("DELETE FROM keys WHERE kind = 'session' AND seen < ?", before)

    async def drop_key(self, digest: str, player: str) -> bool:
        """See ``Store.drop_key``."""
        return await self._write("DELETE FROM keys WHERE digest = ? AND player_id = ?", digest, player) > 0

    async def swap_key(self, digest: str, key: Key) -> bool:
        """See ``Store.swap_key``."""
        sql = "UPDATE keys SET digest = ?, player_id = ?, kind = ?, label = ?, created = ?, seen = ? WHERE digest = ?"
        return await self._write(sql, *_key_row(key), digest) > 0

    async def add_account(self, account: Account) -> bool:
        """See ``Store.add_account``."""
        sql = "INSERT INTO accounts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        row = account.player, account.user, account.folded, account.secret, account.created
        return await self._write(sql, *row) > 0

    async def account(self, folded: str) -> Account | None:
        """See ``Store.account``."""
        return _account(await self._read("SELECT * FROM accounts WHERE folded = ?", folded))

    async def account_of(self, player: str) -> Account | None:
        """See ``Store.account_of``."""
        return _account(await self._read("SELECT * FROM accounts WHERE player_id = ?", player))

    async def add_session(self, key: Key, secret: str) -> bool:
        """See ``Store.add_session``."""
        sql = "INSERT INTO keys SELECT ?, ?, ?, ?, ?, ? FROM accounts WHERE player_id = ? AND secret = ?"
        return await self._write(sql, *_key_row(key), key.player, secret) > 0

    async def change_secret(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        """See ``Store.change_secret``."""
        return await self._writer.do(lambda db: _change_secret(db, player, old, new, keep))

    async def erase(self, player: str, secret: str) -> bool:
        """See ``Store.erase``."""
        return await self._writer.do(lambda db: _erase(db, player, secret))

    async def beat(self, now: int) -> None:
        """See ``Store.beat``."""
        sql = "INSERT INTO meta VALUES ('beat', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self._write(sql, now)

    async def last_beat(self) -> int | None:
        """See ``Store.last_beat``."""
        rows = await self._read("SELECT value FROM meta WHERE name = 'beat'")
        return rows[0][0] if rows else None

    async def close(self) -> None:
        """See ``Store.close``."""
        await self._writer.stop()
        await self._loop.run_in_executor(self._readers, self._reading.close)
        self._readers.shutdown()

    async def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._loop.run_in_executor(self._readers, _rows, self._reading, sql, values)

    async def _write(self, sql: str, *values: object) -> int:
        return await self._writer.do(lambda db: db.execute(sql, values).rowcount)

    async def _summaries(self, sql: str, *values: object) -> list[Summary]:
        return [_summary(row) for row in await self._read(sql, *values)]

    async def _hands(self, sql: str, *values: object) -> list[FinishedHand]:
        return [
            FinishedHand(id=row[0], table=row[1], ended=row[2], players=(), format=row[3], info=row[4], record=row[5])
            for row in await self._read(sql, *values)
        ]


async def open_sqlite(path: Path) -> SqliteStore:
    """Open the file, make it or bring it up to date."""
    await asyncio.to_thread(_migrate, path)
    return SqliteStore(path)


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA busy_timeout = 5000")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 0")  # in a commit, everybody would wait for it
    return db


def _checkpoint(db: sqlite3.Connection) -> None:
    """Copy what the write-ahead log has by now into the file. If that was all, the next transaction begins the log anew."""
    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _migrate(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    db = _connect(path)
    try:
        (done,) = db.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(_MIGRATIONS[done:], done + 1):
            db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    finally:
        db.close()


def _rows(db: sqlite3.Connection, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    return db.execute(sql, values).fetchall()


def _entry(row: tuple[Any, ...]) -> Entry:
    table, version, at, actor, command, facts, number = row
    return Entry(table=table, version=version, at=at, actor=actor, command=command, format=number, facts=facts)


def _summary(row: tuple[Any, ...]) -> Summary:
    table, ruleset, phase, private, open_seats, due, number, info = row
    return Summary(
        table=table, ruleset=ruleset, phase=phase, private=bool(private), open_seats=open_seats, due=due, players=(),
        format=number, info=info,
    )  # fmt: skip


def _append(db: sqlite3.Connection, append: Append) -> bool:
    entry = append.entry
    written = db.execute(
        """INSERT INTO entries SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
        WHERE ?2 = 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE table_id = ?1)
        ON CONFLICT DO NOTHING""",
        (entry.table, entry.version, entry.at, entry.actor, entry.command, entry.facts, entry.format),
    ).rowcount
    if not written:
        return False
    if not _play_on(db, append.summary):
        _put_summary(db, append.summary, entry.at)
    if append.finished is not None:
        _put_hand(db, append.finished)
    return True


def _play_on(db: sqlite3.Connection, summary: Summary) -> bool:
    """While a hand is in play only what is due changes, and the lobby's line. So it is with most entries."""
    if summary.phase != "playing":
        return False
    sql = "UPDATE tables SET due = ?, info = ?, format = ? WHERE table_id = ? AND phase = 'playing'"
    return db.execute(sql, (summary.due, summary.info, summary.format, summary.table)).rowcount > 0


def _put_summary(db: sqlite3.Connection, summary: Summary, at: int) -> None:
    db.execute(
        """INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET ruleset = excluded.ruleset,
        phase = excluded.phase, open_seats = excluded.open_seats, due = excluded.due, updated = excluded.updated,
        info = excluded.info, format = excluded.format""",
        (
            summary.table,
            summary.ruleset,
            summary.phase,
            summary.private,
            summary.open_seats,
            summary.due,
            at,
            summary.info,
            summary.format,
        ),
    )
    seated = {row[0] for row in db.execute("SELECT player_id FROM seated WHERE table_id = ?", (summary.table,))}
    if seated != set(summary.players):
        db.execute("DELETE FROM seated WHERE table_id = ?", (summary.table,))
        db.executemany("INSERT INTO seated VALUES (?, ?)", [(player, summary.table) for player in summary.players])


def _put_hand(db: sqlite3.Connection, hand: FinishedHand) -> None:
    row = hand.id, hand.table, hand.ended, hand.info, hand.record, hand.format
    db.execute("INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?)", row)
    db.executemany("INSERT INTO played VALUES (?, ?, ?)", [(player, hand.ended, hand.id) for player in hand.players])


def _key_row(key: Key) -> tuple[object, ...]:
    return key.digest, key.player, key.kind, key.label, key.created, key.seen


def _account(rows: Sequence[tuple[Any, ...]]) -> Account | None:
    return Account(*rows[0]) if rows else None


def _change_secret(db: sqlite3.Connection, player: str, old: str, new: str, keep: str | None) -> bool:
    changed = db.execute(
        "UPDATE accounts SET secret = ? WHERE player_id = ? AND secret = ?", (new, player, old)
    ).rowcount
    if changed and keep is not None:
        db.execute("DELETE FROM keys WHERE player_id = ? AND kind = 'session' AND digest <> ?", (player, keep))
    return changed > 0


def _erase(db: sqlite3.Connection, player: str, secret: str) -> bool:
    erased = db.execute("DELETE FROM accounts WHERE player_id = ? AND secret = ?", (player, secret)).rowcount
    if erased:
        db.execute("DELETE FROM keys WHERE player_id = ?", (player,))
        db.execute("DELETE FROM played WHERE player_id = ?", (player,))
        db.execute("UPDATE players SET name = '' WHERE player_id = ?", (player,))
    return erased > 0


class _Job:
    """Something to do in the writer's transaction, and who waits for it."""

    __slots__ = ("error", "future", "result", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], future: asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future
        self.result: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell who waits, in the event loop."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class _Writer:
    """The one thread that writes. It is given one group of jobs at a time. What comes meanwhile is the next group."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = ThreadPoolExecutor(1, "sqlite-write")
        self._db = self._thread.submit(_connect, path).result()
        self._waiting: list[_Job] = []
        self._busy = False
        self._next = 0.0
        """When the next transaction may begin, in the loop's time."""
        self._beside = ThreadPoolExecutor(1, "sqlite-fold")
        self._folding = self._beside.submit(_connect, path).result()
        self._unfolded = 0
        self._fold: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do it in the next transaction, and return when that is on disk. A failing job fails alone."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(_Job(work, future))
        if not self._busy:
            self._busy = True
            self._call_soon()
        return await future

    async def stop(self) -> None:
        """Do what has been asked so far, and end."""
        await self.do(lambda db: None)  # all that was asked before is in this group or an earlier one
        if self._fold is not None:
            await self._fold
        for thread, db in ((self._beside, self._folding), (self._thread, self._db)):
            await self._loop.run_in_executor(thread, db.close)
            thread.shutdown()

    def _call_soon(self) -> None:
        """Wait a moment: what else this turn of the event loop wants to write goes along."""
        self._loop.call_at(self._next, self._hand_over)

    def _hand_over(self) -> None:
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        self._next = self._loop.time() + APART
        self._thread.submit(self._write, group)

    def _write(self, group: list[_Job]) -> None:
        _transact(self._db, group)
        self._loop.call_soon_threadsafe(self._written, group)

    def _written(self, group: list[_Job]) -> None:
        _settle(group)
        self._busy = bool(self._waiting)
        if self._busy:
            self._call_soon()
        self._unfolded += len(group)
        if self._unfolded >= FOLD and (self._fold is None or self._fold.done()):
            self._unfolded = 0
            self._fold = self._loop.create_task(self._fold_log())

    async def _fold_log(self) -> None:
        """Copy most of the log while others write to it, and the little that came meanwhile between two transactions."""
        await self._loop.run_in_executor(self._beside, _checkpoint, self._folding)
        await self._loop.run_in_executor(self._thread, _checkpoint, self._db)


def _settle(group: Iterable[_Job]) -> None:
    for job in group:
        job.settle()


def _transact(db: sqlite3.Connection, group: Sequence[_Job]) -> None:
    """Do all jobs in one transaction. If one fails, do each in a transaction of its own, so that it fails alone."""
    try:
        db.execute("BEGIN IMMEDIATE")
        for job in group:
            job.result = job.work(db)
        db.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 (it is handed to whoever waits for the job)
        begun = db.in_transaction
        if begun:
            db.execute("ROLLBACK")
        if begun and len(group) > 1:
            for job in group:
                _transact(db, [job])
        else:
            for job in group:
                job.error = error
