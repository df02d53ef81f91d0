"""``paiju arena``: lets two bots play a match on duplicate deals."""

from __future__ import annotations

import sys

from rich.console import Console

from paiju.arena import Entrant, report_table, run_match
from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.bot_arguments import make_bot_from_arguments
from paiju.cli.console import find_ruleset, print_json
from paiju.cli.record_option import open_recorder


def run(given: ParsedArguments) -> int:
    """Run the match and print the report. If standard error is a terminal, also show the progress."""
    ruleset = find_ruleset(given.rules)
    entrants = [
        Entrant(name, make_bot_from_arguments(name, ruleset, given, must_start=True)) for name in (given.a, given.b)
    ]
    with open_recorder(given.record, ruleset) as keep:
        report = run_match(
            entrants,
            ruleset,
            given.deals,
            given.seed,
            play_only=given.play_only,
            processes=given.processes,
            progress=sys.stderr.isatty(),
            record=keep,
        )
    if given.json:
        print_json(report)
    else:
        Console(file=sys.stdout).print(report_table(report, given.lang))
    return 0
