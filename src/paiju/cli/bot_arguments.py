"""Bots as typed on the command line, and the messages for an external bot that fails."""

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
    """Prints faults of external bots, except where other output is expected."""

    lang: str

    def __call__(self, fault: BotFault) -> None:
        """Print one line."""
        said = translate(self.lang, f"outside.{fault.kind}", bot=fault.bot, why=fault.why)
        print(f"paiju: {said}", file=sys.stderr)


def bot_names(typed: str, seats: int) -> tuple[str, ...]:
    """Return one bot name for all seats, or one for each seat. Commas separate names; a double comma is a literal comma.

    Raises UsageError.
    """
    names = tuple(name.strip().replace("\0", ",") for name in typed.replace(",,", "\0").split(","))
    if len(names) not in (1, seats):
        raise UsageError("bots_a_seat", option="--bots", seats=seats, bots=len(names))
    return names * (seats // len(names))


def find_bot(
    name: str, ruleset: Ruleset | str, given: ParsedArguments, *, quiet: bool = False, must_start: bool = False
) -> Bot:
    """Return a bot for a ruleset. ``quiet`` hides its error output. Raises UnknownName, NotationError.

    With ``must_start`` a program that never answers raises BotNotStarted on the first question.
    """
    family = ruleset if isinstance(ruleset, str) else ruleset.family
    return make_bot(
        name, family, BotLimits(given.limit, quiet, None if quiet else FaultReporter(given.lang), must_start)
    )


def find_bots(
    names: Sequence[str], ruleset: Ruleset, given: ParsedArguments, *, quiet: bool = False, must_start: bool = False
) -> list[Bot]:
    """Return bots for the seats. Seats with the same name share one bot."""
    found = {name: find_bot(name, ruleset, given, quiet=quiet, must_start=must_start) for name in dict.fromkeys(names)}
    return [found[name] for name in names]
