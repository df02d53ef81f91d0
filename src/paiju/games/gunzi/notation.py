"""The text notation of actions, levels and trumps."""

from __future__ import annotations

from typing import Any, Final, cast

from paiju.core.errors import NotationError
from paiju.games.gunzi.actions import Action, Bury, Deal, Declare, GiveBack, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.cards import NONE, RANKS, Cards
from paiju.games.gunzi.trumps import CALLS, Call

_VERBS: Final[dict[type[Any], str]] = {
    Deal: "deal",
    Declare: "show",
    Pass: "pass",
    Pay: "pay",
    GiveBack: "return",
    Bury: "bury",
    TakeBack: "take",
    Play: "play",
}
_WORDS: Final[dict[str, type[Any]]] = {
    **{verb: kind for kind, verb in _VERBS.items()},
    "亮": Declare,
    "过": Pass,
    "贡": Pay,
    "还": GiveBack,
    "扣": Bury,
    "拿": TakeBack,
    "出": Play,
}
_CALL_WORDS: Final[dict[str, Call]] = {
    **{call: call for call in CALLS},
    **dict(zip("♠♥♣♦", CALLS, strict=False)),
    **dict(zip("黑红梅方", CALLS, strict=False)),
    "无主": "none",
}


def format_action(action: Action) -> str:
    """Return an action as text: ``play 8s 8s``, ``show Bj Bj Bj none``, ``pass``, ``pay Rj``."""
    cards = getattr(action, "cards", NONE)
    call = getattr(action, "call", None)
    return " ".join(word for word in (_VERBS[type(action)], cards.text(), call) if word)


def parse_action(text: str) -> Action:
    """Return the action that a text denotes. The word ``play`` may be omitted. Raises NotationError."""
    words = text.split()
    if not words:
        raise NotationError("bad_action", text=text, at=0)
    kind = _WORDS.get(words[0].lower())
    if kind is None:
        return Play(Cards.parse(text))
    return _parse_arguments(kind, words[1:], text)


def _parse_arguments(kind: type[Any], words: list[str], text: str) -> Action:
    if kind in (Deal, Pass):
        if words:
            raise NotationError("bad_action", text=text, at=0)
        return cast("Action", kind())
    if kind is Declare and words and words[-1].lower() in _CALL_WORDS:
        return Declare(Cards.parse(" ".join(words[:-1])), _CALL_WORDS[words[-1].lower()])
    return cast("Action", kind(Cards.parse(" ".join(words))))


def parse_level(text: str) -> int:
    """Return the level that a text denotes, such as ``7``, ``10`` or ``T``. Raises NotationError."""
    rank = text.strip().upper().replace("10", "T")
    if len(rank) != 1 or rank not in RANKS:
        raise NotationError("bad_level", text=text, at=0)
    return RANKS.index(rank) + 2


def format_level(level: int) -> str:
    """Return a level as text: 3 to 10, J, Q, K or A."""
    return RANKS[level - 2].replace("T", "10")


def parse_call(text: str) -> Call:
    """Return the trump call that a text denotes: ``s``, ``h``, ``c``, ``d`` or ``none``. Raises NotationError."""
    call = _CALL_WORDS.get(text.strip().lower())
    if call is None:
        raise NotationError("bad_trump", text=text, at=0)
    return call
