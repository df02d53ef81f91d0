"""What may be wrong with a question."""

from __future__ import annotations

from typing import ClassVar

from paiju.core.errors import PaijuError


class BadQuestion(PaijuError):
    """A position that cannot be, or that no solver takes; its code says why."""

    kind: ClassVar[str] = "solve"
