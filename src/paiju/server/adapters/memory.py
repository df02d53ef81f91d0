"""Garbage collection that nobody waits for (ADR 5): young objects often and briefly, all of them when it is quiet."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

YOUNG: Final = 2_000
"""New containers after which the young ones are looked at: about a millisecond under full load."""

NEVER: Final = 1_000_000
"""Looks at the young ones after which the interpreter would look at older ones by itself."""

BRIEF: Final = 0.02
"""Seconds between looks at the young ones while there are commands: they are few then, whatever has been freed meanwhile."""

QUIET: Final = 1.0
"""Seconds without a command that make a quiet moment."""

OFTEN: Final = 600.0
"""Seconds after which a quiet moment is used for a full collection."""

AT_LAST: Final = 3600.0
"""Seconds after which a full collection waits no longer for a quiet moment."""


def settle() -> None:
    """Keep for good what is there after the start, and leave older garbage to ``collect_when_quiet``."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def collect_when_quiet(
    commands: Callable[[], int],
    *,
    brief: float = BRIEF,
    quiet: float = QUIET,
    often: float = OFTEN,
    at_last: float = AT_LAST,
) -> None:
    """Collect the young ones while there are commands, and everything now and then, for ever.

    ``commands`` tells how many commands have been done so far.
    """
    now = asyncio.get_running_loop().time
    collected = now()
    pause = quiet
    while True:
        before = commands()
        await asyncio.sleep(pause)
        busy = commands() != before
        nobody_waits = not busy and pause == quiet
        if now() - collected >= (often if nobody_waits else at_last):
            gc.collect()
            collected = now()
        elif busy:
            gc.collect(0)
        pause = brief if busy else quiet
