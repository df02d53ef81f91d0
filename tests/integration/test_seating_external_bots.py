"""External bots: the operator allows them, hosts seat them, and a faulty one does not block the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.bots.base import play_random
from paiju.client import run_bot
from paiju.server.adapters.operator_bots import make_bot_finder, parse_bot_settings
from paiju.server.adapters.ruleset_registry import StandardRegistry
from paiju.server.adapters.threaded_bot_runner import ThreadedBotRunner
from paiju.server.errors import CannotServe
from tests.bots.external.bot_programs import FIRST, alive, shell
from tests.integration.in_process_server import serving


@pytest.mark.parametrize("lies", [False, True])
def test_host_seats_an_external_bot(tmp_path: Path, lies: bool) -> None:
    script = shell(tmp_path, FIRST.replace('"choice":0', '"choice":-7') if lies else FIRST)

    async def main() -> None:
        own = parse_bot_settings([f"mine={script}"])
        minds = ThreadedBotRunner(("steady", *own), make_bot_finder(own))
        async with (
            serving(tmp_path / "room.db", library=StandardRegistry(), minds=minds) as served,
            asyncio.timeout(60),
        ):
            key = await served.guest()
            async with served.http(key) as http:
                found = (await http.get("/api/rulesets")).json()
                assert all(one["bots"][:2] == ["steady", "mine"] for one in found)
            table = await served.table(key, ruleset="doudizhu/duel", bots="mine")
            assert await run_bot(served.url, key, table, play_random, hands=2) == 2
            faults = [entry for entry in served.logged if entry["event"] == "bot_failed"]
            assert bool(faults) is lies
            assert {entry["kind"] for entry in faults} <= {"unreadable"}
        assert not alive(tmp_path / "bot.sh")

    asyncio.run(main())


@pytest.mark.parametrize(
    "given", ["mine", "=exec:sh", "steady=exec:sh", "Mine=exec:sh", "a=exec:sh", "b=exec:none", "b=who"]
)
def test_invalid_bot_setting_is_refused(given: str) -> None:
    with pytest.raises(CannotServe, match="bad_bot"):
        parse_bot_settings(["a=exec:sh", given])
