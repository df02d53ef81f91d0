"""The laws of the game contract by name, and the error for a broken one."""

from __future__ import annotations

from typing import Final

STARTS_AGAIN: Final = "equal matches and deals give equal starts"
SOMEBODY_ACTS: Final = "until the end somebody acts, and nobody after it"
LEGAL_IS_A_SEQUENCE: Final = "legal lists every action once, in one order"
LEGAL_TO_ACT: Final = "legal ⇔ must or may act"
LEGAL_CHECK: Final = "legal ⇔ check"
TEXT: Final = "text ⇄ action"
JSON: Final = "JSON ⇄ value"
FALLBACK: Final = "the fallback is legal"
VIEW_OF_VIEW: Final = "a view of a view is the view"
VIEW_SAYS_ALL: Final = "what a seat may do follows from its view"
IMAGINED: Final = "what a viewer imagines looks as what it sees"
PILES: Final = "a pile has as many cards for all who look"
WINDOW: Final = "in a window one answer leaves the others theirs"
STEPS_AGAIN: Final = "equal states and actions give equal steps"
STATE_IS_FOLD: Final = "state = fold of events"
VIEW_IS_FOLD: Final = "view = fold of redacted events"
TOLD_ALIKE: Final = "what looks alike is told alike"
SUM: Final = "points sum to zero"
PARTS: Final = "the points of a seat are the sum of its parts"
LEAVING: Final = "who leaves pays a price that was told, to the others or to the room"
LEAVING_IS_DEAR: Final = "leaving is never cheaper than losing"
LEAVER_GAINS_NOTHING: Final = "who left gains nothing, and nobody who stayed pays more for it"
OUTCOME: Final = "the outcome is of this table"
NEXT_HAND: Final = "a match goes on after a hand"
NO_FAULT: Final = "a game raises nothing but refusals"


class LawBroken(AssertionError):
    """A game broke a law. ``path`` is the sequence of moves that leads there, once known."""

    def __init__(self, law: str, why: str = "", path: str = "") -> None:
        super().__init__(law, why, path)
        self.law, self.why, self.path = law, why, path

    def __str__(self) -> str:
        told = f"{self.law}: {self.why}" if self.why else self.law
        return f"{told}\n{self.path}" if self.path else told


def require(law: str, held: object, *why: object) -> None:
    """Raise LawBroken unless the condition holds; ``why`` are words and values for the message."""
    if not held:
        raise LawBroken(law, " ".join(part if isinstance(part, str) else _short(part) for part in why))


def require_equal(law: str, left: object, right: object, *why: object) -> None:
    """Raise LawBroken unless both values are equal; the message names the parts that differ."""
    if left != right:
        raise LawBroken(law, " ".join([*map(str, why), *_difference(left, right)]))


def _difference(left: object, right: object) -> list[str]:
    """Return the fields that differ if both values are records of one type; otherwise both values."""
    fields = getattr(left, "__struct_fields__", ())
    if type(left) is not type(right) or not fields:
        return [_short(left), "is not", _short(right)]
    return [
        f"{name} {_short(getattr(left, name))} is not {_short(getattr(right, name))};"
        for name in fields
        if getattr(left, name) != getattr(right, name)
    ]


MOST: Final = 300


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= MOST else f"{shown[:MOST]} …"
