"""A game's messages before translation: the key of a sentence and the values that fill it.

``TranslatableText("event.played", {"who": Who(1), "cards": Shown("3s 3h")})`` is a value that can be sent as JSON. The client
looks the sentence up in a catalogue and fills its placeholders: a seat is shown by its player's name (or "you"), cards in the
notation of the language, and nested texts are looked up in turn.

A ``MessageBuilder`` builds the texts of a family from one seat's view and redacted events, so that they cannot reveal anything
that the seat does not know.
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
    """The player in a seat: a name, or "you"."""

    seat: Seat


class CardsRef(Struct, frozen=True, tag="cards"):
    """Cards or ranks in the family's notation, separated by spaces; may be empty."""

    cards: str


class TranslatableText(Struct, frozen=True, tag="words", omit_defaults=True):
    """The key of a text in the catalogues, and the values of its placeholders.

    A number is inserted as a number, text as it is, and a tuple as a list in words ("Ming, Fang").
    """

    key: str
    args: dict[str, Arg] = {}


Item = int | str | SeatRef | CardsRef | TranslatableText
Arg = Item | tuple[Item, ...]

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Declaration(Struct, frozen=True, omit_defaults=True):
    """What a seat has said instead of playing cards; ``strong`` if it wants more than to pass."""

    text: TranslatableText
    strong: bool = False


class MessageBuilder(Generic[S, A, E]):
    """Builds a family's messages: S its states, A its actions, E its events.

    Families set the tables below. The base class serves a family without tables, and uses the names of types and numbers.
    """

    actions: ClassVar[Mapping[type[Any], Callable[[Any, Any], TranslatableText]]] = {}
    """Builders by action class, called with view and action; other actions are called by their name."""
    questions: ClassVar[Mapping[type[Any], Callable[[Any, Any, Seat, Sequence[Any]], TranslatableText | None]]] = {}
    """Builders by phase class, called with view, phase, seat and its legal actions."""
    tips: ClassVar[Mapping[type[Any], Callable[[Any, Any, Seat, Sequence[Any]], str]]] = {}
    """The moment of which a beginner's tip speaks ("" for none), by phase class, from the same arguments."""
    events: ClassVar[Mapping[type[Any], Callable[[Any], TranslatableText | None]] | None] = None
    """Builders by event class; other events have no text.

    None: every event has a text named after it, except the start of a phase.
    """
    lines: ClassVar[Mapping[str, Callable[[Any, ScoreLine], TranslatableText]]] = {}
    """Builders by code, called with a view (or None) and the score line; other lines are called by their code."""
    details: ClassVar[Mapping[str, Callable[[str], Arg]]] = {}
    """Builders for text details of errors, by name; other details are inserted as they are."""

    def action(self, view: S, seat: Seat, action: A) -> TranslatableText:
        """Return the label of an action."""
        call = self.actions.get(type(action))
        return call(view, action) if call else _text_for_value("action", action)

    def question(self, view: Any, seat: Seat, legal: Sequence[A]) -> TranslatableText | None:
        """Return the question to a seat with these actions; None if "your turn" says enough."""
        ask = self.questions.get(type(view.phase)) if self.questions else None
        return ask and ask(view, view.phase, seat, legal)

    def tip(self, view: Any, seat: Seat, legal: Sequence[A]) -> TranslatableText | None:
        """Return a beginner's tip for a seat with these actions. The tip is general: it depends on no hidden card."""
        find = self.tips.get(type(view.phase)) if self.tips else None
        moment = find(view, view.phase, seat, legal) if find else ""
        return TranslatableText(f"tip.{moment}") if moment else None

    def labels_on_table(self, view: S, seat: Seat) -> TranslatableText | None:
        """Return the name of the cards that a seat has on the table; None if they have no name."""
        return None

    def seat_notes(self, view: S, seat: Seat) -> tuple[TranslatableText, ...]:
        """Return what a seat has declared, in a word each: doubled, open hand. Reads nothing that is hidden from anybody."""
        return ()

    def declaration(self, view: S, seat: Seat) -> Declaration | None:
        """Return what a seat last said in this phase, or that it has chosen in secret; None if it has not spoken."""
        return None

    def event(self, event: E) -> TranslatableText | None:
        """Return the text of an event as the viewer may know it; None if the event needs no text."""
        if self.events is None:
            return None if hasattr(event, "phase") else _text_for_value("event", event)
        tell = self.events.get(type(event))
        return tell and tell(event)

    def line(self, view: S | None, line: ScoreLine) -> TranslatableText:
        """Return the name of a score line, without its factor or amount.

        Without a view, the text is made of the line alone.
        """
        if line.code == FORFEITED and line.seat is not None:
            return TranslatableText("result.forfeited", {"who": SeatRef(line.seat), "points": line.value})
        call = self.lines.get(line.code)
        if call:
            return call(view, line)
        args: dict[str, Arg] = {str(place): text for place, text in enumerate(line.args)}
        return TranslatableText(f"account.{line.code}", {**args, "value": line.value})

    def ending(self, view: S, outcome: Outcome) -> TranslatableText:
        """Return how the hand ended: who won and why, or who left."""
        return self.headline(view, outcome) if outcome.left is None else _leave_text(outcome)

    def headline(self, view: S, outcome: Outcome) -> TranslatableText:
        """Return who won and why, for a hand that no seat left."""
        reason = self.reason(outcome)
        if not outcome.winners:
            return TranslatableText("result.nobody", {"reason": reason})
        return TranslatableText("result.won", {"winners": tuple(map(SeatRef, outcome.winners)), "reason": reason})

    def reason(self, outcome: Outcome) -> TranslatableText:
        """Return the reason for the end of the hand."""
        return TranslatableText(f"reason.{outcome.reason}") if outcome.left is None else _leave_text(outcome)

    def error_message(self, error: PaijuError) -> TranslatableText:
        """Return the message of an error; ``{place}`` is a one-based position in a text, ``{char}`` the character there."""
        args = {name: self.error_detail(name, value) for name, value in error.details.items()}
        if isinstance(error, RulesetError) and "field" in args:
            args["field"] = TranslatableText(f"param.{args['field']}")
        return TranslatableText(f"{error.kind}.{error.code}", {**args, **_position_args(error.details)})

    def error_detail(self, name: str, value: object) -> Arg:
        """Return a detail of an error: a number, or a text cut to ``ECHOED`` characters."""
        if isinstance(value, int):
            return value
        text = str(value)[:ECHOED]
        say = self.details.get(name)
        return say(text) if say else text


