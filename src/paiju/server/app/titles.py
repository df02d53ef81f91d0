"""The titles of those who sit at a table, beside their names. They follow from finished hands alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from paiju.core.family import Family
from paiju.core.titles import Ladder
from paiju.core.voice import Words
from paiju.server.app.house import House
from paiju.server.app.store import StandingStore
from paiju.server.app.tasks import failed
from paiju.server.domain.table import Table


class Worn(NamedTuple):
    """A title at the table. ``rose``: it came with the last hand."""

    level: int
    words: Words
    rose: bool = False


Titles = Mapping[str, Worn]
"""The titles by player, without those who have none or do not show it."""

NO_TITLES: Final[Titles] = MappingProxyType({})


def title_words(ladder: Ladder, level: int) -> Words:
    """What a level is called, in the family's words."""
    return Words(f"title.{ladder.levels[level].code}")


async def titles_of(store: StandingStore, family: Family, players: Sequence[str]) -> dict[str, Worn]:
    """The titles of these players that may be shown."""
    ladder = family.ladder
    if ladder is None or not players:
        return {}
    climbed, hidden = await store.climbed(players, family.name), await store.hidden(players)
    levels = {player: ladder.level_of(points) for player, points in climbed.items()}
    return {
        player: Worn(level, title_words(ladder, level))
        for player, level in levels.items()
        if "title" not in hidden.get(player, ())
    }


class Entitled:
    """Looks up the titles at one table, when somebody sits down and when a hand is over. ``changed``: they are others now."""

    def __init__(self, house: House, changed: Callable[[], None]) -> None:
        self._house = house
        self._changed = changed
        self._looking: asyncio.Task[None] | None = None
        self._wanted: Table | None = None
        self._known: frozenset[str] = frozenset()
        self._stopped = False
        self.shown: Titles = NO_TITLES

    def stop(self) -> None:
        """Look up nothing any more: the store is about to close."""
        self._stopped = True
        if self._looking is not None:
            self._looking.cancel()

    def follow(self, before: Table, table: Table) -> None:
        """This has happened at the table."""
        if before.running is not None and table.running is None:
            self._known = frozenset()
        elif table.running is not None and before.running is None:
            self.shown = {player: worn._replace(rose=False) for player, worn in self.shown.items()}
        self.look(table)

    def look(self, table: Table) -> None:
        """See to it that the titles of all who sit there are known."""
        players = _players(table)
        if (
            self._stopped
            or players <= self._known
            or self._house.library.family(table.setup.ruleset.family).ladder is None
        ):
            return
        self._known, self._wanted = players, table
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
            self._looking.add_done_callback(self._looked)

    async def _look(self) -> None:
        while (table := self._wanted) is not None:
            self._wanted = None
            family = self._house.library.family(table.setup.ruleset.family)
            found = await titles_of(self._house.store, family, sorted(_players(table)))
            last, self.shown = self.shown, _marked(found, self.shown)
            if self.shown != last:
                self._changed()

    def _looked(self, task: asyncio.Task[None]) -> None:
        self._looking = None
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._known = frozenset()  # so that they are looked up with the next change
            failed(self._house.meter, "titles", error)


def _players(table: Table) -> frozenset[str]:
    return frozenset(chair.player for chair in table.chairs if chair.player is not None)


def _marked(found: dict[str, Worn], last: Titles) -> Titles:
    """Mark who has risen: a known player who stands higher now, until the next hand."""
    return {player: worn._replace(rose=_rose(worn, last.get(player))) for player, worn in found.items()}


def _rose(worn: Worn, last: Worn | None) -> bool:
    return last is not None and (worn.level > last.level or (worn.level == last.level and last.rose))
