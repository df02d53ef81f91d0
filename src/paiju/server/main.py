"""Builds the card room from its parts, and runs it. No other module knows all parts."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any, NamedTuple, cast

import uvicorn
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from paiju.bots.base import RANDOM, STEADY
from paiju.locale import translate
from paiju.server import wire
from paiju.server.adapters.analysis_worker_pool import AnalysisWorkers
from paiju.server.adapters.databases import check_bus_reachable, is_shared, open_store_and_coordinator, prepare_database
from paiju.server.adapters.gc_tuning import collect_garbage_when_idle, freeze_startup_objects
from paiju.server.adapters.log_output import configure_logging, library_log_config
from paiju.server.adapters.operator_bots import make_bot_finder, parse_bot_settings
from paiju.server.adapters.password_hashing import Argon2Hasher
from paiju.server.adapters.prometheus_metrics import PrometheusMetrics
from paiju.server.adapters.room_clock import RoomClock, now
from paiju.server.adapters.ruleset_registry import StandardRegistry, read_rulesets, read_stake_rooms
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.adapters.voice_packs import read_voice_packs
from paiju.server.app.analysis import Analyst
from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.cluster.coordination import Peers
from paiju.server.app.context import AppContext
from paiju.server.app.daily.closed_days import ClosedDays
from paiju.server.app.daily.daily_services import DailyServices
from paiju.server.app.daily.daily_sets import DailySets
from paiju.server.app.daily.day_overview import Overview
from paiju.server.app.daily.deal_comparison import DealComparisons
from paiju.server.app.daily.house_field import FieldRunner, HouseField
from paiju.server.app.daily.player_results import DayResults
from paiju.server.app.daily.skill import Skills
from paiju.server.app.demo_tables import DemoTables
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.matchmaking.matchmaker import ROUND_SECONDS, Matchmaker
from paiju.server.app.players.accounts import Accounts
from paiju.server.app.players.evening_review import EveningReviews
from paiju.server.app.players.mistake_statistics import MistakeCounter
from paiju.server.app.players.player_service import DAY, PlayerService
from paiju.server.app.players.profiles import Profiles
from paiju.server.app.players.season_standings import SeasonStandings
from paiju.server.app.puzzles.puzzle_catalogue import PuzzleCatalogue
from paiju.server.app.puzzles.puzzle_maker import PuzzleMaker, PuzzleReader, should_make_puzzles
from paiju.server.app.puzzles.puzzle_service import Puzzles
from paiju.server.app.puzzles.puzzle_solver import PuzzleSolver
from paiju.server.app.puzzles.puzzle_tries import PuzzleTryService
from paiju.server.app.ranking.rating_updater import RatingUpdater
from paiju.server.app.ranking.seasons import Seasons
from paiju.server.app.rate_limits import RateLimiter
from paiju.server.app.recent_activity import ActivityFeed
from paiju.server.app.reviews import Reviews
from paiju.server.app.social.relations import Relations
from paiju.server.app.tables.table_manager import TableManager
from paiju.server.app.voice_packs import VoicePack
from paiju.server.connection_limits import ConnectionLimiter, TimeoutHttpProtocol, raise_file_limit
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import CannotServe
from paiju.server.http.accounts import HANDLERS as ACCOUNT
from paiju.server.http.base_path import wrap_with_base_path
from paiju.server.http.cached_responses import COMPRESSED
from paiju.server.http.coins import HANDLERS as COINS
from paiju.server.http.daily import HANDLERS as DAILY
from paiju.server.http.documented_routes import SCHEMES
from paiju.server.http.errors import HANDLERS as ERRORS
from paiju.server.http.hands import HANDLERS as HANDS
from paiju.server.http.head_requests import with_head_support
from paiju.server.http.health import HANDLERS as OPERATOR
from paiju.server.http.moderation import HANDLERS as ADMIN
from paiju.server.http.own_player import HANDLERS as PLAYERS
from paiju.server.http.player_mistakes import HANDLERS as OWN_REVIEWS
from paiju.server.http.practice import HANDLERS as PRACTICE
from paiju.server.http.profiles_and_rankings import HANDLERS as STANDING
from paiju.server.http.proxy_headers import TrustedProxies, with_proxy_headers
from paiju.server.http.puzzles import HANDLERS as PUZZLES
from paiju.server.http.room_info import HANDLERS as ROOM
from paiju.server.http.rulesets import HANDLERS as RULESETS
from paiju.server.http.seasons import HANDLERS as SEASONS
from paiju.server.http.security_headers import with_security_headers
from paiju.server.http.social import HANDLERS as PEOPLE
from paiju.server.http.static_files import make_static_handler
from paiju.server.http.tables import HANDLERS as TABLES
from paiju.server.http.uploaded_records import HANDLERS as UPLOADS
from paiju.server.http.voices import HANDLERS as VOICES
from paiju.server.listen_socket import bind_tcp, bind_unix, display_url
from paiju.server.process_supervisor import ProcessSupervisor
from paiju.server.services import Services
from paiju.server.settings import Settings
from paiju.server.ws.socket import with_table_sockets
from paiju.server.ws.uvicorn_protocol import LeanWebSocketProtocol

COMPRESSION = CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=COMPRESSED)
"""Compression of the API's responses. Handlers with the option ``COMPRESSED`` compress their responses themselves."""

