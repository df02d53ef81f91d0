"""The cards (ZP-1): 20 kinds, four of each.

A kind is a number from 0 to 19. The kinds 0 to 9 are the small numerals 一 to 十, and 10 to 19 the big numerals 壹 to 拾. Cards
of one kind are equal, so a card is represented by its kind, and a hand by a tuple of 20 counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from paiju.core.errors import NotationError

Kind = int
"""A kind of card, 0 to 19."""

Counts = tuple[int, ...]
"""The number of cards of each kind: 20 numbers."""

NAMES: Final = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
KINDS: Final = len(NAMES)
COPIES: Final = 4
PACK: Final = tuple(kind for kind in range(KINDS) for _ in range(COPIES))
NONE: Final[Counts] = (0,) * KINDS

_RED_NUMBERS = frozenset({2, 7, 10})
_TRADITIONAL = {"貳": "贰", "參": "叁", "叄": "叁", "陸": "陆"}
_BY_NAME = (
    {name: kind for kind, name in enumerate(NAMES)}
    | {name: NAMES.index(simple) for name, simple in _TRADITIONAL.items()}
    | {f"{size}{number}": number - 1 + 10 * big for big, size in enumerate("sb") for number in range(1, 11)}
)
_CARD = re.compile(r"[sb](?:10|[1-9])|\S", re.IGNORECASE)


def kind_of(number: int, *, big: bool) -> Kind:
    """Return the small or big kind with this number, 1 to 10."""
    return number - 1 + 10 * big


def number_of(kind: Kind) -> int:
    """Return the number of a kind, 1 to 10."""
    return kind % 10 + 1


def is_big(kind: Kind) -> bool:
    """Whether the kind is big, 壹 to 拾."""
    return kind >= 10


def is_red(kind: Kind) -> bool:
    """Whether the kind is red: 二 七 十, 贰 柒 拾 (ZP-1.2)."""
    return number_of(kind) in _RED_NUMBERS


def count_cards(cards: Iterable[Kind]) -> Counts:
    """Convert cards to counts by kind."""
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return tuple(counts)


def cards_of(counts: Counts) -> tuple[Kind, ...]:
    """Convert counts by kind to a tuple of cards, in ascending order."""
    return tuple(kind for kind, copies in enumerate(counts) for _ in range(copies))


def with_card(counts: Counts, kind: Kind) -> Counts:
    """Return the counts with one more card of a kind."""
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def without(counts: Counts, cards: Iterable[Kind]) -> Counts:
    """Return the counts with some cards removed. The counts must contain these cards."""
    left = list(counts)
    for kind in cards:
        left[kind] -= 1
    return tuple(left)


def format_cards(cards: Iterable[Kind]) -> str:
    """Return cards as text, in the given order."""
    return "".join(NAMES[kind] for kind in cards)


def parse_cards(text: str) -> tuple[Kind, ...]:
    """Return the cards that a text denotes, in the order of the text. Raises NotationError.

    Cards are in Chinese (一 拾) or ASCII (s1 b10), with or without spaces.
    """
    return tuple(_parse_match(found, text) for found in _CARD.finditer(text))


def _parse_match(found: re.Match[str], text: str) -> Kind:
    kind = _BY_NAME.get(found[0].lower())
    if kind is None:
        raise NotationError("bad_card", text=text, at=found.start())
    return kind
