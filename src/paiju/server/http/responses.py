"""Sending what lies ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar import Request, Response

from paiju.server.response_cache import CachedResponse

COMPRESSED: Final = "compressed"
"""Marks a handler whose answers are compressed already."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK: Final = "no-cache"
ASK_OWN: Final = "private, no-cache"
"""It may be seen by some only, and no more tomorrow."""


def cached_response(
    request: Request[Any, Any, Any], ready: CachedResponse, cache: str, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """The answer, as far as the client does not have it. Its handler is marked ``COMPRESSED``."""
    told = {**(headers or {}), "etag": ready.tag, "cache-control": cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == ready.tag:
        return Response(b"", status_code=304, headers=told)
    if ready.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(ready.stored, headers={**told, "content-encoding": "gzip"}, media_type=ready.media_type)
    return Response(ready.body, headers=told, media_type=ready.media_type)
