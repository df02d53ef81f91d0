"""Playing one deal: the hand up to where the seatings begin, and then once with each seating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from paiju.arena.seating import Seating, seatings
from paiju.bots.base import Bot, Seated, asking
from paiju.bots.opener import Begun, dealt, opened
from paiju.core.account import Outcome
from paiju.core.deal import Deal, draw_deal, hand_seed
from paiju.core.family import Casting
from paiju.core.game import AnyGame
from paiju.core.run import Move, checked, run
from paiju.core.seats import Seat
from paiju.records import RecordedHand, written_hand

Groups = Sequence[Sequence[Seat]]
"""Seats that one bot plays, or none of them."""


class Played(NamedTuple):
    """One hand: who sat where, how it ended, each seat's role, and its record, if it is wanted."""

    seating: Seating
    outcome: Outcome
    roles: tuple[str, ...]
    record: RecordedHand | None = None


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
    game, casting, name = terms.game, terms.casting, f"{terms.seed}:{number}"

    def deal(again: int) -> Deal:
        seed = hand_seed(str(terms.seed).encode(), "arena", number, (again.to_bytes(2, "big"),))
        return draw_deal(game.plan(game.new_match()), seed)

    if terms.opener is None:
        begun = dealt(game, deal(0))
        groups: Groups = game.teams
    else:
        begun = opened(game, casting, terms.opener, deal, f"{name}:opening")
        groups = casting.sides(game, begun.state)
    return tuple(_play(terms, begun, seating, f"{name}:{at}") for at, seating in enumerate(seatings(groups)))


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
    return run(game, state, checked(game, ask))
