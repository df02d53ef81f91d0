"""Errors of the room. The errors of the games are in ``paiju.core.errors``."""

from __future__ import annotations

from typing import Any

import msgspec

from paiju.core.errors import NotationError, PaijuError
from paiju.core.validation_errors import explain_validation_error


class Refusal(PaijuError):
    """A player may not do at present what a request asks for. Nothing has changed."""

    kind = "refused"


class RateLimited(PaijuError):
    """Too many requests. ``details`` may have ``seconds``, the time after which the client may try again."""

    kind = "limit"


class InvalidField(PaijuError):
    """A field of a request has an invalid value. ``details`` has the field's name as ``field``."""

    kind = "unfit"


def invalid_field(error: msgspec.ValidationError | str, kind: Any, name: str = "") -> InvalidField:
    """Convert msgspec's error about a value of the type ``kind`` to an InvalidField, and return it.

    If the error concerns the whole value and not one of its fields, the InvalidField names ``name`` as the field.
    """
    found = explain_validation_error(error, kind)
    return InvalidField(found.code, **found._replace(field=found.field or name).details)


def unreadable_text_error(error: Exception) -> InvalidField:
    """Return the InvalidField for a text that is not JSON, not UTF-8, or nested too deeply.

    ``error`` is the exception that the decoder raised.
    """
    if isinstance(error, UnicodeDecodeError):
        return InvalidField("not_utf8")
    return InvalidField("too_deep" if isinstance(error, RecursionError) else "not_json")


class NoSession(PaijuError):
    """The request has no valid session cookie or token."""

    kind = "session"


class OtherProtocol(PaijuError):
    """The client speaks another version of the protocol. ``details`` has both versions, ``client`` and ``server``."""

    kind = "protocol"


class Quarantined(PaijuError):
    """A stored table or hand cannot be read. The room logs why, and continues to serve all others."""

    kind = "aside"


class NewerFormat(NotationError):
    """A stored value was written by a newer version of paiju. During a rolling upgrade, another process can read it."""


class Unavailable(PaijuError):
    """The database cannot be written at present. Nothing has changed.

    ``details`` has ``seconds``, the time after which the client should try again.
    """

    kind = "unavailable"


class CannotServe(PaijuError):
    """The server cannot start, or a command of the operator cannot run. The code says why."""

    kind = "serve"


class StoreUnavailable(OSError):
    """The database cannot be used at present: its disk is full, or it is locked or unreachable. The caller may retry later."""
