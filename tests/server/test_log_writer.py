"""The log writer appends to PostgreSQL at once in a quiet room, and in groups that start at intervals in a busy one."""

from __future__ import annotations

import asyncio
from typing import Any

from paiju.server.adapters.postgres.log_writer import PostgresLogWriter
from paiju.server.adapters.store.append import APART
from paiju.server.app.store import Append, Entry, TableSummary


def _move(table: str) -> Append:
    entry = Entry(table=table, version=2, at=0, actor="p", command=None, format=1, facts=b"[]")
    summary = TableSummary(
        table=table,
        ruleset="doudizhu/qq",
        phase="playing",
        private=False,
        open_seats=0,
        due=None,
        players=(),
        format=1,
        info=b"",
    )
    return Append(entry=entry, summary=summary, is_move=True)


class Link:
    """A database that writes everything, and notes when each statement came and how many moves it had."""

    notifies = True

    def __init__(self) -> None:
        self.groups: list[tuple[float, int]] = []

    def seal_update_messages(self, wrote: Any) -> list[str]:
        return []

    async def run(self, work: Any) -> Any:
        return await work(self)

    async def fetch(self, sql: str, *columns: Any) -> list[tuple[str]]:
        self.groups.append((asyncio.get_running_loop().time(), len(columns[0])))
        return [(table,) for table in columns[0]]


def test_appends_soon_after_a_group_form_the_next_group() -> None:
    async def main() -> None:
        link: Any = Link()
        writer = PostgresLogWriter(link)
        assert await writer.append(_move("a"))
        assert await asyncio.gather(*(writer.append(_move(table)) for table in "bcd")) == [True] * 3
        await writer.stop()
        (first, one), (second, three) = link.groups
        assert (one, three) == (1, 3)
        assert second - first > APART / 2

    asyncio.run(main())
