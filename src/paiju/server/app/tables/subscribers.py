"""The subscribers of a table, and the messages that they receive."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, Protocol

from paiju.core.seats import DEALER, Seat
from paiju.server import wire
from paiju.server.app.cluster.coordination import InvalidMessage
from paiju.server.app.context import AppContext
from paiju.server.app.ranking.seat_titles import SeatTitles
from paiju.server.app.tables.hint_cache import HintCache
from paiju.server.app.tables.view_models import (
    CommonView,
    Presence,
    RecentMove,
    ViewContext,
    build_common_view,
    build_hand_message,
    build_table_message,
)
from paiju.server.domain import table_events
from paiju.server.domain.table_state import Table


class Subscriber(Protocol):
    """A client that is connected to the table."""

    player: str
    blocked_players: frozenset[str]
    """The players whose chat this client does not receive."""
    is_glancing: bool
    """Whether the client only previews the table in the lobby, which does not count as presence."""

    def notify_changed(self) -> None:
        """Handle a change of the table: fetch ``Subscribers.table_frame`` as soon as the socket can send it."""

    def send(self, message: wire.ServerMessage) -> None:
        """Send a message."""

    def close(self, code: str) -> None:
        """Close the connection. ``code`` is the reason (``wire.Closed``)."""


class TableFrame(NamedTuple):
    """A message with the table as one client may see it, encoded as a WebSocket frame."""

    text: bytes
    edition: int
    info: wire.TableInfo
    """The part of the message that does not change within a hand.

    If this part is the same as in the client's last frame, a short message without it is sent.
    """
    made: int
    """The server's clock when the frame was made, in Unix milliseconds."""


FRAME_REUSE_MS: Final = 20
"""Milliseconds for which a frame is reused for other spectators.

A reused frame therefore shows remaining times that are too long by at most this number.
"""

_STEP_RESETS: Final = table_events.HandBegun | table_events.PracticeHandBegun | table_events.SetupChanged
"""Events after which the moves kept for clients (``RecentMove``) no longer lead to the table's state."""

MAX_STEPS: Final = 64
"""Number of recent moves that are kept for clients that missed them.

A client that missed more receives the table without moves.
"""


def _is_mid_dealing_round(table: Table, happened: Sequence[table_events.AnyTableEvent]) -> bool:
    """Whether ``happened`` has only actions of the dealer, and the present round of the deal is not complete.

    In a complete round, every seat has received its packet. Most subscribers are notified only after complete
    rounds.
    """
    hand = table.running_hand
    if hand is None or hand.dealing is None or len(hand.moves) % table.game.seats == 0:
        return False
    return all(isinstance(fact, table_events.MoveMade) and fact.seat == DEALER for fact in happened)


def _newly_asked_players(before: Table, table: Table) -> set[str | None]:
    """Return the players who may now take an action that they could not take before the change."""
    asks = zip(before.require_running_hand().asks, table.require_running_hand().asks, strict=True)
    return {
        chair.player for chair, (old, new) in zip(table.chairs, asks, strict=True) if new is not None and new != old
    }


