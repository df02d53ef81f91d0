"""Titles of the players at a table, derived from their finished hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from paiju.core.family import Family
from paiju.core.messages import TranslatableText
from paiju.core.title_ladder import Ladder
from paiju.server.app.background_tasks import report_failure
from paiju.server.app.context import AppContext
from paiju.server.app.ranking_store import RankingStore
from paiju.server.domain.table_state import Table, hand_id

RATED_LOOKS: Final = 50
"""Maximum number of checks whether the last hand is rated. After them, the titles are loaded in any case."""

RATED_PAUSE: Final = 0.2
"""Seconds between two checks whether the last hand is rated."""


class SeatTitle(NamedTuple):
    """The title of a player at a table.

    ``level`` counts from 0. ``is_new`` says whether the player rose to this title with the last hand.
    """

    level: int
    words: TranslatableText
    is_new: bool = False


Titles = Mapping[str, SeatTitle]
"""Titles by player; players without a visible title are missing."""

NO_TITLES: Final[Titles] = MappingProxyType({})


def title_text(ladder: Ladder, level: int) -> TranslatableText:
    """Return the title of a level as a text."""
    return TranslatableText(f"title.{ladder.levels[level].code}")


async def titles_of(store: RankingStore, family: Family, players: Sequence[str]) -> dict[str, SeatTitle]:
    """Return the titles of players in a family, by player, without those that players hide."""
    ladder = family.ladder
    if ladder is None or not players:
        return {}
    climbed, hidden = await store.title_points(players, family.name), await store.visibility_exceptions(players)
    levels = {player: ladder.level_of(points) for player, points in climbed.items()}
    return {
        player: SeatTitle(level, title_text(ladder, level))
        for player, level in levels.items()
        if "title" not in hidden.get(player, ())
    }


class SeatTitles:
    """Loads the titles of the players at a table when a player sits down and when a hand ends.

    ``changed`` is called if the titles differ from those shown before.
    """

    def __init__(self, context: AppContext, changed: Callable[[], None]) -> None:
        self._context = context
        self._changed = changed
        self._looking: asyncio.Task[None] | None = None
        self._wanted: Table | None = None
        self._known: frozenset[str] = frozenset()
        self._stopped = False
        self.shown: Titles = NO_TITLES

    def stop(self) -> None:
        """Stop loading titles, because the store is about to close."""
        self._stopped = True
        if self._looking is not None:
            self._looking.cancel()

    def on_events(self, before: Table, table: Table) -> None:
        """Load the titles again if the events may have changed them."""
        if before.running_hand is not None and table.running_hand is None:
            self._known = frozenset()
        elif table.running_hand is not None and before.running_hand is None:
            self.shown = {player: worn._replace(is_new=False) for player, worn in self.shown.items()}
        self.refresh(table)

    def refresh(self, table: Table) -> None:
        """Load the titles of the seated players in the background, unless all of them are loaded already."""
        players = _seated_players(table)
        if (
            self._stopped
            or players <= self._known
            or self._context.registry.family(table.setup.ruleset.family).ladder is None
        ):
            return
        self._known, self._wanted = players, table
        if self._looking is None:
            self._looking = asyncio.create_task(self._refresh())
            self._looking.add_done_callback(self._on_refreshed)

    async def _refresh(self) -> None:
        while (table := self._wanted) is not None:
            self._wanted = None
            await self._wait_until_rated(table)
            family = self._context.registry.family(table.setup.ruleset.family)
            found = await titles_of(self._context.store, family, sorted(_seated_players(table)))
            last, self.shown = self.shown, _mark_promotions(found, self.shown)
            if self.shown != last:
                self._changed()

    async def _wait_until_rated(self, table: Table) -> None:
        """Wait, for a limited time, until the last hand of the table is rated.

        Only a rated hand shows its effect on titles.
        """
        if table.hand is not None and table.hand.outcome is not None:
            hand = hand_id(table.id, table.hand.number)
            for _ in range(RATED_LOOKS):
                if not await self._context.store.is_hand_unrated(hand):
                    break
                await asyncio.sleep(RATED_PAUSE)

    def _on_refreshed(self, task: asyncio.Task[None]) -> None:
        self._looking = None
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._known = frozenset()  # so that the next change loads the titles
            report_failure(self._context.metrics, "titles", error)


def _seated_players(table: Table) -> frozenset[str]:
    return frozenset(chair.player for chair in table.chairs if chair.player is not None)


def _mark_promotions(found: dict[str, SeatTitle], last: Titles) -> Titles:
    """Return the titles, with ``is_new`` set for each player who has a higher title than in ``last``.

    ``is_new`` also stays set for a player who has the same title as in ``last``, if it was set there.
    """
    return {player: worn._replace(is_new=_is_promotion(worn, last.get(player))) for player, worn in found.items()}


def _is_promotion(worn: SeatTitle, last: SeatTitle | None) -> bool:
    return last is not None and (worn.level > last.level or (worn.level == last.level and last.is_new))
