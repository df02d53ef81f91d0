"""The names of the laws that make up the contract of a game, and the error that is raised when a game breaks one."""

from __future__ import annotations

from typing import Final

START_IS_DETERMINISTIC: Final = "equal matches and deals give equal starts"
ACTORS_UNTIL_END: Final = "somebody is to act until the end, and nobody after it"
LEGAL_SEQUENCE: Final = "legal lists every action once, in one order"
LEGAL_IF_ASKED: Final = "legal ⇔ must or may act"
LEGAL_CHECK: Final = "legal ⇔ check"
TEXT_ROUND_TRIP: Final = "text ⇄ action"
JSON_ROUND_TRIP: Final = "JSON ⇄ value"
FALLBACK: Final = "the fallback is legal"
VIEW_IS_IDEMPOTENT: Final = "a view of a view is the view"
FOLLOWS_FROM_VIEW: Final = "what a seat may do follows from its view"
DETERMINIZED_VIEW: Final = "a determinized state has the same view"
ZONE_SIZES: Final = "a zone has the same size for every viewer"
WINDOW_ANSWERS: Final = "an answer in a window does not change what other seats may answer"
STEP_IS_DETERMINISTIC: Final = "equal states and actions give equal steps"
STATE_IS_FOLD: Final = "state = fold of events"
VIEW_IS_FOLD: Final = "view = fold of redacted events"
HISTORY_IS_PUBLIC: Final = "all viewers see the same history, and it only grows"
EVENTS_REVEAL_NO_MORE: Final = "an event reveals no more than the view after it"
ZERO_SUM: Final = "points sum to zero"
SUM_OF_SETTLEMENTS: Final = "the points of a seat are the sum of its parts"
LEAVE_COST: Final = "leaving costs what was announced, paid to the other players or to the room"
LEAVING_COSTS_A_LOSS: Final = "leaving is never cheaper than losing"
LEAVER_GAINS_NOTHING: Final = "a player who left gains nothing, and no other player pays more because of it"
OUTCOME: Final = "the outcome fits the table"
NEXT_HAND: Final = "the match continues after a hand"
ONLY_REFUSALS: Final = "a game raises no errors but refusals"


class LawBroken(AssertionError):
    """A game broke a law.

    ``why`` says how. ``path`` is a text that describes the moves after which the law was broken; "" if the moves
    are not known.
    """

    def __init__(self, law: str, why: str = "", path: str = "") -> None:
        super().__init__(law, why, path)
        self.law, self.why, self.path = law, why, path

    def __str__(self) -> str:
        text = f"{self.law}: {self.why}" if self.why else self.law
        return f"{text}\n{self.path}" if self.path else text


def require(law: str, held: object, *why: object) -> None:
    """Raise LawBroken unless ``held`` is true. ``why`` are the parts of the message.

    A part that is a string is used as it is. Of any other value, the abbreviated repr is used.
    """
    if not held:
        raise LawBroken(law, " ".join(part if isinstance(part, str) else _abbreviated_repr(part) for part in why))


def require_equal(law: str, left: object, right: object, *why: object) -> None:
    """Raise LawBroken unless both values are equal. The message consists of ``why`` and of what differs."""
    if left != right:
        raise LawBroken(law, " ".join([*map(str, why), *_difference_words(left, right)]))


def _difference_words(left: object, right: object) -> list[str]:
    """Return the parts of a message that says how two values differ.

    If both values are structs of one type, the message names only the fields that differ. Otherwise it shows both
    values.
    """
    fields = getattr(left, "__struct_fields__", ())
    if type(left) is not type(right) or not fields:
        return [_abbreviated_repr(left), "is not", _abbreviated_repr(right)]
    return [
        f"{name} {_abbreviated_repr(getattr(left, name))} is not {_abbreviated_repr(getattr(right, name))};"
        for name in fields
        if getattr(left, name) != getattr(right, name)
    ]


MOST: Final = 300


def _abbreviated_repr(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= MOST else f"{shown[:MOST]} …"
