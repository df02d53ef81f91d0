"""Levels of strength of the built-in bots.

The level ``steady`` is the steady bot in every ruleset. If a network plays the ruleset, the level ``strong`` is
the strong bot (``strong_bot``), and all other levels sample their actions from the network's scores; a lower
level has a higher sampling temperature. If no network plays the ruleset, the levels below ``steady`` are the
steady bot with mistakes: with a certain probability they take a random action.

``levels.toml`` contains the parameters of the levels, and the strengths that ``bench/tune_levels.py``
measured. The parameters are tuned so that each level wins three of five hands against the level below it.
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

from paiju.bots.base import STEADY, Bot, choose_optional_action, play_random
from paiju.core.errors import UnknownName
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.losing_actions import exclude_losing_actions
from paiju.games.registry import most_similar_ruleset

STRONG: Final = "strong"
LADDER: Final = ("child", "beginner", "learner", "casual", STEADY, "skilled", STRONG)
"""The names of all levels, from weakest to strongest. A ruleset need not have all of them."""
ANY: Final = "any"
"""The key in ``levels.toml`` under which the default levels are.

A family that has no table of its own in the file uses these levels.
"""

STEADY_RATING: Final = 1500
"""The rating of the steady bot in every game."""
RATING_SCALE: Final = 124
"""The scale of ratings: the rating lead at which a player wins e (2.718) hands for each hand that it loses.

On this scale the random bot, which wins one hand of thirty against the steady bot, has a rating of about 1070.
"""


def rating_lead(wins: float) -> float:
    """Return the rating lead of a player who wins a certain fraction of all hands.

    This fraction, ``wins``, must be strictly between 0 and 1.
    """
    return RATING_SCALE * math.log(wins / (1 - wins))


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a level, and its measured strength.

    ``wins`` is the fraction of hands that the level wins against the steady bot. ``hands`` is the number of hands
    that were played to measure it. ``doubt`` is half the width of the 95 % confidence interval of ``wins``.
    ``temperature`` is the sampling temperature of a network, and ``slip`` is the probability of a random action.
    Each of these two is None if the level does not use it.
    """

    wins: float
    doubt: float
    hands: int
    temperature: float | None = None
    slip: float | None = None

    @property
    def rating(self) -> int:
        """The rating of the level, on the same scale as the ratings of players."""
        return round(STEADY_RATING + rating_lead(self.wins))


_STEADY: Final = Level(wins=0.5, doubt=0.0, hands=0)
"""The level of the steady bot, with which all other levels are compared."""


@cache
def _load_levels() -> Mapping[str, Mapping[str, Level]]:
    return convert(
        tomllib.loads(files("paiju.bots").joinpath("levels.toml").read_text("utf-8")), dict[str, dict[str, Level]]
    )


@cache
def _playable_levels(rules: Any) -> Mapping[str, Level]:
    """Return the levels that can be played with these rules; without NumPy, only levels that need no network."""
    found = _measured_levels(rules)
    return found if STRONG not in found or find_spec("numpy") else _load_levels()[ANY]


@cache
def _measured_levels(rules: Any) -> Mapping[str, Level]:
    """Return the levels of that ruleset in ``levels.toml`` which is most similar to ``rules``.

    If the file has no ruleset that can be compared, return the default levels (``ANY``).
    """
    table = _load_levels()
    return table[most_similar_ruleset(rules, (name for name in table if name != ANY)) or ANY]


def levels(game: AnyGame) -> dict[str, Level]:
    """Return the levels of a game by name, the weakest first."""
    known = {STEADY: _STEADY, **_playable_levels(game.rules)}
    return {name: known[name] for name in LADDER if name in known}


def is_level_missing_without_numpy(name: str, game: AnyGame) -> bool:
    """Whether the game lacks this level only because NumPy is not installed."""
    return name in _measured_levels(game.rules) and name not in levels(game)


class SoftenedBot(Struct, frozen=True):
    """A bot that plays at the level ``name``, which may be any level except the strongest.

    ``steady`` is the rule-based bot of the family. What the bot does depends on the level:

    - A level with a temperature samples its action from the scores of a network.
    - A level with a probability of mistakes (``Level.slip``) takes, with this probability, a random action that is
      not certain to lose. Otherwise it takes the action of ``steady``.
    - A level with neither always takes the action of ``steady``.
    """

    name: str
    steady: Bot

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the level's action. Raises UnknownName if the game does not have this level."""
        found = levels(game).get(self.name)
        if found is None:
            raise UnknownName("unknown_bot", name=self.name, known=", ".join(levels(game)))
        if found.temperature is not None:
            return load_object("paiju.nets.policy:play_at_temperature")(
                found.temperature, game, view, seat, legal, random
            )
        if found.slip is not None and random.random() < found.slip:
            return play_random(game, view, seat, exclude_losing_actions(game, view, seat, legal), random)
        return self.steady(game, view, seat, legal, random)


class SpeakingSoftenedBot(SoftenedBot, frozen=True):
    """A ``SoftenedBot`` for a family whose steady bot also takes optional actions.

    It takes the same optional actions as the steady bot.
    """

    def act_unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the steady bot's optional action; None if it takes none."""
        return choose_optional_action(self.steady, game, view, seat, random)


def level_bot(name: str, steady: Bot) -> Bot:
    """Return the bot of a level below the strongest one; ``steady`` is the family's steady bot."""
    return SpeakingSoftenedBot(name, steady) if hasattr(steady, "act_unasked") else SoftenedBot(name, steady)
