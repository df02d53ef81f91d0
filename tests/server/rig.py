"""A table without a server: the domain alone, with the toy, a clock that is set by hand and no chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiju.core.codec import to_json
from paiju.core.deal import commitment
from paiju.core.errors import UnknownName
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.rooms import Room
from paiju.core.ruleset import Offer, Ruleset
from paiju.core.seats import Seat
from paiju.server.app.log import at_version, fold, new_entry
from paiju.server.app.project import Common, Presence, common_of
from paiju.server.app.store import Entry, Summary
from paiju.server.app.summary import summary_of
from paiju.server.domain import facts, play, seating
from paiju.server.domain.clock import Tempo, dues
from paiju.server.domain.coins import EMPTY
from paiju.server.domain.draft import Draft
from paiju.server.domain.setup import Pace, Setup
from paiju.server.domain.table import Table
from tests.server import toy

START = 1_000_000

NOBODY = Presence(frozenset(), 0)


def part_of(player: str) -> bytes:
    """A player's part of every deal."""
    return player.encode().ljust(16)


class ToyLibrary:
    """``Library`` with the toy in it."""

    def offers(self) -> tuple[Offer, ...]:
        return tuple(map(Offer, toy.RULESETS.values()))

    def ruleset(self, name: str) -> Ruleset:
        if name not in toy.RULESETS:
            raise UnknownName("unknown_ruleset", name=name)
        return toy.RULESETS[name]

    def rooms(self) -> tuple[Room, ...]:
        return tuple(toy.ROOMS.values())

    def room(self, name: str) -> Room:
        if name not in toy.ROOMS:
            raise UnknownName("unknown_room", name=name)
        return toy.ROOMS[name]

    def family(self, name: str) -> Family:
        return toy.FAMILY

    def game(self, rules: Ruleset) -> AnyGame:
        return toy.Toy(rules.rules)


class Rig:
    """Does commands, keeps their log, and holds the table to it: what was folded from the log is the table."""

    def __init__(
        self, ruleset: str = "toy/plain", pace: Pace | None = None, *, private: bool = False, **terms: Any
    ) -> None:
        self.library = ToyLibrary()
        self.now = START
        self.log: list[Entry] = []
        self.till = EMPTY
        """What people have, at a table that plays for coins."""
        self.summary: Summary | None = None
        self.common: Common | None = None
        setup = Setup(ruleset=self.library.ruleset(ruleset), pace=pace or Pace(turn=20, reserve=10), **terms)
        opened = facts.Opened("ann", setup, private=private)
        draft = Draft.opening(self.library, "T", opened, self.now, self._fresh)
        draft.seal()
        self.table: Table
        self._write(draft)

    def _fresh(self) -> bytes:
        return bytes([len(self.log) % 256]) * 32

    def _write(self, draft: Draft) -> list[facts.AnyFact]:
        table = at_version(draft.table, len(self.log) + 1, draft.facts)
        self.log.append(new_entry(table, self.now, "", None, draft.facts))
        self._keep(table)
        self.table = table
        return draft.facts

    def _keep(self, table: Table) -> None:
        """What is kept of the version before, where only the hand has changed, is what is made anew."""
        in_hand = self.summary is not None and table.revised == self.table.revised
        self.summary = summary_of(table, Tempo(), self.summary if in_hand else None)
        assert self.summary == summary_of(table, Tempo())
        self.common = common_of(table, NOBODY, Tempo(), self.common)
        assert self.common == common_of(table, NOBODY, Tempo())

    def do(self, work: Callable[[Draft], None]) -> list[facts.AnyFact]:
        draft = Draft(self.library, self.table, self.now, self._fresh, self.till)
        work(draft)
        return self._write(draft)

    def sit(self, *names: str) -> None:
        for name in names:
            self.do(lambda draft, name=name: seating.sit(draft, name, name.title(), None))  # type: ignore[misc]

    def ready(self, *names: str) -> None:
        """These are ready, and open their parts of the deal when all are."""
        self.pledge(*names)
        if self.table.phase == "revealing":
            self.reveal(*(chair.player for chair in self.table.chairs if chair.player and not chair.opened))

    def pledge(self, *names: str, early: Any = None) -> None:
        for name in names:
            pledge = commitment(part_of(name))
            self.do(lambda draft, n=name, p=pledge: seating.ready(draft, n, p, early))  # type: ignore[misc]

    def reveal(self, *names: str) -> None:
        for name in names:
            self.do(lambda draft, n=name: play.reveal(draft, n, part_of(n).hex()))  # type: ignore[misc]

    def begun(self) -> Rig:
        self.sit("ann", "bob", "cat")
        self.ready("ann", "bob", "cat")
        self.deal()
        return self

    def deal(self) -> None:
        while self.table.running and self.table.running.dealing is not None:
            self.do(play.deal_on)

    @property
    def state(self) -> Any:
        return self.table.must_run().state

    def phase(self) -> str:
        return self.table.phase

    def decision(self, seat: Seat) -> int | None:
        ask = self.table.must_run().asks[seat]
        return ask.decision if ask else None

    def act(self, seat: Seat, action: Any, by: facts.By = "player") -> list[facts.AnyFact]:
        decision = self.decision(seat) or 0
        return self.do(lambda draft: play.act(draft, seat, decision, action, by))

    def play_out(self) -> None:
        self.deal()
        while self.table.phase == "playing":
            seat = self.table.game.to_act(self.state)[0]
            self.act(seat, self.table.game.legal(self.state, seat)[-1])

    def play_by_clock(self) -> None:
        """A whole hand by the clock."""
        while self.table.phase == "playing":
            due = dues(self.table, Tempo())[0]
            self.now = due.at
            if due.what == "close":
                self.do(lambda draft: play.close(draft, Tempo()))
            else:
                self.act(due.seat, self.table.game.fallback(self.state, due.seat))

    def folded(self) -> Table:
        table = fold(self.library, None, self.log)
        assert table is not None
        return table

    def proven(self) -> Table:
        """The table, which its log must give again."""
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
