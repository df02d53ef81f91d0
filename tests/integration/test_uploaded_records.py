"""Records that a player uploads are reviewed like hands of the room, with a limit, never during a hand, and are not stored."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from msgspec.structs import replace

from paiju.arena import run_match
from paiju.games.registry import ruleset
from paiju.records import Record, RecordedPlayer, new_record, to_json, to_text
from paiju.server import wire, wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.analysis import Analyst
from paiju.server.app.token_buckets import Rate
from paiju.server.app.uploaded_records import LONGEST
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import FREE, Served, serving
from tests.integration.test_analyses import Slow
from tests.integration.test_room import until

NAME: Final = "doudizhu/qq"
REVIEW, REPLAY, PRACTICE = "/api/records/review", "/api/records/replay", "/api/records/practice"


def record(hands: int = 1) -> Record:
    found: list[Any] = []
    run_match(("random", "steady"), NAME, 1, 5, record=lambda _names, hand: found.append(hand))
    players = tuple(RecordedPlayer(name) for name in ("a", "b", "c"))
    return new_record(ruleset(NAME), players, tuple(found[:hands]))


RECORD: Final = record(2)
LINES: Final = 2 * f"{json.dumps(json.loads(to_json(RECORD)))}\n"


async def upload(served: Served, key: str, path: str, text: str, hand: int = 1, **more: Any) -> httpx.Response:
    async with served.http(key) as http:
        return await http.post(path, json={"record": text, "hand": hand, **more})


def room(tmp_path: Path, analyst: Analyst | None = None, **limits: Any) -> Any:
    settings = Settings(limits=replace(FREE, **limits))
    return serving(tmp_path / "room.db", settings, StandardRegistry(), analyst=analyst)


def test_an_uploaded_hand_is_replayed_and_reviewed_and_not_stored(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as served:
            key = await served.guest()
            for text in (to_json(RECORD), to_text(RECORD), LINES):
                replay = await upload(served, key, REPLAY, text, 2)
                assert replay.status_code == 200
                assert len(replay.json()["steps"]) == len(RECORD.hands[1].moves)
                quick = await upload(served, key, f"{REVIEW}?kind=quick", text, 2)
                assert (quick.status_code, quick.json()["id"]) == (200, "upload")
                assert quick.json()["decisions"]
                assert quick.json()["steps"] == len(RECORD.hands[1].moves)
            async with served.http(key) as http:
                assert (await http.get("/api/me/hands")).json() == []
                assert (await http.get("/api/hands/upload/review")).status_code == 404

    asyncio.run(main())


def test_an_uploaded_hand_is_played_on_from_a_move_and_not_stored(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as served:
            key, moves = await served.guest(), len(RECORD.hands[1].moves) - 3
            over = await upload(served, key, PRACTICE, LINES, 2, start={"move": moves + 3, "seat": 0})
            assert (over.status_code, over.json()["code"]) == (403, "position_over")
            opened = await upload(served, key, PRACTICE, LINES, 2, start={"move": moves, "seat": 1})
            assert opened.status_code == 201, opened.text
            async with TableClient(served.url, key, opened.json()["table"]) as client:
                seen = await until(client, lambda table: table.hand is not None)
                assert (seen.you, seen.table.uncounted) == (1, "practice")
                assert seen.hand is not None
                assert seen.hand.practice == wire.Practice(moves=moves, hand="upload")
            async with served.http(key) as http:
                assert (await http.get("/api/me/hands")).json() == []

    asyncio.run(main())


def test_review_of_an_upload_grows_and_is_computed_once(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        async with room(tmp_path, slow) as served:
            ann, bob = await served.guest(), await served.guest()
            first = await upload(served, ann, REVIEW, to_json(RECORD))
            assert first.json()["state"] == "pending"
            await upload(served, bob, REVIEW, to_json(RECORD))
            slow.go(5)
            async with asyncio.timeout(20):
                while (await upload(served, ann, REVIEW, to_json(RECORD))).json()["state"] != "complete":  # noqa: ASYNC110 (as a client asks)
                    await asyncio.sleep(0.05)
            assert slow.asked == ["upload"]

    asyncio.run(main())


def wrong(**changes: Any) -> str:
    """The record with changes to its first hand."""
    plain = json.loads(to_json(RECORD))
    plain["hands"][0] |= changes
    return json.dumps(plain)


MOVES: Final = json.loads(to_json(RECORD))["hands"][0]["moves"]


NOT_REVIEWABLE: Final[tuple[tuple[str, int, int, str | None], ...]] = (
    ("", 1, 400, "no_such_hand"),
    ("x", 1, 400, "not_a_record"),
    ("{", 1, 400, "bad_json"),
    (to_json(RECORD), 3, 400, "no_such_hand"),
    (wrong(outcome=None), 1, 403, "deal_open"),
    (wrong(moves=MOVES[:5]), 1, 403, "deal_open"),
    (wrong(moves=MOVES * 30), 1, 403, "hand_too_long"),
    (wrong(moves=[{**MOVES[0], "seat": 77}]), 1, 400, None),
    (wrong(deck=[]), 1, 400, None),
    (" " * (LONGEST + 1), 1, 400, None),
    (" " * (6 * LONGEST), 1, 413, "too_long"),
)
"""Texts that are uploaded and numbers of hands in them, with the status and the code of the refusal."""


def test_unreviewable_upload_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as served:
            key = await served.guest()
            for text, hand, status, code in NOT_REVIEWABLE:
                for path in (REVIEW, REPLAY, PRACTICE):
                    answer = await upload(served, key, path, text, hand)
                    assert answer.status_code == status, (answer.text, text[:40], hand)
                    assert code in (None, answer.json()["code"])
                    assert answer.json()["words"]
            for path in (REVIEW, PRACTICE):
                assert (await upload(served, "", path, to_json(RECORD))).status_code == 401

    asyncio.run(main())


def test_randomly_corrupted_records_get_no_server_error(tmp_path: Path) -> None:
    async def main() -> None:
        random, text = Random(1), to_json(RECORD)
        async with room(tmp_path, Slow()) as served:
            key = await served.guest()
            for _ in range(60):
                at = random.randrange(len(text))
                changed = text[:at] + random.choice(("", "9", '"', "-", "null", "{")) + text[at + random.randrange(4) :]
                answer = await upload(served, key, REPLAY, changed)
                assert answer.status_code in (200, 400, 403), answer.text

    asyncio.run(main())


def test_upload_is_refused_while_the_player_is_in_a_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path, Slow()) as served:
            key = await served.guest()
            table = await served.table(key, ruleset=NAME, bots="steady", pace={"turn": 0})
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.Ready(id=new_id()))
                await until(client, lambda table: table.table.phase == "playing")
            for path in (REVIEW, REPLAY, PRACTICE):
                answer = await upload(served, key, path, to_json(RECORD))
                assert (answer.status_code, answer.json()["code"]) == (403, "in_a_hand")
            other = await served.guest()
            assert (await upload(served, other, REPLAY, to_json(RECORD))).status_code == 200

    asyncio.run(main())


def test_uploads_are_rate_limited_by_player(tmp_path: Path) -> None:
    async def main() -> None:
        slow = Slow()
        slow.go(9)
        async with room(tmp_path, slow, analyses=Rate(0.001, 2)) as served:
            key = await served.guest()
            answers = [await upload(served, key, REVIEW, to_json(RECORD), hand) for hand in (1, 2, 1)]
            assert [answer.status_code for answer in answers] == [200, 200, 200]  # the last one is there already
            assert (await upload(served, key, REPLAY, to_json(RECORD))).status_code == 429

    asyncio.run(main())
