"""Messages of a game before translation. A message is the key of a sentence, and the values of its placeholders.

``TranslatableText("event.played", {"who": SeatRef(1), "cards": CardsRef("3s 3h")})`` can be sent as JSON. The client looks
the sentence up in a catalogue and fills its placeholders. A seat is shown as the name of its player (or "you"), and cards
are shown in the notation of the language. Nested texts are translated too.

A ``MessageBuilder`` builds the texts of a family from a seat's view and redacted events, so that the texts cannot reveal
anything that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import Struct

from paiju.core.codec import to_plain
from paiju.core.errors import PaijuError, RulesetError
from paiju.core.score_breakdown import FORFEITED, Outcome, ScoreLine
from paiju.core.seats import Seat


class SeatRef(Struct, frozen=True, tag="seat"):
    """A value for a placeholder in a text. It is shown as the name of the player in a seat, or as "you"."""

    seat: Seat


class CardsRef(Struct, frozen=True, tag="cards"):
    """A value for a placeholder in a text: cards or ranks in the family's notation, separated by spaces; it may be empty."""

    cards: str


class TranslatableText(Struct, frozen=True, tag="words", omit_defaults=True):
    """The key of a text in the catalogues, and the values of its placeholders.

    A string is inserted unchanged. A tuple is inserted as an enumeration ("Ming, Fang").
    """

    key: str
    args: dict[str, Arg] = {}


Item = int | str | SeatRef | CardsRef | TranslatableText
Arg = Item | tuple[Item, ...]

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Declaration(Struct, frozen=True, omit_defaults=True):
    """What a seat declared last, such as a bid, an answer or a pass. Displays show the declaration beside the seat.

    ``strong`` is true for a bid or a yes. It is false for a pass, a refusal, or a secret choice.
    """

    text: TranslatableText
    strong: bool = False


