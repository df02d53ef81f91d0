"""What a seat may do in Dou Dizhu, and how it is written."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paiju.core.errors import NotationError
from paiju.games.doudizhu.cards import Cards, parse_ranks, ranks_text
from paiju.games.doudizhu.combos import Combo


class DealOn(Struct, frozen=True, tag="deal"):
    """The dealer's action: the next packet of cards, or the start of the hand."""


class Choose(Struct, frozen=True, tag="choose"):
    """A yes or no: open the hand, call, rob, kick, kick back or double. ``what`` says which; the phase asks for one only."""

    what: str
    yes: bool


class Bid(Struct, frozen=True, tag="bid"):
    """A bid of 1, 2 or 3, or 0 for a pass (DDZ-3.1, 3.2)."""

    points: int


class Throw(Struct, frozen=True, tag="throw"):
    """Cards thrown away before play, as counts of ranks in text; empty for none (DDZ-7.10)."""

    ranks: str


class Play(Struct, frozen=True, tag="play"):
    """A combination in the reading that is meant. ``cards`` may name the very cards; otherwise spades go first."""

    what: Combo
    cards: Cards | None = None


class Pass(Struct, frozen=True, tag="pass"):
    """Not beating the standing play (DDZ-6.1)."""


Action = DealOn | Choose | Bid | Throw | Play | Pass

DEAL_ON: Final = DealOn()
PASS: Final = Pass()

_YES: Final = {"open": "open", "call": "call", "rob": "rob", "kick": "kick", "back": "kick-back", "double": "double"}
_NO: Final = {name: f"no-{word}" for name, word in _YES.items()}
_WORDS: Final[dict[str, Action]] = {
    "deal": DEAL_ON,
    "pass": PASS,
    "bid 0": Bid(0),
    **{f"bid {points}": Bid(points) for points in (1, 2, 3)},
    **{word: Choose(name, True) for name, word in _YES.items()},
    **{word: Choose(name, False) for name, word in _NO.items()},
}
_TEXTS: Final = {action: word for word, action in _WORDS.items()}


def format_action(action: Action) -> str:
    """``bid 2``, ``rob``, ``no-rob``, ``throw 3 4``, ``play 333444+57``, ``play 33@3s3d``, ``pass``."""
    if isinstance(action, Play):
        cards = f"@{action.cards.text()}" if action.cards is not None else ""
        return f"play {action.what.text()}{cards}"
    if isinstance(action, Throw):
        return f"throw {action.ranks or '-'}"
    return _TEXTS[action]


def parse_action(text: str) -> Action:
    """Read an action; ``play`` may be left out. Raises NotationError."""
    words = " ".join(text.split())
    known = _WORDS.get(words.lower())
    if known is not None:
        return known
    head, _, rest = words.partition(" ")
    if head.lower() == "throw" and rest:
        return Throw("" if rest == "-" else ranks_text(parse_ranks(rest.replace(" ", ""))))
    if head.lower() != "play":
        rest = words
    what, at, cards = rest.replace(" ", "").partition("@")
    if not what:
        raise NotationError("bad_action", text=text, at=0)
    return Play(Combo.parse(what), Cards.parse(cards) if at else None)
