"""Errors of the room; those of the games are in ``paiju.core.errors``."""

from __future__ import annotations

from typing import Any

import msgspec

from paiju.core.errors import NotationError, PaijuError
from paiju.core.validation_errors import explain_validation_error


class Refusal(PaijuError):
    """The player may not do this now. Nothing has changed."""

    kind = "refused"


class RateLimited(PaijuError):
    """Too many requests. ``details`` may have ``seconds``, the time to wait."""

    kind = "limit"


class InvalidField(PaijuError):
    """A field has a wrong value. ``details`` has its name as ``field``."""

    kind = "unfit"


def invalid_field(error: msgspec.ValidationError | str, kind: Any, name: str = "") -> InvalidField:
    """Convert msgspec's error about a value of the type ``kind``. ``name`` is the field, if the whole value is wrong."""
    found = explain_validation_error(error, kind)
    return InvalidField(found.code, **found._replace(field=found.field or name).details)


def unreadable_text(error: Exception) -> InvalidField:
    """The reason why a text is not JSON, from the decoder's error."""
    if isinstance(error, UnicodeDecodeError):
        return InvalidField("not_utf8")
    return InvalidField("too_deep" if isinstance(error, RecursionError) else "not_json")


class NoSession(PaijuError):
    """The request has no valid session cookie or token."""

    kind = "session"


class OtherProtocol(PaijuError):
    """The client speaks another version of the protocol. ``details`` has both versions, as ``client`` and ``server``."""

    kind = "protocol"


class Quarantined(PaijuError):
    """The stored table or hand cannot be read. The room logs the reason for the operator and serves all others."""

    kind = "aside"


class NewerFormat(NotationError):
    """A newer version of paiju has written this. During a rolling upgrade, another process can read it."""


class Unavailable(PaijuError):
    """The database cannot be written now. Nothing has changed. ``details`` has ``seconds``, the time before a retry."""

    kind = "unavailable"


class CannotServe(PaijuError):
    """The server cannot start with these settings."""

    kind = "serve"
