"""The cards of four decks (GZ-1.1, 1.2): 54 kinds, up to four of each, packed into one integer.

A kind is a number. A suited card has the kind ``suit * 13 + rank - 2``, with the suits 0 to 3 in the order
``s h c d`` and the ranks 2 to 14 (ace). The small joker is kind 52, the big joker 53.

``Cards`` is a multiset of kinds, packed into an ``int``. Each kind has four bits, which contain how many
cards of the kind there are, 0 to 4. The highest of the four bits is always 0, so a single subtraction can
test whether one multiset contains another. The functions below accept any packed integer and return plain
integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Self

from paiju.core.errors import IllegalAction, NotationError

SUITS: Final = "shcd"
RANKS: Final = "23456789TJQKA"
SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
KINDS: Final = 54
COPIES: Final = 4

NAMES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "Bj", "Rj")
"""The notation of each kind, indexed by kind: ``2s`` to ``Ad``, then ``Bj`` (small joker) and ``Rj`` (big joker)."""

_KINDS: Final = {name.lower(): kind for kind, name in enumerate(NAMES)}
_SYMBOLS: Final = str.maketrans(
    {"♠": "s", "♥": "h", "♣": "c", "♦": "d", "♤": "s", "♡": "h", "♧": "c", "♢": "d", ",": " ", "，": " "}
)
_TOKEN: Final = re.compile(r"10|\S")


def kind_of(rank: int, suit: int) -> int:
    """Return the kind of a card that has a suit: ``suit * 13 + rank - 2``, a number from 0 to 51.

    Ranks are 2 to 14 (ace). Suits are 0 to 3, in the order of ``SUITS``.
    """
    return suit * 13 + rank - 2


def rank_of(kind: int) -> int:
    """Return the rank of a suited kind, 2 to 14 (ace)."""
    return kind % 13 + 2


def suit_of(kind: int) -> int | None:
    """Return the suit of a kind, 0 to 3; None for a joker."""
    return None if kind >= SMALL_JOKER else kind // 13


def is_joker(kind: int) -> bool:
    """Whether a kind is one of the two jokers."""
    return kind >= SMALL_JOKER


def mask_of(kinds: Iterable[int]) -> int:
    """Return a mask that selects the cards of these kinds from packed cards: ``cards & mask``."""
    return sum(15 << 4 * kind for kind in kinds)


ONES: Final = sum(1 << 4 * kind for kind in range(KINDS))
_TWOS: Final = ONES << 1
_FOURS: Final = ONES << 2
_GUARD: Final = ONES << 3

FIVES: Final = mask_of(kind_of(5, suit) for suit in range(4))
TEN_POINT_CARDS: Final = mask_of(kind_of(rank, suit) for suit in range(4) for rank in (10, 13))
POINT_CARDS: Final = FIVES | TEN_POINT_CARDS
"""A mask of the fives, tens and kings (GZ-1.2).

The mask ``TEN_POINT_CARDS`` has only the tens and kings, which are worth ten points each.
"""
JOKERS: Final = mask_of((SMALL_JOKER, BIG_JOKER))


class Cards(int):
    """A multiset of cards, such as ``Cards.parse("3s 3s Rj")``."""

    __slots__ = ()

    def text(self) -> str:
        """Return the cards as text, in the order of kinds and separated by spaces."""
        return _cards_text(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the cards that a text denotes, in any order and case. Raises NotationError.

        Suits are letters or symbols: ``3s`` or ``3♠``.
        """
        return cls.of(_read_kinds(text))

    @classmethod
    def of(cls, kinds: Iterable[int]) -> Self:
        """Return the cards with these kinds. Raises NotationError for a fifth card of a kind."""
        cards = 0
        for kind in kinds:
            if count_of(cards, kind) == COPIES:
                raise NotationError("too_many_copies", card=NAMES[kind], copies=COPIES)
            cards += single(kind)
        return cls(cards)

    def kinds(self) -> Iterator[int]:
        """Yield the kind of each card, in ascending order."""
        for kind in kinds_of(self):
            for _ in range(count_of(self, kind)):
                yield kind

    def __repr__(self) -> str:
        return f"Cards({self.text()!r})"

    def __str__(self) -> str:
        return self.text()


