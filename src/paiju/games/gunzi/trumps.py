"""The order of the cards for a level and a trump suit (GZ-1.3 to 1.6)."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, NamedTuple

from paiju.games.gunzi.cards import KINDS, SUITS, mask_of, rank_of, suit_of

Suit = Literal["s", "h", "c", "d"]
Call = Literal["s", "h", "c", "d", "none"]
"""A trump call: the trump suit, or "none" for no trump suit (无主)."""

CALLS: Final[tuple[Call, ...]] = ("s", "h", "c", "d", "none")
SUIT_OF: Final[dict[str, int | None]] = {**{suit: number for number, suit in enumerate(SUITS)}, "none": None}
"""The number of the trump suit for each call; None for the call "none"."""

TRUMPS: Final = 4
"""The class of trumps; the side suits are 0 to 3."""
CLASSES: Final = 5

_TRUMP_SUIT: Final = 20  # added to a rank: above any side card
_TWO: Final = 40
_LEVEL: Final = 50
_OF_TRUMP_SUIT: Final = 1


class Trumps(NamedTuple):
    """The classes and the order of the cards of one hand.

    ``suit[kind]`` is the class to which a kind belongs when seats must follow: a side suit, 0 to 3, or ``TRUMPS``
    (GZ-1.6). ``order[kind]`` is the height of a kind. Side cards are ordered by rank; trumps are above them, in the
    order of GZ-1.4. Cards of equal height have equal numbers. ``masks[suit]`` selects the cards of a class.
    """

    level: int
    call: Call
    suit: tuple[int, ...]
    order: tuple[int, ...]
    masks: tuple[int, ...]


def _class_and_order(kind: int, level: int, trump: int | None) -> tuple[int, int]:
    """Return the class and the height of a kind (GZ-1.3, 1.4)."""
    suit = suit_of(kind)
    if suit is None:
        return TRUMPS, 2 * _LEVEL + kind
    rank, main = rank_of(kind), suit == trump
    if rank == level:
        return TRUMPS, _LEVEL + main * _OF_TRUMP_SUIT
    if rank == 2:
        return TRUMPS, _TWO + main * _OF_TRUMP_SUIT
    return (TRUMPS, _TRUMP_SUIT + rank) if main else (suit, rank)


@cache
def make_trumps(level: int, call: Call) -> Trumps:
    """Return the classes and the order of the cards for a level (2 to 14) and a trump call."""
    places = [_class_and_order(kind, level, SUIT_OF[call]) for kind in range(KINDS)]
    suit = tuple(suit for suit, _ in places)
    masks = tuple(mask_of(kind for kind in range(KINDS) if suit[kind] == which) for which in range(CLASSES))
    return Trumps(level, call, suit, tuple(order for _, order in places), masks)
