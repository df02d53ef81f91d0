"""Makes a small database that has every kind of data of a room: ``python -m tests.golden.make_database FOLDER NAME``.

It writes ``NAME.db.gz``, in the present format, and ``NAME.json``, a description of its contents that does not depend on the
format.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import secrets
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from paiju.bots.base import RANDOM, STEADY, choose_optional_action
from paiju.bots.registry import make_bot
from paiju.core.fair_deal import commitment
from paiju.core.seats import Seat
from paiju.games.registry import built_in_families, family_of, rulesets
from paiju.server import wire, wire_requests
from paiju.server.adapters.password_hashing import Argon2Hasher
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.sqlite import open_sqlite
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.context import AppContext
from paiju.server.app.players.accounts import Accounts
from paiju.server.app.players.player_service import PlayerService
from paiju.server.app.store import Booking, Invitation, ModerationAction, Relation, Store, StoredPlayer
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.request_handlers import handle_request
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.domain import hand_commands, table_commands, table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays, current_window, window_deadline
from paiju.server.domain.table_setup import SetupRequest, TimeControl
from paiju.server.domain.table_state import Table
from tests.server.table_harness import part_of

BEGIN: Final = 1_790_000_000_000
TEMPO: Final = TableDelays()
USER: Final = "Ann.Lee"
PASSWORD: Final = "three-small-pairs"
SHOWN: Final = 12
"""Number of legal actions of each seat that the description contains; a seat may have thousands."""

Choose = Callable[[Table, Seat], str]
"""A function that returns the action of a seat, as text."""


class Clock:
    """A clock that shows the time that a test sets."""

    now = BEGIN
    is_running = True

    def __call__(self) -> int:
        return self.now

    def record_heartbeat(self) -> int:
        """Return 0: the clock never jumps."""
        return 0


class Stage:
    """A room whose timers are stopped, and players whose commands the caller chooses."""

    def __init__(self, room: TableManager, clock: Clock, players: dict[str, StoredPlayer]) -> None:
        self.room = room
        self.clock = clock
        self.players = players
        self.random = Random(7)
        self.asked = 0
        self.own = secrets.token_hex(4)
        self.names: dict[str, str] = {}

    async def table(self, what: str, ruleset: str, *names: str, hands: int = 0, private: bool = True) -> LiveTable:
        """Open a table at which these players sit. The first of them is its host; the other seats are empty."""
        setup = SetupRequest(ruleset=ruleset, pace=TimeControl(20, 60), hands=hands)
        live = await self.room.open_table(self.players[names[0]], setup, private=private)
        live.scheduler.stop()
        self.names[live.table.id] = what
        for name in names[1:]:
            await self.ask(live, name, wire_requests.Sit(id=self.fresh()))
        return live

    def fresh(self) -> str:
        """Return a new id for a command, which no other stage uses."""
        self.asked += 1
        return f"{self.own}-{self.asked}"

    async def ask(self, live: LiveTable, name: str, request: wire_requests.ClientMessage) -> None:
        """Send a command of a player."""
        self.clock.now += 900
        await handle_request(self.room, live, self.players[name], request)

    async def do(self, live: LiveTable, work: Callable[[CommandContext], None]) -> None:
        """Execute a command of the room itself."""
        self.clock.now += 40
        await live.execute("", None, work)

    async def begin(self, live: LiveTable) -> None:
        """Begin the next hand: put bots on the empty seats, and make all players ready."""
        if any(chair.is_vacant for chair in live.table.chairs):
            await self.ask(live, self.name_at(live, 0), wire_requests.AddBot(id=self.fresh(), bot="", seat=None))
        players = [chair.player for chair in live.table.chairs if chair.player is not None]
        for player in players:
            ready = wire_requests.Ready(id=self.fresh(), pledge=commitment(part_of(player)))
            await self.ask(live, self.name_of(player), ready)
        for player in players:
            await self.ask(
                live, self.name_of(player), wire_requests.Reveal(id=self.fresh(), contribution=part_of(player).hex())
            )

    def name_at(self, live: LiveTable, seat: Seat) -> str:
        """Return the short name of the player in a seat."""
        player = live.table.chairs[seat].player
        assert player is not None
        return self.name_of(player)

    def name_of(self, player: str) -> str:
        """Return the short name of a player, given its id."""
        return next(name for name, one in self.players.items() if one.id == player)

    async def finish(self, live: LiveTable, choose: Choose | None = None) -> None:
        """Play a whole hand."""
        await self.begin(live)
        while live.table.running_hand:
            await self._act_once(live, choose or self.by_bot)

    async def play(self, live: LiveTable, until: Callable[[Table], bool]) -> None:
        """Play until the table fulfils a condition, through further hands if necessary."""
        while not live.table.running_hand or not until(live.table):
            if live.table.running_hand:
                await self._act_once(live, self.by_bot)
            else:
                await self.begin(live)

    async def _act_once(self, live: LiveTable, choose: Choose) -> None:
        table = live.table
        hand = table.require_running_hand()
        for seat in table.game.may_act(hand.state):
            wish = choose_optional_action(
                make_bot(STEADY, table.setup.ruleset.family), table.game, self._view(table, seat), seat, self.random
            )
            if wish is not None:
                await self.act(live, seat, table.game.format_action(wish))
        if hand.dealing is not None:
            await self.do(live, hand_commands.end_dealer_pause)
        elif current_window(table, hand, TEMPO):
            await self.open_window(live, choose)
        else:
            seat = next(seat for seat, ask in enumerate(hand.asks) if ask is not None and ask.must)
            await self.act(live, seat, choose(table, seat))

    async def open_window(self, live: LiveTable, choose: Choose) -> None:
        """Let every seat with a choice answer, so that the window closes."""
        for seat, ask in enumerate(live.table.require_running_hand().asks):
            if ask is not None and ask.must and ask.choice and ask.answer is None:
                await self.act(live, seat, choose(live.table, seat))
        closing = window_deadline(live.table, live.table.require_running_hand(), TEMPO)
        assert closing is not None
        self.clock.now = max(self.clock.now, closing)
        await self.do(live, lambda draft: hand_commands.close_window(draft, TEMPO))

    async def act(self, live: LiveTable, seat: Seat, text: str) -> None:
        """Let a seat act: a player by a command, and a bot or an absent player by a command of the room."""
        table = live.table
        ask, chair = table.require_running_hand().asks[seat], table.chairs[seat]
        assert ask is not None
        action = table.game.parse_action(text)
        if chair.player is not None and not chair.auto:
            act = wire_requests.Act(id=self.fresh(), decision=ask.decision, action=wire.encode_raw(action))
            await self.ask(live, self.name_of(chair.player), act)
        else:
            by = "auto" if chair.player is not None else "bot"
            await self.do(live, lambda draft: hand_commands.answer_decision(draft, seat, ask.decision, action, by))  # type: ignore[arg-type]

    def by_bot(self, table: Table, seat: Seat) -> str:
        """Return the action that the steady bot chooses for a seat."""
        game, view = table.game, self._view(table, seat)
        choose = make_bot(STEADY, table.setup.ruleset.family)
        return game.format_action(choose(game, view, seat, game.legal(view, seat), self.random))

    def _view(self, table: Table, seat: Seat) -> Any:
        return table.game.view(table.require_running_hand().state, seat)


def moves(least: int) -> Callable[[Table], bool]:
    """Return the condition that the seats have made at least ``least`` moves in the hand."""
    return lambda table: sum(move.seat >= 0 for move in table.require_running_hand().moves) >= least


def claimable(table: Table) -> bool:
    """Whether a window is open in which a seat has a choice and other seats are also asked."""
    hand = table.require_running_hand()
    asked = [ask for ask in hand.asks if ask is not None and ask.must]
    played = sum(move.seat >= 0 for move in hand.moves)
    return (
        played > 6
        and table.game.window_duration(hand.state) > 0
        and len(asked) > 1
        and any(ask.choice for ask in asked)
    )


async def fill(stage: Stage) -> None:
    """Write all data of the golden database."""
    await _write_waiting_tables(stage)
    await _write_doudizhu_tables(stage)
    await _write_zipai_tables(stage)
    await _write_gunzi_tables(stage)
    await _write_data_of_no_table(stage)
    told = {live.table.setup.ruleset.family for live in stage.room.loaded_tables if live.table.running_hand}
    for family in built_in_families():
        if family.name not in told:
            await _write_other_family(stage, family.name)


async def _write_data_of_no_table(stage: Stage) -> None:
    """Write data that belong to no table: relations of players, invitations, actions of moderators, and coins."""
    store, now = stage.room.context.store, stage.clock.now
    ann, bob, cat = (stage.players[name].id for name in ("ann", "bob", "cat"))
    await store.put_relation(Relation(ann, bob, "follow", now))
    await store.put_relation(Relation(ann, cat, "block", now))
    await store.put_invitation(Invitation(ann, bob, stage.room.loaded_tables[0].table.id, now))
    await store.record_action(ModerationAction(at=now, actor=bob, act="notice", subject="", detail="Tonight at eight"))
    await store.put_booking(Booking(f"start:{ann}", now, {"mint": -100, f"player:{ann}": 100}))


async def beside(store: Store, ann: str) -> dict[str, Any]:
    """Return the description of the data that belong to no table."""
    found = {
        "ties": await store.relations_of(ann),
        "acts": await store.actions_after(),
        "bookings": [one for one in await store.list_bookings() if one.cause.startswith("start:")],
    }
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told


async def _write_other_family(stage: Stage, family: str) -> None:
    """Write a table of a family without a function of its own, in the middle of its second hand."""
    name = next(name for name in rulesets() if family_of(name).name == family)
    live = await stage.table(f"plays {family}", name, "ann", "bob")
    await stage.finish(live)
    await stage.play(live, moves(3))


async def _write_waiting_tables(stage: Stage) -> None:
    await stage.table("waits for players", "doudizhu/qq", "ann", private=False)
    host = await stage.table("was changed, its host passed on", "gunzi/six", "bob", "cat", "dan", private=False)
    await stage.ask(
        host,
        "bob",
        wire_requests.Options(
            id=stage.fresh(),
            setup=SetupRequest(ruleset="doudizhu/happy", pace=TimeControl(20, 60), options={"double": False}),
        ),
    )
    await stage.ask(host, "bob", wire_requests.AddBot(id=stage.fresh(), bot=RANDOM, seat=None))
    await stage.ask(host, "bob", wire_requests.Remove(id=stage.fresh(), seat=2))
    await stage.ask(host, "bob", wire_requests.Leave(id=stage.fresh()))
    await stage.ask(host, "cat", wire_requests.Rematch(id=stage.fresh()))
    gone = await stage.table("is closed", "zipai/guilin-2", "dan", private=False)
    await stage.do(gone, table_commands.close_table)
    done = await stage.table("has ended its match", "doudizhu/duel", "dan", hands=1)
    await stage.finish(done)


async def _write_doudizhu_tables(stage: Stage) -> None:
    live = await stage.table("plays on, its first hand was thrown in", "doudizhu/classic", "ann", "bob")
    await stage.finish(live, lambda table, seat: "bid 0")
    await stage.finish(live)
    await stage.play(live, moves(5))
    await stage.ask(live, "bob", wire_requests.Auto(id=stage.fresh(), on=True))
    await stage.play(live, moves(12))
    secret = await stage.table("has one of its secret throws", "doudizhu/discard", "ann", "bob", "cat")
    await stage.play(secret, lambda table: all(text.startswith("throw") for text in legal_told(table, 1) or [""]))
    await stage.act(secret, 1, stage.by_bot(secret.table, 1))
    wild = await stage.table("plays with wild cards", "doudizhu/wild", "cat", "ann")
    await stage.play(wild, moves(16))
    await stage.do(wild, lambda draft: table_commands.vacate_seat_of(draft, stage.players["ann"].id))
    await stage.do(wild, lambda draft: draft.record(table_events.ClocksResumed(5_000)))
    await stage.play(wild, moves(24))
    left = await stage.table("was left in mid-hand", "doudizhu/kick", "cat", "ann")
    await stage.play(left, moves(9))
    await stage.ask(left, "ann", wire_requests.Leave(id=stage.fresh(), agreed=10_000))


async def _write_zipai_tables(stage: Stage) -> None:
    live = await stage.table("has a window half answered", "zipai/guilin-3", "ann", "bob", "cat")
    await stage.finish(live)
    await stage.play(live, claimable)
    hand = live.table.require_running_hand()
    seat = next(seat for seat, ask in enumerate(hand.asks) if ask is not None and ask.must and ask.choice)
    claim = next(action for action in live.table.game.legal(hand.state, seat))
    await stage.act(live, seat, live.table.game.format_action(claim))
    two = await stage.table("plays Zi Pai with two", "zipai/guilin-2", "dan")
    await stage.play(two, lambda table: moves(20)(table) and len(legal_told(table, 0)) > 1)


async def _write_gunzi_tables(stage: Stage) -> None:
    live = await stage.table("plays Gunzi", "gunzi/six", "ann", "bob", "cat")
    await stage.finish(live)
    await stage.play(
        live, lambda table: moves(30)(table) and len(table.game.to_act(table.require_running_hand().state)) == 1
    )


# ---- what is in it


async def told(stage: Stage) -> dict[str, Any]:
    """Return the description of every table and every finished hand."""
    tables, hands = {}, {}
    for live in stage.room.loaded_tables:
        tables[live.table.id] = {"what": stage.names[live.table.id], **table_told(live.table)}
        for hand in await stage.room.context.store.hands_at_table(live.table.id):
            info = msgspec.json.decode(hand.info)
            hands[hand.id] = {
                "table": live.table.id,
                "players": [player["name"] for player in info["players"]],
                "reason": info["outcome"]["reason"],
                "points": info["outcome"]["points"],
            }
    return {"clock": stage.clock.now, "tables": tables, "hands": hands}


def table_told(table: Table) -> dict[str, Any]:
    """Return the description of a table: its players, its score, and the moves and legal actions of its hand."""
    hand = table.running_hand
    return {
        "ruleset": table.setup.ruleset.id,
        "phase": table.phase,
        "version": table.version,
        "seats": [chair.name for chair in table.chairs],
        "played": table.match.hand,
        "points": list(table.match.points),
        "hand": None
        if hand is None
        else {
            "number": hand.number,
            "moves": len(hand.moves),
            "digest": digest_of(table),
            "to_act": list(table.game.to_act(hand.state)),
            "window": table.game.window_duration(hand.state),
            "answered": [seat for seat, ask in enumerate(hand.asks) if ask is not None and ask.answer is not None],
            "legal": {str(seat): legal_told(table, seat) for seat, ask in enumerate(hand.asks) if ask is not None},
        },
    }


def digest_of(table: Table) -> str:
    """Return a digest of the texts of all moves of the hand."""
    lines = (
        f"{move.seat} {move.by} {table.game.format_action(move.action)}\n"
        for move in table.require_running_hand().moves
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def legal_told(table: Table, seat: Seat) -> list[str]:
    """Return the texts of a seat's first legal actions, computed from its view."""
    game = table.game
    legal = game.legal(game.view(table.require_running_hand().state, seat), seat)
    return [game.format_action(legal[place]) for place in range(min(SHOWN, len(legal)))]


