"""``paiju follow``: checks whether a play may follow a Gunzi lead."""

from __future__ import annotations

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json
from paiju.core.errors import IllegalAction
from paiju.games.gunzi import follow_check
from paiju.games.gunzi.game import Gunzi
from paiju.locale import error_sentence, translate


def print_follow_check(given: ParsedArguments, game: Gunzi) -> int:
    """Print whether a play may follow the lead and, if not, why."""
    try:
        follow_check.check_follow_from_text(game.rules, given.level, given.trump, given.hand, given.lead, given.play)
    except IllegalAction as error:
        why = error_sentence(given.lang, error, "gunzi")
        answer = {"legal": False, "code": error.code, "message": why}
    else:
        why, answer = translate(given.lang, "follow.yes"), {"legal": True}
    if given.json:
        print_json(answer)
    else:
        print(why)
    return 0
