"""Serves a room that lies below a path of its web server.

Some proxies remove the path from requests, and others keep it. Uvicorn's ``root_path`` works only if the proxy
removes it, and Litestar's ``path`` only if the proxy keeps it. This module accepts both without a setting, so a
room can be moved from one proxy to another. It also covers the table sockets, which Litestar does not route.
"""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


def wrap_with_base_path(app: ASGIApp, path: str) -> ASGIApp:
    """Wrap an application so that it answers requests with and without ``path``.

    For example, it answers ``/paiju/api`` like ``/api``.
    """
    inside = path.encode()

    async def wrapped_app(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if f"{asked.get('path', '')}/".startswith(f"{path}/"):
            shorter = {"path": asked["path"][len(path) :] or "/", "raw_path": asked["raw_path"][len(inside) :] or b"/"}
            asked = {**asked, **shorter}
        await app(asked, receive, send)

    return wrapped_app if path else app