STATIC = Path(__file__).parent / "static"
"""The folder of the built web client."""

ENDPOINTS = (
    *PLAYERS,
    *ROOM,
    *RULESETS,
    *TABLES,
    *HANDS,
    *COINS,
    *ACCOUNT,
    *PEOPLE,
    *ADMIN,
    *STANDING,
    *OWN_REVIEWS,
    *SEASONS,
    *PRACTICE,
    *DAILY,
    *UPLOADS,
    *PUZZLES,
    *VOICES,
    *OPERATOR,
)

ANALYSES = 200
"""Maximum number of analyses that wait in one process."""

ANALYSES_EACH = 20
"""Maximum number of analyses that wait for one player."""


class ReplacementWorkers(NamedTuple):
    """Objects that tests use instead of worker processes.

    Each field is for one purpose. If it is None, worker processes are used for this purpose.
    """

    analyst: Analyst | None = None
    puzzle_solver: PuzzleSolver | None = None
    field: FieldRunner | None = None


PING = 45.0
"""Seconds between two pings of a socket. Home routers and proxies drop a silent connection after about a minute."""


def make_bot_runner(settings: Settings) -> BotRunner:
    """Return a runner for the package's bots and those in the settings. Raises CannotServe."""
    own = parse_bot_settings(settings.bots)
    return ThreadedBotRunner((STEADY, RANDOM, *own), make_bot_finder(own))


def create_app(
    settings: Settings | None = None,
    library: RulesetRegistry | None = None,
    thinker: BotRunner | None = None,
    wall: Callable[[], int] = now,
    workers: ReplacementWorkers | None = None,
) -> Litestar:
    """Return the ASGI application of a room with these settings.

    The parameters after ``settings`` replace the rulesets, the bots, the wall clock and the worker processes in tests.
    """
    settings = settings or Settings()
    return Litestar(
        route_handlers=[*ENDPOINTS, make_static_handler(STATIC, settings.path)],
        lifespan=[
            _make_lifespan(
                settings,
                library or StandardRegistry(),
                thinker or make_bot_runner(settings),
                wall,
                workers or ReplacementWorkers(),
            )
        ],
        exception_handlers=ERRORS,
        state=State({"settings": settings}),
        before_request=_check_request,
        compression_config=COMPRESSION,
        request_max_body_size=wire.FRAME_LIMIT,
        openapi_config=OpenAPIConfig(
            title="paiju",
            version=str(wire.PROTOCOL_VERSION),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
            components=SCHEMES,
        ),
        logging_config=None,
    )


