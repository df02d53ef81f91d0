"""The card room, put together. This is the only place that knows all the parts."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any, cast

import uvicorn
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from paiju.bots.base import RANDOM, STEADY
from paiju.locale import text
from paiju.server import wire
from paiju.server.adapters.analysing import AnalysisWorkers
from paiju.server.adapters.clock import RoomClock, now
from paiju.server.adapters.databases import is_shared, open_room, served, try_bus
from paiju.server.adapters.library import Registry, read_folder, read_rooms
from paiju.server.adapters.logs import log_without_fail, others_log
from paiju.server.adapters.memory import collect_when_quiet, settle
from paiju.server.adapters.metrics import Metrics
from paiju.server.adapters.passwords import Argon2
from paiju.server.adapters.programs import finding, read_bots
from paiju.server.adapters.thinking import ThreadThinker
from paiju.server.app.accounts import Accounts
from paiju.server.app.analysis import Analyst
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.gate import Gate
from paiju.server.app.house import House
from paiju.server.app.matching import ROUND, Matching
from paiju.server.app.peers import Peers
from paiju.server.app.people import People
from paiju.server.app.players import DAY, Players
from paiju.server.app.profile import Profiles
from paiju.server.app.room import Room
from paiju.server.app.standing import Standings
from paiju.server.app.thinking import Thinker
from paiju.server.domain.library import Library
from paiju.server.door import Door, Patient, open_wide
from paiju.server.errors import CannotServe
from paiju.server.http.account import HANDLERS as ACCOUNT
from paiju.server.http.api import HANDLERS as API
from paiju.server.http.coins import HANDLERS as COINS
from paiju.server.http.errors import HANDLERS as ERRORS
from paiju.server.http.guard import guarded
from paiju.server.http.hands import HANDLERS as HANDS
from paiju.server.http.head import answering_head
from paiju.server.http.host import HANDLERS as HOST
from paiju.server.http.operator import HANDLERS as OPERATOR
from paiju.server.http.path import below
from paiju.server.http.people import HANDLERS as PEOPLE
from paiju.server.http.proxy import Trusted, behind
from paiju.server.http.respond import COMPRESSED
from paiju.server.http.standing import HANDLERS as STANDING
from paiju.server.http.static import static_handler
from paiju.server.listen import address_of, listen, listen_at
from paiju.server.services import Services
from paiju.server.settings import Settings
from paiju.server.workers import Workers
from paiju.server.ws.light import Light
from paiju.server.ws.socket import with_tables

COMPRESSION = CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=COMPRESSED)
"""The API's answers; the client's files are compressed already."""

STATIC = Path(__file__).parent / "static"

ANALYSES = 200
"""So many analyses may wait in a process …"""

ANALYSES_EACH = 20
"""… and so many for one player."""

PING = 45.0
"""Seconds between two pings of a socket: less than what home routers and proxies forget after, a minute."""


def bots_of(settings: Settings) -> Thinker:
    """The bots that come with the package, and those that were let in. Raises CannotServe."""
    own = read_bots(settings.bots)
    return ThreadThinker((STEADY, RANDOM, *own), finding(own))


def create_app(
    settings: Settings | None = None,
    library: Library | None = None,
    thinker: Thinker | None = None,
    wall: Callable[[], int] = now,
    analyst: Analyst | None = None,
) -> Litestar:
    """The ASGI application. Tests bring games, bots, an analyst and a time of day of their own."""
    settings = settings or Settings()
    return Litestar(
        route_handlers=[
            *API,
            *HANDS,
            *COINS,
            *ACCOUNT,
            *PEOPLE,
            *HOST,
            *STANDING,
            *OPERATOR,
            static_handler(STATIC, settings.path),
        ],
        lifespan=[_lifespan(settings, library or Registry(), thinker or bots_of(settings), wall, analyst)],
        exception_handlers=ERRORS,
        state=State({"settings": settings}),
        before_request=_admit,
        compression_config=COMPRESSION,
        request_max_body_size=wire.FRAME_LIMIT,
        openapi_config=OpenAPIConfig(
            title="paiju",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )


async def _admit(request: Request[Any, Any, Any]) -> None:
    """Let an HTTP request in. One address may not ask too often, and another origin's page may change nothing."""
    services: Services = request.app.state.services
    services.gate.check_host(request.headers.get("host"))
    services.gate.admit_http(services.address(request))
    if request.method not in ("GET", "HEAD"):
        services.gate.check_origin(request.headers.get("origin"), request.headers.get("host"))


