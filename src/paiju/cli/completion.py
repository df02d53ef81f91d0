"""Shell completion, which uses click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

import click

from paiju.bots.base import RANDOM
from paiju.bots.levels import LADDER
from paiju.cli.argument_parser import Command, Option
from paiju.games.registry import rulesets


def print_completions(commands: Sequence[Command]) -> NoReturn:
    """Print the completions that the shell asks for through environment variables, and exit."""
    group = click.Group("paiju", commands=[_to_click_command(command) for command in commands])
    group.main(prog_name="paiju")


def _to_click_command(command: Command) -> click.Command:
    return click.Command(command.name, params=[_to_click_parameter(option) for option in command.all_options])


def _to_click_parameter(option: Option) -> click.Parameter:
    if option.kind == "flag":
        return click.Option([option.usage_form], is_flag=True)
    kind = click.Choice(option.choices) if option.choices else click.STRING
    completer = _COMPLETERS.get(option.help_key)
    if option.positional:
        return click.Argument([option.name], nargs=-1 if option.many else 1, type=kind, shell_complete=completer)
    return click.Option([option.usage_form], type=kind, shell_complete=completer)


def _complete_rulesets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids and the short names of rulesets that begin with the given text."""
    names = [name for full in rulesets() for name in (full, full.partition("/")[2])]
    return [name for name in names if name.startswith(incomplete)]


def _complete_bots(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of bots that complete the given text.

    If the text is a list with commas, only its last name is completed.
    """
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in (RANDOM, *LADDER) if name.startswith(last)]


_COMPLETERS: Final = {
    "option.ruleset": _complete_rulesets,
    "option.rules": _complete_rulesets,
    "option.rulesets": _complete_rulesets,
    "option.bots": _complete_bots,
}
