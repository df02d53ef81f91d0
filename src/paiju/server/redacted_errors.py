"""Describes errors for the log by their type and place in the code.

The text of an error is left out, because it could reveal a player's cards.
"""

from __future__ import annotations

import hashlib
import traceback

from paiju.server.errors import StoreUnavailable


def error_type(error: BaseException) -> str:
    """Return the name of an error's type; for StoreUnavailable, the name of the database's error that caused it."""
    cause = error.__cause__ if isinstance(error, StoreUnavailable) else None
    return type(cause or error).__name__


def alias_of(name: str) -> str:
    """Return a hash that stands for the id of a table or hand in the log.

    The log must not contain the id itself, because anybody who knows the id of a private table could join the
    table.
    """
    return hashlib.blake2b(name.encode(), digest_size=5).hexdigest()


def error_location(error: BaseException) -> str:
    """Return the last four frames of the traceback as ``file:line``, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return " ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
