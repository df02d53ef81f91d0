"""Playing one deal: the hand up to where the seatings begin, and then once with each seating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.arena.seating import Seating, seatings
from paiju.bots.base import Bot, Seated, asking
from paiju.core.account import Outcome
from paiju.core.deal import Deal, draw_deal, hand_seed
from paiju.core.family import Casting
from paiju.core.game import AnyGame
from paiju.core.run import Asked, Move, run
from paiju.core.seats import Seat
from paiju.records import RecordedHand, written_hand

MOST_REDEALS: Final = 200
"""Where only the play counts, a deal that nobody plays is dealt anew; nobody deals more often than this."""


Groups = Sequence[Sequence[Seat]]
"""Seats that one bot plays, or none of them."""


class Played(NamedTuple):
    """One hand: who sat where, how it ended, each seat's role, and its record, if it is wanted."""

    seating: Seating
    outcome: Outcome
    roles: tuple[str, ...]
    record: RecordedHand | None = None


class Begun(NamedTuple):
    """A hand as the seatings take it up: its deal, where it has come to, and by which moves."""

    deal: Deal
    state: Any
    moves: tuple[Move, ...] = ()


class Terms(NamedTuple):
    """What the hands of a match have in common. ``opener`` plays what comes before the seatings, if only the play counts."""

    game: AnyGame
    casting: Casting
    bots: tuple[Bot, Bot]
    opener: Bot | None
    seed: int
    recorded: bool = False


def play_deal(terms: Terms, number: int) -> tuple[Played, ...]:
    """Every hand of one deal. It follows from the seed and the number alone."""
    if terms.opener is None:
        begun = _dealt(terms, number, 0)
        groups: Groups = terms.casting.teams(terms.game)
    else:
        begun = _opened(terms, number, terms.opener)
        groups = terms.casting.sides(terms.game, begun.state)
    return tuple(
        _play(terms, begun, seating, f"{terms.seed}:{number}:{at}") for at, seating in enumerate(seatings(groups))
    )


def _dealt(terms: Terms, number: int, again: int) -> Begun:
    """A hand before anything has happened."""
    match = terms.game.new_match()
    seed = hand_seed(str(terms.seed).encode(), "arena", number, (again.to_bytes(2, "big"),))
    deal = draw_deal(terms.game.plan(match), seed)
    return Begun(deal, terms.game.start(match, deal))


def _opened(terms: Terms, number: int, opener: Bot) -> Begun:
    """A hand that has come to the play, the first of this deal and its redeals that does."""
    game = terms.game
    for again in range(MOST_REDEALS):
        begun = _dealt(terms, number, again)
        moves: list[Move] = []
        for move in _moves(game, begun.state, [opener] * game.seats, f"{terms.seed}:{number}:opening:{again}"):
            if game.to_act(move.before) and terms.casting.in_play(move.before):
                return Begun(begun.deal, move.before, tuple(moves))
            moves.append(move)
    raise AssertionError("no deal is played")


def _play(terms: Terms, begun: Begun, seating: Seating, name: str) -> Played:
    game = terms.game
    moves = (*begun.moves, *_moves(game, begun.state, [terms.bots[bot] for bot in seating], name))
    end = moves[-1].step.state
    outcome = game.outcome(end)
    assert outcome is not None
    roles = tuple(terms.casting.role(end, seat) for seat in range(game.seats))
    return Played(seating, outcome, roles, _record(game, begun.deal, moves, outcome) if terms.recorded else None)


def _record(game: AnyGame, deal: Deal, moves: Sequence[Move], outcome: Outcome) -> RecordedHand:
    return written_hand(game, game.new_match(), deal, ((move.seat, move.action) for move in moves), outcome)


def _moves(game: AnyGame, state: Any, bots: Sequence[Bot], name: str) -> Iterator[Move]:
    """The moves of a hand from this state on. Each seat has its own chance, by its name; what a bot does is checked."""
    ask = asking(game, {seat: Seated(bot, Random(f"{name}:{seat}")) for seat, bot in enumerate(bots)})

    def checked(state: Any, asked: Asked) -> Any:
        action = ask(state, asked)
        if asked.must or action is not None:
            game.check(state, asked.seat, action)
        return action

    return run(game, state, checked)
