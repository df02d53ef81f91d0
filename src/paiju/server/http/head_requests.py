"""HEAD, for every path that answers GET."""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send


def with_head_support(app: ASGIApp) -> ASGIApp:
    """The application, which answers HEAD as it answers GET, without the body."""

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
