"""The interface of bots, the random bot, and the adapter that lets bots play seats in ``paiju.core.hand_runner``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.hand_runner import Ask, SeatDecision
from paiju.core.seats import DEALER, Seat

Bot = Callable[[Any, Any, Seat, Sequence[Any], Random], Any]
"""A function ``bot(game, view, seat, legal, random)`` that chooses and returns one of the legal actions of a seat.

``view`` is the state of the hand as this seat sees it. A bot takes all its randomness from ``random``.
"""

UNDECIDED: Final = -1
"""What a compiled bot returns in place of an action number if the ordinary ``Bot`` has to choose, from a view."""


def play_random(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """Return a uniformly random legal action."""
    return legal[random.randrange(len(legal))]


def choose_optional_action(bot: Bot, game: AnyGame, view: Any, seat: Seat, random: Random) -> Any | None:
    """Ask a bot whether it takes an optional action, which the game allows but does not require (``Game.may_act``).

    Return the action, or None if the bot takes none. A bot without the method ``act_unasked`` takes no optional
    actions.
    """
    speak = getattr(bot, "act_unasked", None)
    return None if speak is None else speak(game, view, seat, game.legal(view, seat), random)


def takes_optional_actions(bot: Bot) -> bool:
    """Whether a bot may take optional actions (``choose_optional_action``)."""
    return hasattr(bot, "act_unasked")


class SeatedBot(NamedTuple):
    """A bot that plays a seat, with the random generator that it uses there."""

    bot: Bot
    random: Random


def make_bot_asker(game: AnyGame, players: Mapping[Seat, SeatedBot]) -> Ask:
    """Return a function that chooses the actions of a hand, for ``hand_runner.run_hand`` (an ``Ask``).

    What the function returns depends on the seat that it is asked for:

    - a seat in ``players``: the action of that seat's bot
    - DEALER: the first legal action
    - any other seat: None
    """

    def ask(state: Any, asked: SeatDecision) -> Any:
        if asked.seat == DEALER:
            return game.legal(state, DEALER)[0]
        player = players.get(asked.seat)
        return None if player is None else ask_bot(game, player, game.view(state, asked.seat), asked)

    return ask


def ask_bot(game: AnyGame, player: SeatedBot, view: Any, asked: SeatDecision) -> Any:
    """Return the action that a bot takes at a decision. ``view`` is the view of the bot's seat.

    If the decision is optional, the result is None when the bot takes no action.
    """
    if not asked.must:
        return choose_optional_action(player.bot, game, view, asked.seat, player.random)
    return player.bot(game, view, asked.seat, game.legal(view, asked.seat), player.random)


RANDOM: Final = "random"
STEADY: Final = "steady"
