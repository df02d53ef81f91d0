"""Adds security headers to every HTTP response, including refusals.

Litestar's ``response_headers`` do not apply to the responses of exception handlers, so this module wraps the application.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

from paiju.server.services import is_https

NO_SNIFF: Final = (b"x-content-type-options", b"nosniff")
"""Header that forbids browsers to guess a content type other than the declared one."""

NO_STORE: Final = (b"cache-control", b"no-store")
"""Header that is added to a response without ``Cache-Control``.

Such a response may be personal, so it must not be stored.
"""

HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")
"""Header that makes a browser that has connected over https use only https for a year."""


def with_security_headers(app: ASGIApp, answered: Callable[[int], None]) -> ASGIApp:
    """Wrap an application so that each response has security headers. ``answered`` is called with each response's status."""

    async def wrapped_app(scope: Scope, receive: Receive, send: Send) -> None:
        added_headers = (NO_SNIFF, HTTPS_ONLY) if is_https(scope) else (NO_SNIFF,)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                answered(message["status"])
                has_cache_control = any(name.lower() == NO_STORE[0] for name, _ in message["headers"])
                message = {
                    **message,
                    "headers": [*message["headers"], *added_headers, *(() if has_cache_control else (NO_STORE,))],
                }
            await send(message)

        await app(scope, receive, send_with_headers)

    return wrapped_app
