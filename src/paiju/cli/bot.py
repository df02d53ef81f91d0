"""``paiju bot``: a bot plays at a table of a card room, near or far."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from msgspec import json

from paiju.cli.arguments import Given, UsageError
from paiju.cli.bots import find_bot
from paiju.client import Gone, RequestRefused, Told, ask, guest, play
from paiju.locale import text
from paiju.server.app.summary import LobbyTable


def run(given: Given) -> int:
    """Sit down and play, until enough hands or the match are over. Raises PaijuError."""
    url = given.url.rstrip("/")
    token = given.token or os.environ.get("PAIJU_TOKEN") or guest(url)
    name = given.table.rstrip("/").rpartition("/")[2]
    table = json.decode(ask(url, f"/api/tables/{name}", token), type=LobbyTable)
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
