"""Runs external bots in processes of their own, and supervises them.

A bot commits a *fault* if it does not answer in time, if its answer is unreadable or illegal, or if its process ends. The
game's fallback action is then taken instead. Faults are counted by kind and reported.
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
from paiju.bots.bot_process_protocol import BotProtocol, JsonProtocol, PythonBotProtocol, Question
from paiju.bots.subprocess_pipe import PipeTimeout, ProcessEnded, SubprocessPipe
from paiju.core.errors import IllegalAction, NotationError, PaijuError, UnknownName
from paiju.core.family import Family, load_object
from paiju.core.game import AnyGame
from paiju.core.seats import Seat

LIMIT: Final = 5_000
"""The default time limit for an answer, in milliseconds."""

EXTRA_FIRST_LIMIT: Final = 20_000
"""Milliseconds that a process has in addition to the time limit, for its first answer.

A process may have to load a model before it answers for the first time.
"""

MOST_LOST_PROCESSES: Final = 20
"""The number of processes of a bot that may hang or end before paiju stops starting the bot's program.

If the program has never answered, paiju gives it up after the first process that hangs or ends.
"""

MOST_REPORTED: Final = 3
"""The largest number of faults of each kind that are reported to ``BotLimits.on_fault``.

Further faults are only counted.
"""

Kind = Literal["late", "died", "unreadable", "illegal", "gone"]


class BotFault(NamedTuple):
    """A fault of a bot: the bot's name, what happened (``kind``), and a detail (``why``).

    - ``late``: the bot gave no answer in time.
    - ``died``: its process ended or did not start.
    - ``unreadable``: its answer could not be decoded.
    - ``illegal``: its action is not legal.
    - ``gone``: the bot was given up and is no longer asked.
    """

    bot: str
    kind: Kind
    why: str


def format_faults(faults: Mapping[str, int]) -> str:
    """Return the number of faults of each kind as text, such as "illegal 2, late 1"."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(faults.items()))


class BotNotStarted(PaijuError):
    """A program ended or hung before its first answer."""

    kind = "not_started"


class BotLimits(NamedTuple):
    """Settings for external bots.

    - ``limit``: the time limit for an answer in milliseconds
    - ``quiet``: whether to discard what the program writes to standard error
    - ``on_fault``: a function that is called with each reported fault, or None
    - ``must_start``: whether the bot raises BotNotStarted if its program ends or hangs before its first answer
    """

    limit: int = LIMIT
    quiet: bool = False
    on_fault: Callable[[BotFault], None] | None = None
    must_start: bool = False


class BotCommand(NamedTuple):
    """How to run an external bot.

    ``name`` is the bot's name, ``command`` the program and its arguments, and ``make_protocol`` a function that creates the
    protocol.
    """

    name: str
    command: tuple[str, ...]
    make_protocol: Callable[[], BotProtocol]


class ExternalBot:
    """A bot that runs in a process of its own.

    Several seats of a table may share the bot. It answers one question at a time.
    """

    def __init__(self, program: BotCommand, limits: BotLimits) -> None:
        self.name = program.name
        self.faults: Counter[str] = Counter()
        self._program, self._limits = program, limits
        self._protocol = program.make_protocol()
        self._pipe: SubprocessPipe | None = None
        self._lost, self._answered = 0, False
        self._lock = Lock()

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the program's action or, after a fault, the game's fallback action.

        Raises BotNotStarted (``BotLimits.must_start``).
        """
        return self._ask_or_fall_back(Question(game, view, seat, legal, random, must=True, limit=self._limits.limit))

    def act_unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any | None:
        """Return the program's optional action; None if the program takes none or commits a fault.

        Raises BotNotStarted (``BotLimits.must_start``).
        """
        return self._ask_or_fall_back(Question(game, view, seat, legal, random, must=False, limit=self._limits.limit))

    def close(self) -> None:
        """End the process; the next question starts a new one."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _ask_or_fall_back(self, question: Question) -> Any:
        with self._lock:
            try:
                return self._ask_program(question)
            except UnknownName as error:
                self._end_process_with_fault("cannot_load", "died", error)
            except PipeTimeout:
                self._end_process_with_fault(
                    "late", "late", f"{self._limits.limit + (0 if self._answered else EXTRA_FIRST_LIMIT)} ms"
                )
            except ProcessEnded:
                self._end_process_with_fault("ended", "died")
            except OSError as error:
                self._end_process_with_fault("cannot_start", "died", str(error.strerror or error))
            except NotationError as error:
                self._record_fault("unreadable", str(error))
            except IllegalAction as error:
                self._record_fault("illegal", str(error))
            except _GivenUp:
                self._record_fault("gone")
        return question.game.fallback(question.view, question.seat) if question.must else None

    def _ask_program(self, question: Question) -> Any:
        """Send a question to the program, and return its action; None if it may decline to act and does.

        If the protocol cannot express the question, returns the game's fallback action, or None if the bot need not
        act. Raises

        - IllegalAction if the action is not legal,
        - NotationError if the answer cannot be read, or if the bot has to act and takes no action,
        - PipeTimeout or ProcessEnded if the program gives no answer,
        - UnknownName if a Python bot cannot be loaded, OSError if the program cannot be started,
        - _GivenUp if the program is no longer started.
        """
        asked = self._protocol.encode_question(question)
        if asked is None:
            return question.game.fallback(question.view, question.seat) if question.must else None
        seconds = (question.limit + (EXTRA_FIRST_LIMIT if self._pipe is None else 0)) / 1000
        line = self._running_pipe().ask(asked, seconds, last=self._protocol.once)
        if self._protocol.once:
            self.close()
        action = self._decode_answer(question, line)
        if action is None and question.must:
            raise NotationError("no_action", text=line.decode("utf-8", "replace").strip()[:80])
        if action is not None:
            question.game.check(question.view, question.seat, action)
        return action

    def _decode_answer(self, question: Question, line: bytes) -> Any:
        """Decode an answer, and remember that the program has answered at least once (``MOST_LOST_PROCESSES``).

        An unreadable answer counts as an answer, too.
        """
        try:
            action = self._protocol.decode_answer(question, line)
        except NotationError:
            self._answered = True
            raise
        self._answered = True
        return action

    def _running_pipe(self) -> SubprocessPipe:
        if self._lost >= (MOST_LOST_PROCESSES if self._answered else 1):
            raise _GivenUp
        if self._pipe is None:
            self._pipe = SubprocessPipe(self._program.command, quiet=self._limits.quiet)
        return self._pipe

    def _end_process_with_fault(self, code: str, kind: Kind, why: PaijuError | str = "") -> None:
        """End the process because of a fault, and record the fault.

        If the program has never answered, and ``BotLimits.must_start`` is set, raise BotNotStarted with the error code
        ``code`` instead of recording the fault.
        """
        self.close()
        if self._limits.must_start and not self._answered:
            raise BotNotStarted(code, bot=self.name, why=why)
        self._lost += 1
        self._record_fault(kind, str(why))

    def _record_fault(self, kind: Kind, why: str = "") -> None:
        self.faults[kind] += 1
        if self._limits.on_fault is not None and self.faults[kind] <= (1 if kind == "gone" else MOST_REPORTED):
            self._limits.on_fault(BotFault(self.name, kind, why))

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle_bot, (self._program, self._limits)


