"""The errors that paiju raises on purpose.

* PaijuError
    * NotationError    text that cannot be read
    * IllegalAction    an action that the rules do not allow now
    * Conflict         an action meant for a state that is past
    * RulesetError     a ruleset that contradicts itself or cannot be read
    * UnknownName      a ruleset, family, bot or format that does not exist

An error has a ``code`` and named arguments instead of a sentence: the caller translates it (``paiju.locale``). Its string is
the English sentence, for which the package ``paiju`` sets a function; a note below it names the code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class PaijuError(Exception):
    """Base class. ``code`` names the reason, and ``details`` fill the translated message."""

    kind: ClassVar[str] = "error"
    describe: ClassVar[Callable[[PaijuError], str] | None] = None
    """Returns the English message of an error, or "". Set by ``paiju``, because this package has no texts."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details
        self.add_note(self._code_and_details())

    def __str__(self) -> str:
        told = "" if PaijuError.describe is None else PaijuError.describe(self)
        return told or self._code_and_details()

    def _code_and_details(self) -> str:
        shown = ", ".join(f"{name}={_plain(value)}" for name, value in self.details.items())
        return f"{self.code}({shown})" if shown else self.code

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.code, self.details))


class NotationError(PaijuError):
    """Invalid text. ``details`` has ``text`` and, if known, ``at``, the index of the first invalid character."""

    kind = "notation"


class IllegalAction(PaijuError):
    """An action that the rules do not allow the seat now. The state is unchanged."""

    kind = "illegal"


class Conflict(PaijuError):
    """An action for an outdated state: another action came first."""

    kind = "conflict"


class RulesetError(PaijuError):
    """A ruleset that cannot be read, or with contradictory parameters."""

    kind = "ruleset"


class UnknownName(PaijuError):
    """An unknown name. ``details`` has ``name`` and ``known``, the known ones."""

    kind = "unknown"


def _plain(value: object) -> object:
    return value._code_and_details() if isinstance(value, PaijuError) else value  # noqa: SLF001 - it is one of these


def _rebuild(cls: type[PaijuError], code: str, details: dict[str, object]) -> PaijuError:
    return cls(code, **details)
