"""What a bot is, the random one, and how bots are asked when a hand is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.hand_runner import Ask, SeatDecision
from paiju.core.seats import DEALER, Seat

Bot = Callable[[Any, Any, Seat, Sequence[Any], Random], Any]
"""``bot(game, view, seat, legal, random)`` is one of the legal actions. All chance comes from ``random``."""


def play_random(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """Any legal action, each as likely as the others."""
    return legal[random.randrange(len(legal))]


def choose_unasked(bot: Bot, game: AnyGame, view: Any, seat: Seat, random: Random) -> Any | None:
    """What a bot does that may act but need not (``Game.may_act``): nothing, unless it has a function ``choose_unasked``."""
    speak = getattr(bot, "unasked", None)
    return None if speak is None else speak(game, view, seat, game.legal(view, seat), random)


class SeatedBot(NamedTuple):
    """A bot in a seat, and the chance that it draws from."""

    bot: Bot
    random: Random


def ask_bots(game: AnyGame, players: Mapping[Seat, SeatedBot]) -> Ask:
    """Asks the bots of these seats, each by what it sees, and lets DEALER go on; the other seats do nothing."""

    def ask(state: Any, asked: SeatDecision) -> Any:
        if asked.seat == DEALER:
            return game.legal(state, DEALER)[0]
        player = players.get(asked.seat)
        return None if player is None else bot_answer(game, player, game.view(state, asked.seat), asked)

    return ask


def bot_answer(game: AnyGame, player: SeatedBot, view: Any, asked: SeatDecision) -> Any:
    """What a bot does that is asked, given what its seat sees; None for nothing."""
    if not asked.must:
        return choose_unasked(player.bot, game, view, asked.seat, player.random)
    return player.bot(game, view, asked.seat, game.legal(view, asked.seat), player.random)


RANDOM: Final = "random"
STEADY: Final = "steady"
