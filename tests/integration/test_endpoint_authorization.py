"""Every endpoint admits exactly the callers of its description: anybody, a player, a player in person, or an admin."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.integration.in_process_server import serving
from tests.integration.test_malformed_requests import operations

ACCOUNT = {"user": "Uncle", "password": "left at home"}
NAMED: dict[str, Any] = {
    "user": "Auntie", "password": "left at home", "old": "left at home", "name": "Polite", "ruleset": "toy/plain",
    "label": "bot", "act": "notice", "hides": [], "table": "none", "why": "because", "scope": "play", "record": "none",
    "actions": [], "tries": [],
}  # fmt: skip


def body(asked: Any) -> dict[str, Any] | None:
    """A body with the fields that are needed."""
    content = asked.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return None
    schema = asked["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
    return {name: NAMED[name] for name in schema.get("required", ())}


def query(asked: Any) -> dict[str, str]:
    """The parameters that are needed."""
    return {one["name"]: "toy/plain" for one in asked.get("parameters", ()) if one["in"] == "query" and one["required"]}


async def code_for(http: httpx.AsyncClient, method: str, path: str, asked: Any) -> str:
    """The code of the refusal; empty: not refused."""
    where = path.replace("{kind}", "rating").replace("{deal}", "1").replace("{", "").replace("}", "")
    answer = await http.request(method, where, params=query(asked), json=body(asked))
    return "" if answer.status_code < 400 else str(answer.json()["code"])


@pytest.mark.parametrize("access", ["", "session token", "session", "admin"])
def test_endpoint_admits_exactly_the_callers_of_its_description(tmp_path: Path, access: str) -> None:
    def access_of(asked: Any) -> str:
        security = asked.get("security", [])
        return "admin" if {"session": ["admin"]} in security else " ".join(name for one in security for name in one)

    ways = [(method, path, asked) for method, path, asked in operations() if access_of(asked) == access]
    assert ways

    async def main() -> None:
        async with serving(tmp_path / "room.db") as served, served.http() as guest, served.http() as account:
            await guest.post("/api/session", json={})
            await account.post("/api/session", json={})
            await account.post("/api/account", json=ACCOUNT)
            token = (await account.post("/api/me/tokens", json={})).json()["token"]
            for way in ways:
                async with served.http() as stranger, served.http(token) as program:
                    unknown, by_token = await code_for(stranger, *way), await code_for(program, *way)
                by_account = await code_for(account, *way) if access == "admin" else ""
                refused = {code: code in ("no_session", "session_only", "admins_only") for code in (unknown, by_token)}
                if access == "":
                    assert not any(refused.values()), (way[:2], refused)
                elif access == "session token":
                    assert (unknown, refused[by_token]) == ("no_session", False), (way[:2], by_token)
                else:
                    assert (unknown, by_token) == ("no_session", "session_only"), way[:2]
                assert by_account == ("admins_only" if access == "admin" else ""), way[:2]

    asyncio.run(main())