ECHOED: Final = 200
"""Maximum number of characters of a user's text to repeat in a message."""

AnyMessageBuilder = MessageBuilder[Any, Any, Any]


def _leave_text(outcome: Outcome) -> TranslatableText:
    """Return the text that says who left and what it costs."""
    who = SeatRef(outcome.left or 0)
    if not outcome.cost:
        return TranslatableText("result.left_free", {"who": who})
    key = "result.left_to_others" if any(outcome.points) else "result.left"
    return TranslatableText(key, {"who": who, "cost": outcome.cost})


def _text_for_value(table: str, value: Any) -> TranslatableText:
    """Return a text named after the value's tag, filled with its number and text fields."""
    fields = to_plain(value)
    tag = type(value).__struct_config__
    name = str(fields.pop(tag.tag_field, type(value).__name__))
    seat = fields.pop("seat", None)
    who: dict[str, Arg] = {} if seat is None else {"who": SeatRef(seat)}
    said = {key: entry for key, entry in fields.items() if isinstance(entry, int | str) and not isinstance(entry, bool)}
    return TranslatableText(f"{table}.{name}", who | said)


def _position_args(details: dict[str, object]) -> dict[str, Arg]:
    at, written = details.get("at"), details.get("text")
    if not isinstance(at, int):
        return {}
    return {"place": at + 1, "char": str(written)[at : at + 1] if written is not None else ""}
