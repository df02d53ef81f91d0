"""What the room refuses, beside what the games themselves do."""

from __future__ import annotations

from paiju.core.errors import PaijuError


class Refusal(PaijuError):
    """The table does not allow this to this player now. Nothing has changed."""

    kind = "refused"


class TooMany(PaijuError):
    """More requests than are allowed in the time. ``details`` may have ``seconds``, after which there is room again."""

    kind = "limit"


class Unfit(PaijuError):
    """What was filled in cannot be taken. ``details`` has ``field``: where."""

    kind = "unfit"


class NoSession(PaijuError):
    """Nobody is known by this cookie or token."""

    kind = "session"


class SetAside(PaijuError):
    """This table, or this hand, cannot be read as it is stored. Whoever runs the room is told why; all else goes on."""

    kind = "aside"


class CannotServe(PaijuError):
    """The card room cannot be opened where it was asked for."""

    kind = "serve"
