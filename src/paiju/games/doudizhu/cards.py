"""Sets of cards from one or two packs, and counts of ranks, each packed into an integer.

A set of cards is an integer of fifteen bytes, one for each rank (3 is the lowest, the jokers are the highest). A byte contains
four two-bit counters, one for each suit, which count the copies of a card. A joker uses the first counter of its byte. So
sets are combined by addition, and cards are removed by subtraction.

``count_ranks`` converts a set to *counts*: an integer of fifteen bytes, each of which contains the number of cards of that rank
(0 to 8). The top bit of every byte is always 0, so ``contains_counts`` needs only a few operations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Self

from paiju.core.errors import NotationError

RANKS: Final = "3456789TJQKA2BR"
"""All ranks from low to high (DDZ-1.2). B is the small joker, R the big one."""
SUITS: Final = "shcd"
"""Spades, hearts, clubs, diamonds. Suits do not matter in play (DDZ-1.2)."""
SMALL_JOKER: Final = 13
BIG_JOKER: Final = 14
TWO: Final = 12
ACE: Final = 11
TEN: Final = 7
ONES: Final = int.from_bytes(b"\x01" * 15, "little")
GUARDS: Final = ONES << 7
"""The top bit of every byte, which a count never reaches."""

_HALVES: Final = ONES * 0x33
_NIBBLES: Final = ONES * 0x0F


class Cards(int):
    """A multiset of cards: with two packs, the same card may occur twice.

    Its text is like ``3s3hTcBjRj``. The ranks are in ascending order. Within a rank, the order is spades, hearts,
    clubs, diamonds.
    """

    __slots__ = ()

    def text(self) -> str:
        return "".join(
            _rank_cards_text(rank, byte) for rank, byte in enumerate(self.to_bytes(len(RANKS), "little")) if byte
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the cards of a text, in any order and case, with or without spaces. Raises NotationError."""
        total = 0
        at = 0
        for match in _CARD.finditer(text):
            if text[at : match.start()].strip():
                break
            shift = bit_position(card_number(match.group()))
            if total >> shift & 3 == 2:
                raise NotationError("too_many_of_card", text=text, at=match.start())
            at = match.end()
            total += 1 << shift
        if rest := text[at:].lstrip():
            raise NotationError("bad_card", text=text, at=len(text) - len(rest))
        return cls(total)

    def __repr__(self) -> str:
        return f"Cards({self.text()})"


NO_CARDS: Final = Cards(0)

_CARD = re.compile(r"[3-9TJQKA2][shcd]|[BR]j|10[shcd]", re.IGNORECASE)


def card_number(text: str) -> int:
    """Return the number of a card (rank × 4 + suit), given its text, such as ``Ts`` or ``Bj``. Raises NotationError."""
    if not _CARD.fullmatch(text):
        raise NotationError("bad_card", text=text, at=0)
    rank = "T" if text.startswith("10") else text[0].upper()
    suit = text[-1].lower()
    return RANKS.index(rank) * 4 + (0 if suit == "j" else SUITS.index(suit))


def card_text(card: int) -> str:
    """Return a card as text, such as ``Ts`` or ``Bj``."""
    rank, suit = divmod(card, 4)
    return RANKS[rank] + ("j" if rank >= SMALL_JOKER else SUITS[suit])


@lru_cache(maxsize=4096)
def _rank_cards_text(rank: int, byte: int) -> str:
    """Return the cards of one rank as text. ``byte`` has two bits for each suit: the number of cards of the suit."""
    return "".join(card_text(rank * 4 + suit) * (byte >> 2 * suit & 3) for suit in range(4))


def bit_position(card: int) -> int:
    """Return the position of the lowest bit of a card's two-bit counter in a set of cards."""
    return 8 * (card >> 2) + 2 * (card & 3)


_ONE: Final = tuple(1 << bit_position(card) for card in range(60))
_SUITS: Final = tuple(tuple(suit for suit in range(4) for _ in range(byte >> 2 * suit & 3)) for byte in range(256))
"""The suits of the cards of one rank, in ascending order.

The index is the byte of the rank. In it, two bits for each suit count the cards of that suit. A suit with two cards
occurs twice.
"""


def cards_from_numbers(numbers: Iterable[int]) -> Cards:
    """Return the set of cards with these card numbers."""
    return Cards(sum(map(_ONE.__getitem__, numbers)))


