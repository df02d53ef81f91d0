"""For whoever runs the server: is it well, and what does it do."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State

from paiju.server.errors import Refusal

LOCAL = frozenset({"127.0.0.1", "::1"})


@get("/healthz", include_in_schema=False)
async def healthy(request: Request[Any, Any, State]) -> Response[bytes]:
    """The server answers, and its database too."""
    await request.app.state.services.room.house.store.last_beat()
    return Response(b"ok", media_type="text/plain")


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Numbers for Prometheus, from this machine only. Raises Refusal."""
    direct = request.client is not None and request.client.host in LOCAL
    if not direct or "x-forwarded-for" in request.headers:
        raise Refusal("local_only")
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")


HANDLERS = [healthy, metrics]
