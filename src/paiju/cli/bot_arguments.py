"""Reads the names of bots on the command line, finds the bots, and prints what goes wrong in external bots."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from msgspec import Struct

from paiju.bots.base import Bot
from paiju.bots.external_bots import BotFault, BotLimits
from paiju.bots.registry import make_bot
from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.core.ruleset import Ruleset
from paiju.locale import translate


class FaultReporter(Struct, frozen=True):
    """Prints each fault of an external bot, such as an illegal move or a timeout, to standard error in one language."""

    lang: str

    def __call__(self, fault: BotFault) -> None:
        """Print one fault in one line."""
        message = translate(self.lang, f"outside.{fault.kind}", bot=fault.bot, why=fault.why)
        print(f"paiju: {message}", file=sys.stderr)


def parse_bot_names(typed: str, seats: int) -> tuple[str, ...]:
    """Return a bot's name for each seat. If only one name is given, it is used for all seats. Raises UsageError.

    Commas separate the names. A double comma stands for a comma within a name.
    """
    names = tuple(name.strip().replace("\0", ",") for name in typed.replace(",,", "\0").split(","))
    if len(names) not in (1, seats):
        raise UsageError("bots_a_seat", option="--bots", seats=seats, bots=len(names))
    return names * (seats // len(names))


def make_bot_from_arguments(
    name: str, ruleset: Ruleset | str, given: ParsedArguments, *, quiet: bool = False, must_start: bool = False
) -> Bot:
    """Return a bot for a ruleset or family. Raises UnknownName, NotationError.

    If ``quiet``, the error output and the faults of an external bot are not printed. If ``must_start``, the bot raises
    BotNotStarted when its program ends or hangs before its first answer.
    """
    family = ruleset if isinstance(ruleset, str) else ruleset.family
    return make_bot(
        name, family, BotLimits(given.limit, quiet, None if quiet else FaultReporter(given.lang), must_start)
    )


def make_bots_from_arguments(
    names: Sequence[str], ruleset: Ruleset, given: ParsedArguments, *, quiet: bool = False, must_start: bool = False
) -> list[Bot]:
    """Return a bot for each name in ``names``, in order. Equal names get the same bot object.

    For the other parameters, see ``make_bot_from_arguments``.
    """
    found = {
        name: make_bot_from_arguments(name, ruleset, given, quiet=quiet, must_start=must_start)
        for name in dict.fromkeys(names)
    }
    return [found[name] for name in names]
