"""Serves a room that lies below a path of its web server.

Some proxies remove the path and others keep it. Uvicorn's ``root_path`` works only with the former, and Litestar's
``path`` only with the latter. This module accepts both without a setting, because a room is often moved between the
two. It also covers the table sockets, which Litestar does not route.
"""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


def under_base_path(app: ASGIApp, path: str) -> ASGIApp:
    """Return the application, which answers ``/paiju/api`` and ``/api`` alike."""
    inside = path.encode()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if f"{asked.get('path', '')}/".startswith(f"{path}/"):
            shorter = {"path": asked["path"][len(path) :] or "/", "raw_path": asked["raw_path"][len(inside) :] or b"/"}
            asked = {**asked, **shorter}
        await app(asked, receive, send)

    return answer if path else app
