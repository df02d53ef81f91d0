"""Bots from outside play in processes of their own, and are watched over.

One that gives no answer in time, or none that can be read and the rules allow, or that dies, has the game's fallback played for
it. That is counted by kind, and told. Where it has not answered a single time, ``Terms`` may have it raise BotNotStarted instead.
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
from paiju.bots.pipe import Died, Late, Pipe
from paiju.bots.speech import Plain, Question, Speech, ToPython
from paiju.core.errors import IllegalAction, NotationError, PaijuError, UnknownName
from paiju.core.family import Family, part
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


class Fault(NamedTuple):
    """What a bot did wrong: ``unreadable`` is an answer that means nothing, ``gone`` a bot that was given up."""

    bot: str
    kind: Kind
    why: str


def told_faults(faults: Mapping[str, int]) -> str:
    """Kinds with their numbers."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(faults.items()))


class BotNotStarted(PaijuError):
    """A program that has not given a single answer."""

    kind = "not_started"


class Terms(NamedTuple):
    """For bots from outside: how long they may think (milliseconds), whether their stderr is thrown away, who hears of faults.

    ``must_start``: BotNotStarted is raised where a program ends, or hangs, before its first answer.
    """

    limit: int = LIMIT
    quiet: bool = False
    told: Callable[[Fault], None] | None = None
    must_start: bool = False


class Program(NamedTuple):
    """What is started, and what language it speaks."""

    name: str
    command: tuple[str, ...]
    speak: Callable[[], Speech]


class Outside:
    """A bot in a process of its own. All seats that it plays at a table may share it; one question is asked at a time."""

    def __init__(self, program: Program, terms: Terms) -> None:
        self.name = program.name
        self.faults: Counter[str] = Counter()
        self._program, self._terms = program, terms
        self._speech = program.speak()
        self._pipe: Pipe | None = None
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
                return self._heard(question)
            except UnknownName as error:
                self._end("cannot_load", "died", error)
            except Late:
                self._end("late", "late", f"{self._terms.limit + (0 if self._answered else START)} ms")
            except Died:
                self._end("ended", "died")
            except OSError as error:
                self._end("cannot_start", "died", str(error.strerror or error))
            except NotationError as error:
                self._fault("unreadable", str(error))
            except IllegalAction as error:
                self._fault("illegal", str(error))
            except _Gone:
                self._fault("gone")
        return question.game.fallback(question.view, question.seat) if question.must else None

    def _heard(self, question: Question) -> Any:
        """Its legal action, None for nothing."""
        asked = self._speech.ask(question)
        if asked is None:
            return question.game.fallback(question.view, question.seat) if question.must else None
        seconds = (question.limit + (START if self._pipe is None else 0)) / 1000
        line = self._started().ask(asked, seconds, last=self._speech.once)
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
            action = self._speech.read(question, line)
        except NotationError:
            self._answered = True
            raise
        self._answered = True
        return action

    def _started(self) -> Pipe:
        if self._lost >= (LOSSES if self._answered else 1):
            raise _Gone
        if self._pipe is None:
            self._pipe = Pipe(self._program.command, quiet=self._terms.quiet)
        return self._pipe

    def _end(self, code: str, kind: Kind, why: PaijuError | str = "") -> None:
        """A fault with which the process ends. Raises BotNotStarted."""
        self.close()
        if self._terms.must_start and not self._answered:
            raise BotNotStarted(code, bot=self.name, why=why)
        self._lost += 1
        self._fault(kind, str(why))

    def _fault(self, kind: Kind, why: str = "") -> None:
        self.faults[kind] += 1
        if self._terms.told is not None and self.faults[kind] <= (1 if kind == "gone" else TOLD):
            self._terms.told(Fault(self.name, kind, why))

    def __reduce__(self) -> tuple[object, ...]:
        return _shared, (self._program, self._terms)


class _Gone(Exception):
    """It was given up."""


@cache
def _shared(program: Program, terms: Terms) -> Outside:
    """Another process that is handed a bot from outside has one of its own, and keeps it."""
    return Outside(program, terms)


def faults_of(bot: Bot) -> Counter[str]:
    """What a bot has done wrong so far, by kind; a house bot does nothing wrong."""
    return Counter(bot.faults) if isinstance(bot, Outside) else Counter()


class Spoken(Struct, frozen=True):
    """Makes a speech: of paiju, to a program or a bot in Python, or of a dialect, which is named."""

    family: str
    dialect: str = ""
    to_python: bool = False

    def __call__(self) -> Speech:
        """A new one, which remembers nothing."""
        if not self.dialect:
            return ToPython(self.family) if self.to_python else Plain(self.family)
        speech: Speech = part(self.dialect)()
        return speech


EXEC: Final = "exec"
REPORT: Final = "--report"
"""A bot in Python that cannot be loaded then says so to paiju, instead of whoever reads the standard error."""


def is_outside(spec: str) -> bool:
    """Whether this is no name of a bot of the house: a program, a file, or something in a module."""
    return ":" in spec or spec.endswith(".py")


def outside(spec: str, family: Family, terms: Terms) -> Outside:
    """A bot by what was typed: ``exec:COMMAND``, ``DIALECT:COMMAND``, ``FILE.py[:NAME]`` or ``MODULE:NAME``.

    Raises UnknownName, NotationError. The program is started when it is asked first.
    """
    head, _, rest = spec.partition(":")
    if head == EXEC or head in family.dialects:
        speak = Spoken(family.name, family.dialects.get(head, ""))
        return Outside(Program(spec, _command(rest), speak), terms)
    place = spec.rpartition(":")[0] or spec
    if place.endswith(".py") and not Path(place).is_file():
        raise UnknownName("no_program", name=place, known="")
    reports = (REPORT,) if terms.must_start else ()
    command = (sys.executable, "-m", "paiju.bots.child", *reports, spec)
    return Outside(Program(spec, command, Spoken(family.name, to_python=True)), terms)


def _command(typed: str) -> tuple[str, ...]:
    """The words of a command, whose program must be there."""
    try:
        words = tuple(shlex.split(typed))
    except ValueError as error:
        raise NotationError("bad_command", text=typed, why=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        raise UnknownName("no_program", name=words[0] if words else "", known="")
    return words
