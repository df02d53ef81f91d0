"""Decorators for the endpoints of the API. They add the refusals that all endpoints share to the OpenAPI description.

An endpoint says with ``security`` who may call it. Its docstring is its description; the last paragraph, ``Errors: …``, lists
the endpoint's own error codes. ``docs/reference/http-endpoints.md`` and the types of the web client are generated from the
OpenAPI description.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Components, Operation, SecurityScheme
from litestar.types import AnyCallable

from paiju.server.wire import Problem

Security = list[dict[str, list[str]]]

LATEST: Final = 1 << 60
"""A time later than any other, in Unix milliseconds: the default of the parameters ``before``."""

ANYBODY: Final[Security] = []
"""Anybody may call the endpoint; no session is needed."""
PLAYER: Final[Security] = [{"session": []}, {"token": []}]
"""A player may call the endpoint, with a session or an API token.

A read-only token is accepted only for GET and HEAD.
"""
IN_PERSON: Final[Security] = [{"session": []}]
"""A player may call the endpoint with a session, but not with an API token (``session_only``)."""
ADMIN: Final[Security] = [{"session": ["admin"]}]
"""An admin may call the endpoint with a session. Everybody else is refused (``admins_only``)."""

SCHEMES: Final = Components(
    security_schemes={
        "session": SecurityScheme(type="apiKey", name="paiju", security_scheme_in="cookie", description="A session"),
        "token": SecurityScheme(type="http", scheme="bearer", description="A token for a program"),
    }
)

_REFUSED: Final = "400"


@dataclass
class ApiOperation(Operation):
    """An OpenAPI operation. All its error responses are described once, as a ``Problem`` with any status."""

    def __post_init__(self) -> None:
        """Move the description of the error responses to the key ``default``, which stands for all statuses."""
        if self.responses and _REFUSED in self.responses:
            self.responses["default"] = self.responses.pop(_REFUSED)


def json_body_responses(body: Any) -> dict[int, ResponseSpec]:
    """Return the ``responses`` of an endpoint that returns bytes: the JSON of a value of the type ``body``."""
    return {200: ResponseSpec(body, generate_examples=False), **_REFUSES}


_REFUSES: Final = {int(_REFUSED): ResponseSpec(Problem, description="Refused", generate_examples=False)}
_COMMON: Final[dict[str, Any]] = {"responses": _REFUSES, "operation_class": ApiOperation}


def _with_refusals(decorator: Any) -> Callable[..., Callable[[AnyCallable], HTTPRouteHandler]]:
    """Wrap a route decorator of Litestar so that it adds the common refusals to the description of the endpoint."""

    def document_route(path: str, **options: Any) -> Callable[[AnyCallable], HTTPRouteHandler]:
        made: Callable[[AnyCallable], HTTPRouteHandler] = decorator(path, **{**_COMMON, **options})
        return made

    return document_route


get = _with_refusals(litestar.get)
post = _with_refusals(litestar.post)
put = _with_refusals(litestar.put)
patch = _with_refusals(litestar.patch)
delete = _with_refusals(litestar.delete)
