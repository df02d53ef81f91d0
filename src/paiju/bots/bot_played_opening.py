"""Plays a hand up to the phase of play. One bot decides for all seats in the phases before it, such as the bidding.

Arenas and learning environments use this module if only the phase of play matters to them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from paiju.bots.base import Bot, SeatedBot, make_bot_asker
from paiju.core.fair_deal import Deal
from paiju.core.family import RoleInfo
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove, run_hand, with_checks

MOST_REDEALS: Final = 200
"""The largest number of hands that are dealt until a hand reaches the phase of play."""


class OpenedHand(NamedTuple):
    """A hand that is to be continued: its deal, its current state, and the moves that led to this state."""

    deal: Deal
    state: Any
    moves: tuple[PlayedMove, ...] = ()


def start_hand(game: AnyGame, deal: Deal) -> OpenedHand:
    """Return the hand that begins with a deal, before its first move."""
    return OpenedHand(deal, game.start(game.new_match(), deal))


def play_phases_before_play(
    game: AnyGame, role_info: RoleInfo, bot: Bot, deal: Callable[[int], Deal], name: str
) -> OpenedHand:
    """Deal and play hands until one reaches the phase of play, and return that hand at the beginning of this phase.

    The hands have the deals ``deal(0)``, ``deal(1)`` and so on. ``bot`` plays all seats. Each seat has its own
    random generator, seeded from ``name``. Raises IllegalAction if the bot takes an illegal action. Raises
    AssertionError if ``MOST_REDEALS`` hands have ended without reaching the phase of play.
    """
    for again in range(MOST_REDEALS):
        begun = start_hand(game, deal(again))
        seated = {seat: SeatedBot(bot, Random(f"{name}:{again}:{seat}")) for seat in range(game.seats)}
        moves: list[PlayedMove] = []
        for move in run_hand(game, begun.state, with_checks(game, make_bot_asker(game, seated))):
            if role_info.in_play(move.before):
                return OpenedHand(begun.deal, move.before, tuple(moves))
            moves.append(move)
    raise AssertionError("no deal is played")
