"""Every refusal of the HTTP API has the shape that one of a socket has: ``wire.Problem``."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException

from paiju.core.errors import PaijuError
from paiju.core.voice import Words
from paiju.server.faults import kind_of, place_of
from paiju.server.wire import Problem, problem

_STATUS = {"unknown": 404, "session": 401, "limit": 429, "conflict": 409, "refused": 403, "aside": 410}

log = structlog.get_logger()


def on_paiju_error(_: Request[Any, Any, Any], error: PaijuError) -> Response[Problem]:
    """Something that the room or a game refused on purpose."""
    told = problem(error)
    headers = {"retry-after": told.args["seconds"]} if "seconds" in told.args else {}
    return Response(told, status_code=_STATUS.get(error.kind, 400), headers=headers)


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The framework refused it: there is no such path, or the body is wrong."""
    code = {404: "not_found", 405: "wrong_method", 413: "too_long"}.get(error.status_code, "bad_request")
    return Response(plain("http", code), status_code=error.status_code)


def on_other_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A fault of ours."""
    log.error("request_failed", path=request.url.path, error=kind_of(error), at=place_of(error))
    return Response(plain("fault", "internal"), status_code=500)


def plain(kind: str, code: str) -> Problem:
    """A refusal with nothing to add."""
    return Problem(kind=kind, code=code, words=Words(f"{kind}.{code}"))


HANDLERS: dict[int | type[Exception], Any] = {
    PaijuError: on_paiju_error,
    HTTPException: on_http_error,
    Exception: on_other_error,
}
