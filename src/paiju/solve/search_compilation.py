"""Compiles the searches ahead of time, as ``paiju.batch.compile_kernels`` does for the batch engine."""

from __future__ import annotations

from functools import partial

from paiju.batch.compilation import Kernel, compile_by_running
from paiju.core.family import load_object
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of
from paiju.solve.solvers import solver_for


def compile_search_of_ruleset(ruleset: Ruleset) -> Kernel | None:
    """Compile the search of a ruleset's family, cache the compiled code, and return the kernel.

    Returns None if the family has no compiled search.
    """
    place = family_of(ruleset.family).solver
    name: str = load_object(place).kernel if place else ""
    return compile_by_running(ruleset.family, load_object(name), partial(solver_for, ruleset.id)) if name else None
