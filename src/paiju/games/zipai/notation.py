"""The text notation of actions and of laid melds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from paiju.core.errors import NotationError
from paiju.games.zipai.actions import (
    CATCH,
    GO_ON,
    OPEN,
    PASS,
    PONG,
    WIN,
    Action,
    BeCaught,
    Catch,
    ContinueDrawing,
    Discard,
    Eat,
    HistoryAction,
    LayMelds,
    Open,
    Pass,
    Pong,
    PutOut,
    SetMinimum,
    Win,
)
from paiju.games.zipai.cards import NAMES, Kind, format_cards, parse_cards
from paiju.games.zipai.melds import LAID, MIXED_MELDS, PREFIX, WORTH, Meld, Way, format_meld

_PLAIN: Final[dict[str, Action]] = {"go": GO_ON, "win": WIN, "pong": PONG, "open": OPEN, "pass": PASS, "catch": CATCH}
_ALIASES: Final = {
    "和": "win",
    "胡": "win",
    "碰": "pong",
    "开招": "open",
    "招": "open",
    "过": "pass",
    "吃": "eat",
    "打": "discard",
    "油": "min",
    "抓": "catch",
}


def _word_of(action: ContinueDrawing | Win | Pong | Open | Pass | Catch) -> str:
    return next(word for word, known in _PLAIN.items() if known == action)


_FORMAT: Final[dict[type[Any], Callable[[Any], str]]] = {
    SetMinimum: lambda action: f"min {action.points}",
    Discard: lambda action: f"discard {NAMES[action.card]}",
    Eat: lambda action: " ".join(("eat", *map(format_cards, action.melds))),
    PutOut: lambda action: f"put-out {NAMES[action.card]}",
    LayMelds: lambda action: " ".join(("lay", *map(format_meld, action.melds))),
    BeCaught: lambda action: f"caught {action.points}",
    **dict.fromkeys((ContinueDrawing, Win, Pong, Open, Pass, Catch), _word_of),
}


def format_action(action: Action | HistoryAction) -> str:
    """Return an action as text: ``min 20``, ``discard 三``, ``eat 二七十 二二贰``, ``pong``, ``win``, ``pass`` and so on.

    DEALER's action is ``go``. Entries that occur only in a history are ``put-out 三``, ``lay 碰二二二`` and ``caught 15``;
    ``parse_action`` does not read them.
    """
    return _FORMAT[type(action)](action)


def parse_card(text: str) -> Kind:
    """Return the card that a text denotes. Raises NotationError."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotationError("one_card", text=text)
    return cards[0]


def _parse_minimum(text: str) -> Action:
    if not (text.isascii() and text.isdecimal()) or len(text) > 4:
        raise NotationError("bad_number", text=text)
    return SetMinimum(int(text))


def _parse_eat(text: str) -> Action:
    """Return the eat that a text denotes. Raises NotationError.

    The text lists melds, separated by spaces. Cards and melds may be in any order.
    """
    melds = tuple(sorted(tuple(sorted(parse_cards(word))) for word in text.split()))
    for meld in melds:
        if meld not in MIXED_MELDS:
            raise NotationError("bad_meld", text=text, meld=format_cards(meld))
    if not melds:
        raise NotationError("bad_action", text=text)
    return Eat(melds)


_PARSE: Final[dict[str, Callable[[str], Action]]] = {
    "min": _parse_minimum,
    "discard": lambda text: Discard(parse_card(text)),
    "eat": _parse_eat,
}
_ALIAS: Final = re.compile("|".join(_ALIASES))


def parse_action(text: str) -> Action:
    """Return the action that a text denotes, in English or Chinese (打三, 吃二七十, 碰, 过). Raises NotationError.

    A text that consists of a card alone denotes the discard of that card.
    """
    words = " ".join(text.split())
    alias = _ALIAS.match(words)
    if alias:
        words = f"{_ALIASES[alias[0]]} {words[alias.end() :]}".strip()
    if words.lower() in _PLAIN:
        return _PLAIN[words.lower()]
    head, _, rest = words.partition(" ")
    if head.lower() in _PARSE:
        return _PARSE[head.lower()](rest.strip())
    if head.lower() in ("", *_PLAIN) or (words.isascii() and words[0] not in "sbSB"):
        raise NotationError("bad_action", text=text)
    return Discard(parse_card(words))


def parse_melds(text: str) -> tuple[Meld, ...]:
    """Return the laid melds that a text denotes: ``龙拾拾拾拾 碰二二二 吃二七十 死罩三三三``. Raises NotationError."""
    return tuple(map(_parse_meld, text.split()))


def _parse_meld(word: str) -> Meld:
    way: Way | None = next((way for way in LAID if word.startswith(PREFIX[way])), None)
    if way is None:
        raise NotationError("bad_way", text=word)
    meld = Meld(way, tuple(sorted(parse_cards(word[len(PREFIX[way]) :]))))
    if meld not in WORTH:
        raise NotationError("bad_meld", text=word, meld=word)
    return meld
