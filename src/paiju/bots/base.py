"""The interface of bots, the random bot, and the adapter that lets bots play seats in ``paiju.core.hand_runner``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.hand_runner import Ask, SeatDecision
from paiju.core.seats import DEALER, Seat

Bot = Callable[[Any, Any, Seat, Sequence[Any], Random], Any]
"""``bot(game, view, seat, legal, random)`` returns one of the legal actions. All randomness comes from ``random``."""

CompiledBot = Callable[[Any], Any]
"""A bot that is compiled for the batch engine (``Family.compiled_bots``).

``bot(hands)`` returns an array: for each of the ``paiju.batch.Hands`` the number of the action that the bot takes, or UNDECIDED.
``bot.kernel`` is the compiled function.
"""
UNDECIDED: Final = -1
"""In place of an action number: the compiled bot leaves this choice to the bot that reads views."""


def play_random(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """Return a uniformly random legal action."""
    return legal[random.randrange(len(legal))]


def choose_optional_action(bot: Bot, game: AnyGame, view: Any, seat: Seat, random: Random) -> Any | None:
    """Return the action that the bot takes although it need not (``Game.may_act``).

    None if the bot takes no action, or if it has no method ``act_unasked``.
    """
    speak = getattr(bot, "act_unasked", None)
    return None if speak is None else speak(game, view, seat, game.legal(view, seat), random)


class SeatedBot(NamedTuple):
    """A bot that plays a seat, with the random generator that it uses there."""

    bot: Bot
    random: Random


def make_bot_asker(game: AnyGame, players: Mapping[Seat, SeatedBot]) -> Ask:
    """Return a function that makes the decisions of a hand (an ``Ask``).

    For a seat in ``players`` it asks the bot. For DEALER it takes the first legal action. For any other seat it returns None.
    """

    def ask(state: Any, asked: SeatDecision) -> Any:
        if asked.seat == DEALER:
            return game.legal(state, DEALER)[0]
        player = players.get(asked.seat)
        return None if player is None else ask_bot(game, player, game.view(state, asked.seat), asked)

    return ask


def ask_bot(game: AnyGame, player: SeatedBot, view: Any, asked: SeatDecision) -> Any:
    """Return the action of a bot for a decision, given its seat's view; None if it takes none."""
    if not asked.must:
        return choose_optional_action(player.bot, game, view, asked.seat, player.random)
    return player.bot(game, view, asked.seat, game.legal(view, asked.seat), player.random)


RANDOM: Final = "random"
STEADY: Final = "steady"
