"""Bots from outside play in processes of their own, and are watched over.

One that gives no answer in time, or none that can be read and the rules allow, or that dies, has the game's fallback played for
it. That is counted by kind, and told.
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
from paiju.bots.speech import Plain, Question, Speech
from paiju.core.errors import IllegalAction, NotationError, UnknownName
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


class Terms(NamedTuple):
    """For bots from outside: how long they may think (milliseconds), whether their stderr is thrown away, who hears of faults."""

    limit: int = LIMIT
    quiet: bool = False
    told: Callable[[Fault], None] | None = None


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
        """Its action, or the fallback."""
        return self._answer(Question(game, view, seat, legal, random, must=True, limit=self._terms.limit))

    def unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """Its action, or none."""
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
            except Late:
                self._fault("late", f"{self._terms.limit} ms", ends=True)
            except Died:
                self._fault("died", ends=True)
            except OSError as error:
                self._fault("died", str(error.strerror or error), ends=True)
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
        self._answered = True
        if self._speech.once:
            self.close()
        action = self._speech.read(question, line)
        if action is None and question.must:
            raise NotationError("no_action", text=line.decode("utf-8", "replace").strip()[:80])
        if action is not None:
            question.game.check(question.view, question.seat, action)
        return action

    def _started(self) -> Pipe:
        if self._lost >= (LOSSES if self._answered else 1):
            raise _Gone
        if self._pipe is None:
            self._pipe = Pipe(self._program.command, quiet=self._terms.quiet)
        return self._pipe

    def _fault(self, kind: Kind, why: str = "", *, ends: bool = False) -> None:
        if ends:
            self.close()
            self._lost += 1
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
    """Makes a speech: of paiju, or of a dialect, which is named."""

    family: str
    dialect: str = ""
    lists: bool = True

    def __call__(self) -> Speech:
        """A new one, which remembers nothing."""
        if not self.dialect:
            return Plain(self.family, lists=self.lists)
        speech: Speech = part(self.dialect)()
        return speech


EXEC: Final = "exec"


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
    command = (sys.executable, "-m", "paiju.bots.child", spec)
    return Outside(Program(spec, command, Spoken(family.name, lists=False)), terms)


def _command(typed: str) -> tuple[str, ...]:
    """The words of a command, whose program must be there."""
    try:
        words = tuple(shlex.split(typed))
    except ValueError as error:
        raise NotationError("bad_command", text=typed, why=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        raise UnknownName("no_program", name=words[0] if words else "", known="")
    return words
