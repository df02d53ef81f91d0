"""Compiles the searches ahead of time. ``paiju.batch.compile_kernels`` does the same for the batch engine."""

from __future__ import annotations

import time
from typing import Any

from paiju.batch.compilation import Kernel
from paiju.core.family import load_part
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of
from paiju.solve.solvers import solver_for


def compile_search_of_ruleset(ruleset: Ruleset) -> Kernel | None:
    """Compile and cache the search of a ruleset's family, and return the kernel; None if the family has no compiled search."""
    place = family_of(ruleset.family).solver
    name: str = load_part(place).kernel if place else ""
    if not name:
        return None
    kernel: Any = load_part(name)
    misses, start = len(kernel.stats.cache_misses), time.perf_counter()
    solver_for(ruleset.id)
    was_cached = len(kernel.stats.cache_misses) == misses
    seconds = 0.0 if was_cached else time.perf_counter() - start
    return Kernel(ruleset.family, kernel.py_func.__name__, 1, 1, was_cached, seconds)
