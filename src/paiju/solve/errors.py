"""Errors in questions to a solver."""

from __future__ import annotations

from typing import ClassVar

from paiju.core.errors import PaijuError


class BadQuestion(PaijuError):
    """A position that is impossible, or that no solver supports; the code says why."""

    kind: ClassVar[str] = "solve"
