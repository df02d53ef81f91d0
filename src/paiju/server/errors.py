"""What the room refuses, beside what the games themselves do."""

from __future__ import annotations

from paiju.core.errors import PaijuError


class Refusal(PaijuError):
    """The table does not allow this to this player now. Nothing has changed."""

    kind = "refused"


class TooMany(PaijuError):
    """Too many requests in the time. ``details`` may have ``seconds``: so long must one wait."""

    kind = "limit"


class Unfit(PaijuError):
    """A field was filled in wrongly. ``details`` has its name as ``field``."""

    kind = "unfit"


class NoSession(PaijuError):
    """This cookie or token belongs to nobody."""

    kind = "session"


class SetAside(PaijuError):
    """This table, or this hand, cannot be read as it is stored. Whoever runs the room is told why; all else goes on."""

    kind = "aside"


class CannotServe(PaijuError):
    """The card room cannot be opened where it was asked for."""

    kind = "serve"