def card_list(cards: int) -> tuple[int, ...]:
    """Return the numbers of the cards in a set, in ascending order. A card that occurs twice is listed twice."""
    ranks = cards.to_bytes(len(_ONE) // 4, "little")
    return tuple(4 * rank + suit for rank, byte in enumerate(ranks) if byte for suit in _SUITS[byte])


def count_ranks(cards: int) -> int:
    """Return the counts of the ranks in a set of cards."""
    pairs = (cards & _HALVES) + (cards >> 2 & _HALVES)
    return (pairs & _NIBBLES) + (pairs >> 4 & _NIBBLES)


def contains_counts(counts: int, others: int) -> bool:
    """Whether ``counts`` has at least as many cards of each rank as ``others``."""
    return ((counts | GUARDS) - others) & GUARDS == GUARDS


def mask_at_least(counts: int, number: int) -> int:
    """Return a mask with bit 0 set in every byte whose count is at least ``number``."""
    return (counts + ONES * (128 - number)) >> 7 & ONES


def card_count(counts: int) -> int:
    """Return the total number of cards in ``counts``."""
    return counts % 255


def count_of(counts: int, rank: int) -> int:
    """Return the number of cards of one rank in ``counts``."""
    return counts >> 8 * rank & 0xFF


def ranks_in(mask: int) -> tuple[int, ...]:
    """Return the ranks whose bytes have bit 0 set in a mask, in ascending order."""
    ranks = []
    while mask:
        low = mask & -mask
        ranks.append(low.bit_length() >> 3)
        mask ^= low
    return tuple(ranks)


def contains_cards(cards: int, others: int) -> bool:
    """Return whether a set contains all cards of another set, including their suits."""
    return all(cards >> shift & 3 >= others >> shift & 3 for shift in range(0, 120, 2))


@lru_cache(maxsize=4096)
def _pick_suits(byte: int, number: int) -> int:
    picked = 0
    for shift in (0, 2, 4, 6):
        taken = min(number, byte >> shift & 3)
        picked += taken << shift
        number -= taken
    return picked


def pick_cards(cards: int, counts: int) -> int:
    """Return cards of the set ``cards`` that have the rank counts ``counts``.

    Of each rank, spades are taken first, then hearts, clubs, diamonds.
    """
    picked = 0
    while counts:
        shift = (counts & -counts).bit_length() - 1 & ~7
        number = counts >> shift & 0xFF
        picked += _pick_suits(cards >> shift & 0xFF, number) << shift
        counts ^= number << shift
    return picked


_RANK = re.compile(r"10|\S")


def parse_ranks(text: str, whole: str = "", start: int = 0) -> int:
    """Return the rank counts that a text of ranks denotes. Raises NotationError.

    The ranks may be in any order and case; ``10`` means T. If the text is part of a longer text ``whole``, in
    which it begins at the index ``start``, errors refer to ``whole``.
    """
    counts = 0
    for match in _RANK.finditer(text):
        letter, at = match.group().upper(), start + match.start()
        rank = RANKS.find("T" if letter == "10" else letter)
        if rank < 0:
            raise NotationError("bad_rank_letter", text=whole or text, at=at)
        counts += 1 << 8 * rank
        if counts >> 8 * rank & 0xFF > 8:
            raise NotationError("too_many_of_rank", text=whole or text, at=at)
    return counts


@lru_cache(maxsize=1 << 14)
def ranks_text(counts: int) -> str:
    """Return counts as text: ranks in ascending order, such as ``33345``."""
    return "".join(letter * (counts >> 8 * rank & 0xFF) for rank, letter in enumerate(RANKS))


def cards_in_pack(decks: int, stripped: str) -> tuple[int, ...]:
    """Return the numbers of all cards of ``decks`` packs without the ``stripped`` ranks (DDZ-1.1, 1.3, 1.4)."""
    one = [rank * 4 + suit for rank in range(13) if RANKS[rank] not in stripped for suit in range(4)]
    return tuple(sorted((*one, SMALL_JOKER * 4, BIG_JOKER * 4) * decks))


WildRanks = tuple[int, ...]
"""The wild ranks in the order in which they were drawn: none, one, or two (DDZ-8.1, 8.10)."""


def count_cards_of_ranks(counts: int, ranks: WildRanks) -> int:
    """Return the total number of cards in ``counts`` whose rank is one of ``ranks``."""
    return sum(count_of(counts, rank) for rank in ranks)
