"""``paiju follow``: may a Gunzi lead be followed so?"""

from __future__ import annotations

from paiju.cli.arguments import Given
from paiju.cli.console import print_json
from paiju.core.errors import IllegalAction
from paiju.games.gunzi import questions
from paiju.games.gunzi.game import Gunzi
from paiju.locale import sentence, text


def follow(given: Given, game: Gunzi) -> int:
    """Whether it may, and if not, why."""
    try:
        questions.check_follow(game.rules, given.level, given.trump, given.hand, given.lead, given.play)
    except IllegalAction as error:
        why = sentence(given.lang, error, "gunzi")
        answer = {"legal": False, "code": error.code, "message": why}
    else:
        why, answer = text(given.lang, "follow.yes"), {"legal": True}
    if given.json:
        print_json(answer)
    else:
        print(why)
    return 0
