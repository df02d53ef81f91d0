"""The audience of a table: who looks, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

from paiju.core.seats import DEALER, Seat
from paiju.server import wire
from paiju.server.app.hints import HintCache
from paiju.server.app.house import House
from paiju.server.app.peers import BadNews
from paiju.server.app.project import Common, Eyes, Presence, Recent, common_of, project
from paiju.server.app.titles import Entitled
from paiju.server.domain import facts
from paiju.server.domain.table import Table


class Listener(Protocol):
    """Somebody connected to the table."""

    player: str
    deaf: frozenset[str]
    """The players whom it does not hear."""
    glances: bool
    """It looks in from outside: nobody is told that somebody is here."""

    def wake(self) -> None:
        """The table has changed: ask ``Audience.frame`` when there is room to send it."""

    def push(self, message: wire.ServerMessage) -> None:
        """Send this."""

    def end(self, code: str) -> None:
        """Say why, and close."""


STEPS: Final = 64
"""How many missed steps of a hand are told at least. Whoever has missed more sees the table as it is."""


def _goes_round(table: Table, happened: Sequence[facts.AnyFact]) -> bool:
    """Whether a round of the deal is under way, and nobody has spoken. Who looks is told of whole rounds, mostly."""
    hand = table.running
    if hand is None or hand.dealing is None or len(hand.moves) % table.game.seats == 0:
        return False
    return all(isinstance(fact, facts.Moved) and fact.seat == DEALER for fact in happened)


def _asked_anew(before: Table, table: Table) -> set[str | None]:
    """The players who may do something that they could not do before."""
    asks = zip(before.must_run().asks, table.must_run().asks, strict=True)
    return {
        chair.player for chair, (old, new) in zip(table.chairs, asks, strict=True) if new is not None and new != old
    }


class Audience:
    """Follows a table, wakes those who may notice what happened, and shows it to each of them."""

    def __init__(self, house: House, table: Table, now: Callable[[], int]) -> None:
        self._house = house
        self._now = now
        self._table = table
        self._listeners: set[Listener] = set()
        self._presence = Presence(frozenset(), 0)
        self._titles = Entitled(house, self.recount)
        self._common: Common | None = None
        self._hints = HintCache()
        self._steps: list[Recent] = []
        self._steps_from = table.edition

    # ---- coming and going

    @property
    def empty(self) -> bool:
        """Nobody is connected here."""
        return not self._listeners

    @property
    def players(self) -> frozenset[str]:
        """Who is connected here, and does not only glance."""
        return frozenset(listener.player for listener in self._listeners if not listener.glances)

    @property
    def deserted(self) -> bool:
        """Nobody is connected, here or by way of another process."""
        return self.empty and not self._house.peers.at(self._table.id)

    def join(self, listener: Listener) -> None:
        """Somebody has connected."""
        self._listeners.add(listener)
        self._titles.look(self._table)
        self.announce()
        self.recount()

    def part(self, listener: Listener) -> None:
        """Somebody has gone."""
        self._listeners.discard(listener)
        self.announce()
        self.recount()

    def stop(self) -> None:
        """Begin nothing any more."""
        self._titles.stop()

    def announce(self) -> None:
        """Tell the other processes who is connected here."""
        public = "" if self._table.private else self._table.setup.ruleset.id
        self._house.peers.here(self._table.id, self.players, public)

    def recount(self) -> None:
        """Everybody hears who is there now."""
        here = self.players | self._house.peers.at(self._table.id)
        seated = {chair.player for chair in self._table.chairs}
        self._presence = Presence(here, len(here - seated), self._titles.shown)
        self._common = None
        self._wake()

    # ---- what happens

    def follow(self, before: Table, table: Table, happened: Sequence[facts.AnyFact]) -> None:
        """See ``Follower.follow``. Only those who have answered in a window may notice that they have."""
        self._table = table
        self._titles.follow(before, table)
        self._note(before, happened)
        if facts.is_silent(happened):
            self._wake({before.chairs[fact.seat].player for fact in happened if isinstance(fact, facts.Answered)})
        elif table.revised != before.revised:
            self.recount()
        elif _goes_round(table, happened):
            self._wake(_asked_anew(before, table))
        else:
            self._wake()

    def outgrown(self) -> None:
        """See ``Follower.outgrown``. Another process serves who comes again."""
        for listener in self._listeners:
            listener.end("stopping")

    def tell(self, message: wire.ServerMessage, to: Collection[str] | None = None) -> None:
        """Say something to these players, None: to everyone, without keeping it. Raises BadNews.

        What comes from another process may be of a seat that the table does not have any more.
        """
        seat = message.seat if isinstance(message, wire.Said) else None
        if isinstance(message, wire.Said) and not self._has_seats(message.seat, message.to):
            raise BadNews("stale")
        speaker = None if seat is None else self._table.chairs[seat].player
        for listener in self._listeners:
            if speaker not in listener.deaf and (to is None or listener.player in to):
                listener.push(message)

    def _has_seats(self, *seats: Seat | None) -> bool:
        return all(seat is None or 0 <= seat < len(self._table.chairs) for seat in seats)

    def _note(self, before: Table, happened: Sequence[facts.AnyFact]) -> None:
        """Keep the steps of the present hand."""
        hidden = before.running is not None and before.game.window(before.running.state) > 0
        for fact in happened:
            if isinstance(fact, facts.HandBegun | facts.Changed):
                self._forget(before.edition)
            elif isinstance(fact, facts.Moved):
                self._steps.append(Recent(self._table.edition, fact, hidden))
        if len(self._steps) >= 2 * STEPS:
            self._forget(self._steps[-STEPS].edition)

    def _forget(self, edition: int) -> None:
        """Steps up to this number are not told any more."""
        self._steps = [step for step in self._steps if step.edition > edition]
        self._steps_from = edition

    def _wake(self, players: Collection[str | None] | None = None) -> None:
        """Tell these players that the table has changed; None: everybody."""
        for listener in self._listeners:
            if players is None or listener.player in players:
                listener.wake()

    # ---- what each is told

    def frame(self, player: str, seen: int | None) -> wire.Table:
        """The table for a player. ``seen`` is the edition that the player has seen last, if any."""
        since = seen if seen is not None and seen >= self._steps_from else None
        table = self._table
        eyes = Eyes(table.seat_of(player), player == table.host, since, self._hints.hinter(table))
        self._common = common_of(table, self._presence, self._house.tempo, self._common, plain=self._plain())
        return project(self._common, eyes, self._steps, self._now())

    def _plain(self) -> bool:
        """Whether no client has a layout for the family."""
        return not self._house.library.family(self._table.setup.ruleset.family).web

    async def prepare(self, player: str) -> None:
        """Have the player's hints worked out before ``frame`` needs them. It takes its time."""
        while (seat := self._unhinted(player)) is not None:
            await self._hints.work_out(self._table, seat, self._house.thinker)

    def _unhinted(self, player: str) -> Seat | None:
        """The player's seat, if its hints are to be worked out."""
        if not self._hints.wanted(self._table):
            return None
        seat = self._table.seat_of(player)
        return seat if seat is not None and self._hints.lacks(self._table, seat) else None
