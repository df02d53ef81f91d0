"""The entry point ``paiju``: runs a command. An error becomes one line of text and, in general, exit code 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

from paiju.blas_threads import limit_blas_threads
from paiju.bots.external_bots import BotNotStarted
from paiju.cli.argument_parser import Command, UsageError, parse_arguments, synopsis
from paiju.cli.commands import COMMANDS
from paiju.core.errors import PaijuError
from paiju.extras import MissingExtra, needs_extra
from paiju.locale import choose_language, error_sentence, languages, translate

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
COMPLETE: Final = "_PAIJU_COMPLETE"
"""Environment variable with which the shell asks for completions."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    lang = choose_language(_requested_language(words), os.environ)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        if COMPLETE in os.environ:
            _load_function("paiju.cli.completion:print_completions", "completion")(COMMANDS)
        return _dispatch(words, lang)
    except BotNotStarted as error:
        _print_error(lang, error)
        return FAILED
    except PaijuError as error:
        return _print_error(lang, error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the pipe; nothing more may be flushed at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _print_error(lang: str, error: PaijuError) -> int:
    line = " ".join(error_sentence(lang, error).split()) + _did_you_mean(lang, error)
    print(f"paiju: {line}", file=sys.stderr)
    return BAD_INPUT


def _did_you_mean(lang: str, error: PaijuError) -> str:
    """Return a line that suggests the known name that is most similar to the given one; "" if none is similar."""
    typed = next(
        (str(error.details[name]) for name in ("text", "name", "option", "field") if name in error.details), ""
    )
    known = error.details.get("known") or error.details.get("allowed", "")
    tails = {name.rpartition("/")[2]: name for name in str(known).split(", ") if name}
    near = get_close_matches(typed.rpartition("/")[2], tails, n=1, cutoff=0.7)
    return translate(lang, "help.near", near=tails[near[0]]) if near else ""


def _requested_language(words: Sequence[str]) -> str | None:
    """Return the value of ``--lang``, wherever it is on the command line; None if it is missing.

    ``--lang`` is read before the other options, so that errors in these options are printed in the right
    language.
    """
    for at, word in enumerate(words):
        if word == "--lang":
            return next(iter(words[at + 1 : at + 2]), None)
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return None


def _dispatch(words: list[str], lang: str) -> int:
    words, before = _split_off_language(words)
    if not words or words[0] in ("-h", "--help", "help"):
        _print_help(lang)
        return 0 if words else BAD_INPUT
    if words[0] == "--version":
        print(version("paiju"))
        return 0
    command = _find_command(words[0])
    given = parse_arguments(command, [*before, *words[1:]], lang)
    if given is None:
        return 0
    limit_blas_threads(os.environ)
    run = _load_function(command.run, command.name, command.extra)
    with needs_extra(command.name, command.extra):
        return int(run(given))


def _split_off_language(words: list[str]) -> tuple[list[str], list[str]]:
    """Remove ``--lang`` and its value if they stand before the command. Returns the other words, and the removed ones."""
    if words[:1] == ["--lang"]:
        return words[2:], words[:2]
    if words and words[0].startswith("--lang="):
        return words[1:], words[:1]
    return words, []


def _find_command(name: str) -> Command:
    for command in COMMANDS:
        if command.name == name:
            return command
    raise UsageError("unknown_command", name=name, known=", ".join(command.name for command in COMMANDS))


def _load_function(run: str, name: str, extra: str | None = None) -> Callable[..., Any]:
    """Import and return the function of the command ``name``. ``run`` says where it is: ``module:function``.

    Raises MissingExtra if the import needs packages of an extra that is not installed.
    """
    module, _, function = run.partition(":")
    try:
        with needs_extra(name, extra):
            found: Callable[..., Any] = getattr(import_module(module), function)
    except MissingExtra as error:  # it may name an inner module; the user knows only the command
        raise MissingExtra(error.code, command=name, package=error.details["package"]) from error
    return found


# ---- help


def _print_help(lang: str) -> None:
    print(translate(lang, "help.usage"))
    print()
    for command in COMMANDS:
        print(f"  {synopsis(command)}")
        print(f"      {translate(lang, f'command.{command.name}')}")
    print()
    print(translate(lang, "help.more", langs="|".join(languages())))
    print(translate(lang, "help.completion"))
