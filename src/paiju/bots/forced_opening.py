"""A hand up to its play, where only the play counts: one bot plays all seats in what comes before it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from paiju.bots.base import Bot, SeatedBot, ask_bots
from paiju.core.fair_deal import Deal
from paiju.core.family import RoleInfo
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove, run_hand, with_checks

MOST_REDEALS: Final = 200
"""A deal that comes to no play is dealt anew; nobody deals more often than this."""


class OpenedHand(NamedTuple):
    """A hand that others take up: its deal, where it has come to, and by which moves."""

    deal: Deal
    state: Any
    moves: tuple[PlayedMove, ...] = ()


def dealt_hand(game: AnyGame, deal: Deal) -> OpenedHand:
    """A hand before anything has happened."""
    return OpenedHand(deal, game.start(game.new_match(), deal))


def play_opening(game: AnyGame, casting: RoleInfo, bot: Bot, deal: Callable[[int], Deal], name: str) -> OpenedHand:
    """A hand that has come to the play, the first of ``deal(0)``, ``deal(1)`` … that does.

    Each seat has its own chance, by the name. Raises IllegalAction, if the bot does what it may not.
    """
    for again in range(MOST_REDEALS):
        begun = dealt_hand(game, deal(again))
        seated = {seat: SeatedBot(bot, Random(f"{name}:{again}:{seat}")) for seat in range(game.seats)}
        moves: list[PlayedMove] = []
        for move in run_hand(game, begun.state, with_checks(game, ask_bots(game, seated))):
            if casting.in_play(move.before):
                return OpenedHand(begun.deal, move.before, tuple(moves))
            moves.append(move)
    raise AssertionError("no deal is played")
