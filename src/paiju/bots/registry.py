"""Bots by name and family."""

from __future__ import annotations

from typing import Final

from paiju.bots.base import RANDOM, STEADY, Bot, play_random, unknown_bot
from paiju.bots.doudizhu import play_steady as play_doudizhu
from paiju.bots.gunzi import choose as play_gunzi
from paiju.bots.zipai import choose as play_zipai
from paiju.games.registry import family_of

_STEADY: Final[dict[str, Bot]] = {"doudizhu": play_doudizhu, "zipai": play_zipai, "gunzi": play_gunzi}
"""The steady bot of each family."""

BOTS: Final = (RANDOM, STEADY)


def bot(name: str, ruleset: str) -> Bot:
    """A bot that plays a ruleset (or family). Raises UnknownName."""
    family = family_of(ruleset).name
    if name == RANDOM:
        return play_random
    if name == STEADY:
        return _STEADY[family]
    raise unknown_bot(name, BOTS)
