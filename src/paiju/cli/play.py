"""``paiju play``: plays at a table in the terminal."""

from __future__ import annotations

import sys
from random import Random, SystemRandom

from paiju.bots.base import RANDOM, STEADY, Bot
from paiju.bots.external_bots import ExternalBot, format_faults
from paiju.bots.levels import levels
from paiju.bots.registry import make_bot
from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.bot_arguments import make_bots_from_arguments, parse_bot_names
from paiju.cli.console import find_ruleset, write_file
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of, game_of, rulesets
from paiju.locale import translate
from paiju.records import to_json, to_text
from paiju.tui.app import DEFAULT_DELAY, PaijuApp, TableOptions
from paiju.tui.session import TerminalSession


def run(given: ParsedArguments) -> int:
    """Play until the player leaves, print the faults of external bots, and write the record (``--record``).

    Raises UsageError if standard input or output is not a terminal, and PaijuError.
    """
    app = make_app(given)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("no_terminal")
    app.run()
    for one in () if app.session is None else dict.fromkeys(app.session.bots.values()):
        if isinstance(one, ExternalBot) and one.faults:
            print(translate(given.lang, "simulate.faults", bot=one.name, faults=format_faults(one.faults)))
    if given.record and app.session is not None and app.face is not None:
        record = app.session.make_record(app.face.names, given.bots or STEADY)
        write_file(given.record, to_text(record) if given.record.endswith(".txt") else to_json(record))
        print(translate(given.lang, "table.saved", path=given.record))
    return 0


def make_app(given: ParsedArguments) -> PaijuApp:
    """Return the terminal application for the options of the command. Raises PaijuError."""
    chosen = None if given.ruleset is None else find_ruleset(given.ruleset)
    delay = DEFAULT_DELAY if given.delay is None else given.delay
    random = SystemRandom() if given.seed is None else Random(given.seed)
    return PaijuApp(
        lambda ruleset: make_session(ruleset, given, random), TableOptions(given.lang, delay / 1000), chosen, rulesets()
    )


def make_session(ruleset: Ruleset, given: ParsedArguments, random: Random) -> TerminalSession:
    """Return a session in which the player has the first seat, and bots have the other seats.

    ``--bots`` names the bots. By default they are ``steady``, or ``random`` in a family without a steady bot.
    """
    adviser = _make_strongest_bot(ruleset)
    seats = game_of(ruleset).seats
    names = (RANDOM if adviser is None else STEADY,) if given.bots is None else parse_bot_names(given.bots, seats - 1)
    others = make_bots_from_arguments(names * ((seats - 1) // len(names)), ruleset, given, quiet=True)
    return TerminalSession(ruleset, dict(enumerate(others, 1)), random, adviser)


def _make_strongest_bot(ruleset: Ruleset) -> Bot | None:
    """Return the strongest bot of the family, to give hints; None if the family has no bots of its own."""
    if STEADY not in family_of(ruleset.family).bots:
        return None
    return make_bot([*levels(game_of(ruleset))][-1], ruleset.family)
