"""Those who look for a seat, over all processes of a room. It need not outlive them: who still looks asks again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from msgspec.structs import replace

from paiju.server.domain.matching import Seeker


class Queue(Protocol):
    """The seekers. Whoever does not ask again for a while has gone. Times are the room's, in milliseconds."""

    async def ask(self, seeker: Seeker, gone: int) -> Seeker:
        """Look for a seat, or go on looking: as one stands in the queue by now.

        Who has not asked since ``gone``, or wanted something else, begins anew. ``seeker.since`` is now.
        """

    async def asking(self, gone: int) -> list[Seeker]:
        """All who have asked since ``gone`` and have no table yet."""

    async def give(self, players: Collection[str], table: str) -> None:
        """A table was found for them."""

    async def found(self, players: Collection[str]) -> dict[str, str]:
        """The tables of those of them for whom one was found."""

    async def put_off(self, players: Collection[str], later: int) -> None:
        """Match them no earlier than this."""

    async def part(self, player: str) -> str | None:
        """Look no longer. Answers the table that was found meanwhile."""

    async def clear(self, gone: int) -> None:
        """Forget who has not asked since then."""


class MemoryQueue:
    """``Queue`` of a process that serves its room alone."""

    def __init__(self) -> None:
        self._there: dict[str, Seeker] = {}
        self._asked: dict[str, int] = {}
        """When each asked last; 0: it has parted."""

    async def ask(self, seeker: Seeker, gone: int) -> Seeker:
        """See ``Queue.ask``."""
        name, before = seeker.player, self._there.get(seeker.player)
        if before is not None:
            goes_on = before.wish == seeker.wish and self._asked[name] >= gone
            kept = (
                replace(before, level=seeker.level, leaves=seeker.leaves)
                if goes_on
                else replace(seeker, later=before.later)
            )
        self._there[name] = seeker if before is None else kept
        self._asked[name] = seeker.since
        return self._there[name]

    async def asking(self, gone: int) -> list[Seeker]:
        """See ``Queue.asking``."""
        return [one for name, one in self._there.items() if one.table is None and self._asked[name] >= gone]

    async def give(self, players: Collection[str], table: str) -> None:
        """See ``Queue.give``."""
        self._change(players, table=table)

    async def found(self, players: Collection[str]) -> dict[str, str]:
        """See ``Queue.found``."""
        there = (self._there[player] for player in players if player in self._there)
        return {one.player: one.table for one in there if one.table is not None}

    async def put_off(self, players: Collection[str], later: int) -> None:
        """See ``Queue.put_off``."""
        self._change(players, later=later)

    async def part(self, player: str) -> str | None:
        """See ``Queue.part``."""
        before = self._there.get(player)
        if before is None:
            return None
        self._there[player], self._asked[player] = replace(before, table=None), 0
        return before.table

    async def clear(self, gone: int) -> None:
        """See ``Queue.clear``."""
        self._there = {name: one for name, one in self._there.items() if self._asked[name] >= gone or one.later >= gone}

    def _change(self, players: Collection[str], **changes: object) -> None:
        for player in self._there.keys() & set(players):
            self._there[player] = replace(self._there[player], **changes)
