"""The questions that a seat answers with yes or no (DDZ-3.6 to 3.8, 7.7, 7.8).

This module declares each question once for all of paiju: its answers in the notation of actions, the codes of its
texts, its key in the terminal, the effect of a yes on the stake, and its number in the batch engine. A question with
``asked`` has its own phase. Both engines, the features, the bots and the guide read these questions from
``PHASE_QUESTIONS``. ``docs/how-to/change-a-rule.md`` says what else a new question needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from paiju.core.seats import Seat, replace_at, seats_from
from paiju.games.doudizhu.actions import Choose
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import PublicState

CALLED_BASE: Final = 1
"""The base of a hand in which seats call and rob instead of bidding points (DDZ-3.7, 3.8)."""


Side = Literal["landlord", "farmers", "all"]


class Asked(NamedTuple):
    """The seats that are asked a question with its own phase. They are asked in playing order, from the landlord on."""

    side: Side
    clause: str
    """The clause of the rulebook."""
    replies_to: str = ""
    """The code (``what``) of the earlier question to which this question is a reply; "" if it is a reply to none.

    If it is a reply, a seat is asked only if one of its opponents said yes to the earlier question. A yes to the
    reply counts only against these opponents.
    """


class YesNoQuestion(NamedTuple):
    """A yes-or-no question. An answer is the action ``Choose(what, yes)``.

    The locale keys of the question are ``ask.<what>``, ``action.<what>``, ``action.no_<what>``, ``event.<event>`` and
    ``event.not_<event>``.
    """

    what: str
    notation: str
    """The notation of the answer yes. The notation of the answer no is the same with ``no-`` before it."""
    event: str
    raises: Callable[[PublicState, Seat], PublicState] | None = None
    """Function that returns the public state after a seat said yes; None if a yes does not raise the stake."""
    tip: str = ""
    """The last part of the locale key ``tip.<tip>`` of a beginner's tip; empty if there is no tip."""
    terminal_key: str = "y"
    """The key for yes in the terminal. The key for no is N."""
    factor: int = 1
    """The factor by which a yes multiplies what the seat and each of its opponents settle (DDZ-7.8)."""
    applies: Callable[[Rules], bool] = lambda rules: True
    """A function that says whether a ruleset has the question.

    It is read only for two kinds of question: those with their own phase, and the questions whether to double
    (``DOUBLES``).
    """
    asked: Asked | None = None
    """The seats that are asked, if the question has its own phase; otherwise None."""


def _make_double_effect(factor: int) -> Callable[[PublicState, Seat], PublicState]:
    return lambda public, seat: with_doubles(public, replace_at(factors_of_doubles(public), seat, factor))


OPEN: Final = YesNoQuestion("open", "open", "opened")
CALL: Final = YesNoQuestion(
    "call", "call", "called", lambda public, seat: replace(public, base=CALLED_BASE, landlord=seat), tip="call"
)
ROB: Final = YesNoQuestion(
    "rob", "rob", "robbed", lambda public, seat: replace(public, robs=public.robs + 1, landlord=seat), tip="rob"
)
KICK: Final = YesNoQuestion(
    "kick", "kick", "kicked", lambda public, seat: replace(public, kicked=replace_at(public.kicked, seat, True))
)
BACK: Final = YesNoQuestion("back", "kick-back", "kicked_back", lambda public, seat: replace(public, kicked_back=True))
DOUBLE: Final = YesNoQuestion("double", "double", "doubled", _make_double_effect(2), tip="double", factor=2)

SUPER_DOUBLE: Final = YesNoQuestion(
    "super_double",
    "super-double",
    "super_doubled",
    _make_double_effect(4),
    terminal_key="s",
    factor=4,
    applies=lambda rules: rules.super_double,
)

DOUBLES: Final = (DOUBLE, SUPER_DOUBLE)
"""The questions whether to double, with the lowest factor first.

If a ruleset has several of them, a seat may say yes to only one (DDZ-7.8).
"""


