"""Error responses of the HTTP API. They have the same form as a refusal on a socket (``wire.Problem``)."""

from __future__ import annotations

import re
from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from paiju.core.errors import PaijuError
from paiju.core.messages import TranslatableText
from paiju.locale import error_sentence, nearest_language
from paiju.server.errors import InvalidField, StoreUnavailable, Unavailable, invalid_field, unreadable_text_error
from paiju.server.redacted_errors import error_location, error_type
from paiju.server.wire import Problem, to_problem

_STATUS = {
    "unknown": 404,
    "session": 401,
    "limit": 429,
    "conflict": 409,
    "refused": 403,
    "aside": 410,
    "unavailable": 503,
}
"""The HTTP status for each kind of error; 400 for others."""
_STATUS_OF_CODE = {"wrong_host": 421, "unknown_format": 503, "analysis_unavailable": 503}

RETRY: Final = 5
"""Seconds after which a client may repeat a request that failed in the database."""

log = structlog.get_logger()


def on_paiju_error(request: Request[Any, Any, Any], error: PaijuError) -> Response[Any]:
    """Return the response for an error that the room or a game raised on purpose.

    It is a ``Problem``, or a sentence if a browser requested a page.
    """
    refusal = to_problem(error)
    headers = {"retry-after": refusal.args["seconds"]} if "seconds" in refusal.args else {}
    status = _STATUS_OF_CODE.get(error.code) or _STATUS.get(error.kind, 400)
    if "text/html" in request.headers.get("accept", ""):
        message = error_sentence(nearest_language(request.headers.get("accept-language", "")), error)
        return Response(message, status_code=status, headers=headers, media_type=MediaType.TEXT)
    return Response(refusal, status_code=status, headers=headers)


_MISSING: Final = re.compile(r"Missing required \w+ parameter '(\w+)'")


def on_validation_error(request: Request[Any, Any, Any], error: ValidationException) -> Response[Problem]:
    """Answer an invalid body or parameter with the name of the field and its allowed values."""
    if missing := _MISSING.match(error.detail):
        return on_paiju_error(request, InvalidField("missing_field", field=missing[1]))
    found = next((one for one in error.extra if isinstance(one, dict)), {}) if isinstance(error.extra, list) else {}
    return on_paiju_error(request, _invalid_field(request, str(found.get("message", "")), str(found.get("key", ""))))


def _invalid_field(request: Request[Any, Any, Any], message: str, key: str) -> PaijuError:
    parameters = request.route_handler.parsed_fn_signature.parameters
    if key in parameters and key != "data":
        return invalid_field(message, parameters[key].annotation, key)
    path = "" if key == "data" else f" - at `$.{key}`"
    return invalid_field(message + path, parameters["data"].annotation)


def on_unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a request body that is not JSON, not UTF-8, or nested too deeply."""
    return on_paiju_error(request, unreadable_text_error(error))


REFUSED_BY_FRAMEWORK: Final = {404: "not_found", 405: "wrong_method", 413: "too_long"}
"""Error codes for requests that Litestar itself refuses, by HTTP status."""


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer a request that Litestar itself refused, for instance because of an unknown path or an unreadable body."""
    code = REFUSED_BY_FRAMEWORK.get(error.status_code)
    if code is None:
        return on_unreadable(request, error)
    return Response(problem_without_args("http", code), status_code=error.status_code)


def on_unavailable(request: Request[Any, Any, Any], error: StoreUnavailable) -> Response[Problem]:
    """Answer 503 if the disk is full or the database cannot be reached."""
    _log_failure(request, error)
    return on_paiju_error(request, Unavailable("try_again", seconds=RETRY))


def _log_failure(request: Request[Any, Any, Any], error: Exception) -> None:
    """Log an error with the route of its request. The path is not logged, because it may contain the id of a private table."""
    route = request.scope.get("path_template", "")
    log.error("request_failed", path=route, error=error_type(error), at=error_location(error))


def on_other_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Log an unexpected error and answer 500."""
    _log_failure(request, error)
    return Response(problem_without_args("fault", "internal"), status_code=500)


def problem_without_args(kind: str, code: str) -> Problem:
    """Return a ``Problem`` without arguments."""
    return Problem(kind=kind, code=code, words=TranslatableText(f"{kind}.{code}"))


HANDLERS: dict[int | type[Exception], Any] = {
    PaijuError: on_paiju_error,
    ValidationException: on_validation_error,
    UnicodeDecodeError: on_unreadable,
    RecursionError: on_unreadable,
    HTTPException: on_http_error,
    StoreUnavailable: on_unavailable,
    Exception: on_other_error,
}
