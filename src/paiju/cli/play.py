"""``paiju play``: the table in the terminal."""

from __future__ import annotations

import sys
from random import Random, SystemRandom

from paiju.bots.base import RANDOM, STEADY, Bot
from paiju.bots.levels import levels
from paiju.bots.outside import Outside, told_faults
from paiju.bots.registry import bot
from paiju.cli.arguments import Given, UsageError
from paiju.cli.bots import bot_names, find_bots
from paiju.cli.console import find_ruleset, write_file
from paiju.core.ruleset import Ruleset
from paiju.games.registry import family_of, game_of, rulesets
from paiju.locale import text
from paiju.records import to_json, to_text
from paiju.tui.app import DEFAULT_DELAY, Options, PaijuApp
from paiju.tui.session import Session


def run(given: Given) -> int:
    """Play until the player leaves; then write the record, if one was asked for."""
    app = make_app(given)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("no_terminal")
    app.run()
    for one in () if app.session is None else dict.fromkeys(app.session.bots.values()):
        if isinstance(one, Outside) and one.faults:
            print(text(given.lang, "simulate.faults", bot=one.name, faults=told_faults(one.faults)))
    if given.record and app.session is not None and app.face is not None:
        record = app.session.record(app.face.names, given.bots or STEADY)
        write_file(given.record, to_text(record) if given.record.endswith(".txt") else to_json(record))
        print(text(given.lang, "table.saved", path=given.record))
    return 0


def make_app(given: Given) -> PaijuApp:
    """The program, as it was asked for. Raises PaijuError."""
    chosen = None if given.ruleset is None else find_ruleset(given.ruleset)
    delay = DEFAULT_DELAY if given.delay is None else given.delay
    random = SystemRandom() if given.seed is None else Random(given.seed)
    return PaijuApp(
        lambda ruleset: seat_at(ruleset, given, random), Options(given.lang, delay / 1000), chosen, rulesets()
    )


def seat_at(ruleset: Ruleset, given: Given, random: Random) -> Session:
    """The player in the first seat, bots in the others: steady ones, where there are any, unless they are named."""
    adviser = _adviser(ruleset)
    seats = game_of(ruleset).seats
    names = (RANDOM if adviser is None else STEADY,) if given.bots is None else bot_names(given.bots, seats - 1)
    others = find_bots(names * ((seats - 1) // len(names)), ruleset, given, quiet=True)
    return Session(ruleset, dict(enumerate(others, 1)), random, adviser)


def _adviser(ruleset: Ruleset) -> Bot | None:
    """The strongest of the house, who gives hints; None where nobody has written a bot."""
    if STEADY not in family_of(ruleset.family).bots:
        return None
    return bot([*levels(game_of(ruleset))][-1], ruleset.family)