class _GivenUp(Exception):
    """The bot was given up: its program is not started again."""


@cache
def _unpickle_bot(program: BotCommand, limits: BotLimits) -> ExternalBot:
    """Return the bot with this program and these limits. Unpickling an ``ExternalBot`` calls this function.

    Within a process, equal arguments always give the same object, so each process runs the program only once.
    """
    return ExternalBot(program, limits)


def count_faults(bot: Bot) -> Counter[str]:
    """Return the number of faults of a bot so far, by kind. Built-in bots have none."""
    return Counter(bot.faults) if isinstance(bot, ExternalBot) else Counter()


class ProtocolFactory(Struct, frozen=True):
    """A callable that creates the protocol of a bot, and that can be pickled.

    The protocol is one of these:

    - The class with the import path ``dialect``, if this is not empty. It is a protocol of another site, such as
      Botzone's, which the family supports (a *dialect* of the family).
    - Otherwise ``PythonBotProtocol``, if ``to_python`` is true.
    - Otherwise ``JsonProtocol``.
    """

    family: str
    dialect: str = ""
    to_python: bool = False

    def __call__(self) -> BotProtocol:
        """Return a new protocol."""
        if not self.dialect:
            return PythonBotProtocol(self.family) if self.to_python else JsonProtocol(self.family)
        speech: BotProtocol = load_object(self.dialect)()
        return speech


EXEC: Final = "exec"
REPORT: Final = "--report"
"""The option with which the process of a Python bot reports to paiju that the bot cannot be loaded.

With this option, the process writes the reason as its answer. Without it, the process writes the reason to
standard error.
"""


def is_external(spec: str) -> bool:
    """Whether ``spec`` names an external bot (a program, a file or a module attribute) rather than a built-in one."""
    return ":" in spec or spec.endswith(".py")


def external_bot(spec: str, family: Family, limits: BotLimits) -> ExternalBot:
    """Return a bot for ``exec:COMMAND``, ``DIALECT:COMMAND``, ``FILE.py[:NAME]`` or ``MODULE:NAME``.

    The program of the bot starts at the first question. Raises UnknownName if the program does not exist, and
    NotationError if the quotation marks in a command do not match.
    """
    head, _, rest = spec.partition(":")
    if head == EXEC or head in family.dialects:
        make_protocol = ProtocolFactory(family.name, family.dialects.get(head, ""))
        return ExternalBot(BotCommand(spec, _split_command(rest), make_protocol), limits)
    place = spec.rpartition(":")[0] or spec
    if place.endswith(".py") and not Path(place).is_file():
        raise UnknownName("no_program", name=place, known="")
    reports = (REPORT,) if limits.must_start else ()
    command = (sys.executable, "-m", "paiju.bots.bot_process_main", *reports, spec)
    return ExternalBot(BotCommand(spec, command, ProtocolFactory(family.name, to_python=True)), limits)


def _split_command(typed: str) -> tuple[str, ...]:
    """Split a command into the program and its arguments, as a shell does.

    Raises UnknownName if the program does not exist, and NotationError if the quotation marks do not match.
    """
    try:
        words = tuple(shlex.split(typed))
    except ValueError as error:
        raise NotationError("bad_command", text=typed, why=str(error)) from error
    if not words or shutil.which(words[0]) is None:
        raise UnknownName("no_program", name=words[0] if words else "", known="")
    return words
