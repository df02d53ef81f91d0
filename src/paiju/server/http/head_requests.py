"""HEAD, for every path that answers GET.

Litestar answers HEAD only where a handler is registered for it, and such a handler may not return a body. Each GET handler would
need a second one, which computes the same headers, and each path would appear twice in the OpenAPI description. (Starlette does
this by itself; Litestar does not.)
"""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


def with_head_support(app: ASGIApp) -> ASGIApp:
    """Return the application, which answers HEAD like GET, without the body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Any) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        asked: Any = scope
        if asked["type"] == "http" and asked["method"] == "HEAD":
            await app({**asked, "method": "GET"}, receive, send_head)  # type: ignore[arg-type]  # it is what it was
        else:
            await app(scope, receive, send)

    return answer
