"""Reading what was typed after ``paiju``: commands and their options are data, what is wrong is a code.

Not argparse, whose complaints are several lines of English.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, NoReturn

from paiju.core.errors import PaijuError
from paiju.locale import LANGS

Kind = Literal["text", "whole", "flag", "choice"]


class UsageError(PaijuError):
    """A command that cannot be carried out as it was typed."""

    kind = "usage"


class Option(NamedTuple):
    """One option (``--name``) or, if ``place``, one argument known by its place. A ``many`` takes all that are left."""

    name: str
    kind: Kind = "text"
    required: bool = False
    default: Any = None
    place: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()
    low: int | None = None

    @property
    def typed(self) -> str:
        """As a person types it."""
        return self.name.upper() if self.place else f"--{self.name}"


class Command(NamedTuple):
    """A command: its name, where its function is (``module:function``), and what it takes."""

    name: str
    run: str
    options: tuple[Option, ...] = ()

    @property
    def all_options(self) -> tuple[Option, ...]:
        """Its own, and those that every command has."""
        return (*self.options, *EVERYWHERE)


EVERYWHERE: Final = (Option("lang", "choice", choices=LANGS), Option("help", "flag", default=False))


class Given:
    """What was typed, by the names of the options (``-`` as ``_``), and the language to answer in."""

    def __init__(self, command: Command, lang: str, values: dict[str, Any]) -> None:
        self.command = command
        self.lang = lang
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name.replace("_", "-")]
        except KeyError:
            raise AttributeError(name) from None


def parse(command: Command, words: Sequence[str], lang: str) -> Given:
    """The options of a command. Raises UsageError."""
    values = {option.name: option.default for option in command.all_options}
    places = [option for option in command.options if option.place]
    left = list(words)
    while left:
        word = left.pop(0)
        if word.startswith("-") and len(word) > 1:
            _take_option(command, word, left, values)
        else:
            _take_place(places, word, values)
    if not values["help"]:
        _check_required(command, values)
    return Given(command, lang, values)


def _take_option(command: Command, word: str, left: list[str], values: dict[str, Any]) -> None:
    name, equals, value = word.lstrip("-").partition("=")
    option = _find(command, word, "help" if name == "h" else name)
    if option.kind == "flag":
        if equals:
            raise UsageError("takes_no_value", option=option.typed)
        values[option.name] = True
        return
    if not equals:
        if not left:
            raise UsageError("needs_value", option=option.typed)
        value = left.pop(0)
    values[option.name] = READ[option.kind](option, value)


def _find(command: Command, word: str, name: str) -> Option:
    for option in command.all_options:
        if option.name == name and not option.place:
            return option
    known = ", ".join(option.typed for option in command.all_options if not option.place)
    raise UsageError("unknown_option", option=word.partition("=")[0], command=command.name, known=known)


def _take_place(places: list[Option], word: str, values: dict[str, Any]) -> None:
    if not places:
        raise UsageError("too_many_words", word=word)
    option = places[0]
    value = READ[option.kind](option, word)
    if option.many:
        values[option.name] = (*(values[option.name] or ()), value)
    else:
        values[places.pop(0).name] = value


def _check_required(command: Command, values: dict[str, Any]) -> None:
    for option in command.options:
        if option.required and values[option.name] is None:
            raise UsageError("missing", option=option.typed, command=command.name)


def _read_text(option: Option, text: str) -> str:
    return text


def _read_whole(option: Option, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16):
        raise UsageError("not_whole", option=option.typed, text=text)
    if option.low is not None and int(text) < option.low:
        raise UsageError("too_small", option=option.typed, text=text, low=option.low)
    return int(text)


def _read_choice(option: Option, text: str) -> str:
    if text not in option.choices:
        raise UsageError("not_a_choice", option=option.typed, text=text, known=", ".join(option.choices))
    return text


def _read_flag(option: Option, text: str) -> NoReturn:
    raise AssertionError("a flag has no value")


READ: Final[dict[Kind, Callable[[Option, str], Any]]] = {
    "text": _read_text,
    "whole": _read_whole,
    "choice": _read_choice,
    "flag": _read_flag,
}
