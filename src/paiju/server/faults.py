"""A fault is logged by its kind and its place in the code. Its text could tell somebody's cards."""

from __future__ import annotations

import traceback


def kind_of(error: BaseException) -> str:
    """The fault's type."""
    return type(error).__name__


def place_of(error: BaseException) -> str:
    """Where it was raised: ``file:line``, innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return " ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
