"""Reading what was typed after ``paiju``: commands and their options are data, click reads them, what is wrong is a code.

click's own complaints are English sentences; here each becomes an error that is told in the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, NoReturn

import click

from paiju.core.errors import PaijuError
from paiju.core.ruleset import in_language
from paiju.games.registry import families, rulesets
from paiju.locale import languages, text

_FEW: Final = 9
"""So many options fit into a line."""

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
    words: str = ""
    """The key of what explains it, if that is not ``option.NAME``."""
    usual: str = ""
    """What somebody else takes where nothing was typed."""
    allowed: str = ""
    """What somebody else will take, in no language."""

    @property
    def explained(self) -> str:
        """The key of what explains it."""
        return self.words or f"option.{self.name}"

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
        return (*self.options, *everywhere())


def everywhere() -> tuple[Option, ...]:
    """What every command has, beside ``--help``."""
    return (Option("lang", "choice", choices=languages()),)


class _Asked(click.Command):
    """A command whose help is in the reader's language (``Context.obj``)."""

    def __init__(self, command: Command) -> None:
        super().__init__(
            command.name,
            params=[_parameter(option) for option in command.options] + [_parameter(option) for option in everywhere()],
            context_settings={"help_option_names": ["--help", "-h"], "allow_extra_args": True},
        )
        self.command = command

    def get_help(self, ctx: click.Context) -> str:
        return help_of(self.command, ctx.obj)


class _Whole(click.ParamType[int]):
    """A whole number, ``low`` at least."""

    name = "whole"

    def __init__(self, low: int | None) -> None:
        self.low = low

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        typed, digits = _typed(param), str(value).removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 16):
            raise UsageError("not_whole", option=typed, text=value)
        if self.low is not None and int(value) < self.low:
            raise UsageError("too_small", option=typed, text=value, low=self.low)
        return int(value)


class _Choice(click.Choice[str]):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            raise UsageError("not_a_choice", option=_typed(param), text=value, known=", ".join(self.choices))
        return str(value)


def _typed(parameter: click.Parameter | None) -> str:
    """A parameter as a person types it."""
    assert parameter is not None
    return parameter.opts[0] if isinstance(parameter, click.Option) else str(parameter.name).upper()


def _type_of(option: Option) -> click.ParamType[Any]:
    if option.kind == "whole":
        return _Whole(option.low)
    return _Choice(option.choices) if option.kind == "choice" else click.STRING


def _parameter(option: Option) -> click.Parameter:
    shared: dict[str, Any] = {"type": _type_of(option), "required": option.required}
    if not option.required:
        shared["default"] = option.default
    if option.name in ("ruleset", "rules"):
        shared["shell_complete"] = _complete_ruleset
    if option.place:
        return click.Argument([option.name], nargs=-1 if option.many else 1, **shared)
    if option.kind == "flag":
        return click.Option([f"--{option.name}"], is_flag=True, default=False)
    return click.Option([f"--{option.name}"], **shared)


def _complete_ruleset(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The ids of rulesets, and their short names."""
    names = [name for full in rulesets() for name in (full, full.partition("/")[2])]
    return [name for name in names if name.startswith(incomplete)]


class Given:
    """What was typed, by the names of the options (``-`` as ``_``), and the language to answer in."""

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
        """By the name of the option itself."""
        return self._values[option.replace("-", "_")]


def parse(command: Command, words: Sequence[str], lang: str) -> Given | None:
    """The options of a command; None when its help was asked for, and given. Raises UsageError."""
    try:
        context = _Asked(command).make_context(command.name, list(words), obj=lang)
    except click.exceptions.Exit:
        return None
    except click.NoSuchOption as error:
        known = ", ".join(option.typed for option in command.all_options if not option.place)
        raise UsageError("unknown_option", option=error.option_name, command=command.name, known=known) from error
    except click.MissingParameter as error:
        raise UsageError("missing", option=_typed(error.param), command=command.name) from error
    except click.BadOptionUsage as error:
        flags = {option.typed for option in command.all_options if option.kind == "flag"}
        code = "takes_no_value" if error.option_name in flags else "needs_value"
        raise UsageError(code, option=error.option_name) from error
    if context.args:
        raise UsageError("too_many_words", word=context.args[0])
    return Given(command, lang, context.params)


def complete(commands: Sequence[Command]) -> NoReturn:
    """Answer the shell, which asks by an environment variable what may come next."""
    group = click.Group("paiju", commands=[_Asked(command) for command in commands])
    group.main(prog_name="paiju")


def synopsis(command: Command) -> str:
    """The command with what it needs."""
    shown = [*map(_usage_of, command.options)] if len(command.options) <= _FEW else ["[--OPTION …]"]
    return " ".join([f"paiju {command.name}", *shown])


def _usage_of(option: Option) -> str:
    shown = option.typed if option.place or option.kind == "flag" else f"{option.typed} {option.name.upper()}"
    return shown if option.required else f"[{shown}]"


def help_of(command: Command, lang: str) -> str:
    """What a command is for, and each of its options with its default."""
    width = max(12, *(len(option.typed) for option in command.all_options))
    rows = [f"  {option.typed:<{width}} {_explained(option, lang)}" for option in command.all_options]
    rows.append(f"  {'--help':<{width}} {text(lang, 'option.help')}")
    if len(command.options) > _FEW:
        rows += ["", text(lang, "help.settings")]
    return "\n".join([synopsis(command), text(lang, f"command.{command.name}"), *_answered(command, lang), "", *rows])


def _answered(command: Command, lang: str) -> list[str]:
    """Which families answer the question, if it is one."""
    titles = [in_language(family.title, lang) for family in families().values() if command.name in family.questions]
    return [text(lang, "help.answered", families=text(lang, "list.comma").join(titles))] if titles else []


def _explained(option: Option, lang: str) -> str:
    choices = option.allowed or ", ".join(option.choices)
    usual = option.usual or ("" if option.kind == "flag" or option.default is None else option.default)
    notes = [text(lang, "help.choices", choices=choices)] if choices else []
    if usual != "":
        notes.append(text(lang, "help.default", default=usual))
    return " ".join([text(lang, option.explained), *notes])
