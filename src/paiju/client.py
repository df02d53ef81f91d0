"""A client library for programs that play in a card room, with a bot or with their own code.

It needs the extra ``room``::

    from paiju import client

    url = "http://127.0.0.1:8000"
    token = client.create_guest_bot_account(url)
    hands = asyncio.run(client.run_bot(url, token, table, choose, hands=10))

``TableClient`` is a connection to a table. It reconnects by itself and repeats unanswered requests. It yields
the table after each change.

``docs/reference/protocol.md`` describes the messages, and ``paiju.server.wire`` defines their types.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from msgspec import DecodeError, json

from paiju.core.errors import PaijuError
from paiju.extras import needs_extra

with needs_extra("paiju.client", "room"):
    from paiju.server.bot_client import run_bot
    from paiju.server.table_client import (
        DealContributions,
        RequestRefused,
        TableClient,
        TableConnectionClosed,
        decode_view,
        new_id,
    )
    from paiju.server.wire import Problem

__all__ = [
    "DealContributions",
    "RequestRefused",
    "RoomUnreachable",
    "ServerRefusal",
    "TableClient",
    "TableConnectionClosed",
    "call_api",
    "create_guest_bot_account",
    "decode_view",
    "new_id",
    "open_table",
    "run_bot",
]  # fmt: skip

PATIENCE: Final = 20.0
"""Seconds to wait for the room's response to an HTTP request."""


class RoomUnreachable(PaijuError):
    """No card room answers at this address."""

    kind = "usage"


class ServerRefusal(PaijuError):
    """The room refused a request. ``kind`` and ``code`` are those of the error in the room's response."""

    def __init__(self, kind: str, code: str, details: dict[str, str]) -> None:
        super().__init__(code, **details)
        self.kind = kind  # type: ignore[misc]  # other errors have the kind of their class; this one has the room's


def create_guest_bot_account(url: str) -> str:
    """Create a guest account that is marked as a bot, and return the session token.

    Raises RoomUnreachable, ServerRefusal.
    """
    _, cookie = _send_request(url, "/api/session", body=b'{"bot": true}')
    return cookie.partition("=")[2].partition(";")[0]


def open_table(url: str, token: str, ruleset: str, **wanted: object) -> str:
    """Open a table whose host is this account, and return the table's id.

    ``wanted`` are the other fields of the request ``POST /api/tables``. Raises RoomUnreachable, ServerRefusal.
    """
    table: str = json.decode(call_api(url, "/api/tables", token, json.encode({"ruleset": ruleset, **wanted})))["table"]
    return table


def call_api(url: str, path: str, token: str = "", body: bytes | None = None) -> bytes:
    """Call the room's HTTP API, and return the body of the response.

    The request is POST if it has a body, else GET. Raises RoomUnreachable, ServerRefusal.
    """
    return _send_request(url.rstrip("/"), path, token, body)[0]


def _send_request(url: str, path: str, token: str = "", body: bytes | None = None) -> tuple[bytes, str]:
    """Call the API, and return the body of the response and its ``Set-Cookie`` header."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    if not url.startswith(("http://", "https://")):
        raise RoomUnreachable("not_a_room", url=url)
    try:
        with urlopen(Request(url + path, body, headers), timeout=PATIENCE) as answer:  # noqa: S310 (the scheme is checked above)
            return answer.read(), answer.headers.get("Set-Cookie") or ""
    except HTTPError as error:
        raise _to_error(url, error) from error
    except (URLError, TimeoutError, ValueError, OSError) as error:
        why: Any = getattr(error, "reason", error)
        raise RoomUnreachable("no_room", url=url, why=str(getattr(why, "strerror", None) or why)) from error


def _to_error(url: str, error: HTTPError) -> PaijuError:
    try:
        problem = json.decode(error.read(), type=Problem)
    except DecodeError:
        return RoomUnreachable("no_room", url=url, why=f"HTTP {error.code}")
    return ServerRefusal(problem.kind, problem.code, problem.args)