def _make_phase_question(
    what: str, event: str, applies: Callable[[Rules], bool], asked: Asked, *, factor: int = 2
) -> YesNoQuestion:
    """Return a question with its own phase. ``factor`` is the factor of a yes (``YesNoQuestion.factor``)."""
    return YesNoQuestion(
        what,
        what.replace("_", "-"),
        event,
        lambda public, seat: with_agreement(public, what, seat),
        factor=factor,
        applies=applies,
        asked=asked,
    )


REDOUBLE: Final = _make_phase_question(
    "redouble",
    "redoubled",
    lambda rules: rules.double and rules.redouble,
    Asked("landlord", "7.8", replies_to=DOUBLE.what),
)

PHASE_QUESTIONS: Final = (REDOUBLE,)
"""The questions that have their own phase. ``phases.STAGES`` says when each of them is asked."""
QUESTIONS: Final = {question.what: question for question in (OPEN, CALL, ROB, KICK, BACK, *DOUBLES, *PHASE_QUESTIONS)}
"""All questions, by their code ``what``."""


def double_questions(rules: Rules) -> tuple[YesNoQuestion, ...]:
    """Return the questions whether to double that a ruleset has, with the lowest factor first."""
    return tuple(double for double in DOUBLES if double.applies(rules))


def double_with_factor(factor: int) -> YesNoQuestion:
    """Return the question whether to double with this factor."""
    return next(double for double in DOUBLES if double.factor == factor)


def choice_number(choice: Choose) -> int:
    """Return the number of an answer in the batch engine.

    - 0: no
    - 1: yes to any question except a higher double
    - 2 and above: yes to a higher double, in the order of ``DOUBLES`` (2 is a super double)
    """
    question = QUESTIONS[choice.what]
    return (1 + DOUBLES.index(question) if question in DOUBLES else 1) if choice.yes else 0


def factors_of_doubles(public: PublicState) -> tuple[int, ...]:
    """Return the factor of each seat's double; 1 if it has not doubled."""
    return public.double_factors or tuple(DOUBLE.factor if yes else 1 for yes in public.doubled)


def with_doubles(public: PublicState, factors: tuple[int, ...]) -> PublicState:
    """Return a copy of the public state with ``factors``: for each seat, the factor by which the seat has doubled.

    The factor 1 means that the seat has not doubled.
    """
    higher = factors if max(factors) > DOUBLE.factor else ()
    return replace(public, doubled=tuple(factor > 1 for factor in factors), double_factors=higher)


def seats_that_agreed(public: PublicState, what: str) -> tuple[Seat, ...]:
    """Return the seats that said yes to the question ``what``: a question with its own phase, or ``DOUBLE``.

    A yes to a higher double also counts as a yes to ``DOUBLE``.
    """
    if what == DOUBLE.what:
        return tuple(seat for seat, yes in enumerate(public.doubled) if yes)
    return dict(public.agreed).get(what, ())


def with_agreement(public: PublicState, what: str, seat: Seat) -> PublicState:
    """Return the public state after a seat said yes to the question ``what``.

    The question must be one of those that have a phase of their own.
    """
    agreed = dict(public.agreed)
    agreed[what] = (*agreed.get(what, ()), seat)
    return replace(public, agreed=tuple(agreed.items()))


def seats_asked(public: PublicState, question: YesNoQuestion) -> tuple[Seat, ...]:
    """Return the seats that are asked a question, in playing order from the landlord on.

    The question must have its own phase.
    """
    landlord = public.landlord
    assert landlord is not None
    assert question.asked is not None
    order = seats_from(landlord, len(public.counts))
    asked = {"landlord": order[:1], "farmers": order[1:], "all": order}[question.asked.side]
    return tuple(seat for seat in asked if any(affects_settlement(public, question, seat, other) for other in order))


def affects_settlement(public: PublicState, question: YesNoQuestion, seat: Seat, other: Seat) -> bool:
    """Return whether a seat's yes to a question changes the points that the seat settles with ``other``.

    The question must be one that has its own phase; for any other question, the result is False.
    """
    if (seat == public.landlord) == (other == public.landlord) or question.asked is None:
        return False
    question_code = question.asked.replies_to
    return not question_code or other in seats_that_agreed(public, question_code)