NONE: Final = Cards()


@lru_cache(maxsize=1 << 14)
def _cards_text(cards: Cards) -> str:
    return " ".join(NAMES[kind] for kind in cards.kinds())


def _read_kinds(text: str) -> Iterator[int]:
    tokens = list(_TOKEN.finditer(text.translate(_SYMBOLS)))
    for rank, suit in zip(tokens[::2], tokens[1::2], strict=False):
        name = (rank[0].replace("10", "T") + suit[0]).lower()
        if name not in _KINDS:
            raise NotationError("bad_card", text=text, at=rank.start())
        yield _KINDS[name]
    if len(tokens) % 2:
        raise NotationError("bad_card", text=text, at=tokens[-1].start())


def size(cards: int) -> int:
    """Return the number of cards."""
    return (cards & ONES).bit_count() + 2 * (cards & _TWOS).bit_count() + 4 * (cards & _FOURS).bit_count()


def count_of(cards: int, kind: int) -> int:
    """Return the number of cards of one kind."""
    return cards >> 4 * kind & 7


def single(kind: int) -> int:
    """Return one card of a kind as packed cards."""
    return 1 << 4 * kind


def kinds_of(cards: int) -> Iterator[int]:
    """Yield each kind of which there is at least one card, in ascending order."""
    left = (cards | cards >> 1 | cards >> 2) & ONES
    while left:
        low = left & -left
        yield low.bit_length() >> 2
        left ^= low


def kinds_with(cards: int, copies: int) -> list[int]:
    """Return the kinds with at least ``copies`` (1 to 4) cards, in ascending order."""
    return list(kinds_of(_WITH[copies](cards) & ONES))


_WITH: Final = {
    1: lambda cards: cards | cards >> 1 | cards >> 2,
    2: lambda cards: cards >> 1 | cards >> 2,
    3: lambda cards: cards >> 1 & cards | cards >> 2,
    4: lambda cards: cards >> 2,
}


def contains(cards: int, part: int) -> bool:
    """Whether ``cards`` contains all cards of ``part``."""
    return (cards | _GUARD) - part & _GUARD == _GUARD


def without(cards: int, other: int) -> int:
    """Return ``cards`` without the cards of ``other``. Cards of ``other`` that are not in ``cards`` are ignored."""
    rest = (cards | _GUARD) - other
    enough = rest & _GUARD
    return rest & enough - (enough >> 3)


def intersection(cards: int, other: int) -> int:
    """Return the intersection of two multisets: for each kind, the smaller number."""
    return cards - without(cards, other)


def union(cards: int, other: int) -> int:
    """Return the union of two multisets: for each kind, the larger number."""
    return other + without(cards, other)


def points_in(cards: int) -> int:
    """Return the points of the cards: 5 for a five, 10 for a ten or a king (GZ-1.2)."""
    return 5 * size(cards & FIVES) + 10 * size(cards & TEN_POINT_CARDS)


def check_held(hand: int, cards: int) -> None:
    """Raise IllegalAction unless the cards are in the hand."""
    if not contains(hand, cards):
        raise IllegalAction("not_held", cards=Cards(without(cards, hand)).text())


def check_card_count(cards: int, needed: int) -> None:
    """Raise IllegalAction unless there are exactly ``needed`` cards."""
    if size(cards) != needed:
        raise IllegalAction("wrong_number", needed=needed, played=size(cards))


PACK: Final = tuple(kind for kind in range(KINDS) for _ in range(COPIES))
"""The kinds of the 216 cards (GZ-1.1), in ascending order."""
