"""Opponents from a child to the strongest: the house's best player of a ruleset made softer, by so much at each level.

Where a net plays, a level draws its action by what the net thinks of each, the warmer the lower the level. Where none does, the
steady bot slips: with some chance it takes any legal action. How much, and what it comes to, is in ``levels.toml``, measured by
``bench/levels.py``: each level is aimed at winning three hands of five against the one below it, and the share of wins that is
written is the one that was measured.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from msgspec import Struct, convert

from paiju.bots.base import STEADY, Bot, choose_unasked, play_random
from paiju.core.errors import UnknownName
from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.features.losing_passes import without_losing_pass
from paiju.games.registry import likest

STRONG: Final = "strong"
LADDER: Final = ("child", "beginner", "learner", "casual", STEADY, "skilled", STRONG)
"""From the weakest; not every ruleset has all of them."""
ANY: Final = "any"
"""The table of ``levels.toml`` for families that it does not know."""

CENTRE: Final = 1500
"""What the steady bot is rated at, everywhere."""
STEP: Final = 124
"""What it is worth there to win e hands for each that is lost; the random bot, which wins one of thirty, is at 1070 by this."""


def rating_lead(wins: float) -> float:
    """By how many points of rating somebody is ahead who wins this share of the hands, neither none nor all."""
    return STEP * math.log(wins / (1 - wins))


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """How soft a level is, and the share of hands that it won against the steady bot when it was measured.

    ``doubt`` is half the width of the 95 % interval of that share, ``hands`` how many were played for it.
    """

    wins: float
    doubt: float
    hands: int
    heat: float | None = None
    slip: float | None = None

    @property
    def rating(self) -> int:
        """On the scale of the room's ratings."""
        return round(CENTRE + rating_lead(self.wins))


_STEADY: Final = Level(wins=0.5, doubt=0.0, hands=0)
"""It is what the others are measured against."""


@cache
def _load_table() -> Mapping[str, Mapping[str, Level]]:
    return convert(
        tomllib.loads(files("paiju.bots").joinpath("levels.toml").read_text("utf-8")), dict[str, dict[str, Level]]
    )


@cache
def _levels_for(rules: Any) -> Mapping[str, Level]:
    """The levels of the ruleset that is most like these rules; without NumPy those that need no net."""
    found = _measured(rules)
    return found if STRONG not in found or find_spec("numpy") else _load_table()[ANY]


@cache
def _measured(rules: Any) -> Mapping[str, Level]:
    table = _load_table()
    return table[likest(rules, (name for name in table if name != ANY)) or ANY]


def levels(game: AnyGame) -> dict[str, Level]:
    """The levels at which a game is played, from the weakest."""
    known = {STEADY: _STEADY, **_levels_for(game.rules)}
    return {name: known[name] for name in LADDER if name in known}


def needs_numpy(name: str, game: AnyGame) -> bool:
    """Whether a game would be played at a level if NumPy were installed."""
    return name in _measured(game.rules) and name not in levels(game)


class SoftenedBot(Struct, frozen=True):
    """The bot of a level. ``steady`` is the family's."""

    name: str
    steady: Bot

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """What the level does. Raises UnknownName where the game is not played at this level."""
        found = levels(game).get(self.name)
        if found is None:
            raise UnknownName("unknown_bot", name=self.name, known=", ".join(levels(game)))
        if found.heat is not None:
            return load_part("paiju.nets.policy:play_softened")(found.heat, game, view, seat, legal, random)
        if found.slip is not None and random.random() < found.slip:
            return play_random(game, view, seat, without_losing_pass(game, view, seat, legal), random)
        return self.steady(game, view, seat, legal, random)


class SpeakingSoftenedBot(SoftenedBot, frozen=True):
    """The same, where the steady bot says something unasked: so does the level."""

    def unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        return choose_unasked(self.steady, game, view, seat, random)


def level_bot(name: str, steady: Bot) -> Bot:
    """The bot of a level, over the family's steady one."""
    return SpeakingSoftenedBot(name, steady) if hasattr(steady, "unasked") else SoftenedBot(name, steady)
