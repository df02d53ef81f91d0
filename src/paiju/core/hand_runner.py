"""Running a hand: which seat acts next, and what follows from its action.

All players of hands use it: bots in the arena, the terminal, the room's bots and the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame, Step
from paiju.core.seats import DEALER, Seat


class SeatDecision(NamedTuple):
    """A seat that is asked; ``must``: the game waits for it. One that only may act can do nothing and let the game go on."""

    seat: Seat
    must: bool


class PlayedMove(NamedTuple):
    """One action in a hand: the state before it, who did what, and what it led to."""

    before: Any
    seat: Seat
    action: Any
    step: Step[Any, Any]


Ask = Callable[[Any, SeatDecision], Any]
"""``ask(state, asked)``: what a seat (or DEALER) does, a legal action; None for nothing."""

Order = Callable[[AnyGame, Any], Iterable[SeatDecision]]
"""Who is asked in a state, one after another, until one of them acts."""


def first_in_turn(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
    """Before DEALER goes on, those who may act unasked; where players must act, they alone. Ascending."""
    must = game.to_act(state)
    if must == (DEALER,):
        yield from (SeatDecision(seat, must=False) for seat in game.may_act(state))
    yield from (SeatDecision(seat, must=True) for seat in must)


def seats_asked(seats: Collection[Seat]) -> Order:
    """The same, but of the players these alone."""

    def order(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
        return (asked for asked in first_in_turn(game, state) if asked.seat == DEALER or asked.seat in seats)

    def of_the_dealer(game: AnyGame, state: Any) -> Iterator[SeatDecision]:
        """Who may act need not be found, which takes time."""
        return (SeatDecision(seat, must=True) for seat in game.to_act(state) if seat == DEALER)

    return order if seats else of_the_dealer


def first_unasked_action(game: AnyGame, state: Any, ask: Ask, order: Order = first_in_turn) -> tuple[Seat, Any] | None:
    """The first seat that does something, and what; None if nobody does, as at the end of a hand."""
    for asked in order(game, state):
        action = ask(state, asked)
        if action is not None:
            return asked.seat, action
    return None


def with_checks(game: AnyGame, ask: Ask) -> Ask:
    """The same, held to the rules, where those who are asked are not to be trusted. What it returns raises IllegalAction."""

    def legally(state: Any, asked: SeatDecision) -> Any:
        action = ask(state, asked)
        if asked.seat != DEALER and (asked.must or action is not None):
            game.check(state, asked.seat, action)
        return action

    return legally


def run_hand(game: AnyGame, state: Any, ask: Ask, order: Order = first_in_turn) -> Iterator[PlayedMove]:
    """Yield the moves of a hand from a state to its end. Does not check them."""
    while (word := first_unasked_action(game, state, ask, order)) is not None:
        step = game.step(state, *word)
        yield PlayedMove(state, *word, step)
        state = step.state


@lru_cache(maxsize=1 << 10)
def first_question(game: AnyGame) -> Any | None:
    """The state in which all are asked before anything is dealt; its deal means nothing. None: nothing is asked so early."""
    match = game.new_match()
    state = game.start(match, draw_deal(game.plan(match), bytes(32)))
    return state if game.is_window_optional(state) else None


def predeal_answers(game: AnyGame) -> tuple[Any, ...]:
    """What may be said before the deal, beside the fallback. It is the same for every seat."""
    state = first_question(game)
    if state is None:
        return ()
    seat = game.to_act(state)[0]
    silence = game.fallback(state, seat)
    return tuple(action for action in game.legal(state, seat) if action != silence)
