"""Compiles the bots for the batch engine ahead of time. ``paiju.batch.compile_kernels`` does the same for the engine."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.batch.compilation import Kernel, compile_by_running
from paiju.batch.hands import new_hands
from paiju.bots.kernel_bot import KernelBot
from paiju.core.family import load_object
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of


def compile_bots_of_ruleset(ruleset: Ruleset) -> list[Kernel]:
    """Compile and cache the compiled bots of a ruleset's family, and return their kernels."""
    bots = [load_object(place)(ruleset) for place in family_of(ruleset.family).compiled_bots.values()]
    return [kernel for bot in bots for kernel in _compile_bot(ruleset, bot)]


def _compile_bot(ruleset: Ruleset, bot: KernelBot) -> Iterator[Kernel]:
    """Compile and cache the kernels of a bot, and yield them."""
    hands = new_hands(ruleset, 1)
    yield compile_by_running(ruleset.family, bot.kernel, lambda: bot(hands))
    if bot.play_kernel is not None:
        yield compile_by_running(ruleset.family, bot.play_kernel, lambda: bot.play(hands, ()))
