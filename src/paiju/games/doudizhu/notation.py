"""The text notation of actions."""

from __future__ import annotations

from typing import Final

from paiju.core.errors import NotationError
from paiju.games.doudizhu.actions import GO_ON, PASS, Action, Bid, Choose, Play, ThrowAway
from paiju.games.doudizhu.cards import Cards, parse_ranks, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.yes_no_questions import QUESTIONS

_WORDS: Final[dict[str, Action]] = {
    "deal": GO_ON,
    "pass": PASS,
    "bid 0": Bid(0),
    **{f"bid {points}": Bid(points) for points in (1, 2, 3)},
    **{question.notation: Choose(question.what, True) for question in QUESTIONS.values()},
    **{f"no-{question.notation}": Choose(question.what, False) for question in QUESTIONS.values()},
}
_TEXTS: Final = {action: word for word, action in _WORDS.items()}


def format_action(action: Action) -> str:
    """Return an action as text: ``bid 2``, ``rob``, ``no-rob``, ``throw 34``, ``play 333444+57``, ``pass``.

    A play with exact cards has them after ``@``: ``play 33@3s3d``.
    """
    if isinstance(action, Play):
        cards = f"@{action.cards.text()}" if action.cards is not None else ""
        return f"play {action.what.text()}{cards}"
    if isinstance(action, ThrowAway):
        return f"throw {action.ranks or '-'}"
    return _TEXTS[action]


def parse_action(text: str) -> Action:
    """Return the action that a text denotes. The word ``play`` may be omitted. Raises NotationError."""
    words = " ".join(text.split())
    known = _WORDS.get(words.lower())
    if known is not None:
        return known
    head, _, rest = words.partition(" ")
    if head.lower() == "throw" and rest:
        return ThrowAway("" if rest == "-" else ranks_text(parse_ranks(rest.replace(" ", ""))))
    if head.lower() != "play":
        rest = words
    what, at, cards = rest.replace(" ", "").partition("@")
    if not what:
        raise NotationError("bad_action", text=text, at=0)
    return Play(Combination.parse(what), Cards.parse(cards) if at else None)
