"""Runs a real server on a real socket in this process, with the toy game, and makes the requests of tests."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
from msgspec.structs import replace
from structlog.testing import capture_logs

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.duplicate.daily_set import DailySet
from paiju.records import RecordedHand
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.app.analysis import Analyst
from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.daily.house_field import FieldRunner
from paiju.server.app.puzzles.puzzle_solver import PuzzleSolver
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.app.token_buckets import Rate, RateSettings
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.main import ReplacementWorkers, create_app, make_server
from paiju.server.services import Services
from paiju.server.settings import Settings
from tests.server.table_harness import ToyRulesetRegistry

FAST = TableDelays(think_least=0, think_most=3, deal=2, ready=60_000, beat=1, lies=1)
PATIENT = replace(FAST, beat=1000)
"""Delays like ``FAST``, except that the table waits for the answers to optional questions."""
_PLENTY = Rate(1e6, 1e6)
FREE = RateSettings(
    frames=_PLENTY,
    player=_PLENTY,
    thinking=_PLENTY,
    analyses=_PLENTY,
    requests=_PLENTY,
    guests=_PLENTY,
    tables=_PLENTY,
    tables_from=_PLENTY,
    hands=_PLENTY,
    hands_from=_PLENTY,
    changes=_PLENTY,
    reactions=_PLENTY,
    accounts=_PLENTY,
    new_accounts=_PLENTY,
    handshakes=_PLENTY,
    tables_each=10_000,
    sockets=10_000,
    connections=10_000,
    bad=100_000,
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def choose_at_random(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    return legal[random.randrange(len(legal))]


def choose_after_calling(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """Call or bid the most, so that no hand of ``qq`` or of a duel is thrown in. Then choose at random."""
    return legal[-1] if view.public.landlord is None else choose_at_random(game, view, seat, legal, random)


def thinker() -> ThreadedBotRunner:
    return ThreadedBotRunner(("steady", "other"), lambda name, family: choose_at_random)


class AbsentField:
    """A ``FieldRunner`` for daily sets whose house players never finish a hand."""

    async def play_deal_as_house(self, daily_set: DailySet, deal: int, player: str) -> RecordedHand:
        await asyncio.Event().wait()
        raise AssertionError


class Served:
    """A running server."""

    def __init__(self, url: str, room: TableManager) -> None:
        self.url = url
        self.room = room
        self.services: Services
        self.logged: Sequence[Any] = ()

    def http(self, key: str = "") -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=20)

    async def guest(self, name: str = "", *, bot: bool = False) -> str:
        """Create a guest, and return its key."""
        async with self.http() as http:
            answer = await http.post("/api/session", json={"name": name, "bot": bot})
            assert answer.status_code == 201, answer.text
            return answer.cookies["paiju"]

    async def table(self, key: str, **wanted: object) -> str:
        """Open a table as its host, and return its id."""
        async with self.http(key) as http:
            answer = await http.post("/api/tables", json={"ruleset": "toy/plain", **wanted})
            assert answer.status_code == 201, answer.text
            name: str = answer.json()["table"]
            return name


@asynccontextmanager
async def serving(
    database: Path | str,
    settings: Settings | None = None,
    library: RulesetRegistry | None = None,
    wall: Callable[[], int] = now,
    *,
    sound: bool = True,
    minds: BotRunner | None = None,
    analyst: Analyst | None = None,
    puzzle_solver: PuzzleSolver | None = None,
    field: FieldRunner | None = None,
    demos: bool = False,
) -> AsyncIterator[Served]:
    """Run a server until the ``with`` block ends. With ``sound``, an internal error that the server logs fails the test."""
    settings = settings or Settings(tempo=FAST, limits=FREE)
    app = create_app(
        replace(settings, database=str(database), demo_tables=settings.demo_tables if demos else 0),
        library or ToyRulesetRegistry(),
        minds or thinker(),
        wall,
        ReplacementWorkers(analyst, puzzle_solver, field or AbsentField()),
    )
    port = free_port()
    server = make_server(app, "127.0.0.1", port)
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    with capture_logs() as logged:
        served = Served(f"http://127.0.0.1:{port}", app.state.services.tables)
        served.services = app.state.services
        served.logged = logged
        await served.room.wait_until_restored()
        try:
            yield served
        finally:
            server.should_exit = True
            await task
    assert not (sound and [entry for entry in logged if entry["log_level"] == "error"])
