"""Statistics of a player from stored reviews: the worst decisions of an evening, and where points are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.app.players import evening_review, mistake_statistics
from paiju.server.bot_client import run_bot
from paiju.server.settings import Settings
from tests.integration.chaos_player import ChaosPlayer
from tests.integration.in_process_server import FAST, FREE, Served, choose_after_calling, serving
from tests.integration.test_profiles_and_rankings import RULESET, evening, key_of, outcomes, play, rated, told

SEVERITY = ("slip", "mistake", "blunder")


async def get(served: Served, key: str, path: str) -> Any:
    async with served.http(key) as http:
        answer = await http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def review_quickly(served: Served, key: str, hands: Sequence[str]) -> dict[str, Any]:
    """The quick reviews of hands, which are stored from then on."""
    return {hand: await get(served, key, f"/api/hands/{hand}/review?kind=quick") for hand in hands}


def marked(review: Any, seat: int) -> list[Any]:
    return [one for one in review["decisions"] if one["seat"] == seat and one.get("mark")]


def test_evening_lists_its_hands_and_the_worst_reviewed_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        settings = Settings(tempo=FAST, limits=FREE)
        async with serving(tmp_path / "room.db", settings, StandardRegistry()) as served:
            ann, bob = await served.guest("Ann"), await served.guest("Bob")
            assert await get(served, ann, "/api/me/evening") == {"began": None, "hands": [], "moments": []}
            table = await served.table(ann, ruleset=RULESET, bots="", hands=2)
            async with asyncio.timeout(60):
                assert await run_bot(served.url, ann, table, choose_after_calling) == 2
            before = await get(served, ann, "/api/me/evening")
            names = [hand["id"] for hand in before["hands"]]
            assert names == [hand["id"] for hand in await get(served, ann, "/api/me/hands")]
            assert [hand["marks"] for hand in before["hands"]] == [None, None]
            assert before["moments"] == []
            latest = await review_quickly(served, ann, names[:1])
            growing = await get(served, ann, "/api/me/evening")
            assert [hand["marks"] is None for hand in growing["hands"]] == [False, True]
            assert {one["hand"] for one in growing["moments"]} <= {names[0]}
            reviews = latest | await review_quickly(served, ann, names)
            whole = await get(served, ann, "/api/me/evening")
            expected = [one for review in reviews.values() for one in marked(review, 0)]
            expected.sort(key=lambda one: (SEVERITY.index(one["mark"]), one["loss"]), reverse=True)
            assert expected
            assert [one["decision"] for one in whole["moments"]] == expected[: evening_review.MOMENTS]
            assert {one["seat"] for one in whole["moments"]} == {0}
            assert all(one["decision"] in reviews[one["hand"]]["decisions"] for one in whole["moments"])
            counts = [{mark: n for mark, n in hand["marks"].items() if n} for hand in whole["hands"]]
            assert counts == [reviews[name]["seats"][0].get("marks", {}) for name in names]
            assert (await get(served, ann, f"/api/me/evening?before={whole['began']}"))["hands"] == []
            assert (await get(served, bob, "/api/me/evening"))["hands"] == []
            monkeypatch.setattr(evening_review, "PAUSE", -(10**12))
            last = await get(served, ann, "/api/me/evening")
            assert [hand["id"] for hand in last["hands"]] == names[:1]
            earlier = await get(served, ann, f"/api/me/evening?before={last['hands'][0]['ended']}")
            assert [hand["id"] for hand in earlier["hands"]] == names[1:]

    asyncio.run(main())


async def set_visibility(served: Served, player: ChaosPlayer, **what: list[str]) -> None:
    async with served.http() as http:
        http.cookies["paiju"] = key_of(player)
        answer = await http.put("/api/me/hides", json=what)
        assert answer.status_code == 200, answer.text


def test_mistakes_are_counted_by_phase_and_compared_with_peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistake_statistics, "PEERS", 2)
    monkeypatch.setattr(mistake_statistics, "FEWEST", 2)
    monkeypatch.setattr(mistake_statistics, "NEAR", 2000)

    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            await play(players, 3)
            hands = await outcomes(served, players[0])
            names = [hand["id"] for hand in hands]
            await rated(served, players[0], sum(bool(hand["outcome"]["winners"]) for hand in hands))
            few = await told(served, players[0], "/api/people/Ann/mistakes")
            assert (few["played"], few["hands"], few["unreviewed"]) == (len(names), 0, names)
            assert (few["parts"], few["patterns"], few["rulesets"]) == ([], [], [RULESET])
            reviews = await review_quickly(served, key_of(players[0]), names)
            found = await told(served, players[0], f"/api/people/Ann/mistakes?ruleset={RULESET}")
            assert (found["hands"], found["unreviewed"]) == (len(names), [])
            own = [one for review in reviews.values() for one in marked(review, 0)]
            assert own
            assert sum(part["mistakes"] for part in found["parts"]) == len(own)
            assert found["points"] == sum(part["points"] for part in found["parts"])
            lost = sum(one["points_lost"] for one in own)
            assert found["points"] == round(100 * lost / len(names))
            won = [hand["id"] for hand in hands if hand["outcome"]["winners"]]
            others = [one["points_lost"] for name in won for seat in (1, 2) for one in marked(reviews[name], seat)]
            assert found["peers"] == sum(part["peers"] for part in found["parts"])
            assert abs(found["peers"] - 100 * sum(others) / (2 * len(won))) <= len(found["parts"])
            for pattern in found["patterns"]:
                example = pattern["example"]
                (shown,) = [one for one in own if one["step"] + 1 == example["moves"] and example["hand"] in names][:1]
                assert shown["reason"]["key"] == f"why.{pattern['reason']}"
            assert (await told(served, players[0], "/api/people/Ann/mistakes?ruleset=doudizhu/duel"))["played"] == 0

    asyncio.run(main())


def test_mistakes_are_visible_to_others_only_if_the_player_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then, the answer is the same whatever the player has done."""
    monkeypatch.setattr(mistake_statistics, "PEERS", 1)
    monkeypatch.setattr(mistake_statistics, "FEWEST", 1)
    monkeypatch.setattr(mistake_statistics, "NEAR", 2000)

    async def main() -> None:
        async with evening(tmp_path) as (served, players):
            ann, bob, _ = players
            path = "/api/people/Ann/mistakes"
            private = await told(served, bob, path)
            assert private["shown"] is False
            await play(players, 2)
            names = [hand["id"] for hand in await outcomes(served, ann)]
            await review_quickly(served, key_of(ann), names)
            assert (await told(served, ann, path))["hands"] == len(names)
            assert await told(served, bob, path) == private
            assert await told(served, bob, f"{path}?ruleset={RULESET}") == private
            assert (await told(served, bob, "/api/people/Ann"))["shows"] == []

            await set_visibility(served, ann, hides=["rating", "numbers"], shows=["mistakes"])
            whole, seen = await told(served, ann, path), await told(served, bob, path)
            assert whole["shown"]
            assert any(one["example"] for one in whole["patterns"])
            unseen = {"played": 0, "unreviewed": [], "peers": None}
            unseen["parts"] = [part | {"peers": None} for part in whole["parts"]]
            unseen["patterns"] = [pattern | {"example": None} for pattern in whole["patterns"]]
            assert seen == whole | unseen
            assert not any(name in str(seen) for name in names)
            assert (await told(served, bob, "/api/people/Ann"))["shows"] == ["mistakes"]
            assert "shown_mistakes" not in str(await told(served, bob, "/api/people/Ann"))

            await set_visibility(served, ann, hides=[])  # as a program asks that does not know private parts
            assert await told(served, bob, path) == private
            async with served.http() as http:
                http.cookies["paiju"] = key_of(ann)
                exported = (await http.get("/api/me/export")).json()
            assert (exported["hides"], exported["shows"]) == ([], [])

    asyncio.run(main())
