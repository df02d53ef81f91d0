"""The decorators for endpoints of the API. They add to the OpenAPI description the refusals that every endpoint has in common.

Each endpoint also says with ``security`` who may call it. The docstring of an endpoint is its description; a last paragraph
``Errors: …`` lists the error codes of its own. ``docs/reference/http-endpoints.md`` and the types of the web client are made from
all this.
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

ANYBODY: Final[Security] = []
"""No session is needed."""
PLAYER: Final[Security] = [{"session": []}, {"token": []}]
"""A player, by session or token. A token that only reads is good for GET alone."""
IN_PERSON: Final[Security] = [{"session": []}]
"""A player's session; a token is refused (``session_only``)."""
ADMIN: Final[Security] = [{"session": ["admin"]}]
"""The session of an admin; all others are refused (``admins_only``)."""

SCHEMES: Final = Components(
    security_schemes={
        "session": SecurityScheme(type="apiKey", name="paiju", security_scheme_in="cookie", description="A session"),
        "token": SecurityScheme(type="http", scheme="bearer", description="A token for a program"),
    }
)

_REFUSED: Final = "400"


@dataclass
class ApiOperation(Operation):
    """An operation whose responses, apart from success, are a ``Problem`` whatever the status."""

    def __post_init__(self) -> None:
        """Describe the refusal once, for every status."""
        if self.responses and _REFUSED in self.responses:
            self.responses["default"] = self.responses.pop(_REFUSED)


def describes(body: Any) -> dict[int, ResponseSpec]:
    """Return the responses of an endpoint that sends this type as bytes which are cached."""
    return {200: ResponseSpec(body, generate_examples=False), **_REFUSES}


_REFUSES: Final = {int(_REFUSED): ResponseSpec(Problem, description="Refused", generate_examples=False)}
_COMMON: Final[dict[str, Any]] = {"responses": _REFUSES, "operation_class": ApiOperation}


def _describing_refusals(decorator: Any) -> Callable[..., Callable[[AnyCallable], HTTPRouteHandler]]:
    """Return a decorator of the framework with the common options added."""

    def describing(path: str, **options: Any) -> Callable[[AnyCallable], HTTPRouteHandler]:
        made: Callable[[AnyCallable], HTTPRouteHandler] = decorator(path, **{**_COMMON, **options})
        return made

    return describing


get = _describing_refusals(litestar.get)
post = _describing_refusals(litestar.post)
put = _describing_refusals(litestar.put)
patch = _describing_refusals(litestar.patch)
delete = _describing_refusals(litestar.delete)
