"""The cards that may be attached to the body of a combination (DDZ-4.14), natural and wild."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from paiju.games.doudizhu.cards import BIG_JOKER, ONES, SMALL_JOKER, WildRanks, card_count, mask_at_least, ranks_in
from paiju.games.doudizhu.combinations import CombinationRow
from paiju.games.doudizhu.rules import NUMBERS, Rules

_JOKERS: Final = 1 << 8 * SMALL_JOKER | 1 << 8 * BIG_JOKER
_NUMBERS: Final = ((1 << 8 * len(NUMBERS)) - 1) // 255
"""A mask of the ranks that a wild card may stand for (DDZ-8.2).

Each rank has one byte of the mask. Bit 0 of the byte is set if a wild card may stand for the rank.
"""


class Attachments:
    """Finds the cards that a ruleset allows to attach to a body.

    The caller must first remove the cards of the body's ranks, because they may never be attached (R17).
    """

    def __init__(self, rules: Rules) -> None:
        self.strict = rules.attached == "strict"
        self._both_jokers = rules.attach_both_jokers

    def attachable_sets(self, row: CombinationRow, rest: int, number: int) -> Iterator[int]:
        """Yield, as rank counts, every choice of ``number`` singles or pairs from ``rest`` that may be attached.

        ``rest`` contains the counts of the cards to choose from. The kind of combination, ``row``, decides whether
        singles or pairs are attached.
        """
        if row.attach == 2:
            return (sum(pairs) for pairs in combinations(_units_by_rank(mask_at_least(rest, 2), 2), number))
        singles: Iterator[int]
        if self.strict:
            singles = (sum(chosen) for chosen in combinations(_units_by_rank(mask_at_least(rest, 1), 1), number))
        else:
            singles = sub_multisets(rest, number)
        return filter(self.singles_fit, singles)

    def singles_fit(self, attached: int) -> bool:
        """Return whether the cards with the counts ``attached`` may be attached together as singles.

        Some rulesets demand distinct ranks, and some do not allow both jokers together.
        """
        if self.strict and mask_at_least(attached, 2):
            return False
        return self._both_jokers or attached & _JOKERS != _JOKERS

    def fill_with_wilds(
        self, row: CombinationRow, attached: int, number: int, wilds: WildRanks, body: int
    ) -> int | None:
        """Add ``number`` wild cards to the natural attached cards, and return the rank counts of all attached cards.

        ``attached`` are the rank counts of the natural attached cards. The result is None if all these cards cannot
        be attached together.

        In the result, each wild card counts as the rank for which it stands. The method chooses this rank:

        - a wild rank, if such a rank may be attached
        - otherwise the lowest rank that may be attached

        It never chooses a rank of ``body``. The choice makes no difference to the play (DDZ-8.8).
        """
        if row.attach == 1:
            return self._fill_singles(attached, number, wilds, body) if self.singles_fit(attached) else None
        return self._fill_pairs_with_wilds(attached, number, wilds, body)

    def _fill_singles(self, attached: int, number: int, wilds: WildRanks, body: int) -> int:
        free = list(_wild_rank_order(wilds, body | attached if self.strict else body))
        names = free[:number] if self.strict else free[:1] * number
        return attached + sum(1 << 8 * rank for rank in names)

    def _fill_pairs_with_wilds(self, attached: int, number: int, wilds: WildRanks, body: int) -> int | None:
        lone = mask_at_least(attached, 1) ^ mask_at_least(attached, 2)
        spare = number - card_count(lone)
        if mask_at_least(attached, 3) or lone & _JOKERS or spare < 0 or spare % 2:
            return None
        names = list(_wild_rank_order(wilds, body | attached))[: spare // 2]
        return attached + lone + sum(2 << 8 * rank for rank in names)


def _wild_rank_order(wilds: WildRanks, taken: int) -> Iterator[int]:
    """Yield the ranks that attached wild cards may stand for, the wild ranks first, then the others in ascending order.

    Ranks of which ``taken`` contains a card are left out.
    """
    free = ranks_in(_NUMBERS & ~mask_at_least(taken, 1))
    return iter((*(rank for rank in wilds if rank in free), *(rank for rank in free if rank not in wilds)))


def _units_by_rank(mask: int, unit: int) -> tuple[int, ...]:
    return tuple(unit << 8 * rank for rank in ranks_in(mask & ONES))


def sub_multisets(counts: int, number: int) -> Iterator[int]:
    """Yield every way to choose ``number`` cards from the cards with the rank counts ``counts``.

    Each way is given by the rank counts of the chosen cards.
    """
    if number == 0:
        yield 0
        return
    while counts:
        shift = (counts & -counts).bit_length() - 1 & ~7
        held = counts >> shift & 0xFF
        counts ^= held << shift
        for taken in range(1, min(held, number) + 1):
            for more in sub_multisets(counts, number - taken):
                yield (taken << shift) + more
