"""A fault is logged by its kind and its place in the code. Its text could tell somebody's cards."""

from __future__ import annotations

import hashlib
import traceback


class StoreUnavailable(OSError):
    """The database takes nothing now: its disk is full, it is locked or away. What was asked for may be asked for again."""


def error_type(error: BaseException) -> str:
    """The fault's type; of a database that takes nothing, what it said itself."""
    cause = error.__cause__ if isinstance(error, StoreUnavailable) else None
    return type(cause or error).__name__


def alias_of(name: str) -> str:
    """What a table or a hand is called in the log. Who knows a private table by its name may sit down there."""
    return hashlib.blake2b(name.encode(), digest_size=5).hexdigest()


def error_location(error: BaseException) -> str:
    """Where it was raised: ``file:line``, innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return " ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
