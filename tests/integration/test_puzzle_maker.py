"""Puzzles from the room's own hands: made at night within limits, and shown only to players who may see the hand."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from paiju.core.codec import to_json
from paiju.puzzles import Puzzle, recreate_source_record, shipped_puzzles
from paiju.records import Record
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.store.hands import hand_row, played_rows
from paiju.server.adapters.store.schema_definition import HANDS, PLAYED
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.puzzles import puzzle_maker
from paiju.server.app.puzzles.puzzle_maker import PuzzleMaker, PuzzleReader, should_make_puzzles
from paiju.server.app.puzzles.puzzle_solver import PuzzleAnswer, PuzzleQuestion
from paiju.server.app.tables.hand_replay import HandSummary
from paiju.server.app.upcasting import FORMAT
from paiju.server.errors import Quarantined, Refusal
from paiju.server.settings import Settings
from tests.integration.in_process_server import FAST, FREE, Served
from tests.integration.test_puzzles import SolverHere, a_try, get, judge, post, room, send
from tests.integration.test_table_manager import Clock

NIGHT = 3


def at_hour(hour: int) -> Clock:
    """A clock at an hour of today, in UTC."""
    clock, at = Clock(), datetime.now(UTC)
    clock.ahead = int((at.replace(hour=hour, minute=0, second=0) - at).total_seconds() * 1000)
    return clock


def found_puzzle() -> tuple[Puzzle, Record]:
    """A puzzle that was found in a hand as it was played, and the hand."""
    puzzle = next(one for one in shipped_puzzles("zipai") if one.source is not None and not one.source.instead)
    return puzzle, recreate_source_record(puzzle)


def finished(record: Record, player: str, number: int, ended: int, *, private: bool = False) -> FinishedHand:
    outcome = record.hands[0].outcome
    assert outcome is not None
    info = HandSummary(
        id=f"public{number}",
        ruleset=f"{record.ruleset.family}/{record.ruleset.name}",
        began=0,
        ended=ended,
        players=record.players,
        outcome=outcome,
        private=private,
    )
    return FinishedHand(
        id=f"t-{number}",
        public_id=f"public{number}",
        table="t",
        ended=ended,
        players=(player,),
        format=FORMAT,
        info=to_json(info),
        record=to_json(record),
    )


async def store_hand(served: Served, hand: FinishedHand) -> None:
    """Write a finished hand as the end of a table would."""
    db: Any = served.room.context.store.db  # type: ignore[attr-defined]
    await db.write(HANDS.insert_sql, *hand_row(hand))
    for row in played_rows(hand):
        await db.write(PLAYED.insert_sql, *row)


async def player_id(served: Served, key: str) -> str:
    async with served.http(key) as http:
        name: str = (await http.get("/api/me")).json()["id"]
        return name


@asynccontextmanager
async def room_with_hand(
    tmp_path: Path, *, private: bool = False, hour: int = NIGHT, solver: Any = None
) -> AsyncIterator[tuple[Served, str, str, Puzzle, PuzzleMaker]]:
    """A room with a hand that Ann has played and Bob has not, and the maker of puzzles."""
    clock = at_hour(hour)
    settings = Settings(tempo=FAST, limits=FREE, puzzles="off")
    solver = solver or SolverHere()
    async with room(tmp_path, settings, wall=clock, puzzle_solver=solver) as (served, ann):
        puzzle, record = await asyncio.to_thread(found_puzzle)
        served.services.puzzles.catalogue.set_of("zipai").remove([puzzle.id])  # as if it did not come with paiju
        bob = await served.guest("Bob")
        await store_hand(served, finished(record, await player_id(served, ann), 1, clock() - 1000, private=private))
        services, context = served.services, served.room.context
        zone = services.puzzles.catalogue.zone
        maker = PuzzleMaker(context.store, context.registry, solver, services.analysing, clock, zone)
        yield served, ann, bob, puzzle, maker


async def answers(served: Served, key: str, puzzle: Puzzle) -> list[Any]:
    """All that the room says of puzzles to a player."""
    return [
        await get(served, "", key),
        await get(served, "/next?family=zipai", key),
        await get(served, "/next?family=zipai&pick=own", key),
        await get(served, "/daily/zipai", key),
        await get(served, f"/{puzzle.id}", key, status=404),
        await post(served, f"/{puzzle.id}/moves", {"actions": [puzzle.answer]}, key, status=404),
        (await send(served, key, a_try(puzzle)))["tries"],
    ]


def test_a_hand_of_a_private_table_has_puzzles_only_for_those_who_played_it(tmp_path: Path) -> None:
    """To everybody else the room says the same, byte for byte, whether there are such puzzles or not."""

    async def main() -> None:
        async with room_with_hand(tmp_path, private=True) as (served, ann, bob, puzzle, maker):
            before = await answers(served, bob, puzzle)
            assert await maker.search_hands_tonight() == 1
            await PuzzleReader(served.room.context.store, served.services.puzzles.catalogue).update_catalogue()
            assert await answers(served, bob, puzzle) == before
            assert (await get(served, f"/{puzzle.id}", status=404))["code"] == "unknown_puzzle"
            own = (await get(served, "/next?pick=own", ann))["puzzle"]
            assert (own["id"], own["own"]) == (puzzle.id, True)
            (family,) = [one for one in (await get(served, "", ann))["families"] if one["family"] == "zipai"]
            assert family["own"] >= 1
            await send(served, ann, a_try(puzzle))
            solution = await get(served, f"/{puzzle.id}/solution", ann)
            assert solution["origin"] == {"kind": "hand", "hand": "public1", "moves": puzzle.source.move}  # type: ignore[union-attr]
            assert (await get(served, f"/{puzzle.id}/record", ann, status=403))["code"] == "puzzle_source_gone"
            await post(served, f"/{puzzle.id}/practice", {}, ann, status=201)

    asyncio.run(main())


def test_a_public_hand_has_puzzles_for_all_until_its_link_is_withdrawn(tmp_path: Path) -> None:
    async def main() -> None:
        async with room_with_hand(tmp_path) as (served, ann, bob, puzzle, maker):
            await maker.search_hands_tonight()
            reader = PuzzleReader(served.room.context.store, served.services.puzzles.catalogue)
            await reader.update_catalogue()
            assert served.services.puzzles.catalogue.set_of("zipai").get(puzzle.id) is not None
            assert "own" not in await get(served, f"/{puzzle.id}", bob)
            assert (await judge(served, puzzle, [puzzle.answer]))["solved"]
            await send(served, bob, a_try(puzzle))
            await served.room.context.store.withdraw_hand_link("t-1", now())
            await reader.update_catalogue()
            assert served.services.puzzles.catalogue.set_of("zipai").get(puzzle.id) is None
            await get(served, f"/{puzzle.id}", bob, status=404)
            assert (await get(served, f"/{puzzle.id}", ann))["own"]

    asyncio.run(main())


def test_puzzles_are_made_only_at_night_and_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with room_with_hand(tmp_path, hour=12) as (*_, maker):
            assert await maker.search_hands_tonight() == 0
        path = tmp_path / "night"
        path.mkdir()
        async with room_with_hand(path) as (served, ann, _, _, maker):
            monkeypatch.setattr(puzzle_maker, "HANDS_A_NIGHT", 2)
            _, record = await asyncio.to_thread(found_puzzle)
            player = await player_id(served, ann)
            for number in (2, 3):
                await store_hand(served, finished(record, player, number, served.room.context.clock() + number))
            assert await maker.search_hands_tonight() == 2
            assert await maker.search_hands_tonight() == 0
            left = await served.room.context.store.hands_unsearched_for_puzzles()
            assert [name for name, _ in left] == ["t-3"]
            assert len(await served.room.context.store.puzzles_from_hands_of(player)) >= 1

    asyncio.run(main())


class Unwilling:
    """``PuzzleSolver`` that fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def answer_puzzle_question(self, question: PuzzleQuestion) -> PuzzleAnswer:
        raise self.error


