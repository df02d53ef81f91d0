"""Adds floating-point numbers in the same way in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def sum_rounding_each_step(numbers: Iterable[float]) -> float:
    """Return the sum of numbers, rounded after each addition.

    Unlike this function, Python's ``sum`` no longer rounds after each addition since Python 3.12.
    """
    return reduce(add, numbers, 0.0)
