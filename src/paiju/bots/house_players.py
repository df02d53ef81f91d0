"""The house players: eight characters who take the seats of bots, each with a name, a level and a bidding bias.

``house_players.toml`` describes them. The bot of a house player is called ``PLAYER@LEVEL``, such as ``hong@steady``. A
table asks for bots of one level, and all its house players play at that level. Seats are given first to house players
whose own level is that level, then to those whose own level is nearest to it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final, Literal

from msgspec import Struct, convert

from paiju.bots.base import Bot, choose_optional_action
from paiju.bots.levels import LADDER
from paiju.core.game import AnyGame
from paiju.core.seats import Seat

AT: Final = "@"
Bias = Literal["bold", "neutral", "careful"]
MARGINS: Final[Mapping[Bias, float]] = {"bold": 0.07, "neutral": 0.0, "careful": -0.07}
"""For each bias, the number that is added to the estimated win probability before a bid.

The bot makes a bid only if the sum reaches a threshold.
"""


class HousePlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A house player.

    - ``level``: names of levels, the preferred one first. In a ruleset, the player has the first of these levels
      that exists there.
    - ``face``: the name of the player's picture
    - ``name``: the player's name, by language
    - ``lines``: what the player says, by language and then by occasion, such as ``hello`` or ``win``
    """

    id: str
    level: tuple[str, ...]
    bias: Bias
    face: str
    name: Mapping[str, str]
    lines: Mapping[str, Mapping[str, str]]

    def level_among(self, levels: Collection[str]) -> str | None:
        """Return the level at which the house player plays a ruleset that has the levels ``levels``.

        The result is one of the player's own levels; None if none of them is among ``levels``.
        """
        return next((one for one in self.level if one in levels), None)

    def bot_name_at_level(self, level: str) -> str:
        """Return the name of the bot that plays as this player at a level. ``parse_house_bot`` reads such a name."""
        return f"{self.id}{AT}{level}"


@cache
def house_players() -> Mapping[str, HousePlayer]:
    """Return the house players by id."""
    table = tomllib.loads(files("paiju.bots").joinpath("house_players.toml").read_text("utf-8"))
    return {name: convert({"id": name, **fields}, HousePlayer) for name, fields in table.items()}


def parse_house_bot(name: str) -> tuple[HousePlayer, str] | None:
    """Split the name of a house player's bot (``PLAYER@LEVEL``) into the house player and the level.

    Returns None if ``name`` is not the name of such a bot.
    """
    player_id, at, level = name.partition(AT)
    player = house_players().get(player_id)
    return (player, level) if player is not None and at and level in LADDER else None


def choose_house_player(
    level: str, levels: Collection[str], taken: Collection[str], first: int = 0
) -> HousePlayer | None:
    """Return the house player that takes a seat: the one whose own level is nearest to ``level``.

    ``levels`` are the levels of the ruleset. ``taken`` are the ids of the house players who already sit at the
    table. If several others are equally near, the first of them is returned. For this, the players are in the order
    of ``house_players()``, but the order begins at index ``first`` and wraps around.

    Returns None if ``level`` is not in ``levels`` or not in ``LADDER``, or if all house players are at the table.
    """
    if level not in levels or level not in LADDER:
        return None
    everybody = list(house_players().values())
    ring = [everybody[(first + step) % len(everybody)] for step in range(len(everybody))]
    free = [player for player in ring if player.id not in taken]
    return min(free, key=lambda player: _level_distance(player.level_among(levels), level), default=None)


def _level_distance(home: str | None, level: str) -> int:
    return len(LADDER) if home is None else abs(LADDER.index(home) - LADDER.index(level))


class BiasedBot(Struct, frozen=True):
    """A bot with a bidding bias.

    ``shift`` is the function that may replace a bid of ``bot`` by another one (``Family.bidding_bias``). It returns
    other actions unchanged.
    """

    bot: Bot
    shift: Any
    margin: float

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the bot's action. A bid may be replaced by a bolder or a more careful one (``shift``)."""
        return self.shift(self.margin, game, view, seat, legal, self.bot(game, view, seat, legal, random))


class SpeakingBiasedBot(BiasedBot, frozen=True):
    """A ``BiasedBot`` for a bot that also takes optional actions (``act_unasked``).

    ``shift`` may replace the optional actions, too.
    """

    def act_unasked(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the bot's optional action; None for no action.

        The function ``shift`` may replace the action by a bolder or a more careful one.
        """
        return self.shift(
            self.margin, game, view, seat, legal, choose_optional_action(self.bot, game, view, seat, random)
        )


def biased_bot(bot: Bot, shift: Any, bias: Bias) -> Bot:
    """Return a bot that plays like ``bot`` with a bidding bias.

    ``bot`` itself is returned if the bias is neutral, or if the family has no bids (``shift`` is None).
    """
    if shift is None or not MARGINS[bias]:
        return bot
    return (SpeakingBiasedBot if hasattr(bot, "act_unasked") else BiasedBot)(bot, shift, MARGINS[bias])
