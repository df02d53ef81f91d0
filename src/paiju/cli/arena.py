"""``paiju arena``: two bots on the same deals."""

from __future__ import annotations

import sys

from rich.console import Console

from paiju.arena import Entrant, run, table_of
from paiju.cli.arguments import Given
from paiju.cli.bots import find_bot
from paiju.cli.console import find_ruleset, print_json
from paiju.cli.keeping import recorder


def compare(given: Given) -> int:
    """Play, with a bar where somebody watches, and tell."""
    ruleset = find_ruleset(given.rules)
    entrants = [Entrant(name, find_bot(name, ruleset, given, must_start=True)) for name in (given.a, given.b)]
    with recorder(given.record, ruleset) as keep:
        report = run(
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
        Console(file=sys.stdout).print(table_of(report, given.lang))
    return 0
