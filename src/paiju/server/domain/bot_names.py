"""Names of the server's bots: names of neighbours, so that players can distinguish them at a table."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final
from unicodedata import normalize

from paiju.locale import catalogue, languages


def _names(lang: str) -> tuple[str, ...]:
    return tuple(name for key, name in catalogue(lang, "common").items() if key.startswith("bot."))


NAMES: Final = _names("zh")
"""They are stored in Chinese. A client may know how another language writes them."""


def _fold_name(name: str) -> str:
    """What is the same for all ways of writing one name."""
    return normalize("NFKC", name).casefold().replace(" ", "")


BOTS: Final = tuple(name for lang in languages() for name in _names(lang))
"""What bots are called, in all languages."""

_BOTS: Final = frozenset(map(_fold_name, BOTS))


def is_bot_name(name: str) -> bool:
    """Whether a bot is called so in any language, however it is written. No player is."""
    return _fold_name(name) in _BOTS


def bot_name(table: str, taken: Collection[str], bot: str) -> str:
    """A name that nobody has at this table. Each table begins elsewhere in the list. If all are taken, it is the program's."""
    first = hashlib.blake2b(table.encode(), digest_size=1).digest()[0]
    ring = (NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES)))
    return next((name for name in ring if name not in taken), bot)
