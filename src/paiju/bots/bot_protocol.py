"""What is said to a bot in a process of its own, and how its answers are read: JSON, one object a line.

``docs/reference/bot-protocol.md`` describes it for those who write bots.
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
"""Of what is said."""

LISTED: Final = 500
"""So many legal actions are listed at most; a bot may answer with any other, as text."""


class Question(NamedTuple):
    """What a bot is asked. ``limit`` in milliseconds; ``must``: it cannot do nothing."""

    game: AnyGame
    view: Any
    seat: Seat
    legal: Sequence[Any]
    random: Random
    must: bool
    limit: int


class BotProtocol(Protocol):
    """A language that programs speak."""

    once: bool
    """Whether a process answers one question only."""

    def encode_question(self, question: Question) -> bytes | None:
        """The line to say; None where this language has no word for the question."""

    def decode_answer(self, question: Question, line: bytes) -> Any:
        """The action that was answered; None for nothing. Raises NotationError."""


class BotAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """``choice`` counts in the list that was sent, from 0; ``action`` is text, or JSON as in the view; null for nothing."""

    choice: int | None = None
    action: str | dict[str, Any] | None = None


_answers: Final = msgspec.json.Decoder(BotAnswer)


class JsonProtocol:
    """The language of paiju. ``lists``: whether the legal actions are listed; a bot in Python knows the rules itself."""

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
        listed = {"legal": [game.format_action(one) for one in islice(legal, LISTED)]} if self._lists else {}
        told = {
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
        return to_json(told) + b"\n"

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


class Failure(msgspec.Struct):
    """Why a bot in Python cannot be loaded: the code and details of an UnknownName."""

    code: str
    details: dict[str, str]


class ToPython(JsonProtocol):
    """The language of paiju as a bot in Python speaks it: it knows the rules itself, and says if it cannot be loaded."""

    def __init__(self, family: str) -> None:
        super().__init__(family, lists=False)

    def decode_answer(self, question: Question, line: bytes) -> Any:
        """Decode the bot's answer. Raises UnknownName if the bot could not be loaded."""
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            failure = _failures.decode(line)
            raise UnknownName(failure.code, **failure.details)
        return super().decode_answer(question, line)


_failures: Final = msgspec.json.Decoder(Failure)
