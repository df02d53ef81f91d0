"""``paiju win`` and ``paiju follow``: is a Da Zi Pai hand complete, may a Gunzi lead be followed so?"""

from __future__ import annotations

from typing import TypeVar

from paiju.cli.arguments import Given, UsageError
from paiju.cli.console import find_ruleset, print_json
from paiju.core.errors import IllegalAction
from paiju.games.gunzi import questions as gunzi
from paiju.games.gunzi.game import Gunzi
from paiju.games.registry import game_of
from paiju.games.zipai import questions as zipai
from paiju.games.zipai.game import ZiPai
from paiju.locale import sentence, text


def win(given: Given) -> int:
    """The best division of a hand and its points, or null; the minimum is not looked at."""
    _game_of(given, ZiPai)
    found = zipai.win(given.hand, given.laid, given.card, given.source)
    if given.json:
        print_json(found)
    elif found is None:
        print(text(given.lang, "win.no"))
    else:
        print(text(given.lang, "win.yes", points=found.points))
        print(" ".join(found.melds))
    return 0


def follow(given: Given) -> int:
    """Whether it may, and if not, why."""
    rules = _game_of(given, Gunzi).rules
    try:
        gunzi.check_follow(rules, given.level, given.trump, given.hand, given.lead, given.play)
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


_G = TypeVar("_G", ZiPai, Gunzi)


def _game_of(given: Given, kind: type[_G]) -> _G:
    """The game, of the family that the question is about."""
    ruleset = find_ruleset(given.rules)
    game = game_of(ruleset)
    if not isinstance(game, kind):
        raise UsageError("not_for_family", command=given.command.name, rules=ruleset.id)
    return game
