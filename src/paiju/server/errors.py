"""What the room refuses, beside what the games themselves do."""

from __future__ import annotations

from typing import Any

import msgspec

from paiju.core.errors import NotationError, PaijuError
from paiju.core.misfit import misfit


class Refusal(PaijuError):
    """The table does not allow this to this player now. Nothing has changed."""

    kind = "refused"


class TooMany(PaijuError):
    """Too many requests in the time. ``details`` may have ``seconds``: so long must one wait."""

    kind = "limit"


class Unfit(PaijuError):
    """A field was filled in wrongly. ``details`` has its name as ``field``."""

    kind = "unfit"


def unfit(error: msgspec.ValidationError | str, kind: Any, name: str = "") -> Unfit:
    """What msgspec found wrong with what should have been of this type; ``name`` is what the whole of it is called."""
    found = misfit(error, kind)
    return Unfit(found.code, **found._replace(field=found.field or name).details)


def unreadable(error: Exception) -> Unfit:
    """Why a text could not be read at all."""
    if isinstance(error, UnicodeDecodeError):
        return Unfit("not_utf8")
    return Unfit("too_deep" if isinstance(error, RecursionError) else "not_json")


class NoSession(PaijuError):
    """This cookie or token belongs to nobody."""

    kind = "session"


class SetAside(PaijuError):
    """This table, or this hand, cannot be read as it is stored. Whoever runs the room is told why; all else goes on."""

    kind = "aside"


class Newer(NotationError):
    """A later paiju has written this. While processes are upgraded in turn, one of the others can read it."""


class Unavailable(PaijuError):
    """The database takes nothing now. Nothing has changed. ``details`` has ``seconds``: then it may be asked for again."""

    kind = "unavailable"


class CannotServe(PaijuError):
    """The card room cannot be opened where it was asked for."""

    kind = "serve"
