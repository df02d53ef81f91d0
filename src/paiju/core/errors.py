"""The errors that paiju raises for invalid input.

* PaijuError
    * NotationError    text that cannot be parsed
    * IllegalAction    an action that the rules do not allow now
    * Conflict         an action for an outdated state
    * RulesetError     a ruleset that contradicts itself or cannot be read
    * UnknownName      a ruleset, family, bot or format that does not exist

An error contains a ``code`` and named details instead of a sentence. The caller translates them (``paiju.locale``). ``str``
of an error is an English sentence, and a note on the exception names the code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar


class PaijuError(Exception):
    """Base class of paiju's errors. ``code`` names the reason; ``details`` are the arguments of the translated message."""

    kind: ClassVar[str] = "error"
    describe: ClassVar[Callable[[PaijuError], str] | None] = None
    """Function that returns the English message of an error, or "" if there is none.

    The package ``paiju`` sets it, because ``core`` contains no texts.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = code
        self.details = details
        self.add_note(self._format_code_and_details())

    def __str__(self) -> str:
        description = "" if PaijuError.describe is None else PaijuError.describe(self)
        return description or self._format_code_and_details()

    def _format_code_and_details(self) -> str:
        shown = ", ".join(f"{name}={_detail_text(value)}" for name, value in self.details.items())
        return f"{self.code}({shown})" if shown else self.code

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickle_error, (type(self), self.code, self.details))


class NotationError(PaijuError):
    """Invalid notation, JSON or record.

    ``details`` may contain ``text``, the invalid text, and ``at``, the index of the first invalid character.
    """

    kind = "notation"


class IllegalAction(PaijuError):
    """An action that the rules do not allow to a seat in the current state. The state is unchanged."""

    kind = "illegal"


class Conflict(PaijuError):
    """An action for an outdated state: another action came first."""

    kind = "conflict"


class RulesetError(PaijuError):
    """A ruleset that cannot be read, or whose parameters contradict each other."""

    kind = "ruleset"


class UnknownName(PaijuError):
    """An unknown name. ``details`` has the ``name``, and ``known``, the names that exist."""

    kind = "unknown"


def _detail_text(value: object) -> object:
    return value._format_code_and_details() if isinstance(value, PaijuError) else value  # noqa: SLF001 - it is one of these


def _unpickle_error(cls: type[PaijuError], code: str, details: dict[str, object]) -> PaijuError:
    return cls(code, **details)
