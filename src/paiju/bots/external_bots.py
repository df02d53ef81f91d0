"""Bots from outside play in processes of their own, and are watched over.

One that gives no answer in time, or none that can be read and the rules allow, or that dies, has the game's fallback played for
it. Faults are counted by kind and reported. With ``BotLimits.must_start``, a bot that has never answered raises BotNotStarted.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from paiju.bots.base import Bot
from paiju.bots.bot_protocol import BotProtocol, JsonProtocol, Question, ToPython
from paiju.bots.subprocess_pipe import PipeTimeout, ProcessEnded, SubprocessPipe
from paiju.core.errors import IllegalAction, NotationError, PaijuError, UnknownName
from paiju.core.family import Family, load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat

LIMIT: Final = 5_000
"""Milliseconds for an answer, where nobody says otherwise."""

START: Final = 20_000
"""Milliseconds more for the first answer of a process, in which it may load a model."""

LOSSES: Final = 20
"""So often a program is started anew that hangs or dies, and has answered before. Then it is given up."""

TOLD: Final = 3
"""So many faults of a kind are told. All are counted."""

Kind = Literal["late", "died", "unreadable", "illegal", "gone"]


class BotFault(NamedTuple):
    """What a bot did wrong: ``unreadable`` is an answer that means nothing, ``gone`` a bot that was given up."""

    bot: str
    kind: Kind
    why: str


def format_faults(faults: Mapping[str, int]) -> str:
    """Kinds with their numbers."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(faults.items()))


class BotNotStarted(PaijuError):
    """A program that has not given a single answer."""

    kind = "not_started"


class BotLimits(NamedTuple):
    """For bots from outside: how long they may think (milliseconds), whether their stderr is thrown away, who hears of faults.

    ``must_start``: BotNotStarted is raised where a program ends, or hangs, before its first answer.
    """

    limit: int = LIMIT
    quiet: bool = False
    told: Callable[[BotFault], None] | None = None
    must_start: bool = False


class BotCommand(NamedTuple):
    """What is started, and what language it speaks."""

    name: str
    command: tuple[str, ...]
    speak: Callable[[], BotProtocol]


class ExternalBot:
    """A bot in a process of its own. All seats that it plays at a table may share it; one question is asked at a time."""

    def __init__(self, program: BotCommand, terms: BotLimits) -> None:
        self.name = program.name
        self.faults: Counter[str] = Counter()
        self._program, self._terms = program, terms
        self._speech = program.speak()
        self._pipe: SubprocessPipe | None = None
        self._lost, self._answered = 0, False
        self._lock = Lock()

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Its action, or the fallback. Raises BotNotStarted."""
        return self._answer(Question(game, view, seat, legal, random, must=True, limit=self._terms.limit))

    def unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """Its action, or none. Raises BotNotStarted."""
        return self._answer(Question(game, view, seat, legal, random, must=False, limit=self._terms.limit))

    def close(self) -> None:
        """End its process. It begins anew when it is asked again."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _answer(self, question: Question) -> Any:
        with self._lock:
            try:
                return self._request(question)
            except UnknownName as error:
                self._end("cannot_load", "died", error)
            except PipeTimeout:
                self._end("late", "late", f"{self._terms.limit + (0 if self._answered else START)} ms")
            except ProcessEnded:
                self._end("ended", "died")
            except OSError as error:
                self._end("cannot_start", "died", str(error.strerror or error))
            except NotationError as error:
                self._record_fault("unreadable", str(error))
            except IllegalAction as error:
                self._record_fault("illegal", str(error))
            except _GivenUp:
                self._record_fault("gone")
        return question.game.fallback(question.view, question.seat) if question.must else None

    def _request(self, question: Question) -> Any:
        """Its legal action, None for nothing."""
        asked = self._speech.encode_question(question)
        if asked is None:
            return question.game.fallback(question.view, question.seat) if question.must else None
        seconds = (question.limit + (START if self._pipe is None else 0)) / 1000
        line = self._running_pipe().ask(asked, seconds, last=self._speech.once)
        if self._speech.once:
            self.close()
        action = self._read(question, line)
        if action is None and question.must:
            raise NotationError("no_action", text=line.decode("utf-8", "replace").strip()[:80])
        if action is not None:
            question.game.check(question.view, question.seat, action)
        return action

    def _read(self, question: Question, line: bytes) -> Any:
        """An answer counts as one even where it means nothing."""
        try:
            action = self._speech.decode_answer(question, line)
        except NotationError:
            self._answered = True
            raise
        self._answered = True
        return action

    def _running_pipe(self) -> SubprocessPipe:
        if self._lost >= (LOSSES if self._answered else 1):
            raise _GivenUp
        if self._pipe is None:
            self._pipe = SubprocessPipe(self._program.command, quiet=self._terms.quiet)
        return self._pipe

    def _end(self, code: str, kind: Kind, why: PaijuError | str = "") -> None:
        """A fault with which the process ends. Raises BotNotStarted."""
        self.close()
        if self._terms.must_start and not self._answered:
            raise BotNotStarted(code, bot=self.name, why=why)
        self._lost += 1
        self._record_fault(kind, str(why))

    def _record_fault(self, kind: Kind, why: str = "") -> None:
        self.faults[kind] += 1
        if self._terms.told is not None and self.faults[kind] <= (1 if kind == "gone" else TOLD):
            self._terms.told(BotFault(self.name, kind, why))

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle_bot, (self._program, self._terms)


