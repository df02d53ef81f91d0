"""Runs a hand: asks the seats in turn and applies their actions.

The arena, the terminal, the server's bots and the tests use this module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame, Step
from paiju.core.seats import DEALER, Seat


class SeatDecision(NamedTuple):
    """A seat that is asked for an action.

    If ``must`` is true, the game waits for the action. Otherwise the seat need not act.
    """

    seat: Seat
    must: bool


class PlayedMove(NamedTuple):
    """One action of a hand: the state before the action, the seat, the action, and the step.

    The step has the state after the action.
    """

    before: Any
    seat: Seat
    action: Any
    step: Step[Any, Any]


Ask = Callable[[Any, SeatDecision], Any]
"""``ask(state, asked)`` returns a legal action of ``asked.seat``, which may be DEALER; None if it does not act."""

Order = Callable[[AnyGame, Any], Iterable[SeatDecision]]
"""``order(game, state)`` returns the seats in the order in which they are asked.

Seats are asked until one of them acts.
"""


def pending_decisions(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
    """Yield the seats that must act, in ascending order.

    If DEALER must act, first yield the seats that may act but need not.
    """
    must = game.to_act(state)
    if must == (DEALER,):
        yield from (SeatDecision(seat, must=False) for seat in game.may_act(state))
    yield from (SeatDecision(seat, must=True) for seat in must)


def order_asking_only(seats: Collection[Seat]) -> Order:
    """Return an order that asks only the given seats and DEALER."""

    def order(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
        return (asked for asked in pending_decisions(game, state) if asked.seat == DEALER or asked.seat in seats)

    def dealer_decisions(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
        """Yield the decision of DEALER if DEALER must act. Does not search for seats that may act, which is slow."""
        return (SeatDecision(seat, must=True) for seat in game.to_act(state) if seat == DEALER)

    return order if seats else dealer_decisions


def next_action(game: AnyGame, state: Any, ask: Ask, order: Order = pending_decisions) -> tuple[Seat, Any] | None:
    """Ask the seats in order until one of them acts, and return this seat and its action; None if no seat acts."""
    for asked in order(game, state):
        action = ask(state, asked)
        if action is not None:
            return asked.seat, action
    return None


def with_checks(game: AnyGame, ask: Ask) -> Ask:
    """Return an ``ask`` that calls the given ``ask``, and raises IllegalAction if the answer is illegal.

    Actions of DEALER are not checked. The answer None is illegal if the seat must act.
    """

    def ask_and_check(state: Any, asked: SeatDecision) -> Any:
        action = ask(state, asked)
        if asked.seat != DEALER and (asked.must or action is not None):
            game.check(state, asked.seat, action)
        return action

    return ask_and_check


def run_hand(game: AnyGame, state: Any, ask: Ask, order: Order = pending_decisions) -> Iterator[PlayedMove]:
    """Continue a hand from ``state`` and yield each move, until the hand ends or no seat acts.

    ``ask`` chooses the actions. ``order`` determines which seats are asked, and in which order. Whether the actions are
    legal is not checked; ``with_checks`` adds a check.
    """
    while (word := next_action(game, state, ask, order)) is not None:
        step = game.step(state, *word)
        yield PlayedMove(state, *word, step)
        state = step.state


@lru_cache(maxsize=1 << 10)
def predeal_question_state(game: AnyGame) -> Any | None:
    """Return the state in which all seats are asked a question before the deal; None if the game asks no such question.

    The state contains a placeholder instead of a real deal.
    """
    match = game.new_match()
    state = game.start(match, draw_deal(game.deal_plan(match), bytes(32)))
    return state if game.is_window_optional(state) else None


def possible_predeal_answers(game: AnyGame) -> tuple[Any, ...]:
    """Return the possible answers to the question before the deal, except the fallback.

    The answers are the same for every seat.
    """
    state = predeal_question_state(game)
    if state is None:
        return ()
    seat = game.to_act(state)[0]
    silence = game.fallback(state, seat)
    return tuple(action for action in game.legal(state, seat) if action != silence)
