"""``paiju bot``: lets a bot play at a table of a card room, local or remote."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from msgspec import json

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.bot_arguments import make_bot_from_arguments
from paiju.client import (
    RequestRefused,
    ServerRefusal,
    TableConnectionClosed,
    call_api,
    create_guest_bot_account,
    run_bot,
)
from paiju.locale import translate
from paiju.server.app.tables.lobby_summary import LobbyTable


def run(given: ParsedArguments) -> int:
    """Join a table, and play until the match is over or ``--hands`` hands are played. Raises PaijuError."""
    url = given.url.rstrip("/")
    token = given.token or os.environ.get("PAIJU_TOKEN") or create_guest_bot_account(url)
    name = given.table.rstrip("/").rpartition("/")[2]
    table = json.decode(call_api(url, f"/api/tables/{name}", token), type=LobbyTable)
    choose = make_bot_from_arguments(given.bot, table.ruleset, given)
    try:
        hands = asyncio.run(run_bot(url, token, table.id, choose, given.hands, _print_admin_notice))
    except RequestRefused as refused:
        raise ServerRefusal(refused.refused_as, refused.code, dict[str, Any](refused.details)) from refused
    except TableConnectionClosed as gone:
        raise UsageError("room_closed", url=url, status=gone.details["status"]) from gone
    print(translate(given.lang, "serve.bot_done", bot=given.bot, hands=hands))
    return 0


def _print_admin_notice(text: str) -> None:
    """Print a notice of the room's admins to standard error, unless it is empty."""
    if text:
        print(f"paiju: {text}", file=sys.stderr)
