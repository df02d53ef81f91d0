"""The questions that a seat answers with yes or no, declared once for every part of paiju (DDZ-3.6 to 3.8, 7.7, 7.8).

Phases ask them, and what follows from a question is read from here: its place in the notation of actions, its texts, its key
in the terminal, what a yes makes of the stake, and its number in the batch engine. ``docs/how-to/change-a-rule.md`` says
what else a new question needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from paiju.core.seats import Seat, replace_at
from paiju.games.doudizhu.state import PublicState

CALLED: Final = 1
"""The base of a hand with calls instead of bids (DDZ-3.7, 3.8)."""


class YesNoQuestion(NamedTuple):
    """A question of which ``Choose(what, yes)`` is the answer.

    Its texts are ``ask.<what>``, ``action.<what>``, ``action.no_<what>``, ``event.<event>`` and ``event.not_<event>``.
    """

    what: str
    word: str
    """The answer yes in the notation of actions; with ``no-`` before it, the answer no."""
    event: str
    raises: Callable[[PublicState, Seat], PublicState] | None = None
    """What a yes of a seat makes of the public state; None if no stake stands that a yes could raise."""
    tip: str = ""
    """The beginner's tip ``tip.<tip>``; "" for none."""
    key: str = "y"
    """The key for yes in the terminal; the key for no is N."""


OPEN: Final = YesNoQuestion("open", "open", "opened")
CALL: Final = YesNoQuestion(
    "call", "call", "called", lambda public, seat: replace(public, base=CALLED, landlord=seat), tip="call"
)
ROB: Final = YesNoQuestion(
    "rob", "rob", "robbed", lambda public, seat: replace(public, robs=public.robs + 1, landlord=seat), tip="rob"
)
KICK: Final = YesNoQuestion(
    "kick", "kick", "kicked", lambda public, seat: replace(public, kicked=replace_at(public.kicked, seat, True))
)
BACK: Final = YesNoQuestion("back", "kick-back", "kicked_back", lambda public, seat: replace(public, kicked_back=True))
DOUBLE: Final = YesNoQuestion(
    "double",
    "double",
    "doubled",
    lambda public, seat: replace(public, doubled=replace_at(public.doubled, seat, True)),
    tip="double",
)

QUESTIONS: Final = {question.what: question for question in (OPEN, CALL, ROB, KICK, BACK, DOUBLE)}
"""All questions by ``what``."""
