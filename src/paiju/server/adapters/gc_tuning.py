"""Garbage collection without noticeable pauses (ADR 5).

The youngest generation is collected often and briefly, the older ones only in idle moments.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

YOUNG: Final = 2_000
"""Number of new container objects after which the interpreter collects the youngest generation.

A collection of that many objects takes about a millisecond.
"""

NEVER: Final = 1_000_000
"""Threshold for the garbage collection of the older generations.

It is so high that the interpreter practically never collects these generations by itself.
"""

BRIEF: Final = 0.02
"""Seconds between two collections of the youngest generation under load.

The time is short, so that each collection finds few objects.
"""

QUIET: Final = 1.0
"""Seconds without a command after which the server counts as idle."""

OFTEN: Final = 600.0
"""Minimum seconds between two full collections."""

AT_LAST: Final = 3600.0
"""Seconds since the last full collection after which the next one takes place even under load.

Before this time, a full collection waits for an idle moment.
"""


def freeze_startup_objects() -> None:
    """Exempt all objects that exist now from garbage collection.

    From now on, the interpreter collects only the youngest generation; ``collect_garbage_when_idle`` collects the older ones.
    """
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
    """Run until cancelled, and collect garbage: the youngest generation under load, all generations in idle moments.

    ``commands`` returns the number of commands that the room has executed so far. The room is under load while this
    number grows. The other parameters are times in seconds; the docstrings of their defaults explain them.
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