# ---- the file


async def make(folder: Path, name: str) -> None:
    """Write the database and its description to a folder."""
    with TemporaryDirectory() as work:
        path = Path(work) / f"{name}.db"
        book = await _make_database(path)
        (folder / f"{name}.db.gz").write_bytes(gzip.compress(_compact_bytes(path), mtime=0))
    text = msgspec.json.format(msgspec.json.encode(book, order="deterministic"), indent=1) + b"\n"
    (folder / f"{name}.json").write_bytes(text)


async def _make_database(path: Path) -> dict[str, Any]:
    """Make the database at ``path``, and return its description."""
    clock, hasher = Clock(), Argon2Hasher()
    store = await open_sqlite(path)
    thinker = ThreadedBotRunner((STEADY, RANDOM), make_bot)
    room = TableManager(AppContext(store, StandardRegistry(), thinker, TEMPO, PrometheusMetrics(), clock))
    players = PlayerService(store, clock)
    accounts = Accounts(room, players, hasher)
    known, keys = {}, {}
    for short in ("ann", "bob", "cat", "dan"):
        known[short], keys[short] = await players.create_guest(short.title(), "Firefox, Linux")
    keys["ann"] = await accounts.register(await players.authenticate(keys["ann"]), USER, PASSWORD)
    token = await players.create_key(known["ann"], "token", "my bot")
    stage = Stage(room, clock, known)
    await fill(stage)
    await store.record_heartbeat(clock.now)
    account = {"user": USER, "password": PASSWORD, "token": token}
    people = {short: {"id": known[short].id, "session": keys[short]} for short in known}
    kept = await beside(store, known["ann"].id)
    book = {**await told(stage), "beside": kept, "players": people, "account": account}
    await room.close()
    await store.close()
    thinker.close()
    hasher.close()
    return book


def _compact_bytes(path: Path) -> bytes:
    """Return the bytes of the database as one file, made as small as possible."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("VACUUM")
    db.close()
    return path.read_bytes()


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1]), sys.argv[2]))
