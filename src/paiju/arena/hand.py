"""Playing one deal: the hand up to where the seatings begin, and then once with each seating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.arena.seating import Seating, seatings
from paiju.bots.base import Bot, Seated, asking
from paiju.core.account import Outcome
from paiju.core.deal import draw_deal, hand_seed
from paiju.core.family import Casting
from paiju.core.game import AnyGame
from paiju.core.run import Asked, run
from paiju.core.seats import Seat

MOST_REDEALS: Final = 200
"""Where only the play counts, a deal that nobody plays is dealt anew; nobody deals more often than this."""


Groups = Sequence[Sequence[Seat]]
"""Seats that one bot plays, or none of them."""


class Played(NamedTuple):
    """One hand: who sat where, how it ended, and each seat's role."""

    seating: Seating
    outcome: Outcome
    roles: tuple[str, ...]


class Terms(NamedTuple):
    """What the hands of a match have in common. ``opener`` plays what comes before the seatings, if only the play counts."""

    game: AnyGame
    casting: Casting
    bots: tuple[Bot, Bot]
    opener: Bot | None
    seed: int


def play_deal(terms: Terms, number: int) -> tuple[Played, ...]:
    """Every hand of one deal. It follows from the seed and the number alone."""
    if terms.opener is None:
        state = _dealt(terms, number, 0)
        groups: Groups = terms.casting.teams(terms.game)
    else:
        state = _opened(terms, number, terms.opener)
        groups = terms.casting.sides(terms.game, state)
    return tuple(
        _play(terms, state, seating, f"{terms.seed}:{number}:{at}") for at, seating in enumerate(seatings(groups))
    )


def _dealt(terms: Terms, number: int, again: int) -> Any:
    """A hand before anything has happened."""
    match = terms.game.new_match()
    seed = hand_seed(str(terms.seed).encode(), "arena", number, (again.to_bytes(2, "big"),))
    return terms.game.start(match, draw_deal(terms.game.plan(match), seed))


def _opened(terms: Terms, number: int, opener: Bot) -> Any:
    """A hand that has come to the play, the first of this deal and its redeals that does."""
    game = terms.game
    for again in range(MOST_REDEALS):
        start = _dealt(terms, number, again)
        for state in _states(game, start, [opener] * game.seats, f"{terms.seed}:{number}:opening:{again}"):
            if game.to_act(state) and terms.casting.in_play(state):
                return state
    raise AssertionError("no deal is played")


def _play(terms: Terms, state: Any, seating: Seating, name: str) -> Played:
    game = terms.game
    *_, end = _states(game, state, [terms.bots[bot] for bot in seating], name)
    outcome = game.outcome(end)
    assert outcome is not None
    return Played(seating, outcome, tuple(terms.casting.role(end, seat) for seat in range(game.seats)))


def _states(game: AnyGame, state: Any, bots: Sequence[Bot], name: str) -> Iterator[Any]:
    """The states of a hand from this one on. Each seat has its own chance, by its name; what a bot does is checked."""
    ask = asking(game, {seat: Seated(bot, Random(f"{name}:{seat}")) for seat, bot in enumerate(bots)})

    def checked(state: Any, asked: Asked) -> Any:
        action = ask(state, asked)
        if asked.must or action is not None:
            game.check(state, asked.seat, action)
        return action

    yield state
    yield from (move.step.state for move in run(game, state, checked))
