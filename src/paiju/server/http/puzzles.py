"""The HTTP API of puzzles. Visitors without a session can solve puzzles too, but their results are not stored."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Final, Literal

from litestar import Response
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from paiju.core.codec import to_json
from paiju.core.errors import UnknownName
from paiju.records import Record
from paiju.server.app.puzzles.puzzle_chooser import PuzzleFilter
from paiju.server.app.puzzles.puzzle_service import Puzzles
from paiju.server.app.puzzles.puzzle_wire import (
    MoveVerdict,
    NextPuzzle,
    PuzzleHint,
    PuzzleHub,
    PuzzleMoves,
    PuzzlePack,
    PuzzleSolution,
    PuzzleTries,
    PuzzleView,
    TryOutcomes,
)
from paiju.server.app.puzzles.room_puzzles import RoomPuzzle
from paiju.server.http.cached_responses import ASK, COMPRESSED, cached_response
from paiju.server.http.documented_routes import ANYBODY, PLAYER, get, json_body_responses, post
from paiju.server.http.practice import open_practice_table
from paiju.server.http.tables import TableName
from paiju.server.response_cache import CachedResponse, make_cached_response
from paiju.server.services import AnyRequest, get_services

MOST_EXCLUDED: Final = 200
"""Maximum number of puzzles that a request can exclude."""
MOST_BYTES: Final = 128 << 10
"""Maximum size of a request with tries, in bytes."""


class Visitor:
    """The sender of a request.

    ``player`` is the player's id, or "" without a session. ``asker`` is the name under which the request waits in
    queues: the player's id, or an address.
    """

    def __init__(self, request: AnyRequest, player: str) -> None:
        self.puzzles: Puzzles = get_services(request).puzzles
        self.player = player
        self.asker = player or f"address {get_services(request).client_address(request)}"
        self.admit = partial(get_services(request).rate_limiter.admit_puzzle, self.asker)

    async def find_puzzle(self, name: str, *, needs_computation: bool = False) -> tuple[RoomPuzzle, bool]:
        """Return a puzzle, and whether it comes from a hand that the visitor played. Raises UnknownName, RateLimited.

        ``needs_computation`` says whether the request makes the server compute moves. If so, the request counts
        toward the rate limit.
        """
        if needs_computation:
            self.admit()
        return await self.puzzles.find(name, self.player)


async def _get_visitor(request: AnyRequest) -> Visitor:
    player = await get_services(request).find_player(request)
    return Visitor(request, "" if player is None else player.id)


async def _require_player(request: AnyRequest) -> Visitor:
    return Visitor(request, (await get_services(request).require_player(request)).id)


@get("/api/puzzles", tags=["puzzles"], security=ANYBODY)
async def puzzle_hub(request: AnyRequest) -> PuzzleHub:
    """Return the families that have puzzles, each with today's puzzle, the themes and the player's progress."""
    visitor = await _get_visitor(request)
    return await visitor.puzzles.families_overview(visitor.player)


@get("/api/puzzles/next", tags=["puzzles"], security=ANYBODY)
async def next_puzzle(
    request: AnyRequest,
    family: FromQuery[str] = "",
    theme: FromQuery[str] = "",
    hands: Annotated[int, QueryParameter(ge=0, le=100)] = 0,
    pick: FromQuery[Literal["new", "missed", "own"]] = "new",
    after: Annotated[str, QueryParameter(max_length=11 * MOST_EXCLUDED)] = "",
) -> NextPuzzle:
    """Return the next puzzle for the player; null if there is none left. ``pick`` says which one:

    - ``new``: a puzzle near the player's rating that the player has not tried
    - ``own``: the same, but only from hands that the player played
    - ``missed``: the puzzle that the player failed earliest and has not solved since

    ``hands`` is the number of players of the puzzle's ruleset; 0 admits any number. ``after`` has the ids of
    puzzles to leave out, separated by commas.

    Errors: ``unknown_family``.
    """
    visitor = await _get_visitor(request)
    excluded = frozenset(after.split(","))
    wanted = PuzzleFilter(family, theme, hands, pick, excluded)
    return NextPuzzle(await visitor.puzzles.choose(visitor.player, wanted))


@get("/api/puzzles/daily/{family:str}", tags=["puzzles"], security=ANYBODY)
async def daily_puzzle(request: AnyRequest, family: FromPath[str]) -> PuzzleView:
    """Return today's puzzle of a family.

    The puzzle is the same for everybody. It changes at midnight in the room's time zone.

    Errors: ``unknown_family``, ``unknown_puzzle``.
    """
    visitor = await _get_visitor(request)
    found = visitor.puzzles.catalogue.daily(family)
    if found is None:
        raise UnknownName("unknown_puzzle", name=family)
    return await visitor.puzzles.view(*await visitor.find_puzzle(found.puzzle.id), visitor.player)


@get(
    "/api/puzzles/pack",
    tags=["puzzles"],
    opt={COMPRESSED: True},
    responses=json_body_responses(PuzzlePack),
    security=ANYBODY,
)
async def puzzle_pack(request: AnyRequest, family: FromQuery[str]) -> Response[bytes]:
    """Return some dozens of puzzles with their solutions, for use without a connection. The choice changes daily.

    Errors: ``unknown_family``, ``too_many_requests``, ``analysis_unavailable``.
    """
    services, visitor = get_services(request), await _get_visitor(request)

    async def make_pack() -> CachedResponse:
        pack = await visitor.puzzles.make_puzzle_pack(family, visitor.asker)
        return await asyncio.to_thread(make_cached_response, to_json(pack), "application/json")

    visitor.puzzles.catalogue.set_of(family)
    name = f"puzzle pack {family} {visitor.puzzles.catalogue.today}"
    ready = await services.response_cache.get_or_make(name, make_pack, services.reading, visitor.asker)
    return cached_response(request, ready, ASK)


@get("/api/puzzles/{puzzle:str}", tags=["puzzles"], security=ANYBODY)
async def one_puzzle(request: AnyRequest, puzzle: FromPath[str]) -> PuzzleView:
    """Return a puzzle to solve, without its themes and its solution.

    Errors: ``unknown_puzzle``.
    """
    visitor = await _get_visitor(request)
    return await visitor.puzzles.view(*await visitor.find_puzzle(puzzle), visitor.player)


@post("/api/puzzles/{puzzle:str}/moves", tags=["puzzles"], status_code=200, security=ANYBODY)
async def judge_move(request: AnyRequest, puzzle: FromPath[str], data: JSONBody[PuzzleMoves]) -> MoveVerdict:
    """Judge an action of the player who solves a puzzle. Nothing is stored.

    The request has all actions since the puzzle's position. The last of them is judged.

    Errors: ``unknown_puzzle``, ``not_asked_for``, ``too_many_requests``, ``analysis_unavailable``.
    """
    visitor = await _get_visitor(request)
    found, _ = await visitor.find_puzzle(puzzle, needs_computation=True)
    return await visitor.puzzles.judge_action(found, data.actions, visitor.asker)


@post("/api/puzzles/{puzzle:str}/hint", tags=["puzzles"], status_code=200, security=ANYBODY)
async def puzzle_hint(request: AnyRequest, puzzle: FromPath[str], data: JSONBody[PuzzleMoves]) -> PuzzleHint:
    """Return a hint for the next action of the player who solves a puzzle.

    The request has all actions since the puzzle's position. If a client shows a hint, it later sends the try with the
    result ``hint``.

    Errors: ``unknown_puzzle``, ``not_asked_for``, ``too_many_requests``, ``analysis_unavailable``.
    """
    visitor = await _get_visitor(request)
    found, _ = await visitor.find_puzzle(puzzle, needs_computation=True)
    return await visitor.puzzles.hint(found, data.actions, visitor.asker)


@get("/api/puzzles/{puzzle:str}/solution", tags=["puzzles"], security=PLAYER)
async def puzzle_solution(request: AnyRequest, puzzle: FromPath[str]) -> PuzzleSolution:
    """Return the solution of a puzzle that the player has tried.

    If the player gives up, the client first sends the try with the result ``given_up``.

    Errors: ``unknown_puzzle``, ``puzzle_not_tried``, ``too_many_requests``, ``analysis_unavailable``.
    """
    visitor = await _require_player(request)
    found, _ = await visitor.find_puzzle(puzzle, needs_computation=True)
    return await visitor.puzzles.solution(found, visitor.player, visitor.asker)


@post("/api/puzzles/tries", tags=["puzzles"], status_code=200, request_max_body_size=MOST_BYTES, security=PLAYER)
async def store_tries(request: AnyRequest, data: JSONBody[PuzzleTries]) -> TryOutcomes:
    """Store finished tries, also those that were made without a connection. Only the first try of a puzzle counts.

    The room replays the moves of each try and decides whether they solve the puzzle. After an error, a client
    sends all tries again. Tries that are already stored then change nothing.

    Errors: ``too_many_requests``, ``analysis_unavailable``.
    """
    visitor = await _require_player(request)
    visitor.admit()
    return await get_services(request).puzzle_tries.submit_tries(visitor.player, data.tries, visitor.admit)


@get("/api/puzzles/{puzzle:str}/record", tags=["puzzles"], security=PLAYER, responses=json_body_responses(Record))
async def puzzle_source_record(request: AnyRequest, puzzle: FromPath[str]) -> Response[bytes]:
    """Return the record of the hand from which a puzzle was made. The player must have tried the puzzle.

    This works only if house players played the hand. If people played it in this room, the solution of the puzzle
    has the id of the hand instead (``origin``).

    Errors: ``unknown_puzzle``, ``puzzle_not_tried``, ``puzzle_source_gone``, ``too_many_requests``,
    ``analysis_unavailable``.
    """
    visitor = await _require_player(request)
    found, _ = await visitor.find_puzzle(puzzle, needs_computation=True)
    await visitor.puzzles.require_tried(found, visitor.player)
    record = await visitor.puzzles.source_record(found, visitor.asker)
    return Response(to_json(record), media_type="application/json")


@post("/api/puzzles/{puzzle:str}/practice", tags=["puzzles"], security=PLAYER)
async def open_puzzle_practice_table(request: AnyRequest, puzzle: FromPath[str]) -> TableName:
    """Open a practice table, at which the player plays on from a puzzle's position against the server's bots.

    The practice hand is not recorded and does not count. A player has only one practice table at a time.

    A puzzle in Zi Pai does not say where some of the cards are. At the table, they are where they were in the hand
    from which the puzzle was made.

    Errors: ``unknown_puzzle``, ``puzzle_not_tried``, ``puzzle_source_gone``, ``too_many_tables``,
    ``too_many_requests``, ``analysis_unavailable``.
    """
    visitor = await _require_player(request)
    found, _ = await visitor.find_puzzle(puzzle, needs_computation=True)
    await visitor.puzzles.require_tried(found, visitor.player)
    start = await visitor.puzzles.practice_start(found, visitor.asker)
    return await open_practice_table(request, start, found.puzzle.seat)


HANDLERS = [
    puzzle_hub,
    next_puzzle,
    daily_puzzle,
    puzzle_pack,
    one_puzzle,
    judge_move,
    puzzle_hint,
    puzzle_solution,
    store_tries,
    puzzle_source_record,
    open_puzzle_practice_table,
]
