"""Puzzles over HTTP: the hub, the next one, verdicts, tries and ratings, solutions, packs, practice and the puzzle of the day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.puzzles import Puzzle, shipped_puzzles
from paiju.server import wire
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.token_buckets import Rate
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient
from paiju.server.time_zone import TimeZone
from tests.integration.serving import FAST, FREE, Served, serving
from tests.integration.test_rooms import Clock
from tests.puzzles.examples import FAMILIES, small

EACH = pytest.mark.parametrize("family", FAMILIES)
DAY = 86_400_000


@asynccontextmanager
async def room(tmp_path: Path, settings: Settings | None = None, **more: Any) -> AsyncIterator[tuple[Served, str]]:
    """A room with all rulesets, and the key of a player."""
    async with serving(
        tmp_path / "room.db", settings or Settings(tempo=FAST, limits=FREE), StandardRegistry(), **more
    ) as served:
        yield served, await served.guest("Ann")


async def get(served: Served, path: str, key: str = "", status: int = 200) -> Any:
    async with served.http(key) as http:
        answer = await http.get(f"/api/puzzles{path}")
        assert answer.status_code == status, answer.text
        return answer.json()


async def post(served: Served, path: str, body: Any, key: str = "", status: int = 200) -> Any:
    async with served.http(key) as http:
        answer = await http.post(f"/api/puzzles{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()


async def judge(served: Served, puzzle: Puzzle, actions: Sequence[str], status: int = 200) -> Any:
    return await post(served, f"/{puzzle.id}/moves", {"actions": list(actions)}, status=status)


def a_try(puzzle: Puzzle, result: str = "solved", name: str = "", **more: Any) -> dict[str, Any]:
    first = puzzle.answer if result == "solved" else ""
    return {"id": name or f"t-{puzzle.id}", "puzzle": puzzle.id, "result": result, "first": first, "ms": 9000} | {
        "at": now(),
        **more,
    }


async def send(served: Served, key: str, *tries: dict[str, Any]) -> Any:
    return await post(served, "/tries", {"tries": list(tries)}, key)


@EACH
def test_who_follows_the_main_line_solves_the_puzzle(tmp_path: Path, family: str) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, _):
            puzzle = small(family)
            view = await get(served, f"/{puzzle.id}")
            assert view["position"]["turn"] == view["seat"] == puzzle.seat
            assert puzzle.answer in {one["text"] for one in view["position"]["legal"]}
            assert not {"themes", "line", "solution"} & set(view)
            played: list[str] = []
            while True:
                verdict = await judge(served, puzzle, [*played, puzzle.line[len(played)]])
                assert verdict["right"]
                assert verdict["reason"] is None or verdict["reason"]["key"].startswith("puzzle.reason.")
                played += [verdict["move"]["text"], *(one["text"] for one in verdict.get("answers", ()))]
                last = (verdict.get("answers") or [verdict["move"]])[-1]
                if verdict.get("solved"):
                    assert last["position"]["turn"] is None
                    break
                assert last["position"]["turn"] == puzzle.seat
                assert last["position"]["legal"]
            assert tuple(played) == puzzle.line

    asyncio.run(main())