class _GivenUp(Exception):
    """It was given up."""


@cache
def _unpickle_bot(program: BotCommand, terms: BotLimits) -> ExternalBot:
    """Another process that is handed a bot from outside has one of its own, and keeps it."""
    return ExternalBot(program, terms)


def faults_of(bot: Bot) -> Counter[str]:
    """What a bot has done wrong so far, by kind; a house bot does nothing wrong."""
    return Counter(bot.faults) if isinstance(bot, ExternalBot) else Counter()


class ProtocolFactory(Struct, frozen=True):
    """Makes a speech: of paiju, to a program or a bot in Python, or of a dialect, which is named."""

    family: str
    dialect: str = ""
    to_python: bool = False

    def __call__(self) -> BotProtocol:
        """A new one, which remembers nothing."""
        if not self.dialect:
            return ToPython(self.family) if self.to_python else JsonProtocol(self.family)
        speech: BotProtocol = load_part(self.dialect)()
        return speech


EXEC: Final = "exec"
REPORT: Final = "--report"
"""A bot in Python that cannot be loaded then says so to paiju, instead of whoever reads the standard error."""


def is_external(spec: str) -> bool:
    """Whether this is no name of a bot of the house: a program, a file, or something in a module."""
    return ":" in spec or spec.endswith(".py")


def external_bot(spec: str, family: Family, terms: BotLimits) -> ExternalBot:
    """A bot by what was typed: ``exec:COMMAND``, ``DIALECT:COMMAND``, ``FILE.py[:NAME]`` or ``MODULE:NAME``.

    Raises UnknownName, NotationError. The program is started when it is asked first.
    """
    head, _, rest = spec.partition(":")
    if head == EXEC or head in family.dialects:
        speak = ProtocolFactory(family.name, family.dialects.get(head, ""))
        return ExternalBot(BotCommand(spec, _command(rest), speak), terms)
    place = spec.rpartition(":")[0] or spec
    if place.endswith(".py") and not Path(place).is_file():
        raise UnknownName("no_program", name=place, known="")
    reports = (REPORT,) if terms.must_start else ()
    command = (sys.executable, "-m", "paiju.bots.bot_process", *reports, spec)
    return ExternalBot(BotCommand(spec, command, ProtocolFactory(family.name, to_python=True)), terms)


def _command(typed: str) -> tuple[str, ...]:
    """The words of a command, whose program must be there."""
    try:
        words = tuple(shlex.split(typed))
    except ValueError as error:
        raise NotationError("bad_command", text=typed, why=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        raise UnknownName("no_program", name=words[0] if words else "", known="")
    return words
