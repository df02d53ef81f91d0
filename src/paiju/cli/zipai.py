"""``paiju win``: is a Da Zi Pai hand complete?"""

from __future__ import annotations

from paiju.cli.arguments import Given
from paiju.cli.console import print_json
from paiju.games.zipai import questions
from paiju.games.zipai.game import ZiPai
from paiju.locale import text


def win(given: Given, _game: ZiPai) -> int:
    """The best division of a hand and its points, or null; the minimum is not looked at."""
    found = questions.win(given.hand, given.laid, given.card, given.source)
    if given.json:
        print_json(found)
    elif found is None:
        print(text(given.lang, "win.no"))
    else:
        print(text(given.lang, "win.yes", points=found.points))
        print(" ".join(found.melds))
    return 0
