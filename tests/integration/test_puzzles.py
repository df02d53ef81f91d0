"""Puzzles over HTTP: hub, next puzzle, verdicts, tries and ratings, solutions, packs, practice and the puzzle of the day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from paiju.core.codec import to_json
from paiju.puzzles import Puzzle, shipped_puzzles
from paiju.server import wire
from paiju.server.adapters.room_clock import now
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.puzzles.puzzle_solver import PuzzleAnswer, PuzzleQuestion, answer_puzzle_question
from paiju.server.app.token_buckets import Rate
from paiju.server.settings import Settings
from paiju.server.table_client import TableClient
from paiju.server.time_zone import TimeZone
from tests.integration.in_process_server import FAST, FREE, Served, serving
from tests.integration.test_table_manager import Clock
from tests.puzzles.example_puzzles import FAMILIES, helped_line, small, wrong_actions

DAY = 86_400_000
WRONG = (
    "out_at_once",
    "beats_and_goes_out",
    "goes_out_later",
    "fewer_points",
    "loses_last_trick",
    "waits_fewer",
    "not_ready",
)


class SolverHere:
    """``PuzzleSolver`` that answers in this process, which loads the searches once for all tests."""

    async def answer_puzzle_question(self, question: PuzzleQuestion) -> PuzzleAnswer:
        return await asyncio.to_thread(answer_puzzle_question, StandardRegistry(), question)


@asynccontextmanager
async def room(tmp_path: Path, settings: Settings | None = None, **more: Any) -> AsyncIterator[tuple[Served, str]]:
    """A room with all rulesets, and the key of a player."""
    settings = settings or Settings(tempo=FAST, limits=FREE)
    solver = {"puzzle_solver": SolverHere()} | more
    async with serving(tmp_path / "room.db", settings, StandardRegistry(), **solver) as served:
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
    line = {"solved": list(puzzle.line), "missed": wrong_actions(puzzle)[:1]}.get(result, [])
    return {"id": name or f"t-{puzzle.id}", "puzzle": puzzle.id, "result": result, "line": line, "ms": 9000} | {
        "at": now(),
        **more,
    }


async def send(served: Served, key: str, *tries: dict[str, Any]) -> Any:
    return await post(served, "/tries", {"tries": list(tries)}, key)


def test_main_line_solves_the_puzzle(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            for family in FAMILIES:
                puzzle = small(family)
                view = await get(served, f"/{puzzle.id}")
                await send(served, key, a_try(puzzle))
                moves = (await get(served, f"/{puzzle.id}/solution", key))["moves"]
                assert view["position"]["turn"] == view["seat"] == puzzle.seat
                assert puzzle.answer in {one["text"] for one in view["position"]["legal"]}
                assert not {"themes", "line", "solution"} & set(view)
                played: list[str] = []
                while True:
                    verdict = await judge(served, puzzle, [*played, puzzle.line[len(played)]])
                    assert verdict["right"]
                    assert verdict.get("reason", {"key": "puzzle.reason."})["key"].startswith("puzzle.reason.")
                    if puzzle.goal == "win":  # so that a client without a connection says the same
                        assert verdict.get("reason") == moves[len(played)].get("note")
                    played += [verdict["move"]["text"], *(one["text"] for one in verdict.get("answers", ()))]
                    last = (verdict.get("answers") or [verdict["move"]])[-1]
                    if verdict.get("solved"):
                        assert last["position"]["turn"] is None
                        break
                    assert last["position"]["turn"] == puzzle.seat
                    assert last["position"]["legal"]
                assert tuple(played) == puzzle.line

    asyncio.run(main())


def test_wrong_action_is_refuted_with_a_line_and_a_reason(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, _):
            for family in FAMILIES:
                puzzle = small(family)
                view = await get(served, f"/{puzzle.id}")
                wrong = next(one for one in view["position"]["legal"] if one["text"] not in puzzle.turns[0].right)
                verdict = await judge(served, puzzle, [wrong["text"]])
                assert (verdict["right"], verdict.get("solved", False), verdict["over"]) == (False, False, True)
                assert verdict["move"]["cards"] == wrong["cards"]
                if family != "zipai":
                    assert verdict["answers"][-1]["position"]["turn"] is None
                assert verdict["reason"]["key"] in {f"puzzle.reason.{code}" for code in WRONG}
                by_line = [one["key"] for one in view.get("reasons", ()) if not one["when"]["right"]]
                assert (verdict["reason"]["key"] in by_line) == (puzzle.goal == "win")
                values = {one["text"]: one["value"] for one in verdict.get("values", ())}
                assert values == puzzle.turns[0].values
                if family == "zipai":
                    best = verdict["values"][0]
                    assert best["right"]
                    assert sum(wait["unseen"] for wait in best["waits"]) == best["value"]

    asyncio.run(main())


def test_illegal_or_unexpected_requests_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            puzzle = small("doudizhu")
            for actions in ([], ["3333"], ["play"], [*puzzle.line, "pass"], list(puzzle.line[:2])):
                refused = await judge(served, puzzle, actions, status=400)
                assert refused["code"] == "not_asked_for"
            too_many = await judge(served, puzzle, ["pass"] * 500, status=400)
            assert too_many["kind"] == "unfit"
            for path in ("/0123456789", "/daily/chess", "/next?family=chess", "/pack?family=chess"):
                refused = await get(served, path, key, status=404)
                assert refused["kind"] == "unknown"
            nothing = await post(served, "/tries", {"tries": [{"id": "x"}]}, key, status=400)
            assert nothing["kind"] == "unfit"
            await post(served, "/tries", {"tries": []}, status=401)
            refused = await get(served, f"/{puzzle.id}/solution", key, status=403)
            assert refused["code"] == "puzzle_not_tried"
            await post(served, f"/{puzzle.id}/practice", {}, key, status=403)
            await get(served, f"/{puzzle.id}/record", key, status=403)

    asyncio.run(main())


def test_a_hint_shows_cards_of_a_right_action(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, _):
            for family in FAMILIES:
                puzzle = small(family)
                view = await get(served, f"/{puzzle.id}")
                (right,) = [one for one in view["position"]["legal"] if one["text"] == puzzle.answer]
                hint = await post(served, f"/{puzzle.id}/hint", {"actions": []})
                assert hint["cards"] == right["cards"][:2]

    asyncio.run(main())


def test_a_worker_process_judges_and_plays_the_source_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path, puzzle_solver=None) as (served, key):
            puzzle = small("zipai")
            assert (await judge(served, puzzle, [puzzle.answer]))["solved"]
            await send(served, key, a_try(puzzle))
            assert (await get(served, f"/{puzzle.id}/record", key))["hands"]
            assert served.services.analyst.health_problems() == []

    asyncio.run(main())


# ---- tries


def test_the_first_try_counts_and_moves_both_ratings(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            easy, hard = shipped_puzzles("doudizhu")[0], shipped_puzzles("doudizhu")[-1]
            made = await send(served, key, a_try(hard), a_try(easy, "missed"))
            solved, missed = made["tries"]
            assert solved["counted"]
            assert missed["counted"]
            assert solved["rating_before"] == 1500 < solved["rating_after"] == missed["rating_before"]
            assert missed["rating_after"] < missed["rating_before"]
            assert made["ratings"]["doudizhu"]["tries"] == 2
            assert made["ratings"]["doudizhu"]["provisional"]
            assert (await get(served, f"/{hard.id}"))["rating"] < hard.grade.rating
            assert (await get(served, f"/{easy.id}"))["rating"] > easy.grade.rating
            again = await send(served, key, a_try(hard), a_try(easy, name="later"))
            assert again["tries"] == [solved, {"id": "later", "result": "solved"}]
            assert again["ratings"] == made["ratings"]
            (family,) = [one for one in (await get(served, "", key))["families"] if one["family"] == "doudizhu"]
            assert (family["tried"], family.get("missed", 0)) == (2, 0)

    asyncio.run(main())


def test_a_hint_or_the_solution_counts_as_not_solved(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            for result in ("missed", "hint", "given_up"):
                puzzle = shipped_puzzles("gunzi")[len(result)]
                (outcome,) = (await send(served, key, a_try(puzzle, result)))["tries"]
                assert outcome["rating_after"] < outcome["rating_before"]
                again = await get(served, "/next?family=gunzi&pick=missed", key)
                assert again["puzzle"]["id"] == puzzle.id
                assert again["puzzle"]["result"] == result
                await send(served, key, a_try(puzzle, name=f"again-{result}"))
                assert (await get(served, "/next?family=gunzi&pick=missed", key))["puzzle"] is None

    asyncio.run(main())


def test_impossible_tries_are_rejected_and_the_others_accepted(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            puzzle = small("doudizhu")
            wrong = a_try(puzzle, name="cheats", line=["3333"])
            unknown = a_try(puzzle, name="unknown") | {"puzzle": "0123456789"}
            made = await send(served, key, wrong, unknown, a_try(puzzle, name="good"))
            assert [one.get("problem", "") for one in made["tries"]] == ["impossible_try", "unknown_puzzle", ""]
            assert made["tries"][2]["counted"]
            async with served.http() as http:
                http.cookies["paiju"] = key
                everything = (await http.get("/api/me/export")).json()
            assert [one["puzzle"] for one in everything["puzzles"]] == [puzzle.id]

    asyncio.run(main())


def test_server_judges_a_try_by_its_line_and_not_by_the_claim(tmp_path: Path) -> None:
    """False claims are planted: none gains rating, and none marks a puzzle that was missed as solved."""

    async def main() -> None:
        async with room(tmp_path) as (served, _):
            for family in FAMILIES:
                puzzle = next(one for one in shipped_puzzles(family) if family == "zipai" or helped_line(one))
                wrong = wrong_actions(puzzle)[0]
                claims = {
                    "no line": ([], "impossible_try"),
                    "only the first action": (list(puzzle.line[:1]), "impossible_try"),
                    "a word": (["I have solved it"], "impossible_try"),
                    "an illegal end": ([*puzzle.line, puzzle.line[-1]], "impossible_try"),
                    "the others help": (helped_line(puzzle), "other_defence"),
                }
                if family == "zipai":  # it has one action
                    del claims["only the first action"], claims["the others help"]
                planted = [a_try(puzzle, name=f"c{at}", line=line) for at, (line, _) in enumerate(claims.values())]
                for before in ([], [a_try(puzzle, "missed", "first")]):
                    key = await served.guest()
                    made = await send(served, key, *before, *planted)
                    problems = [one.get("problem", "") for one in made["tries"]]
                    assert problems[len(before) :] == [problem for _, problem in claims.values()]
                    assert [one["number"] < 1500 for one in made["ratings"].values()] == [True] * len(before)
                    missed = (await get(served, f"/next?family={family}&pick=missed", key))["puzzle"]
                    assert (missed is not None) == bool(before)
                key = await served.guest()
                (outcome,) = (await send(served, key, a_try(puzzle, line=[wrong])))["tries"]
                assert outcome["result"] == "missed"
                assert outcome["rating_after"] < outcome["rating_before"]
                key = await served.guest()
                (outcome,) = (await send(served, key, a_try(puzzle, "missed", line=list(puzzle.line))))["tries"]
                assert outcome["result"] == "solved"

    asyncio.run(main())


def test_concurrent_tries_all_count(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            puzzles = shipped_puzzles("zipai")[:6]
            await asyncio.gather(*(send(served, key, a_try(one)) for one in puzzles))
            others = [await served.guest() for _ in range(5)]
            await asyncio.gather(*(send(served, one, a_try(puzzles[0], "missed")) for one in others))
            made = await send(served, key)
            assert made["ratings"]["zipai"]["tries"] == 6
            assert (await get(served, f"/{puzzles[0].id}"))["stats"] == {
                "tries": 6,
                "solved_percent": 17,
                "median_ms": 9000,
            }

    asyncio.run(main())


def test_solution_has_line_themes_and_tries_of_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            for family in FAMILIES:
                puzzle = small(family)
                legal = (await get(served, f"/{puzzle.id}"))["position"]["legal"]
                wrong = next(one["text"] for one in legal if one["text"] not in puzzle.turns[0].right)
                for _ in range(5):
                    await send(served, await served.guest(), a_try(puzzle, "missed", line=[wrong]))
                await send(served, key, a_try(puzzle))
                solution = await get(served, f"/{puzzle.id}/solution", key)
                assert solution["themes"] == list(puzzle.themes)
                assert [one["text"] for one in solution["moves"]] == list(puzzle.line)
                assert [tuple(one["right"]) for one in solution["moves"] if one.get("right")] == [
                    turn.right for turn in puzzle.turns
                ]
                assert solution["wrong"] == len(legal) - len(puzzle.turns[0].right)
                assert [(one["text"], one["percent"]) for one in solution["others"]] == [(wrong, 83)]
                assert {one["text"]: one["value"] for one in solution.get("values", ())} == puzzle.turns[0].values
                assert solution["origin"]["kind"] == "house"
                assert solution["stats"]["solved_percent"] == 17

    asyncio.run(main())


# ---- choosing


def test_next_puzzle_is_untried_near_the_rating_and_of_the_theme(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            seen = set[str]()
            for _ in range(6):
                found = (await get(served, "/next?family=doudizhu&theme=split&hands=3", key))["puzzle"]
                assert found == (await get(served, "/next?family=doudizhu&theme=split&hands=3", key))["puzzle"]
                assert found["id"] not in seen
                assert found["hands"] == 3
                assert abs(found["rating"] - 1500) < 250
                seen.add(found["id"])
                await send(served, key, a_try(_puzzle(found["id"]), "missed"))
            for name in seen:
                assert "split" in _puzzle(name).themes
            beginner = (await get(served, "/next?family=doudizhu"))["puzzle"]
            assert beginner["hands"] == 2
            other = (await get(served, f"/next?family=doudizhu&after={beginner['id']}"))["puzzle"]
            assert other["id"] != beginner["id"]
            for path in ("/next?theme=chess", "/next?pick=own", "/next?pick=missed&family=gunzi", "/next?hands=9"):
                assert (await get(served, path, key))["puzzle"] is None

    asyncio.run(main())


def _puzzle(name: str) -> Puzzle:
    return next(one for family in FAMILIES for one in shipped_puzzles(family) if one.id == name)


def test_hub_counts_themes_and_remaining_puzzles(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            puzzle = small("doudizhu")
            await send(served, key, a_try(puzzle, "missed"))
            hub = await get(served, "", key)
            assert [one["family"] for one in hub["families"]] == ["doudizhu", "zipai", "gunzi"]
            (family,) = [one for one in hub["families"] if one["family"] == "doudizhu"]
            assert (family["count"], family["tried"], family["missed"]) == (len(shipped_puzzles("doudizhu")), 1, 1)
            for theme in family["themes"]:
                has = [one for one in shipped_puzzles("doudizhu") if theme["theme"] in one.themes]
                assert (theme["count"], theme["left"]) == (len(has), len(has) - (puzzle in has))
            assert family["rating"]["tries"] == 1
            visitor = await get(served, "")
            assert "rating" not in visitor["families"][0] or visitor["families"][0]["rating"] is None

    asyncio.run(main())


# ---- the puzzle of the day


def test_each_day_has_one_puzzle_a_family_which_is_the_same_for_all(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        zone = Settings(tempo=FAST, limits=FREE, time_zone=TimeZone("Asia/Shanghai"))
        async with room(tmp_path, zone, wall=clock) as (served, key):
            hub = await get(served, "")
            today = {one["family"]: one["daily"]["id"] for one in hub["families"]}
            assert today == {one["family"]: one["daily"]["id"] for one in (await get(served, "", key))["families"]}
            for family, name in today.items():
                shown = await get(served, f"/daily/{family}", key)
                assert (shown["id"], shown["daily"]) == (name, hub["day"])
            await send(served, key, a_try(_puzzle(today["zipai"]), at=clock()))
            week = (await get(served, "", key))["week"]
            assert [one["done"] for one in week] == [False] * 6 + [True]
            puzzles = served.services.puzzles
            tomorrow = puzzles.catalogue.daily("zipai", puzzles.catalogue.today + timedelta(days=1))
            assert tomorrow is not None
            await get(served, f"/{tomorrow.puzzle.id}", key, status=404)
            packed = await get(served, "/pack?family=zipai")
            assert tomorrow.puzzle.id not in {one["view"]["id"] for one in packed["puzzles"]}
            made = await send(served, key, a_try(tomorrow.puzzle))
            assert made["tries"][0]["problem"] == "unknown_puzzle"
            clock.ahead = hub["ends"] - now() - 60_000
            served.room.context.clock.record_heartbeat()
            assert (await get(served, ""))["day"] == hub["day"]
            clock.ahead += 70_000
            served.room.context.clock.record_heartbeat()
            after = await get(served, "", key)
            assert after["day"] > hub["day"]
            assert (await get(served, "/daily/zipai"))["id"] == tomorrow.puzzle.id
            assert [one["done"] for one in after["week"]] == [False] * 5 + [True, False]

    asyncio.run(main())


def test_rating_deviation_grows_with_absence_despite_late_tries(tmp_path: Path) -> None:
    async def main() -> None:
        clock = Clock()
        async with room(tmp_path, wall=clock) as (served, key):
            puzzles = shipped_puzzles("zipai")
            made = await send(served, key, *(a_try(one, at=clock()) for one in puzzles[:2]))
            fresh = made["ratings"]["zipai"]["deviation"]
            clock.ahead += 400 * DAY
            served.room.context.clock.record_heartbeat()
            later = (await send(served, key))["ratings"]["zipai"]
            assert later["deviation"] > fresh
            assert later["number"] == made["ratings"]["zipai"]["number"]
            # A try that was made long ago and comes late does not make the rating older than its last try.
            made = await send(served, key, a_try(puzzles[2], at=clock()), a_try(puzzles[3], at=clock() - 300 * DAY))
            assert made["ratings"]["zipai"]["deviation"] < later["deviation"]
            assert (await send(served, key))["ratings"] == made["ratings"]

    asyncio.run(main())


def test_try_made_offline_counts_for_its_day(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            puzzles = served.services.puzzles
            for back in (2, 9):
                day = puzzles.catalogue.today - timedelta(days=back)
                one = puzzles.catalogue.daily("gunzi", day)
                assert one is not None
                await send(served, key, a_try(one.puzzle, at=now() - back * DAY))
            assert [one["done"] for one in (await get(served, "", key))["week"]] == [False] * 4 + [True, False, False]

    asyncio.run(main())


# ---- without a connection


def test_offline_pack_has_puzzles_with_solutions_and_is_cached(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, _), served.http() as http:
            for family in FAMILIES:
                answer = await http.get(f"/api/puzzles/pack?family={family}")
                assert answer.headers["content-encoding"] == "gzip"
                assert len(answer.content) > 4 * int(answer.headers["content-length"])
                puzzles = answer.json()["puzzles"]
                assert 24 <= len(puzzles) <= 40
                for one in puzzles:
                    puzzle = _puzzle(one["view"]["id"])
                    assert [move["text"] for move in one["solution"]["moves"]] == list(puzzle.line)
                    assert ("table" in one["view"] and one["view"]["table"] is not None) == (family == "doudizhu")
                    assert puzzle.has_one_line or family == "doudizhu" or one["view"].get("daily")
                tag = {"if-none-match": answer.headers["etag"]}
                again = await http.get(f"/api/puzzles/pack?family={family}", headers=tag)
                assert again.status_code == 304

    asyncio.run(main())


# ---- played with bots, and the hand that it comes from


def test_puzzle_continues_at_a_practice_table_and_its_hand_is_reviewed(tmp_path: Path) -> None:
    async def main() -> None:
        async with room(tmp_path) as (served, key):
            for family in FAMILIES:
                puzzle = small(family)
                await send(served, key, a_try(puzzle, "given_up"))
                opened = await post(served, f"/{puzzle.id}/practice", {}, key, status=201)
                async with TableClient(served.url, key, opened["table"]) as client, asyncio.timeout(60):
                    table = await anext(client.table_updates())
                    assert isinstance(table, wire.Table)
                    assert table.you == puzzle.seat
                    assert table.hand is not None
                    assert table.hand.practice is not None
                    assert table.hand.choices is not None
                    texts = {one.text.removeprefix("play ") for one in table.hand.choices.actions}
                    assert puzzle.answer in texts
                record = await get(served, f"/{puzzle.id}/record", key)
                assert record["ruleset"]["name"] == puzzle.rules.partition("/")[2]
                assert puzzle.source is not None
                assert len(record["hands"][0]["moves"]) > puzzle.source.move
                async with served.http(key) as http:
                    reviewed = await http.post("/api/records/replay", json={"record": to_json(record).decode()})
                    assert reviewed.status_code == 200, reviewed.text

    asyncio.run(main())


def test_puzzle_requests_are_rate_limited(tmp_path: Path) -> None:
    async def main() -> None:
        few = Settings(tempo=FAST, limits=replace(FREE, puzzles=Rate(0.001, 2)))
        async with room(tmp_path, few) as (served, _):
            puzzle = small("zipai")
            for _ in range(2):
                await judge(served, puzzle, [puzzle.answer])
            assert (await judge(served, puzzle, [puzzle.answer], status=429))["code"] == "too_many_requests"

    asyncio.run(main())
