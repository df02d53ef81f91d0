"""A hand up to its play, where only the play counts: one bot plays all seats in what comes before it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from paiju.bots.base import Bot, Seated, asking
from paiju.core.deal import Deal
from paiju.core.family import Casting
from paiju.core.game import AnyGame
from paiju.core.run import Move, checked, run

MOST_REDEALS: Final = 200
"""A deal that comes to no play is dealt anew; nobody deals more often than this."""


class Begun(NamedTuple):
    """A hand that others take up: its deal, where it has come to, and by which moves."""

    deal: Deal
    state: Any
    moves: tuple[Move, ...] = ()


def dealt(game: AnyGame, deal: Deal) -> Begun:
    """A hand before anything has happened."""
    return Begun(deal, game.start(game.new_match(), deal))


def opened(game: AnyGame, casting: Casting, bot: Bot, deal: Callable[[int], Deal], name: str) -> Begun:
    """A hand that has come to the play, the first of ``deal(0)``, ``deal(1)`` … that does.

    Each seat has its own chance, by the name. Raises IllegalAction, if the bot does what it may not.
    """
    for again in range(MOST_REDEALS):
        begun = dealt(game, deal(again))
        seated = {seat: Seated(bot, Random(f"{name}:{again}:{seat}")) for seat in range(game.seats)}
        moves: list[Move] = []
        for move in run(game, begun.state, checked(game, asking(game, seated))):
            if casting.in_play(move.before):
                return Begun(begun.deal, move.before, tuple(moves))
            moves.append(move)
    raise AssertionError("no deal is played")
