"""The command ``paiju bot`` plays at a table of a real room."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.cli.main import main as paiju
from paiju.server import wire_requests
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.table_client import TableClient, new_id
from tests.integration.in_process_server import serving


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("PAIJU_TOKEN", raising=False)


WATCHER = """
def choose(game, view, seat, legal, random):
    plays = [past.action for past in view.history if type(past.action).__name__ == "Play"]
    with open(__file__ + ".log", "a") as log:
        print(len(plays), sum(view.public.plays), file=log)
    return random.choice(list(legal))
"""
"""A bot that plays at random, and logs how many plays there were by the history of its view and by its public state."""


def test_a_bot_plays_for_its_owner_or_as_a_guest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watcher = tmp_path / "watcher.py"
    watcher.write_text(WATCHER, "utf-8")

    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, asyncio.timeout(60):
            key = await served.guest()
            table = await served.table(key, ruleset="doudizhu/duel")
            guest = asyncio.to_thread(paiju, ["bot", served.url, table, "--bot", str(watcher), "--hands", "2"])
            link = f"{served.url}/t/{table}"
            owner = asyncio.to_thread(paiju, ["bot", served.url + "/", link, "--token", key, "--hands=2"])
            assert tuple(await asyncio.gather(guest, owner)) == (0, 0)

    asyncio.run(main())
    told = capsys.readouterr()
    assert sorted(told.out.splitlines()) == [f"{watcher}: 2 hands played", "steady: 2 hands played"]
    assert told.err == ""
    counts = [line.split() for line in (tmp_path / "watcher.py.log").read_text("utf-8").splitlines()]
    assert all(in_history == in_state for in_history, in_state in counts)
    assert len({in_state for _, in_state in counts}) > 3


def test_refusals_are_reported_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def refused(*words: str) -> str:
        assert await asyncio.to_thread(paiju, ["bot", *words]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        return told.err

    async def main() -> None:
        async with serving(tmp_path / "room.db", library=StandardRegistry()) as served, asyncio.timeout(60):
            key = await served.guest()
            table = await served.table(key, ruleset="doudizhu/duel")
            async with TableClient(served.url, key, table) as client:
                await client.request(wire_requests.AddBot(id=new_id()))
            assert "There is no empty seat" in await refused(served.url, table)
            assert "is not known here" in await refused(served.url, table, "--token", "x" * 43)
            assert "There is no such table" in await refused(served.url, "no-such")
            assert 'there is no bot "deep"' in await refused(served.url, table, "--bot", "deep")
            assert "is not the address of a card room" in await refused("ftp://x", table)
        assert "no card room answers" in await refused(served.url, table)

    asyncio.run(main())