async def _check_request(request: Request[Any, Any, Any]) -> None:
    """Check the host name of a request and the rate of its address. Raises RateLimited, Refusal.

    If the request writes, its origin is checked too.
    """
    services: Services = request.app.state.services
    services.rate_limiter.require_served_host(request.headers.get("host"))
    services.rate_limiter.admit_http(services.client_address(request))
    if request.method not in ("GET", "HEAD"):
        services.rate_limiter.check_origin(request.headers.get("origin"), request.headers.get("host"))


class Workers(NamedTuple):
    """The services that analyse hands, judge puzzles, and play daily sets as house players.

    Each is the pool of worker processes, or an object that replaces it in tests.
    """

    analyst: Analyst
    puzzle_solver: PuzzleSolver
    field: FieldRunner


async def _open_context(
    settings: Settings, library: RulesetRegistry, thinker: BotRunner, metrics: PrometheusMetrics, clock: RoomClock
) -> AppContext:
    store, coordinator = await open_store_and_coordinator(settings.database, metrics, settings.bus, settings.bus_key)
    return AppContext(store, library, thinker, settings.tempo, metrics, clock, Peers(coordinator), settings.coins)


def _make_lifespan(
    settings: Settings, library: RulesetRegistry, thinker: BotRunner, wall: Callable[[], int], given: ReplacementWorkers
) -> Callable[[Litestar], Any]:  # fmt: skip
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        metrics = PrometheusMetrics()
        context = await _open_context(settings, library, thinker, metrics, RoomClock(wall))
        store = context.store
        room = TableManager(context, settings.forget * DAY, settings.forget_empty * DAY)
        players, hasher = PlayerService(store, context.clock, room.moderation.is_banned), Argon2Hasher()
        pool = AnalysisWorkers(settings.analysis_workers, metrics)
        workers = Workers(given.analyst or pool, given.puzzle_solver or pool, given.field or pool)
        seasons = Seasons(store, context.clock, settings.time_zone.to_tzinfo())
        services = _make_services(settings, room, players, Accounts(room, players, hasher), workers, seasons)
        app.state.services, app.state.metrics = services, metrics
        _register_gauges(metrics, services)
        metrics.start_timing_collections()
        await room.open()
        _supervise_tasks(services, metrics, seasons)
        _supervise_puzzles(services)
        try:
            yield
        finally:
            metrics.stop_timing_collections()
            room.tasks.stop()
            await workers.analyst.close()
            await pool.close()
            await room.close()
            await store.close()
            thinker.close()
            hasher.close()

    return lifespan


def _make_services(
    settings: Settings,
    room: TableManager,
    players: PlayerService,
    accounts: Accounts,
    workers: Workers,
    seasons: Seasons,
) -> Services:
    """Return the parts of the room that HTTP handlers and table sockets use."""
    store, library, clock = room.context.store, room.context.registry, room.context.clock
    coordinator = room.context.peers.coordinator
    unranked = partial(room.moderation.subjects_of, "unranked")
    profiles = Profiles(store, library, unranked)
    zone = settings.time_zone.to_tzinfo()
    catalogue = PuzzleCatalogue(library, clock, zone)
    puzzles = Puzzles(store, library, workers.puzzle_solver, catalogue)
    turns = FairQueue(settings.analysis_workers, most=ANALYSES, most_each=ANALYSES_EACH)
    return Services(
        room,
        players,
        accounts,
        RateLimiter(
            settings.limits, coordinator, frozenset(settings.origins), settings.host_names, accounts.has_account
        ),
        Matchmaker(room, is_club=settings.club),
        DemoTables(room, settings.demo_tables),
        profiles,
        SeasonStandings(store, library, seasons, unranked),
        Relations(room),
        ActivityFeed(store, clock, partial(room.moderation.subjects_of, "banned")),
        workers.analyst,
        turns,
        Reviews(store, library, workers.analyst, turns, clock),
        EveningReviews(store, profiles),
        MistakeCounter(store, clock),
        puzzles,
        PuzzleTryService(store, puzzles, catalogue),
        _make_daily_services(settings, room, workers.field, unranked),
        PuzzleMaker(store, library, workers.puzzle_solver, turns, clock, zone)
        if should_make_puzzles(settings.puzzles)
        else None,
        settings.path,
        _read_voices(settings),
    )


