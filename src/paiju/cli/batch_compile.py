"""``paiju batch compile``: compiles code ahead of time that would otherwise be compiled when it is first used.

The command compiles the kernels of ``paiju.batch``, the searches of ``paiju.solve``, and bots.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import Final

import numba  # noqa: F401 -- first: where it is missing, the extra ``batch`` is what is missing

from paiju.batch.compilation import ERASE, Kernel, Progress, compile_kernels, is_interactive, progress_line, reporting
from paiju.batch.engine import families_with_engine
from paiju.batch.jit_cache import SHARED
from paiju.bots.bot_compilation import compile_bots_of_ruleset
from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import find_ruleset, pad_to_width
from paiju.core.ruleset import Ruleset
from paiju.games.registry import ruleset, rulesets
from paiju.locale import translate
from paiju.solve.search_compilation import compile_search_of_ruleset

NAME_WIDTH: Final = 14
"""Width of a kernel's name, in terminal columns."""


def compile_batch(given: ParsedArguments) -> int:
    """Compile the kernels, searches and bots of the rulesets' families, and print a line for each of them.

    Raises PaijuError, OSError.
    """
    wanted = list(map(find_ruleset, given.rulesets)) if given.rulesets else [ruleset(name) for name in rulesets()]
    with reporting(partial(_show_progress, given.lang)):
        for one in _one_of_each_family(wanted, all_families=not given.rulesets):
            compile_kernels(one, partial(_print_kernel, given.lang))
            if (search := compile_search_of_ruleset(one)) is not None:
                _print_kernel(given.lang, search)
            for bot in compile_bots_of_ruleset(one):
                _print_kernel(given.lang, bot)
    print(translate(given.lang, "batch.kept", folder=SHARED.parent))
    return 0


def _one_of_each_family(found: Iterable[Ruleset], *, all_families: bool) -> list[Ruleset]:
    """Return the first ruleset of each family in ``found``.

    ``all_families`` is true if the user named no rulesets. Families without kernels are then left out. A family
    that the user named is never left out.
    """
    firsts: dict[str, Ruleset] = {}
    for one in found:
        firsts.setdefault(one.family, one)
    engines = families_with_engine()
    return [one for family, one in firsts.items() if not all_families or family in engines]


def _show_progress(lang: str, progress: Progress) -> None:
    """Update the progress line on standard error, if that is a terminal."""
    if is_interactive(sys.stderr):
        sys.stderr.write(ERASE + ("" if progress.is_done else progress_line(lang, progress)))
        sys.stderr.flush()


def _print_kernel(lang: str, kernel: Kernel) -> None:
    key = "batch.cached" if kernel.was_cached else "batch.ready"
    place = f"{kernel.number:>2}/{kernel.total}"
    duration = translate(lang, key, seconds=f"{kernel.seconds:.1f}")
    print(f"{kernel.family:<8}  {place}  {pad_to_width(kernel.name, NAME_WIDTH)}  {duration}", flush=True)
