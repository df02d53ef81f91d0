"""Bots by name and family."""

from __future__ import annotations

from typing import Final

from paiju.bots.base import RANDOM, STEADY, Bot, play_random
from paiju.core.errors import UnknownName
from paiju.core.family import part
from paiju.games.registry import family_of

ANYWHERE: Final = (RANDOM, STEADY)
"""Names that every family knows. Where nobody has written a steady bot, it plays at random."""


def bot_names(ruleset: str) -> tuple[str, ...]:
    """The bots that play a ruleset (or family). Raises UnknownName."""
    return tuple(dict.fromkeys((*ANYWHERE, *family_of(ruleset).bots)))


def bot(name: str, ruleset: str) -> Bot:
    """A bot that plays a ruleset (or family). Raises UnknownName."""
    declared = family_of(ruleset).bots.get(name)
    if declared is not None:
        found: Bot = part(declared)
        return found
    if name in ANYWHERE:
        return play_random
    raise UnknownName("unknown_bot", name=name, known=", ".join(bot_names(ruleset)))
