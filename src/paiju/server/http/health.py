"""Endpoints for operators: health checks and metrics."""

from __future__ import annotations

import re
from hmac import compare_digest
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.datastructures import State

from paiju.server.errors import Refusal
from paiju.server.http.documented_routes import ANYBODY, get
from paiju.server.services import bearer_token

LOCAL: Final = frozenset({"127.0.0.1", "::1"})
"""Addresses of this machine."""

HERE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""``Host`` headers of requests from this machine. A proxy on this machine usually passes on another host name."""

PROXIED: Final = frozenset({"forwarded", "via", "x-real-ip", "x-client-ip", "x-original-host", "cf-connecting-ip"})
"""Headers that proxies add to a request, besides ``x-forwarded-…``."""


@get("/healthz", tags=["server"], media_type=MediaType.TEXT, security=ANYBODY)
async def health(request: Request[Any, Any, State]) -> Response[bytes]:
    """Answer ``ok`` if the database can be read.

    If the request comes from the same machine, also list the tables that cannot be read.
    """
    room = request.app.state.services.tables
    await room.context.store.last_heartbeat()
    aside = room.quarantined.items() if _is_local(request) else ()
    lines = (f"set aside: {table} entry {fault.entry} {fault.reason} {fault.place}".rstrip() for table, fault in aside)
    return Response("\n".join(("ok", *lines)).encode(), media_type="text/plain")


@get("/livez", tags=["server"], media_type=MediaType.TEXT, sync_to_thread=False, security=ANYBODY)
def liveness() -> Response[bytes]:
    """Answer ``ok``, to show that the process is running."""
    return Response(b"ok", media_type="text/plain")


@get("/readyz", tags=["server"], media_type=MediaType.TEXT, security=ANYBODY)
async def readiness(request: Request[Any, Any, State]) -> Response[bytes]:
    """Answer ``ok`` if the room is ready to serve, otherwise ``not ready`` with status 503.

    To requests from the same machine, also list the problems. Failing analyses and a failing puzzle maker are listed too, but
    the answer is still ``ok``.
    """
    services = request.app.state.services
    problems = await services.tables.readiness_problems()
    maker = services.puzzle_maker
    others = (*services.analyst.health_problems(), *(maker.health_problems() if maker is not None else ()))
    reasons = (*problems, *others) if _is_local(request) else ()
    lines = ("not ready" if problems else "ok", *reasons)
    return Response("\n".join(lines).encode(), media_type="text/plain", status_code=503 if problems else 200)


@get("/metrics", tags=["server"], media_type=MediaType.TEXT, sync_to_thread=False, security=ANYBODY)
def metrics(request: Request[Any, Any, State]) -> Response[bytes]:
    """Return metrics for Prometheus, to requests from the same machine or with the metrics token.

    Errors: ``local_only``.
    """
    if not (_is_local(request) or _has_metrics_token(request)):
        raise Refusal("local_only")
    return Response(request.app.state.metrics.render_text(), media_type="text/plain; version=0.0.4")


def _is_local(request: Request[Any, Any, State]) -> bool:
    """Whether a request comes from this machine itself.

    A request that a proxy on this machine forwards does not count. Such a request is recognised by a header that
    the proxy adds.
    """
    if request.client is None or request.client.host not in LOCAL:
        return False
    if any(name in PROXIED or name.startswith("x-forwarded-") for name in request.headers):
        return False
    return re.sub(r":[0-9]*$", "", request.headers.get("host", "")) in HERE


def _has_metrics_token(request: Request[Any, Any, State]) -> bool:
    wanted = request.app.state.settings.metrics_token
    token = bearer_token(request)
    return bool(wanted) and token is not None and compare_digest(token.encode(), wanted.encode())


HANDLERS = [liveness, readiness, health, metrics]
