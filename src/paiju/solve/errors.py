"""The error for questions that a solver cannot answer."""

from __future__ import annotations

from typing import ClassVar

from paiju.core.errors import PaijuError


class BadQuestion(PaijuError):
    """A position is impossible, or no solver supports it. The error code says why."""

    kind: ClassVar[str] = "solve"
