"""Parses the command line. Commands and options are data, and errors are codes that are translated later.

The module uses no third-party parser. Such parsers print English sentences, and paiju would need one more
package just for its command line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from paiju.core.errors import PaijuError
from paiju.games.registry import families
from paiju.locale import join_list, languages, translate

_MAX_LISTED_OPTIONS: Final = 9
"""If a command has more options than this, its usage line lists none of them."""

Kind = Literal["text", "whole", "flag", "choice"]


class UsageError(PaijuError):
    """The command line is invalid."""

    kind = "usage"


class Option(NamedTuple):
    """An option (``--name``) or, if ``positional``, a positional argument.

    If ``many``, a positional argument takes all remaining words.
    """

    name: str
    kind: Kind = "text"
    required: bool = False
    default: Any = None
    positional: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()
    low: int | None = None
    own_help_key: str = ""
    """Catalogue key of the help text; "" if the key is ``option.NAME``."""
    default_text: str = ""
    """Text of the default value in the help; "" if the help shows ``default`` itself."""
    allowed: str = ""
    """Text of the allowed values in the help; "" if the help lists ``choices``."""

    @property
    def help_key(self) -> str:
        """Catalogue key of the help text."""
        return self.own_help_key or f"option.{self.name}"

    @property
    def usage_form(self) -> str:
        """How the usage line shows the option: ``--name``.

        A positional argument is shown as ``NAME`` or, if it has only one choice, as this choice.
        """
        if not self.positional:
            return f"--{self.name}"
        return self.choices[0] if len(self.choices) == 1 else self.name.upper()


class Command(NamedTuple):
    """A command: its name, the function that runs it (``module:function``), and its options."""

    name: str
    run: str
    options: tuple[Option, ...] = ()
    extra: str | None = None
    """The extra to install if a package that the command imports is missing.

    If it is None, the error names the extra that contains the missing package.
    """

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The command's own options, followed by those that all commands have."""
        return (*self.options, *common_options())


def common_options() -> tuple[Option, ...]:
    """Return the options that all commands have, except ``--help``."""
    return (Option("lang", "choice", choices=languages()),)


class ParsedArguments:
    """The values of a command's options, and the language of the output.

    Each value is an attribute with the name of its option, in which ``-`` is replaced by ``_``.
    """

    def __init__(self, command: Command, lang: str, values: dict[str, Any]) -> None:
        self.command = command
        self.lang = lang
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, option: str) -> Any:
        """Return the value of an option by its name, which may contain ``-``."""
        return self._values[option.replace("-", "_")]


def parse_arguments(command: Command, words: Sequence[str], lang: str) -> ParsedArguments | None:
    """Return the arguments of a command. Raises UsageError.

    If ``words`` ask for the help of the command, print the help and return None.
    """
    options = {option.usage_form: option for option in command.all_options if not option.positional}
    values: dict[str, Any] = {option.name: () if option.many else option.default for option in command.all_options}
    loose: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in ("--help", "-h"):
            print(command_help(command, lang))
            return None
        if word == "--":
            loose += rest
        elif word.startswith("-") and word != "-" and not word[1:].isdecimal():
            typed, equals, value = word.partition("=")
            option = _find_option(command, options, typed)
            values[option.name] = _read_option_value(option, value if equals else None, rest)
        else:
            loose.append(word)
    _assign_positional(command, loose, values)
    return ParsedArguments(command, lang, {name.replace("-", "_"): value for name, value in values.items()})


def _find_option(command: Command, options: dict[str, Option], typed: str) -> Option:
    if typed not in options:
        raise UsageError("unknown_option", option=typed, command=command.name, known=", ".join(options))
    return options[typed]


def _read_option_value(option: Option, given: str | None, rest: Iterator[str]) -> Any:
    """Return the value of an option. Raises UsageError.

    ``given`` is the text after ``=``. If it is None, the value is the next word of ``rest``, the words that are
    not read yet.
    """
    if option.kind == "flag":
        if given is not None:
            raise UsageError("takes_no_value", option=option.usage_form)
        return True
    found = next(rest, None) if given is None else given
    if found is None:
        raise UsageError("needs_value", option=option.usage_form)
    return _convert(option, found)


def _convert(option: Option, given: str) -> Any:
    if option.kind == "choice" and given not in option.choices:
        raise UsageError("not_a_choice", option=option.usage_form, text=given, known=", ".join(option.choices))
    if option.kind != "whole":
        return given
    digits = given.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16):
        raise UsageError("not_whole", option=option.usage_form, text=given)
    if option.low is not None and int(given) < option.low:
        raise UsageError("too_small", option=option.usage_form, text=given, low=option.low)
    return int(given)


def _assign_positional(command: Command, loose: list[str], values: dict[str, Any]) -> None:
    """Assign words to the positional arguments in order. Raises UsageError.

    ``loose`` are the words that belong to no option. It is an error if a required argument is missing, or if a
    word is left over.
    """
    for option in command.options:
        if option.many:
            values[option.name], loose = tuple(_convert(option, word) for word in loose), []
        elif option.positional and loose:
            values[option.name] = _convert(option, loose.pop(0))
        if option.required and values[option.name] in (None, ()):
            raise UsageError("missing", option=option.usage_form, command=command.name)
    if loose:
        raise UsageError("too_many_words", word=loose[0])


def synopsis(command: Command) -> str:
    """Return the usage line of a command."""
    shown = [*map(_option_usage, command.options)] if len(command.options) <= _MAX_LISTED_OPTIONS else ["[--OPTION …]"]
    return " ".join([f"paiju {command.name}", *shown])


def _option_usage(option: Option) -> str:
    shown = (
        option.usage_form
        if option.positional or option.kind == "flag"
        else f"{option.usage_form} {option.name.upper()}"
    )
    shown += "…" if option.many else ""
    return shown if option.required else f"[{shown}]"


def command_help(command: Command, lang: str) -> str:
    """Return the help of a command: its usage line, its purpose, and each option with its default."""
    width = max(12, *(len(option.usage_form) for option in command.all_options))
    rows = [f"  {option.usage_form:<{width}} {_option_help(option, lang)}" for option in command.all_options]
    rows.append(f"  {'--help':<{width}} {translate(lang, 'option.help')}")
    if len(command.options) > _MAX_LISTED_OPTIONS:
        rows += ["", translate(lang, "help.settings")]
    return "\n".join(
        [
            synopsis(command),
            translate(lang, f"command.{command.name}"),
            *_supporting_families_line(command, lang),
            "",
            *rows,
        ]
    )


def _supporting_families_line(command: Command, lang: str) -> list[str]:
    """Return a list with one help line, which names the families that can run the command.

    The list is empty if no family declares the command in ``Family.query_commands``.
    """
    asked = [name for name, family in families().items() if command.name in family.query_commands]
    titles = [translate(lang, "family.title", family=name) for name in asked]
    return [translate(lang, "help.answered", families=join_list(lang, titles))] if titles else []


def _option_help(option: Option, lang: str) -> str:
    choices = option.allowed or ", ".join(option.choices)
    default_text = option.default_text or ("" if option.kind == "flag" or option.default is None else option.default)
    notes = [translate(lang, "help.choices", choices=choices)] if choices else []
    if default_text != "":
        notes.append(translate(lang, "help.default", default=default_text))
    return " ".join([translate(lang, option.help_key), *notes])
