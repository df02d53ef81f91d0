"""Runs a Python bot in a process of its own. ``external_bots`` starts this module.

Usage: ``python -m paiju.bots.bot_process_main FILE.py[:NAME]``, or ``MODULE:NAME`` instead of the file. NAME
is the name of the bot in the file or module, ``choose`` by default. The bot is a function of ``(game, view,
seat, legal, random)``, or a class whose instances are such functions.
"""

from __future__ import annotations

import os
import sys
import traceback
from functools import lru_cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import IO, Any, Final

import msgspec

from paiju.bots.base import Bot, SeatedBot, ask_bot
from paiju.bots.bot_process_protocol import LoadFailure
from paiju.bots.external_bots import REPORT
from paiju.core.codec import from_json, to_json
from paiju.core.errors import UnknownName
from paiju.core.game import AnyGame
from paiju.core.hand_runner import SeatDecision
from paiju.games.registry import family_of
from paiju.locale import choose_language, error_sentence

USUAL: Final = "choose"


def load_bot(spec: str) -> Bot:
    """Return the bot that a file or module defines.

    Raises UnknownName if there is no such bot. Exceptions of the bot's own code pass through.
    """
    place, _, name = spec.rpartition(":") if ":" in spec else (spec, "", USUAL)
    module = _load_file(Path(place)) if place.endswith(".py") else import_module(place)
    found: Any = getattr(module, name or USUAL, None)
    if not callable(found):
        raise UnknownName("no_bot_in", name=place, wanted=name or USUAL, known=", ".join(_callable_names(module)))
    made: Bot = found() if isinstance(found, type) else found
    return made


def _callable_names(module: ModuleType) -> list[str]:
    return [name for name, value in vars(module).items() if callable(value) and not name.startswith("_")]


def _load_file(path: Path) -> ModuleType:
    sys.path.insert(0, str(path.resolve().parent))
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownName("no_program", name=str(path), known="")
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


class _QuestionMessage(msgspec.Struct):
    """A question as it arrives on one line: the decision, the view, and a seed for the bot's random generator."""

    family: str
    rules: msgspec.Raw
    seat: int
    must: bool
    chance: int
    view: msgspec.Raw


def serve(bot: Bot, source: IO[bytes], sink: IO[bytes]) -> None:
    """Read questions from ``source``, one a line, and write the bot's answers to ``sink``, until ``source`` ends."""
    for line in source:
        asked = msgspec.json.decode(line, type=_QuestionMessage)
        game = _make_game(asked.family, bytes(asked.rules))
        view = from_json(bytes(asked.view), game.state_type)
        action = ask_bot(game, SeatedBot(bot, Random(asked.chance)), view, SeatDecision(asked.seat, asked.must))
        sink.write(to_json({"action": action}) + b"\n")
        sink.flush()


@lru_cache(maxsize=8)
def _make_game(family: str, rules: bytes) -> AnyGame:
    kind = family_of(family).game
    return kind(from_json(rules, kind.rules_type))


def main() -> None:
    """Run the bot over standard input and output. What the bot itself prints goes to standard error."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    *reports, spec = sys.argv[1:]
    try:
        bot = _load_and_report(spec, answers) if REPORT in reports else load_bot(spec)
    except UnknownName as error:
        sys.exit(f"paiju: {error_sentence(choose_language(None, os.environ), error)}")
    serve(bot, sys.stdin.buffer, answers)


def _load_and_report(spec: str, answers: IO[bytes]) -> Bot:
    """Load and return the bot. If that fails, write the reason as a ``LoadFailure`` to ``answers``, and exit."""
    try:
        return load_bot(spec)
    except UnknownName as error:
        failure = LoadFailure(error.code, {name: str(value) for name, value in error.details.items()})
    except Exception as error:  # noqa: BLE001 - foreign code may raise anything
        failure = LoadFailure("bot_raised", {"name": spec, "why": _format_error(error)})
    answers.write(to_json(failure) + b"\n")
    answers.flush()
    sys.exit(1)


def _format_error(error: Exception) -> str:
    """Return the error as one line of text, with the file and line in the bot's own code that raised it."""
    summary = f"{type(error).__name__}: {error}"
    of_bot = [found for found in traceback.extract_tb(error.__traceback__) if _is_bot_code(found.filename)]
    if isinstance(error, SyntaxError) or not of_bot:
        return summary
    frame = of_bot[-1]
    return f"{summary} ({Path(frame.filename).name}, line {frame.lineno})"


def _is_bot_code(filename: str) -> bool:
    return not filename.startswith("<") and filename not in (__file__, import_module.__code__.co_filename)


if __name__ == "__main__":
    main()
