"""Finds bots by name: built-in ones, house players, network files, and external bots (``paiju.bots.external_bots``)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from paiju.bots.base import RANDOM, STEADY, Bot, play_random
from paiju.bots.external_bots import BotLimits, external_bot, is_external
from paiju.bots.house_players import biased_bot, parse_house_bot
from paiju.bots.levels import LADDER, STRONG, is_level_missing_without_numpy, level_bot, levels
from paiju.core.errors import UnknownName
from paiju.core.family import Family, load_object
from paiju.extras import needs_extra
from paiju.games.registry import family_of, game, rulesets

NET: Final = ".npz"
"""The suffix of network files, which ``paiju train`` writes. The path of such a file is also the name of a bot."""
_STRONG: Final = "paiju.bots.strong_bot:play_strong"


@cache  # this is called for every move of a bot
def bot_names(ruleset: str) -> tuple[str, ...]:
    """Return the names of the built-in bots: the random bot, the levels from weakest to strongest, then other bots.

    ``ruleset`` is the name of a ruleset or of a family. For a family, the result has the levels of all its
    rulesets. Raises UnknownName.
    """
    at = {name for one in _expand_family(ruleset) for name in levels(game(one))}
    return tuple(dict.fromkeys((RANDOM, *(name for name in LADDER if name in at), *family_of(ruleset).bots)))


def _expand_family(ruleset: str) -> list[str]:
    """Return the names of the rulesets of a family. If ``ruleset`` names a ruleset, return only that name."""
    family = family_of(ruleset)
    return [ruleset] if ruleset in rulesets() else [name for name in rulesets() if family_of(name) is family]


def make_bot(name: str, ruleset: str, limits: BotLimits = BotLimits()) -> Bot:  # noqa: B008 - it is a constant
    """Return the bot with this name for a ruleset or family. Raises UnknownName if there is no such bot.

    Raises NotationError if ``name`` is the command of an external bot whose quotation marks do not match. Raises
    MissingExtra if the bot needs a package that is not installed.
    """
    family = family_of(ruleset)
    if name in family.bots:
        found: Bot = load_object(family.bots[name])
        return found
    if name == RANDOM:
        return play_random
    if name in bot_names(ruleset):
        return _make_level_bot(name, family)
    if name.endswith(NET):
        of_file: Bot = load_object("paiju.nets.policy:NetPlayer")(name)
        return of_file
    if (house := parse_house_bot(name)) is not None:
        player, level = house
        shift = load_object(family.bidding_bias) if family.bidding_bias else None
        return biased_bot(make_bot(level, ruleset, limits), shift, player.bias)
    if is_external(name):
        return external_bot(name, family, limits)
    if any(is_level_missing_without_numpy(name, game(one)) for one in _expand_family(ruleset)):
        with needs_extra(name, "nets"):
            import_module("paiju.nets")
    raise UnknownName("unknown_bot", name=name, known=", ".join(bot_names(ruleset)))


def _make_level_bot(name: str, family: Family) -> Bot:
    """Return the bot of a level. A family without a steady bot uses the random bot in its place."""
    steady: Bot = load_object(family.bots[STEADY]) if STEADY in family.bots else play_random
    if name == STEADY:
        return steady
    strong: Bot = load_object(_STRONG) if name == STRONG else level_bot(name, steady)
    return strong
