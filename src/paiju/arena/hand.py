"""Playing one deal: the hand up to where the seatings begin, and then once with each seating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.arena.seating import Seating, seatings
from paiju.bots.base import Bot, unasked
from paiju.bots.casting import Casting
from paiju.core.account import Outcome
from paiju.core.deal import draw_deal, hand_seed
from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat

MOST_REDEALS: Final = 200
"""Where only the play counts, a deal that nobody plays is dealt anew; nobody deals more often than this."""


Groups = Sequence[Sequence[Seat]]
"""Seats that one bot plays, or none of them."""


class Played(NamedTuple):
    """One hand: who sat where, how it ended, and each seat's role."""

    seating: Seating
    outcome: Outcome
    roles: tuple[str, ...]


class Table(NamedTuple):
    """What the hands of a match have in common. ``opener`` plays what comes before the seatings, if only the play counts."""

    game: AnyGame
    casting: Casting
    bots: tuple[Bot, Bot]
    opener: Bot | None
    seed: int


def play_deal(table: Table, number: int) -> tuple[Played, ...]:
    """Every hand of one deal. It follows from the seed and the number alone."""
    if table.opener is None:
        state = _dealt(table, number, 0)
        groups: Groups = table.casting.teams(table.game)
    else:
        state = _opened(table, number, table.opener)
        groups = _by_role(table, state)
    return tuple(
        _play(table, state, seating, f"{table.seed}:{number}:{at}") for at, seating in enumerate(seatings(groups))
    )


def _dealt(table: Table, number: int, again: int) -> Any:
    """A hand before anything has happened."""
    match = table.game.new_match()
    seed = hand_seed(str(table.seed).encode(), "arena", number, (again.to_bytes(2, "big"),))
    return table.game.start(match, draw_deal(table.game.plan(match), seed))


def _opened(table: Table, number: int, opener: Bot) -> Any:
    """A hand that has come to the play, the first of this deal and its redeals that does."""
    game = table.game
    for again in range(MOST_REDEALS):
        state = _dealt(table, number, again)
        randoms = _randoms(game, f"{table.seed}:{number}:opening:{again}")
        state = _played_on(game, state, [opener] * game.seats, randoms, until=table.casting.in_play)
        if game.to_act(state):
            return state
    raise AssertionError("no deal is played")


def _by_role(table: Table, state: Any) -> Groups:
    """The seats of each role; the teams where there are no roles."""
    groups: dict[str, list[Seat]] = {}
    for seat in range(table.game.seats):
        groups.setdefault(table.casting.role(state, seat), []).append(seat)
    return list(groups.values()) if len(groups) > 1 else table.casting.teams(table.game)


def _play(table: Table, state: Any, seating: Seating, name: str) -> Played:
    game = table.game
    bots = [table.bots[bot] for bot in seating]
    end = _played_on(game, state, bots, _randoms(game, name))
    outcome = game.outcome(end)
    assert outcome is not None
    return Played(seating, outcome, tuple(table.casting.role(end, seat) for seat in range(game.seats)))


def _randoms(game: AnyGame, name: str) -> tuple[Random, ...]:
    """Each seat's own chance."""
    return tuple(Random(f"{name}:{seat}") for seat in range(game.seats))


def _played_on(
    game: AnyGame,
    state: Any,
    bots: Sequence[Bot],
    randoms: Sequence[Random],
    until: Callable[[Any], bool] = lambda _state: False,
) -> Any:
    """The state at the end of the hand, or as soon as a condition holds."""
    while (seats := game.to_act(state)) and not until(state):
        if seats == (DEALER,):
            state = _unasked(game, state, bots, randoms) or game.step(state, DEALER, game.legal(state, DEALER)[0]).state
        else:
            seat = seats[0]
            view = game.view(state, seat)
            state = game.act(state, seat, bots[seat](game, view, seat, game.legal(view, seat), randoms[seat])).state
    return state


def _unasked(game: AnyGame, state: Any, bots: Sequence[Bot], randoms: Sequence[Random]) -> Any | None:
    """The state after somebody acts who may but need not."""
    for seat in game.may_act(state):
        action = unasked(bots[seat], game, game.view(state, seat), seat, randoms[seat])
        if action is not None:
            return game.act(state, seat, action).state
    return None
