"""Responses with an ``ETag`` that are kept in memory, with and without compression.

Litestar can set an ``ETag``, but does not compare it with ``If-None-Match``, and it compresses each response anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar import Request, Response

from paiju.server.response_cache import CachedResponse

COMPRESSED: Final = "compressed"
"""Option of a handler whose responses are already compressed."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Cache header of a response that never changes."""
ASK: Final = "no-cache"
"""Cache header of a response that the client must validate before each use."""
ASK_OWN: Final = "private, no-cache"
"""Cache header like ``ASK``, for a response that only some players may see."""


def cached_response(
    request: Request[Any, Any, Any], ready: CachedResponse, cache: str, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """Return a cached response, or status 304 if the client's copy is still valid (``If-None-Match``).

    ``cache`` is the value of the ``Cache-Control`` header. The route handler must have the option ``COMPRESSED``.
    """
    fields = {**(headers or {}), "etag": ready.tag, "cache-control": cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == ready.tag:
        return Response(b"", status_code=304, headers=fields)
    if ready.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(ready.stored, headers={**fields, "content-encoding": "gzip"}, media_type=ready.media_type)
    return Response(ready.uncompressed_body, headers=fields, media_type=ready.media_type)
