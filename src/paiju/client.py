"""Programs in a card room: a bot at a table, or a connection of one's own. Needs the extra ``room``.

::

    from paiju import client

    url = "http://127.0.0.1:8000"
    token = client.become_guest(url)
    hands = asyncio.run(client.run_bot(url, token, table, choose, hands=10))

``TableClient`` is one connection to one table, kept up: it repeats what was not answered, and gives the table each time that it
has changed. ``docs/reference/protocol.md`` describes the messages, ``paiju.server.wire`` has them as types.
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
    from paiju.server.table_client import DealContribution, RequestRefused, TableClient, TableConnectionClosed, new_id
    from paiju.server.wire import Problem

__all__ = [
    "DealContribution",
    "RequestRefused",
    "RoomUnreachable",
    "ServerRefusal",
    "TableClient",
    "TableConnectionClosed",
    "become_guest",
    "call_api",
    "new_id",
    "open_table",
    "run_bot",
]  # fmt: skip

PATIENCE: Final = 20.0
"""Seconds that the room may take to answer."""


class RoomUnreachable(PaijuError):
    """There is no card room at this address, or it does not answer."""

    kind = "usage"


class ServerRefusal(PaijuError):
    """What the room refused, in its own kind and code."""

    def __init__(self, kind: str, code: str, details: dict[str, str]) -> None:
        super().__init__(code, **details)
        self.kind = kind  # type: ignore[misc]  # here it is the room's


def become_guest(url: str) -> str:
    """Become a guest who says that a program plays; the key that opens the room for it. Raises NoRoom, Told."""
    _, cookie = _call(url, "/api/session", body=b'{"bot": true}')
    return cookie.partition("=")[2].partition(";")[0]


def open_table(url: str, token: str, ruleset: str, **wanted: object) -> str:
    """Open a table of which one is the host, and its name. ``wanted``: see ``POST /api/tables``. Raises NoRoom, Told."""
    table: str = json.decode(call_api(url, "/api/tables", token, json.encode({"ruleset": ruleset, **wanted})))["table"]
    return table


def call_api(url: str, path: str, token: str = "", body: bytes | None = None) -> bytes:
    """Ask the room's HTTP API; with a body, by POST. The body of the answer. Raises NoRoom, Told."""
    return _call(url.rstrip("/"), path, token, body)[0]


def _call(url: str, path: str, token: str = "", body: bytes | None = None) -> tuple[bytes, str]:
    """The body of the answer, and the cookie that it set."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    if not url.startswith(("http://", "https://")):
        raise RoomUnreachable("not_a_room", url=url)
    try:
        with urlopen(Request(url + path, body, headers), timeout=PATIENCE) as answer:  # noqa: S310 (looked at above)
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