def test_unreadable_hand_is_skipped_and_hands_are_kept_while_the_solver_fails(tmp_path: Path) -> None:
    async def main() -> None:
        unreadable = Unwilling(Quarantined("hand_aside", name="x"))
        async with room_with_hand(tmp_path, solver=unreadable) as (served, _, _, _, maker):
            assert await maker.search_hands_tonight() == 1
            assert await served.room.context.store.hands_unsearched_for_puzzles() == []
        path = tmp_path / "later"
        path.mkdir()
        stopped = Unwilling(Refusal("analysis_unavailable"))
        async with room_with_hand(path, solver=stopped) as (served, _, _, _, maker):
            with pytest.raises(Refusal):
                await maker.search_hands_tonight()
            assert len(await served.room.context.store.hands_unsearched_for_puzzles()) == 1

    asyncio.run(main())


def test_deal_of_an_open_daily_set_gets_no_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(record: Record) -> None:
        raise Refusal("deal_open")

    monkeypatch.setattr(puzzle_maker, "check_deals_are_over", refuse)

    async def main() -> None:
        async with room_with_hand(tmp_path) as (served, ann, _, _, maker):
            assert await maker.search_hands_tonight() == 1
            assert await served.room.context.store.puzzles_from_hands_of(await player_id(served, ann)) == []

    asyncio.run(main())


def test_small_machines_make_puzzles_only_if_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, made in ((2, False), (8, True), (None, False)):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        assert (should_make_puzzles("auto"), should_make_puzzles("on"), should_make_puzzles("off")) == (
            made,
            True,
            False,
        )


def test_metrics_and_readiness_report_the_puzzle_maker(tmp_path: Path) -> None:
    async def main() -> None:
        clock = at_hour(NIGHT)
        settings = Settings(tempo=FAST, limits=FREE, puzzles="on")
        async with room(tmp_path, settings, wall=clock) as (served, ann), served.http() as http:
            maker = served.services.puzzle_maker
            assert maker is not None
            _, record = await asyncio.to_thread(found_puzzle)
            await store_hand(served, finished(record, await player_id(served, ann), 1, clock() - 1000))
            assert await maker.search_hands_tonight() == 1
            metrics = (await http.get("/metrics")).text
            assert "paiju_puzzle_hands 1.0" in metrics
            assert f"paiju_puzzles_made {float(maker.made_tonight)}" in metrics
            assert (await http.get("/readyz")).text == "ok"
            await store_hand(served, finished(record, await player_id(served, ann), 2, clock()))
            maker._solver = Unwilling(Refusal("analysis_unavailable"))
            with pytest.raises(Refusal):
                await maker.poll()
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.text) == (200, "ok\npuzzle maker fails: Refusal")

    asyncio.run(main())


def test_puzzle_maker_tasks_are_supervised(tmp_path: Path) -> None:
    async def main() -> None:
        settings = Settings(tempo=FAST, limits=FREE, puzzles="on")
        async with room(tmp_path, settings) as (served, _), served.http() as http:
            assert (await http.get("/readyz")).text == "ok"
            for task in ("puzzles", "puzzle_maker"):
                served.room.tasks._tasks[task].cancel()
            await asyncio.sleep(0.05)
            answer = await http.get("/readyz")
            assert answer.status_code == 503
            assert "puzzles" in answer.text
            assert "puzzle_maker" in answer.text

    asyncio.run(main())
