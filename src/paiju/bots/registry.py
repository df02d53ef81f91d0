"""Bots by what people call them: the house's by name and family, and those from outside (``paiju.bots.outside``)."""

from __future__ import annotations

from typing import Final

from paiju.bots.base import RANDOM, STEADY, Bot, play_random
from paiju.bots.outside import Terms, is_outside, outside
from paiju.core.errors import UnknownName
from paiju.core.family import part
from paiju.games.registry import family_of

ANYWHERE: Final = (RANDOM, STEADY)
"""Names that every family knows. Where nobody has written a steady bot, it plays at random."""
NET: Final = ".npz"
"""The file of a net, as ``paiju train`` writes it, is a name too."""


def bot_names(ruleset: str) -> tuple[str, ...]:
    """The bots of the house that play a ruleset (or family). Raises UnknownName."""
    return tuple(dict.fromkeys((*ANYWHERE, *family_of(ruleset).bots)))


def bot(name: str, ruleset: str, terms: Terms = Terms()) -> Bot:  # noqa: B008 - it is a constant
    """A bot that plays a ruleset (or family). Raises UnknownName, NotationError."""
    family = family_of(ruleset)
    declared = family.bots.get(name)
    if declared is not None:
        found: Bot = part(declared)
        return found
    if name in ANYWHERE:
        return play_random
    if name.endswith(NET):
        of_file: Bot = part("paiju.nets.strong:player")(name)
        return of_file
    if is_outside(name):
        return outside(name, family, terms)
    raise UnknownName("unknown_bot", name=name, known=", ".join(bot_names(ruleset)))
