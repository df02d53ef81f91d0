"""A command at work has a draft: the table so far, and the facts that it wants to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.server.domain import facts
from paiju.server.domain.coins import EMPTY, Till
from paiju.server.domain.evolve import evolve, moved, open_table
from paiju.server.domain.library import Library
from paiju.server.domain.table import Table

Fresh = Callable[[], bytes]
"""Draws 32 bytes of chance."""

PUBLIC_ID: Final = 16
"""The bytes of a hand's public id: nobody guesses one."""


class Draft:
    """Collects facts and keeps the table up with them. Nothing has happened until they are on disk.

    ``now`` is in milliseconds; ``fresh`` is asked should a secret be needed; ``till`` has the coins of those who
    sit there, at a table that plays for them.
    """

    def __init__(self, library: Library, table: Table, now: int, fresh: Fresh, till: Till = EMPTY) -> None:
        self.library = library
        self.table = table
        self.now = now
        self.fresh = fresh
        self.till = till
        self.facts: list[facts.AnyFact] = []

    @classmethod
    def opening(
        cls, library: Library, table: str, fact: facts.Opened, now: int, fresh: Fresh, till: Till = EMPTY
    ) -> Draft:  # fmt: skip
        """The first command of a table."""
        draft = cls(library, open_table(library, table, fact, now), now, fresh, till)
        draft.facts.append(fact)
        return draft

    @property
    def game(self) -> AnyGame:
        """What the table plays."""
        return self.table.game

    def add(self, fact: facts.AnyFact) -> None:
        """One more thing that happens."""
        self.table = evolve(self.library, self.table, fact, self.now)
        self.facts.append(fact)

    def move(self, seat: Seat, by: facts.By, action: Any) -> None:
        """A legal action and all that follows from it in the game."""
        after, events = self.game.step(self.table.must_run().state, seat, action)
        fact = facts.Moved(seat, by, action, events)
        self.table = moved(self.table, fact, self.now, after)
        self.facts.append(fact)

    def seal(self) -> None:
        """Fix the secret of the next hand, and draw its public id."""
        self.add(facts.Sealed(self.table.seal.number + 1, self.fresh().hex(), self.fresh()[:PUBLIC_ID].hex()))
