"""Answers HEAD requests for every path that answers GET.

Litestar answers HEAD only where a handler is registered for it, and such a handler may not return a body. So each GET handler
would need a second one that computes the same headers, and each path would appear twice in the OpenAPI description.
(Starlette answers HEAD by itself.)
"""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


def with_head_support(app: ASGIApp) -> ASGIApp:
    """Wrap an application so that it answers HEAD like GET, without the body."""

    async def wrapped_app(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_without_body(message: Any) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        asked: Any = scope
        if asked["type"] == "http" and asked["method"] == "HEAD":
            await app({**asked, "method": "GET"}, receive, send_without_body)  # type: ignore[arg-type]  # still a scope of the same type
        else:
            await app(scope, receive, send)

    return wrapped_app
