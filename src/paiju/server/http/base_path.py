"""A room that lies below a path of its web server."""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


def under_base_path(app: ASGIApp, path: str) -> ASGIApp:
    """The application, which is asked for ``/paiju/api`` and for ``/api`` alike: some web servers take the path away."""
    inside = path.encode()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        if f"{asked.get('path', '')}/".startswith(f"{path}/"):
            shorter = {"path": asked["path"][len(path) :] or "/", "raw_path": asked["raw_path"][len(inside) :] or b"/"}
            asked = {**asked, **shorter}
        await app(asked, receive, send)

    return answer if path else app
