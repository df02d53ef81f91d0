"""What the house calls its bots: names of neighbours, so that they can be told apart at a table."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final

from paiju.locale import catalogue, languages


def _names(lang: str) -> tuple[str, ...]:
    return tuple(name for key, name in catalogue(lang, "common").items() if key.startswith("bot."))


NAMES: Final = _names("zh")
"""They are stored in Chinese. A client may know how another language writes them."""

BOT_NAMES: Final = frozenset(name for lang in languages() for name in _names(lang))
"""As any language writes them. No player is called so."""


def bot_name(table: str, taken: Collection[str], bot: str) -> str:
    """A name that nobody has at this table. Each table begins elsewhere in the list. If all are taken, it is the program's."""
    first = hashlib.blake2b(table.encode(), digest_size=1).digest()[0]
    ring = (NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES)))
    return next((name for name in ring if name not in taken), bot)