class MessageBuilder(Generic[S, A, E]):
    """Builds a family's messages. The type variables are S for states, A for actions, E for events.

    A family overrides the tables below. The label of an action whose class is not in ``actions`` has a key made
    from the tag of the class: ``action.pass`` for an action ``Pass``. A phase class that is not in ``questions`` or
    ``tips`` has no question or no tip. The other tables describe what they do for missing entries.
    """

    actions: ClassVar[Mapping[type[Any], Callable[[Any, Any], TranslatableText]]] = {}
    """Functions that build the label of an action, by action class.

    Each function is called with the view and the action.
    """
    questions: ClassVar[Mapping[type[Any], Callable[[Any, Any, Seat, Sequence[Any]], TranslatableText | None]]] = {}
    """For each phase class, a function that builds the question to a seat.

    The function is called with the view, the phase, the seat, and the legal actions of the seat.
    """
    tips: ClassVar[Mapping[type[Any], Callable[[Any, Any, Seat, Sequence[Any]], str]]] = {}
    """Functions that choose a tip for beginners, by phase class.

    Each function takes the same arguments as the functions in ``questions``. It returns the last part of the tip's
    key, ``tip.<part>``, or "" if there is no tip.
    """
    events: ClassVar[Mapping[type[Any], Callable[[Any], TranslatableText | None]] | None] = None
    """Functions that build the text of an event, by event class. Events of other classes have no text.

    If ``events`` is None, every event has a text with the key ``event.<tag of its class>``. The only exception is
    the start of a phase, which has no text.
    """
    lines: ClassVar[Mapping[str, Callable[[Any, ScoreLine], TranslatableText]]] = {}
    """Functions that build the name of a line of the score breakdown, by the code of the line.

    Each function is called with a view (or None) and the line. If a code has no function, the name of the line
    has the key ``account.<code>``.
    """
    details: ClassVar[Mapping[str, Callable[[str], Arg]]] = {}
    """Functions that turn a detail of an error into a value for a placeholder, by the name of the detail.

    Other details are inserted unchanged.
    """

    def action(self, view: S, seat: Seat, action: A) -> TranslatableText:
        """Return the label of an action."""
        call = self.actions.get(type(action))
        return call(view, action) if call else _text_for_value("action", action)

    def question(self, view: Any, seat: Seat, legal: Sequence[A]) -> TranslatableText | None:
        """Return the question that asks a seat to choose one of ``legal``; None if "your turn" is enough."""
        ask = self.questions.get(type(view.phase)) if self.questions else None
        return ask and ask(view, view.phase, seat, legal)

    def tip(self, view: Any, seat: Seat, legal: Sequence[A]) -> TranslatableText | None:
        """Return a beginner's tip for a seat that chooses one of ``legal``; None if there is none.

        A tip is general: it does not depend on hidden cards.
        """
        find = self.tips.get(type(view.phase)) if self.tips else None
        moment = find(view, view.phase, seat, legal) if find else ""
        return TranslatableText(f"tip.{moment}") if moment else None

    def last_play_name(self, view: S, seat: Seat) -> TranslatableText | None:
        """Return the name of the cards that a seat played last, such as "straight"; None if they have no name."""
        return None

    def seat_notes(self, view: S, seat: Seat) -> tuple[TranslatableText, ...]:
        """Return short notes about what a seat has declared publicly, such as "doubled" or "open hand"."""
        return ()

    def declaration(self, view: S, seat: Seat) -> Declaration | None:
        """Return what a seat declared last in this phase; None if it declared nothing.

        If the seat has chosen in secret, the declaration says only that it has chosen.
        """
        return None

    def event(self, event: E) -> TranslatableText | None:
        """Return the text of a redacted event; None if the event has no text."""
        if self.events is None:
            return None if hasattr(event, "phase") else _text_for_value("event", event)
        tell = self.events.get(type(event))
        return tell and tell(event)

    def score_line_name(self, view: S | None, line: ScoreLine) -> TranslatableText:
        """Return the name of a score line, without its factor or amount.

        ``view`` may be None. The name then depends on the line alone.
        """
        if line.code == FORFEITED and line.seat is not None:
            return TranslatableText("result.forfeited", {"who": SeatRef(line.seat), "points": line.value})
        call = self.lines.get(line.code)
        if call:
            return call(view, line)
        args: dict[str, Arg] = {str(place): text for place, text in enumerate(line.args)}
        return TranslatableText(f"account.{line.code}", {**args, "value": line.value})

    def ending(self, view: S, outcome: Outcome) -> TranslatableText:
        """Return the text for the end of a hand: who won and why, or who left."""
        return self.headline(view, outcome) if outcome.left is None else _leave_text(outcome)

    def headline(self, view: S, outcome: Outcome) -> TranslatableText:
        """Return the text for the end of a hand that no player left: who won and why."""
        reason = self.end_reason(outcome)
        if not outcome.winners:
            return TranslatableText("result.nobody", {"reason": reason})
        return TranslatableText("result.won", {"winners": tuple(map(SeatRef, outcome.winners)), "reason": reason})

    def end_reason(self, outcome: Outcome) -> TranslatableText:
        """Return the text of the reason why a hand ended."""
        return TranslatableText(f"reason.{outcome.reason}") if outcome.left is None else _leave_text(outcome)

    def error_message(self, error: PaijuError) -> TranslatableText:
        """Return the message of an error. The details of the error are placeholders of the message.

        If the error concerns one character of an invalid text, there are two more placeholders: ``{char}``, the
        character, and ``{place}``, its position counted from 1.
        """
        args = {name: self.error_detail_arg(name, value) for name, value in error.details.items()}
        if isinstance(error, RulesetError) and "field" in args:
            args["field"] = TranslatableText(f"param.{args['field']}")
        return TranslatableText(f"{error.kind}.{error.code}", {**args, **_error_position_args(error.details)})

    def error_detail_arg(self, name: str, value: object) -> Arg:
        """Return a detail of an error as the value of a placeholder in a text.

        A string is cut to ``MAX_ECHOED_CHARS`` characters.
        """
        if isinstance(value, int):
            return value
        text = str(value)[:MAX_ECHOED_CHARS]
        say = self.details.get(name)
        return say(text) if say else text


MAX_ECHOED_CHARS: Final = 200
"""Maximum number of characters of a user's text that a message repeats."""

AnyMessageBuilder = MessageBuilder[Any, Any, Any]


def _leave_text(outcome: Outcome) -> TranslatableText:
    """Return the text for the end of a hand that a player left: who left, and what it cost."""
    who = SeatRef(outcome.left or 0)
    if not outcome.cost:
        return TranslatableText("result.left_free", {"who": who})
    key = "result.left_to_others" if any(outcome.points) else "result.left"
    return TranslatableText(key, {"who": who, "cost": outcome.cost})


def _text_for_value(table: str, value: Any) -> TranslatableText:
    """Return a text with the key ``<table>.<tag of the value>``.

    The placeholder values of the text are those fields of the value that hold a number or a string. The field
    ``seat`` becomes the placeholder ``{who}``.
    """
    fields = to_plain(value)
    tag = type(value).__struct_config__
    name = str(fields.pop(tag.tag_field, type(value).__name__))
    seat = fields.pop("seat", None)
    who: dict[str, Arg] = {} if seat is None else {"who": SeatRef(seat)}
    scalars = {
        key: entry for key, entry in fields.items() if isinstance(entry, int | str) and not isinstance(entry, bool)
    }
    return TranslatableText(f"{table}.{name}", who | scalars)


def _error_position_args(details: dict[str, object]) -> dict[str, Arg]:
    at, written = details.get("at"), details.get("text")
    if not isinstance(at, int):
        return {}
    return {"place": at + 1, "char": str(written)[at : at + 1] if written is not None else ""}
