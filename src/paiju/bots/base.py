"""What a bot is, the random one, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from paiju.core.errors import UnknownName
from paiju.core.game import AnyGame
from paiju.core.seats import Seat

Bot = Callable[[Any, Any, Seat, Sequence[Any], Random], Any]
"""``bot(game, view, seat, legal, random)`` is one of the legal actions. All chance comes from ``random``."""


def play_random(game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
    """Any legal action, each as likely as the others."""
    return legal[random.randrange(len(legal))]


def unasked(bot: Bot, game: AnyGame, view: Any, seat: Seat, random: Random) -> Any | None:
    """What a bot does that may act but need not (``Game.may_act``): nothing, unless it has a function ``unasked``."""
    speak = getattr(bot, "unasked", None)
    return None if speak is None else speak(game, view, seat, game.legal(view, seat), random)


RANDOM: Final = "random"
STEADY: Final = "steady"


def unknown_bot(name: str, known: Sequence[str]) -> UnknownName:
    """The error for a bot that does not exist."""
    return UnknownName("unknown_bot", name=name, known=", ".join(known))
