"""Runs a table without a server: only the domain, with the toy game, a clock that tests set, and no random numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiju.core.codec import to_json
from paiju.core.errors import UnknownName
from paiju.core.fair_deal import commitment
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, RulesetEntry
from paiju.core.seats import Seat
from paiju.core.stake_rooms import StakeRoom
from paiju.server.app.store import Entry, TableSummary
from paiju.server.app.tables.lobby_summary import summarize
from paiju.server.app.tables.log_entries import advance_versions, fold, make_entry
from paiju.server.app.tables.view_models import CommonView, Presence, build_common_view
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays, deadlines
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_coins import NO_WALLETS
from paiju.server.domain.table_setup import Setup, TimeControl
from paiju.server.domain.table_state import Table
from tests.server import toy

START = 1_000_000

NOBODY = Presence(frozenset(), 0)


def part_of(player: str) -> bytes:
    """Return a player's contribution to every deal."""
    return player.encode().ljust(16)


class ToyRulesetRegistry:
    """A ``RulesetRegistry`` that contains only the toy game."""

    def list_entries(self) -> tuple[RulesetEntry, ...]:
        return tuple(map(RulesetEntry, toy.RULESETS.values()))

    def ruleset(self, name: str) -> Ruleset:
        if name not in toy.RULESETS:
            raise UnknownName("unknown_ruleset", name=name)
        return toy.RULESETS[name]

    def stake_rooms(self) -> tuple[StakeRoom, ...]:
        return tuple(toy.ROOMS.values())

    def stake_room(self, name: str) -> StakeRoom:
        if name not in toy.ROOMS:
            raise UnknownName("unknown_room", name=name)
        return toy.ROOMS[name]

    def family(self, name: str) -> Family:
        return toy.FAMILY

    def game(self, rules: Ruleset) -> AnyGame:
        return toy.Toy(rules.rules)

    def is_released(self, rules: Ruleset) -> bool:
        return rules == toy.RULESETS.get(rules.id)


class TableHarness:
    """Executes commands, keeps their log, and checks that a fold of the log gives the table."""

    def __init__(
        self,
        ruleset: str = "toy/plain",
        pace: TimeControl | None = None,
        *,
        private: bool = False,
        library: RulesetRegistry | None = None,
        **settings: Any,
    ) -> None:
        self.library = library or ToyRulesetRegistry()
        self.now = START
        self.log: list[Entry] = []
        self.wallets = NO_WALLETS
        """The coins of the players, at a table for coins."""
        self.summary: TableSummary | None = None
        self.common: CommonView | None = None
        setup = Setup(ruleset=self.library.ruleset(ruleset), pace=pace or TimeControl(turn=20, reserve=10), **settings)
        opened = table_events.TableOpened("ann", setup, private=private)
        draft = CommandContext.for_new_table(self.library, "T", opened, self.now, self._random_bytes)
        draft.draw_next_secret()
        self.table: Table
        self._append_entry(draft)

    def _random_bytes(self) -> bytes:
        return bytes([len(self.log) % 256]) * 32

    def _append_entry(self, draft: CommandContext) -> list[table_events.AnyTableEvent]:
        table = advance_versions(draft.table, len(self.log) + 1, draft.facts)
        self.log.append(make_entry(table, self.now, "", None, draft.facts))
        self._update_summary(table)
        self.table = table
        return draft.facts

    def _update_summary(self, table: Table) -> None:
        """Update the summary of the table. If only the hand has changed, check that an update equals a new summary."""
        in_hand = self.summary is not None and table.revised == self.table.revised
        self.summary = summarize(table, TableDelays(), self.summary if in_hand else None)
        assert self.summary == summarize(table, TableDelays())
        self.common = build_common_view(table, NOBODY, TableDelays(), self.common)
        assert self.common == build_common_view(table, NOBODY, TableDelays())

    def do(self, work: Callable[[CommandContext], None]) -> list[table_events.AnyTableEvent]:
        draft = CommandContext(self.library, self.table, self.now, self._random_bytes, self.wallets)
        work(draft)
        return self._append_entry(draft)

    def sit(self, *names: str) -> None:
        for name in names:
            self.do(lambda draft, name=name: table_commands.sit(draft, name, name.title(), None))  # type: ignore[misc]

    def ready(self, *names: str) -> None:
        """Make these players ready. If all players are ready then, let these reveal their contributions to the deal."""
        self.pledge(*names)
        if self.table.phase == "revealing":
            self.reveal(
                *(chair.player for chair in self.table.chairs if chair.player and not chair.is_contribution_revealed)
            )

    def pledge(self, *names: str, early: Any = None) -> None:
        for name in names:
            pledge = commitment(part_of(name))
            self.do(lambda draft, n=name, p=pledge: table_commands.set_ready(draft, n, p, early))  # type: ignore[misc]

    def reveal(self, *names: str) -> None:
        for name in names:
            self.do(lambda draft, n=name: hand_commands.reveal_contribution(draft, n, part_of(n).hex()))  # type: ignore[misc]

    def begun(self) -> TableHarness:
        self.sit("ann", "bob", "cat")
        self.ready("ann", "bob", "cat")
        self.deal()
        return self

    def deal(self) -> None:
        while self.table.running_hand and self.table.running_hand.dealing is not None:
            self.do(hand_commands.end_dealer_pause)

    @property
    def state(self) -> Any:
        return self.table.require_running_hand().state

    def phase(self) -> str:
        return self.table.phase

    def decision(self, seat: Seat) -> int | None:
        ask = self.table.require_running_hand().asks[seat]
        return ask.decision if ask else None

    def act(self, seat: Seat, action: Any, by: table_events.ActedBy = "player") -> list[table_events.AnyTableEvent]:
        decision = self.decision(seat) or 0
        return self.do(lambda draft: hand_commands.answer_decision(draft, seat, decision, action, by))

    def play_out(self) -> None:
        self.deal()
        while self.table.phase == "playing":
            seat = self.table.game.to_act(self.state)[0]
            self.act(seat, self.table.game.legal(self.state, seat)[-1])

    def play_by_clock(self) -> None:
        """Play a hand to its end by letting every deadline expire."""
        while self.table.phase == "playing":
            due = deadlines(self.table, TableDelays())[0]
            self.now = due.at
            if due.what == "close":
                self.do(lambda draft: hand_commands.close_window(draft, TableDelays()))
            else:
                self.act(due.seat, self.table.game.fallback(self.state, due.seat))

    def folded(self) -> Table:
        table = fold(self.library, None, self.log)
        assert table is not None
        return table

    def proven(self) -> Table:
        """Return the table, after a check that a fold of its log gives the same table."""
        again = self.folded()
        assert again.hand is None or self.table.hand is not None
        for name in (
            "version",
            "setup",
            "host",
            "chairs",
            "match",
            "phase",
            "seal",
            "hand",
            "decisions",
            "since",
            "removed",
            "edition",
            "revised",
        ):
            assert getattr(again, name) == getattr(self.table, name), name
        assert to_json(again.match) == to_json(self.table.match)
        return self.table
