"""``paiju win``: checks whether a Da Zi Pai hand is complete."""

from __future__ import annotations

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import print_json
from paiju.games.zipai import win_check
from paiju.games.zipai.game import ZiPai
from paiju.locale import translate


def print_win_check(given: ParsedArguments, _game: ZiPai) -> int:
    """Print the best division of a hand into melds and its points, or that the hand is not complete.

    As JSON, a hand that is not complete is printed as null. The minimum number of points that a win needs is
    ignored.
    """
    found = win_check.find_win(given.hand, given.laid, given.card, given.source)
    if given.json:
        print_json(found)
    elif found is None:
        print(translate(given.lang, "win.no"))
    else:
        print(translate(given.lang, "win.yes", points=found.points))
        print(" ".join(found.melds))
    return 0
