"""Display names of the server's bots, so that players can tell them apart at a table."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final
from unicodedata import normalize

from paiju.bots.house_players import house_players, parse_house_bot
from paiju.locale import catalogue, languages


def _bot_names_in(lang: str) -> tuple[str, ...]:
    return tuple(name for key, name in catalogue(lang, "common").items() if key.startswith("bot."))


NAMED_IN: Final = "zh"
"""The language of the bots' names in logs and records. Clients may show translations."""
NAMES: Final = _bot_names_in(NAMED_IN)
"""The display names that bots other than house players can get, in the language ``NAMED_IN``."""


def house_player_name(bot: str) -> str:
    """Return the display name of a house player.

    ``bot`` is the name of a house player's bot: the player's id and a level (``hong@steady``). Any other bot name
    is returned unchanged.
    """
    house = parse_house_bot(bot)
    return bot if house is None else house[0].name[NAMED_IN]


def _fold_name(name: str) -> str:
    """Return a key that is equal for all spellings of a name."""
    return normalize("NFKC", name).casefold().replace(" ", "")


BOTS: Final = (
    *(name for lang in languages() for name in _bot_names_in(lang)),
    *(name for player in house_players().values() for name in player.name.values()),
)
"""The names of the house players and of the other bots, in all languages."""

_BOTS: Final = frozenset(map(_fold_name, BOTS))


def is_bot_name(name: str) -> bool:
    """Whether a name, in any spelling, is the name of a bot in at least one language. Players cannot take such names."""
    return _fold_name(name) in _BOTS


def name_offset(table: str) -> int:
    """Return the offset, from 0 to 255, at which the search for a free bot name begins at a table.

    The search begins at this offset modulo the length of the list of names. The offset is derived from the table's
    id, so that bots at different tables mostly have different names.
    """
    return hashlib.blake2b(table.encode(), digest_size=1).digest()[0]


def choose_bot_name(table: str, taken: Collection[str], bot: str) -> str:
    """Return a display name for a bot: one of ``NAMES`` that nobody at the table uses; ``bot`` if all are in use.

    ``taken`` are the display names in use at the table. The search begins at ``name_offset``.
    """
    first = name_offset(table)
    ring = (NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES)))
    return next((name for name in ring if name not in taken), bot)