class Subscribers:
    """Observes a table, notifies the subscribers that a change concerns, and builds their messages."""

    def __init__(self, context: AppContext, table: Table, now: Callable[[], int]) -> None:
        self._context = context
        self._now = now
        self._table = table
        self._listeners: set[Subscriber] = set()
        self._presence = Presence(frozenset(), 0)
        self._titles = SeatTitles(context, self.notify_presence_changed)
        self._common: CommonView | None = None
        self._spectator_frames: dict[tuple[bool, int | None, bool, bool], TableFrame] = {}
        """Reusable frames for spectators (``table_frame``).

        The key has four parts: whether the spectator is the table's host, the last edition that the spectator has
        received, whether the spectator already has the current table info, and whether the frame has the history.
        """
        self._hints = HintCache()
        self._steps: list[RecentMove] = []
        self._steps_from = table.edition

    # ---- subscribers and presence

    @property
    def is_empty(self) -> bool:
        """Whether no client is connected through this process."""
        return not self._listeners

    @property
    def players(self) -> frozenset[str]:
        """The players connected through this process. Lobby previews are not counted."""
        return frozenset(listener.player for listener in self._listeners if not listener.is_glancing)

    @property
    def is_deserted(self) -> bool:
        """Whether no player is connected, through this process or another."""
        return self.is_empty and not self._context.peers.players_at(self._table.id)

    def subscribe(self, listener: Subscriber) -> None:
        """Add a subscriber."""
        self._listeners.add(listener)
        self._titles.refresh(self._table)
        self.announce_presence_to_peers()
        self.notify_presence_changed()

    def unsubscribe(self, listener: Subscriber) -> None:
        """Remove a subscriber."""
        self._listeners.discard(listener)
        self.announce_presence_to_peers()
        self.notify_presence_changed()

    def stop(self) -> None:
        """Stop the background tasks."""
        self._titles.stop()

    def announce_presence_to_peers(self) -> None:
        """Tell the other processes which players are connected through this one."""
        public = "" if self._table.private else self._table.setup.ruleset.id
        self._context.peers.publish_presence(self._table.id, self.players, public)

    def notify_presence_changed(self) -> None:
        """Find out again who is at the table, and notify all subscribers."""
        here = self.players | self._context.peers.players_at(self._table.id)
        seated = {chair.player for chair in self._table.chairs}
        self._presence = Presence(here, len(here - seated), self._titles.shown)
        self._common = None  # so that the spectators' frames are built again too
        self._notify_table_changed()

    # ---- changes of the table

    def on_events(self, before: Table, table: Table, happened: Sequence[table_events.AnyTableEvent]) -> None:
        """Notify the subscribers whom a change concerns.

        An answer within a claim window concerns only the player who gave it, because it is secret until the window
        closes.
        """
        self._table = table
        self._titles.on_events(before, table)
        self._record_steps(before, happened)
        if table_events.is_silent(happened):
            self._notify_table_changed(
                {before.chairs[fact.seat].player for fact in happened if isinstance(fact, table_events.WindowAnswered)}
            )
        elif table.revised != before.revised:
            self.notify_presence_changed()
        elif _is_mid_dealing_round(table, happened):
            self._notify_table_changed(_newly_asked_players(before, table))
        else:
            self._notify_table_changed()

    def on_newer_format(self) -> None:
        """Disconnect all subscribers. When they reconnect, a process that reads the newer format serves them."""
        for listener in self._listeners:
            listener.close("stopping")

    def broadcast(self, message: wire.ServerMessage, to: Collection[str] | None = None) -> None:
        """Send a message to the players ``to`` who are connected to this process. If ``to`` is None, send it to all.

        The message is not stored. Players who block its sender do not receive it. Raises InvalidMessage if the
        message names a seat that the table no longer has. This can happen if the message comes from another process.
        """
        seat = message.seat if isinstance(message, wire.SocialEvent) else None
        if isinstance(message, wire.SocialEvent) and not self._are_valid_seats(message.seat, message.to):
            raise InvalidMessage("stale")
        speaker = None if seat is None else self._table.chairs[seat].player
        for listener in self._listeners:
            if speaker not in listener.blocked_players and (to is None or listener.player in to):
                listener.send(message)

    def _are_valid_seats(self, *seats: Seat | None) -> bool:
        return all(seat is None or 0 <= seat < len(self._table.chairs) for seat in seats)

    def _record_steps(self, before: Table, happened: Sequence[table_events.AnyTableEvent]) -> None:
        """Keep the moves of the current hand, to send them to clients that missed them."""
        hidden = before.running_hand is not None and before.game.window_duration(before.running_hand.state) > 0
        for fact in happened:
            if isinstance(fact, _STEP_RESETS):
                self._drop_steps_until(before.edition)
            elif isinstance(fact, table_events.MovesTakenBack):
                self._drop_steps_until(self._table.edition)  # no steps lead back to the state before the moves
            elif isinstance(fact, table_events.MoveMade):
                self._steps.append(RecentMove(self._table.edition, fact, hidden))
        if len(self._steps) >= 2 * MAX_STEPS:
            self._drop_steps_until(self._steps[-MAX_STEPS].edition)

    def _drop_steps_until(self, edition: int) -> None:
        """Drop the kept moves that a client with the table's edition ``edition`` has already received."""
        self._steps = [step for step in self._steps if step.edition > edition]
        self._steps_from = edition

    def _notify_table_changed(self, players: Collection[str | None] | None = None) -> None:
        """Notify the subscribers of ``players`` that the table changed. If ``players`` is None, notify all subscribers."""
        for listener in self._listeners:
            if players is None or listener.player in players:
                listener.notify_changed()

    # ---- messages for a viewer

    def table_frame(self, player: str, seen: int | None, last: wire.TableInfo | None) -> TableFrame:
        """Return the table for a player as an encoded message.

        ``seen`` is the edition that the client has; None if the client has none. ``last`` is the table info of the
        last frame that the client received. If the table info has not changed since that frame, the message is short.
        If ``last`` is None, the message has the history of the hand.

        Spectators who need the same message within ``FRAME_REUSE_MS`` milliseconds share a frame.
        """
        viewer, now = self._view_context(player, seen), self._now()
        common = self._build_common_view()
        key = viewer.is_host, viewer.since, last is common.info, last is None
        if viewer.seat is None and (found := self._spectator_frames.get(key)) and now - found.made < FRAME_REUSE_MS:
            return found
        short = build_hand_message(common, viewer, self._steps, now, last)
        message = short or build_table_message(common, viewer, self._steps, now, with_history=last is None)
        frame = TableFrame(wire.encode_message(message), message.v, common.info, now)
        if viewer.seat is None:
            self._spectator_frames[key] = frame
        return frame

    def full_table_message(self, player: str, seen: int | None) -> wire.Table:
        """Return the complete table, with the history of the hand, as a message for a player.

        ``seen`` is the edition that the client has; None if it has none.
        """
        return build_table_message(
            self._build_common_view(), self._view_context(player, seen), self._steps, self._now()
        )

    def _view_context(self, player: str, seen: int | None) -> ViewContext:
        since = seen if seen is not None and seen >= self._steps_from else None
        table = self._table
        return ViewContext(table.seat_of(player), player == table.host, since, self._hints.make_hinter(table))

    def _build_common_view(self) -> CommonView:
        """Return the part of the message that is the same for all viewers.

        This part is built once for each version of the table.
        """
        if self._common is None or self._common.table.version != self._table.version:
            self._spectator_frames.clear()
            self._common = build_common_view(
                self._table, self._presence, self._context.table_delays, self._common, plain=self._lacks_web_layout()
            )
        return self._common

    def _lacks_web_layout(self) -> bool:
        """Whether the web client has no layout of its own for the table's family."""
        return not self._context.registry.family(self._table.setup.ruleset.family).web

    def lacks_hints(self, player: str) -> bool:
        """Whether the hints for a player must still be computed (``prepare_hints``)."""
        return self._seat_lacking_hints(player) is not None

    async def prepare_hints(self, player: str) -> None:
        """Compute a player's hints before ``table_frame`` needs them. This may take time."""
        while (seat := self._seat_lacking_hints(player)) is not None:
            await self._hints.compute(self._table, seat, self._context.bot_runner)

    def _seat_lacking_hints(self, player: str) -> Seat | None:
        """Return the player's seat if its hints must still be computed; None otherwise."""
        if not self._hints.gives_hints(self._table):
            return None
        seat = self._table.seat_of(player)
        return seat if seat is not None and self._hints.is_missing(self._table, seat) else None
