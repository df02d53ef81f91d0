"""Garbage collection that nobody waits for (ADR 5). Young objects are looked at often and briefly, others in quiet moments."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

YOUNG: Final = 2_000
"""After so many new containers the young ones are looked at. Under full load that takes about a millisecond."""

NEVER: Final = 1_000_000
"""So many looks at the young ones, and the interpreter would look at older ones by itself."""

BRIEF: Final = 0.02
"""Seconds between looks at the young ones while there are commands. There are few of them at each look."""

QUIET: Final = 1.0
"""Seconds without a command that make a quiet moment."""

OFTEN: Final = 600.0
"""Seconds after which a quiet moment is used for a full collection."""

AT_LAST: Final = 3600.0
"""Seconds after which a full collection waits no longer for a quiet moment."""


def freeze_startup_objects() -> None:
    """Keep for good what is there after the start. Older garbage is left to ``collect_garbage_when_idle``."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def collect_garbage_when_idle(
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
