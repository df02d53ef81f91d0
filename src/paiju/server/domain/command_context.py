"""The context of a command: the table so far, and the events that the command records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.server.domain import table_events
from paiju.server.domain.evolve import after_move, evolve, new_table
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_coins import NO_WALLETS, TableWallets
from paiju.server.domain.table_state import Table

NewSecret = Callable[[], bytes]
"""A function that returns 32 random bytes."""

PUBLIC_ID: Final = 16
"""Number of random bytes in a hand's public id, enough to prevent guessing."""


class CommandContext:
    """Collects the events that a command records, and applies each of them to a copy of the table.

    Clients and other commands see the events only after ``CommandHandler`` has stored them. ``now`` is the time of
    the command in Unix milliseconds. ``fresh`` returns a new secret. ``wallets`` are the wallets of the players, if
    the table plays for coins.
    """

    def __init__(
        self, library: RulesetRegistry, table: Table, now: int, fresh: NewSecret, wallets: TableWallets = NO_WALLETS
    ) -> None:
        self.library = library
        self.table = table
        self.now = now
        self.fresh = fresh
        self.wallets = wallets
        self.facts: list[table_events.AnyTableEvent] = []

    @classmethod
    def for_new_table(
        cls,
        library: RulesetRegistry,
        table: str,
        fact: table_events.TableOpened,
        now: int,
        fresh: NewSecret,
        wallets: TableWallets = NO_WALLETS,
    ) -> CommandContext:
        """Return the context of the command that opens a table; ``fact`` is its first event."""
        draft = cls(library, new_table(library, table, fact, now), now, fresh, wallets)
        draft.facts.append(fact)
        return draft

    @property
    def game(self) -> AnyGame:
        """The game that the table plays."""
        return self.table.game

    def record(self, fact: table_events.AnyTableEvent) -> None:
        """Record an event and apply it to the table."""
        self.table = evolve(self.library, self.table, fact, self.now)
        self.facts.append(fact)

    def play_action(self, seat: Seat, by: table_events.ActedBy, action: Any) -> None:
        """Take an action in the running hand for a seat or the dealer, and record it with the events of the game.

        The action must be legal.
        """
        after, events = self.game.step(self.table.require_running_hand().state, seat, action)
        fact = table_events.MoveMade(seat, by, action, events)
        self.table = after_move(self.table, fact, self.now, after)
        self.facts.append(fact)

    def draw_next_secret(self) -> None:
        """Draw the secret and the public id of the next hand, and record them."""
        self.record(
            table_events.SecretSealed(self.table.seal.number + 1, self.fresh().hex(), self.fresh()[:PUBLIC_ID].hex())
        )
