"""What the house calls its bots: names of neighbours, so that they can be told apart at a table."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final

NAMES: Final = (
    "阿福", "老周", "小美", "阿珍", "老吴", "小满", "阿强", "秀英", "老李", "小虎", "阿兰", "大熊", "桂花", "阿明",
    "老陈", "小雨",
)  # fmt: skip


def bot_name(table: str, taken: Collection[str], bot: str) -> str:
    """A name that nobody has at this table; each table begins elsewhere in the list. Where all are taken, the program's own."""
    first = hashlib.blake2b(table.encode(), digest_size=1).digest()[0]
    ring = (NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES)))
    return next((name for name in ring if name not in taken), bot)
