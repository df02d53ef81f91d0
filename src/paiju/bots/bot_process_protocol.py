"""The protocol between paiju and the process of a bot: JSON, one object per line.

``docs/reference/bot-protocol.md`` describes it for authors of bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from paiju.core.codec import from_plain, to_json
from paiju.core.errors import NotationError, UnknownName
from paiju.core.game import AnyGame
from paiju.core.seats import Seat

VERSION: Final = 1
"""The version of the protocol."""

MOST_LISTED: Final = 500
"""The largest number of legal actions that a question lists.

A bot may also answer with a legal action that is not listed, written in the game's notation
(``BotAnswer.action``).
"""


class Question(NamedTuple):
    """A decision that a bot is asked to make.

    ``limit`` is the time limit in milliseconds. If ``must`` is true, the bot has to act; otherwise it may act or not.
    """

    game: AnyGame
    view: Any
    seat: Seat
    legal: Sequence[Any]
    random: Random
    must: bool
    limit: int


class BotProtocol(Protocol):
    """Encodes questions and decodes answers for one kind of bot process."""

    once: bool
    """Whether each process answers a single question, so that the next question needs a new process."""

    def encode_question(self, question: Question) -> bytes | None:
        """Return the line to send; None if the protocol cannot express the question."""

    def decode_answer(self, question: Question, line: bytes) -> Any:
        """Return the action that an answer stands for, or None if the bot takes no action.

        Raises NotationError if the answer is unreadable.
        """


class BotAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of a bot.

    ``choice`` is the index of the chosen action in the question's list of legal actions. If ``choice`` is null or
    missing, ``action`` is the action itself: a string in the game's notation, or a JSON object of the same form as the
    actions in a view. If both are null or missing, the bot takes no action.
    """

    choice: int | None = None
    action: str | dict[str, Any] | None = None


_answers: Final = msgspec.json.Decoder(BotAnswer)


class JsonProtocol:
    """paiju's own protocol (``docs/reference/bot-protocol.md``).

    ``lists`` says whether a question lists the legal actions. Python bots need no list, because they derive the legal
    actions from the rules.
    """

    once = False

    def __init__(self, family: str, *, lists: bool = True) -> None:
        self._family = family
        self._lists = lists
        self._game: AnyGame | None = None
        self._rules = msgspec.Raw()

    def encode_question(self, question: Question) -> bytes:
        game, legal = question.game, question.legal
        if game is not self._game:
            self._game, self._rules = game, msgspec.Raw(to_json(game.rules))
        listed = {"legal": [game.format_action(one) for one in islice(legal, MOST_LISTED)]} if self._lists else {}
        message = {
            "version": VERSION,
            "family": self._family,
            "seat": question.seat,
            "must": question.must,
            "limit": question.limit,
            "chance": question.random.getrandbits(53),
            "count": len(legal),
            **listed,
            "view": question.view,
            "rules": self._rules,
        }
        return to_json(message) + b"\n"

    def decode_answer(self, question: Question, line: bytes) -> Any:
        try:
            answer = _answers.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NotationError("bad_json", reason=str(error)) from error
        if answer.choice is not None:
            if not 0 <= answer.choice < len(question.legal):
                raise NotationError("no_such_choice", text=str(answer.choice), count=len(question.legal))
            return question.legal[answer.choice]
        if isinstance(answer.action, str):
            return question.game.parse_action(answer.action)
        if answer.action is None:
            return None
        return from_plain(answer.action, question.game.action_type)


class LoadFailure(msgspec.Struct):
    """Reports that a Python bot cannot be loaded: the code and details of an UnknownName."""

    code: str
    details: dict[str, str]


class PythonBotProtocol(JsonProtocol):
    """The protocol for Python bots: a ``JsonProtocol`` whose questions do not contain the legal actions.

    If a bot cannot be loaded, its process answers with a ``LoadFailure``.
    """

    def __init__(self, family: str) -> None:
        super().__init__(family, lists=False)

    def decode_answer(self, question: Question, line: bytes) -> Any:
        """Return the action that an answer stands for, or None if the bot takes no action.

        Raises UnknownName if the bot cannot be loaded, and NotationError if the answer cannot be read.
        """
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            failure = _failures.decode(line)
            raise UnknownName(failure.code, **failure.details)
        return super().decode_answer(question, line)


_failures: Final = msgspec.json.Decoder(LoadFailure)
