"""A room that lies below a path of its web server.

Uvicorn's ``root_path`` serves a proxy that removes the path, because it puts the path before every address; Litestar's ``path``
serves one that keeps it. A room is often moved between the two, so this accepts both without a setting for which it is. It also
covers the table sockets, which Litestar does not route.
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
