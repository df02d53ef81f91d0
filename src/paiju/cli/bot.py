"""``paiju bot``: a bot plays at a table of a card room, near or far."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from msgspec import DecodeError, json

from paiju.cli.arguments import Given, UsageError
from paiju.cli.bots import find_bot
from paiju.core.errors import PaijuError
from paiju.locale import text
from paiju.server.app.summary import LobbyTable
from paiju.server.botclient import run as play
from paiju.server.client import Gone, RequestRefused
from paiju.server.wire import Problem

PATIENCE = 20.0
"""Seconds that the room may take to answer."""


class Told(PaijuError):
    """What the room refused, in its own kind and code."""

    def __init__(self, kind: str, code: str, details: dict[str, str]) -> None:
        super().__init__(code, **details)
        self.kind = kind  # type: ignore[misc]  # here it is the room's


def run(given: Given) -> int:
    """Sit down and play, until enough hands or the match are over. Raises PaijuError."""
    url = given.url.rstrip("/")
    token = given.token or os.environ.get("PAIJU_TOKEN") or _guest(url)
    name = given.table.rstrip("/").rpartition("/")[2]
    table = json.decode(_ask(url, f"/api/tables/{name}", token)[0], type=LobbyTable)
    choose = find_bot(given.bot, table.ruleset, given)
    try:
        hands = asyncio.run(play(url, token, table.id, choose, given.hands, _notice))
    except RequestRefused as refused:
        raise Told(refused.refused_as, refused.code, dict[str, Any](refused.details)) from refused
    except Gone as gone:
        raise UsageError("room_closed", url=url, status=gone.details["status"]) from gone
    print(text(given.lang, "serve.bot_done", bot=given.bot, hands=hands))
    return 0


def _notice(told: str) -> None:
    """What a host of the room tells everybody."""
    if told:
        print(f"paiju: {told}", file=sys.stderr)


def _guest(url: str) -> str:
    """The key of a new guest, who says what it is."""
    _, cookie = _ask(url, "/api/session", body=b'{"bot": true}')
    return cookie.partition("=")[2].partition(";")[0]


def _ask(url: str, path: str, token: str = "", body: bytes | None = None) -> tuple[bytes, str]:
    """The body of the answer and the cookie it set. Raises PaijuError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    if not url.startswith(("http://", "https://")):
        raise UsageError("not_a_room", url=url)
    try:
        with urlopen(Request(url + path, body, headers), timeout=PATIENCE) as answer:  # noqa: S310 (looked at above)
            return answer.read(), answer.headers.get("Set-Cookie") or ""
    except HTTPError as error:
        raise _told(url, error) from error
    except (URLError, TimeoutError, ValueError, OSError) as error:
        why = getattr(error, "reason", error)
        raise UsageError("no_room", url=url, why=str(getattr(why, "strerror", None) or why)) from error


def _told(url: str, error: HTTPError) -> PaijuError:
    try:
        problem = json.decode(error.read(), type=Problem)
    except DecodeError:
        return UsageError("no_room", url=url, why=f"HTTP {error.code}")
    return Told(problem.kind, problem.code, problem.args)