def _make_daily_services(
    settings: Settings, room: TableManager, field: FieldRunner, unranked: Callable[[], Collection[str]]
) -> DailyServices:
    """Return the services for daily sets."""
    store, library, clock = room.context.store, room.context.registry, room.context.clock
    deals = DailySets(room, settings.time_zone.to_tzinfo())
    return DailyServices(
        deals,
        HouseField(store, library, field, clock),
        Overview(store, deals, unranked),
        DayResults(store, deals, unranked),
        DealComparisons(store, library, deals, unranked),
        Skills(store, deals, unranked),
        ClosedDays(store, library, deals, unranked),
    )


def _supervise_tasks(services: Services, metrics: PrometheusMetrics, seasons: Seasons) -> None:
    """Start the background tasks of the room."""
    room, store = services.tables, services.tables.context.store
    room.tasks.supervise("lag", metrics.measure_loop_lag)
    room.tasks.supervise("names", services.players.index_old_names)
    room.tasks.supervise("people", services.people.publish_online_players)
    room.tasks.supervise("blocks", services.reload_blocks_after_resync)
    room.tasks.supervise("matching", services.matchmaker.poll, longest=ROUND_SECONDS)
    room.tasks.supervise("demos", services.demo_tables.poll)
    room.tasks.supervise("standings", RatingUpdater(store, room.context.registry).poll)
    room.tasks.supervise("seasons", seasons.poll)
    room.tasks.supervise("daily field", services.daily.field.poll)
    room.tasks.supervise("garbage", lambda: collect_garbage_when_idle(lambda: metrics.commands))


def _supervise_puzzles(services: Services) -> None:
    """Start the background task that keeps the puzzles in memory up to date, and the one that makes puzzles, if any."""
    room, store = services.tables, services.tables.context.store
    room.tasks.supervise("puzzles", PuzzleReader(store, services.puzzles.catalogue).poll)
    if services.puzzle_maker is not None:
        room.tasks.supervise("puzzle_maker", services.puzzle_maker.poll)


def _read_voices(settings: Settings) -> tuple[VoicePack, ...]:
    return read_voice_packs(Path(settings.voices)) if settings.voices else ()


def _record_response(app: Litestar, status: int) -> None:
    app.state.metrics.record_http_response(status)


def _register_gauges(metrics: PrometheusMetrics, services: Services) -> None:
    """Register the metrics whose values are read only when the metrics are scraped."""
    room, sockets = services.tables, services.connections
    metrics.add_gauge("paiju_connections", "Open sockets", lambda: len(sockets))
    metrics.add_gauge("paiju_sessions", "Sessions with an open socket", lambda: len(set(sockets.values())))
    metrics.add_gauge("paiju_tables", "Tables in memory", lambda: len(room.loaded_tables))
    metrics.add_gauge(
        "paiju_hands", "Hands in play", lambda: sum(live.table.running_hand is not None for live in room.loaded_tables)
    )
    coordinator = room.context.peers.coordinator
    metrics.add_gauge(
        "paiju_bus_silence_seconds", "How long its own message has been on the bus", lambda: coordinator.bus_silence
    )
    queues = services.analysing, services.reviews.quick_queue
    metrics.add_gauge(
        "paiju_analyses_waiting", "Analyses that wait", lambda: sum(queue.waiting_count for queue in queues)
    )
    metrics.add_gauge("paiju_tables_set_aside", "Tables that cannot be read", lambda: len(room.quarantined))
    if (maker := services.puzzle_maker) is not None:
        metrics.add_gauge("paiju_puzzle_hands", "Hands looked through for puzzles tonight", lambda: maker.hands_tonight)
        metrics.add_gauge("paiju_puzzles_made", "Puzzles made tonight", lambda: maker.made_tonight)


