"""Watches a table inside the server, and checks that no frame contains more than its receiver may know.

For a frame to a seat, it makes the frame again from a state that the seat cannot tell from the true one (``determinize``). Only
a frame without hidden information is the same both times. It also checks that the events lead from each view to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from paiju.core.codec import from_plain, to_json
from paiju.core.history import history_of, without_history
from paiju.core.seats import Viewer, replace_at
from paiju.server import wire
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.view_models import Presence, ViewContext, build_common_view, build_table_message
from paiju.server.domain import table_events
from paiju.server.domain.table_state import Ask, Table, WindowAnswer

NOBODY = Presence(frozenset(), 0)


def _with_other_choice(ask: Ask) -> Ask:
    """Return a question to another seat as it could also be: with a choice if it has none, without if it has, and unanswered."""
    return replace(ask, choice=not ask.choice, answer=None)


def _as_answered(table: Table, seat: Viewer, told: dict[str, Any]) -> Table:
    """Return the table as the seat saw it: before or after its own answer in a window.

    No other seat learns of such an answer, so both tables have the same version.
    """
    hand = table.require_running_hand()
    own = hand.asks[seat] if seat is not None else None
    if seat is None or own is None or told["hand"]["window"] is None:
        return table
    answer = WindowAnswer("player", None) if told["hand"]["choices"] is None else None
    return replace(table, hand=replace(hand, asks=replace_at(hand.asks, seat, replace(own, answer=answer))))


def without_presence(info: dict[str, Any]) -> dict[str, Any]:
    """Return the information about the table without the number of spectators, which the leak detector does not know."""
    return {key: value for key, value in info.items() if key != "watching"}


class LeakDetector:
    """A ``Subscriber`` and ``TableObserver`` that keeps the table as it was at each version."""

    player = ""
    blocked_players = frozenset[str]()
    is_glancing = False

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.tables: dict[int, Table] = {live.table.edition: live.table}
        live.command_handler.followers = (self, *live.command_handler.followers)
        live.subscribers.subscribe(self)

    def on_events(self, before: Table, table: Table, happened: Sequence[table_events.AnyTableEvent]) -> None:
        self.tables[table.edition] = table

    def on_newer_format(self) -> None:
        raise AssertionError

    def notify_changed(self) -> None:
        pass

    def close(self, code: str) -> None: ...

    def send(self, message: wire.ServerMessage) -> None:
        pass

    def check(self, frames: list[str], player: str, random: Random) -> int:
        """Check all frames that a player received. Returns the number of those that show a hand in play."""
        return sum(self._check(text, player, random) for text in frames)

    def _check(self, text: str, player: str, random: Random) -> bool:
        told = msgspec.json.decode(text)
        if told["t"] != "table":
            assert set(told) <= {
                "t",
                "protocol",
                "id",
                "v",
                "kind",
                "code",
                "args",
                "words",
                "readings",
                "seat",
                "name",
                "to",
            }
            return False
        table = self.tables[told["v"]]
        assert table.seal.secret not in text
        if table.running_hand is None:
            return False
        assert table.running_hand.seal.secret not in text
        seat = table.seat_of(player)
        assert told["you"] == seat
        imagined = self._message_of_imagined_state(_as_answered(table, seat, told), seat, told["now"], random)
        assert told["hand"] == imagined["hand"]
        assert told.get("history") == imagined.get("history")
        assert without_presence(told["table"]) == without_presence(imagined["table"])
        self._check_events(told, seat)
        return True

    def _message_of_imagined_state(self, table: Table, seat: Viewer, now: int, random: Random) -> Any:
        """Return the message for a random state that the viewer cannot tell from the true one."""
        hand = table.require_running_hand()
        asks = tuple(ask and (ask if at == seat else _with_other_choice(ask)) for at, ask in enumerate(hand.asks))
        other = replace(hand, state=table.game.determinize(hand.state, seat, random), asks=asks)
        eyes = ViewContext(seat, is_host=False, since=None)
        context = self.live.context
        plain = not context.registry.family(table.setup.ruleset.family).web
        common = build_common_view(replace(table, hand=other), NOBODY, context.table_delays, plain=plain)
        message = build_table_message(common, eyes, (), now)
        return msgspec.json.decode(msgspec.json.encode(message))

    def _check_events(self, told: dict[str, Any], seat: Viewer) -> None:
        """Check that the events of a message lead from the viewer's previous view to its view now."""
        before = self.tables.get(told["since"]) if told["since"] is not None else None
        after = self.tables[told["v"]]
        if (
            before is None
            or before.running_hand is None
            or before.require_running_hand().number != after.require_running_hand().number
        ):
            return
        game = after.game
        view = game.view(before.require_running_hand().state, seat)
        for step in told["steps"]:
            for event in step["events"]:
                view = game.evolve(view, from_plain(event, game.event_type))
        assert msgspec.json.decode(to_json(without_history(view))) == told["hand"]["view"]
        assert msgspec.json.decode(to_json(history_of(view))) == told.get("history", [])