def _lifespan(
    settings: Settings, library: Library, thinker: Thinker, wall: Callable[[], int], analyst: Analyst | None
) -> Callable[[Litestar], Any]:  # fmt: skip
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        metrics, clock = Metrics(), RoomClock(wall)
        store, line = await open_room(settings.database, metrics, settings.bus, settings.bus_key)
        house = House(store, library, thinker, settings.tempo, metrics, clock, Peers(line), settings.coins)
        room = Room(house, settings.forget * DAY, settings.forget_empty * DAY)
        players, hasher = Players(store, clock, room.hosting.is_banned), Argon2()
        accounts = Accounts(room, players, hasher)
        gate = Gate(settings.limits, line, frozenset(settings.origins), settings.names, accounts.has)
        matching = Matching(room)
        profiles, people = Profiles(store, library), People(room)
        analysts = analyst or AnalysisWorkers(settings.analysis_workers, metrics)
        turns = FairQueue(settings.analysis_workers, most=ANALYSES, most_each=ANALYSES_EACH)
        services = Services(
            room, players, accounts, gate, matching, profiles, people, analysts, turns, settings.path
        )  # fmt: skip
        app.state.services, app.state.metrics = services, metrics
        _measure(metrics, services)
        metrics.watch_garbage()
        await room.open()
        room.tasks.keep("lag", metrics.watch_loop)
        room.tasks.keep("names", players.settle)
        room.tasks.keep("people", people.tell)
        room.tasks.keep("blocks", services.listen_anew)
        room.tasks.keep("matching", matching.watch, longest=ROUND)
        room.tasks.keep("standings", Standings(store, library).keep)
        room.tasks.keep("garbage", lambda: collect_when_quiet(lambda: metrics.commands))
        try:
            yield
        finally:
            metrics.stop_watching()
            await analysts.close()
            await room.close()
            await store.close()
            thinker.close()
            hasher.close()

    return lifespan


def _answered(app: Litestar, status: int) -> None:
    app.state.metrics.answered(status)


def _measure(metrics: Metrics, services: Services) -> None:
    """What is there, beside what happens."""
    room, sockets = services.room, services.connections
    metrics.gauge("paiju_connections", "Open sockets", lambda: len(sockets))
    metrics.gauge("paiju_sessions", "Sessions with an open socket", lambda: len(set(sockets.values())))
    metrics.gauge("paiju_tables", "Tables in memory", lambda: len(room.live))
    metrics.gauge("paiju_hands", "Hands in play", lambda: sum(live.table.running is not None for live in room.live))
    line = room.house.peers.line
    metrics.gauge("paiju_bus_silence_seconds", "How long its own message has been on the bus", lambda: line.silence)
    metrics.gauge("paiju_analyses_waiting", "Analyses that wait", lambda: services.analysing.waiting)
    metrics.gauge("paiju_tables_set_aside", "Tables that cannot be read", lambda: len(room.aside))


class Server(uvicorn.Server):
    """Says goodbye on every socket before it goes."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.opened: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Tell when clients may come."""
        await super().startup(sockets)
        if self.started and self.opened is not None:
            self.opened()

    def stop(self) -> None:
        """Begin to end."""
        self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        """Let nobody come any more, and tell who is here to come back; to another process, if there is one."""
        services: Services = self._app.state.services
        for server in self.servers:
            server.close()
        await services.stop()
        await super().shutdown(sockets)


def make_server(app: Litestar, host: str, port: int) -> Server:
    """A server for the application, as it should be run."""
    settings: Settings = app.state.settings
    log_without_fail(settings.log_level, settings.log_format)
    trusted = Trusted(settings.proxy, socket=bool(settings.socket))
    door = Door(settings.limits, trusted.has)
    inside = below(with_tables(app, guarded(answering_head(app), partial(_answered, app))), settings.path)
    config = uvicorn.Config(
        behind(inside, trusted),
        host=host,
        port=port,
        http=cast("Any", partial(Patient, door)),
        ws=Light,
        ws_max_size=wire.FRAME_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        log_config=others_log(settings.log_format),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # ``behind`` decides
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    return Server(config, app)


def serve(settings: Settings, lang: str) -> int:
    """Run the card room until it is told to stop; the exit code. Prints its address once it listens, and if it is a new room.

    Raises CannotServe, RulesetError.
    """
    own = read_folder(Path(settings.rulesets)) if settings.rulesets else ()
    library = Registry(own, read_rooms(Path(settings.rooms), Registry(own)) if settings.rooms else ())
    read_bots(settings.bots)
    if settings.workers > 1 and not is_shared(settings.database):
        raise CannotServe("workers_share", workers=settings.workers)
    if settings.bus:
        asyncio.run(try_bus(settings.bus))
    open_wide()
    listener, address = _listening(settings)
    with listener, served(settings.database, address) as is_new:
        news = [text(lang, "serve.new_room", path=Path(settings.database).resolve())] if is_new else []
        settle()
        work = partial(_serve_on, settings, library, listener, (address, *news))
        return work() if settings.workers == 1 else Workers(settings.workers, work).run()


def _listening(settings: Settings) -> tuple[socket, str]:
    """The socket, and the address to tell people. Raises CannotServe."""
    if settings.socket:
        return listen_at(settings.socket), f"unix:{settings.socket}"
    listener = listen(settings.host, settings.port)
    return listener, address_of(settings.host, listener, settings.path)


def _serve_on(
    settings: Settings,
    library: Library,
    listener: socket,
    news: Sequence[str],
    number: int = 0,
    line: int | None = None,
) -> int:
    """Serve from a socket, in this process. The first of several tells the news for all; none outlives its parent."""
    server = make_server(create_app(settings, library), settings.host, settings.port)

    def opened() -> None:
        if number == 0:
            _say(*news)
        if line is not None:
            asyncio.get_running_loop().add_reader(line, server.stop)

    server.opened = opened
    server.run([listener])
    return 0 if server.started else 1


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"paiju: {line}\n" for line in lines)
    sys.stdout.flush()
