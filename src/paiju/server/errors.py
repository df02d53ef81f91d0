"""What the room refuses, beside what the games themselves do."""

from __future__ import annotations

from typing import Any

import msgspec

from paiju.core.errors import NotationError, PaijuError
from paiju.core.validation import explain_validation_error


class Refusal(PaijuError):
    """The table does not allow this to this player now. Nothing has changed."""

    kind = "refused"


class RateLimited(PaijuError):
    """Too many requests in the time. ``details`` may have ``seconds``: so long must one wait."""

    kind = "limit"


class InvalidField(PaijuError):
    """A field was filled in wrongly. ``details`` has its name as ``field``."""

    kind = "unfit"


def invalid_field(error: msgspec.ValidationError | str, kind: Any, name: str = "") -> InvalidField:
    """What msgspec found wrong with what should have been of this type; ``name`` is what the whole of it is called."""
    found = explain_validation_error(error, kind)
    return InvalidField(found.code, **found._replace(field=found.field or name).details)


def unreadable_text(error: Exception) -> InvalidField:
    """Why a text could not be read at all."""
    if isinstance(error, UnicodeDecodeError):
        return InvalidField("not_utf8")
    return InvalidField("too_deep" if isinstance(error, RecursionError) else "not_json")


class NoSession(PaijuError):
    """This cookie or token belongs to nobody."""

    kind = "session"


class OtherProtocol(PaijuError):
    """The client speaks another version of the protocol. ``details`` has both versions, as ``client`` and ``server``."""

    kind = "protocol"


class Quarantined(PaijuError):
    """A table or hand that cannot be read as it is stored. The reason is logged for the operator; everything else goes on."""

    kind = "aside"


class NewerFormat(NotationError):
    """A later paiju has written this. While processes are upgraded in turn, one of the others can read it."""


class Unavailable(PaijuError):
    """The database takes nothing now. Nothing has changed. ``details`` has ``seconds``: then it may be asked for again."""

    kind = "unavailable"


class CannotServe(PaijuError):
    """The card room cannot be opened where it was asked for."""

    kind = "serve"