class Server(uvicorn.Server):
    """A uvicorn server that closes all table sockets with a message (``wire.Closed``) before it stops."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.on_started: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to accept connections, and then call ``on_started`` if it is set."""
        await super().startup(sockets)
        if self.started and self.on_started is not None:
            self.on_started()

    def stop(self) -> None:
        """Request that the server stops, and return at once."""
        self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        """Stop accepting connections, and close all sockets.

        The clients then reconnect, to another process if there is one.
        """
        services: Services = self._app.state.services
        for server in self.servers:
            server.close()
        await services.stop()
        await super().shutdown(sockets)


def make_server(app: Litestar, host: str, port: int) -> Server:
    """Set up the log, and return a server for an application that ``create_app`` made.

    The server has the application's settings.
    """
    settings: Settings = app.state.settings
    configure_logging(settings.log_level, settings.log_format)
    trusted = TrustedProxies(settings.proxy, socket=bool(settings.socket))
    door = ConnectionLimiter(settings.limits, trusted.contains)
    inside = wrap_with_base_path(
        with_table_sockets(app, with_security_headers(with_head_support(app), partial(_record_response, app))),
        settings.path,
    )
    config = uvicorn.Config(
        with_proxy_headers(inside, trusted),
        host=host,
        port=port,
        http=cast("Any", partial(TimeoutHttpProtocol, door)),
        ws=LeanWebSocketProtocol,
        ws_max_size=wire.FRAME_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        log_config=library_log_config(settings.log_format),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # ``with_proxy_headers`` decides
        lifespan="on",
        timeout_graceful_shutdown=5,
    )
    return Server(config, app)


def serve(settings: Settings, lang: str) -> int:
    """Run the card room until a signal stops it, and return the exit code. Raises CannotServe, RulesetError.

    Prints the room's address, and whether its database is new.
    """
    own = read_rulesets(Path(settings.rulesets)) if settings.rulesets else ()
    library = StandardRegistry(
        own, read_stake_rooms(Path(settings.rooms), StandardRegistry(own)) if settings.rooms else ()
    )
    parse_bot_settings(settings.bots)
    _read_voices(settings)
    if settings.workers > 1 and not is_shared(settings.database):
        raise CannotServe("workers_share", workers=settings.workers)
    if settings.bus:
        asyncio.run(check_bus_reachable(settings.bus))
    raise_file_limit()
    listener, address = _open_listener(settings)
    with listener, prepare_database(settings.database, address) as is_new:
        notices = [translate(lang, "serve.new_room", path=Path(settings.database).resolve())] if is_new else []
        freeze_startup_objects()
        work = partial(_serve_in_process, settings, library, listener, (address, *notices))
        return work() if settings.workers == 1 else ProcessSupervisor(settings.workers, work).run()


def _open_listener(settings: Settings) -> tuple[socket, str]:
    """Open the listening socket, and return it with the address to print. Raises CannotServe."""
    if settings.socket:
        return bind_unix(settings.socket), f"unix:{settings.socket}"
    listener = bind_tcp(settings.host, settings.port)
    return listener, display_url(settings.host, listener, settings.path)


def _serve_in_process(
    settings: Settings,
    library: RulesetRegistry,
    listener: socket,
    notices: Sequence[str],
    number: int = 0,
    line: int | None = None,
) -> int:
    """Serve from a listening socket in this process until the server is stopped, and return the exit code.

    If ``number`` is 0, this process prints the notices. ``line`` is a file descriptor that becomes readable when the
    parent process has ended; then this process stops too.
    """
    server = make_server(create_app(settings, library), settings.host, settings.port)

    def on_started() -> None:
        if number == 0:
            _print_startup_lines(*notices)
        if line is not None:
            asyncio.get_running_loop().add_reader(line, server.stop)

    server.on_started = on_started
    server.run([listener])
    return 0 if server.started else 1


def _print_startup_lines(*lines: str) -> None:
    sys.stdout.writelines(f"paiju: {line}\n" for line in lines)
    sys.stdout.flush()
