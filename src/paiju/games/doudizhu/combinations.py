"""Combinations (牌型): the table of their kinds (DDZ-4), their text, and their comparison (DDZ-5).

A ``CombinationRow`` describes one kind of combination. The body of a combination consists of consecutive
units of equal cards. Singles or pairs may be attached to each unit. Four parts of the program use these
rows: the recognition of plays, the generation of plays, their comparison, and the table that players see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

from paiju.core.errors import NotationError
from paiju.games.doudizhu.cards import (
    ACE,
    BIG_JOKER,
    RANKS,
    SMALL_JOKER,
    WildRanks,
    card_count,
    contains_counts,
    count_of,
    mask_at_least,
    parse_ranks,
    ranks_in,
    ranks_text,
)


@dataclass(frozen=True, eq=False, slots=True)
class CombinationRow:
    """One kind of combination: a row of the table ``ROWS``.

    The body consists of ``shortest`` to ``longest`` consecutive units. Each unit has ``unit`` equal cards, and
    ``attached`` attachments belong to it. An attachment is a single card if ``attach`` is 1, and a pair if
    ``attach`` is 2. For a kind without attached cards, both ``attach`` and ``attached`` are 0.
    """

    category: str
    clause: str
    unit: int
    shortest: int = 1
    longest: int = 1
    attach: int = 0
    attached: int = 0

    @property
    def unit_size(self) -> int:
        """The number of cards in a unit, including its attachments."""
        return self.unit + self.attach * self.attached


LONGEST_CHAIN: Final = ACE + 1
"""The number of ranks that chains may use: 3 to A (DDZ-4.6 to 4.10)."""

ROWS: Final[tuple[CombinationRow, ...]] = (
    CombinationRow("single", "DDZ-4.1", 1),
    CombinationRow("pair", "DDZ-4.2", 2),
    CombinationRow("trio", "DDZ-4.3", 3),
    CombinationRow("trio_single", "DDZ-4.4", 3, attach=1, attached=1),
    CombinationRow("trio_pair", "DDZ-4.5", 3, attach=2, attached=1),
    CombinationRow("straight", "DDZ-4.6", 1, 5, LONGEST_CHAIN),
    CombinationRow("pair_chain", "DDZ-4.7", 2, 3, LONGEST_CHAIN),
    CombinationRow("trio_chain", "DDZ-4.8", 3, 2, LONGEST_CHAIN),
    CombinationRow("trio_chain_singles", "DDZ-4.9", 3, 2, LONGEST_CHAIN, attach=1, attached=1),
    CombinationRow("trio_chain_pairs", "DDZ-4.10", 3, 2, LONGEST_CHAIN, attach=2, attached=1),
    CombinationRow("quad_singles", "DDZ-4.13", 4, attach=1, attached=2),
    CombinationRow("quad_pairs", "DDZ-4.13", 4, attach=2, attached=2),
    *(CombinationRow("bomb", "DDZ-4.11", size) for size in range(4, 9)),
    CombinationRow("rocket", "DDZ-4.12", 1),
)

ROCKET_POWER: Final = 10_000
PURE_POWER: Final = 9_000
"""The power of a bomb that consists of wild cards only.

If there are two wild ranks, the power of the bomb is the sum of this number and the bomb's rank.
"""


class Combination:
    """A combination: cards that are played as one of the kinds that they can form.

    * ``row``: the kind
    * ``body`` and ``attached``: the counts of the ranks for which the cards stand
    * ``used``: the counts of the ranks that are printed on the cards
    * ``soft``: whether some wild cards stand for other ranks than their own (DDZ-8.9). ``used`` then differs from
      ``body`` and ``attached`` together.
    * ``rank``: the highest rank of the body
    * ``length``: the number of units in the body
    * ``size``: the number of cards
    * ``bomb``: whether the combination is a bomb or a rocket
    * ``key``: the category and the length
    """

    __slots__ = ("_text", "attached", "body", "bomb", "key", "length", "rank", "row", "size", "soft", "used")

    def __init__(self, row: CombinationRow, body: int, attached: int = 0, used: int | None = None) -> None:
        self.row = row
        self.body = body
        self.attached = attached
        self.used = body + attached if used is None else used
        self.rank = (body.bit_length() - 1) >> 3
        self.length = card_count(body) // row.unit
        self.size = card_count(self.used)
        self.soft = self.used != body + attached
        self.bomb = row.category in ("bomb", "rocket")
        self.key = (row.category, self.length)
        self._text = ""

    def text(self) -> str:
        """Return the combination as text, such as ``333444+57``.

        If wild cards stand for other ranks, the cards used follow after ``<``, as in ``7777<5577``.
        """
        if not self._text:
            shown = ranks_text(self.body)
            if self.attached:
                shown += "+" + ranks_text(self.attached)
            self._text = f"{shown}<{ranks_text(self.used)}" if self.soft else shown
        return self._text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the combination that a text denotes. Raises NotationError.

        The cards of the body may be in any order, and so may the attached cards.
        """
        combo = _parse_combination(text.strip())
        assert isinstance(combo, cls)
        return combo

    @property
    def category(self) -> str:
        """The category of the combination, such as ``trio_single``."""
        return self.row.category

    def power(self, wilds: WildRanks = ()) -> int:
        """Return the strength of a combination (DDZ-5.2, 8.6). ``wilds`` are the wild ranks of the hand.

        The combination with the greater strength beats the other one. This holds for two bombs, and for two other
        combinations with the same category and length (``key``). Other strengths cannot be compared.
        """
        if not self.bomb:
            return self.rank
        if self.row.category == "rocket":
            return ROCKET_POWER
        if self.rank in wilds:
            return PURE_POWER + (self.rank if len(wilds) > 1 else 0)
        return self.row.unit * 100 + (0 if self.soft else 50) + self.rank

    def beats(self, other: Combination, wilds: WildRanks = ()) -> bool:
        """Whether this combination beats the other one (DDZ-5). ``wilds`` are the wild ranks of the hand."""
        if self.bomb != other.bomb:
            return self.bomb
        return (self.bomb or self.key == other.key) and self.power(wilds) > other.power(wilds)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Combination)
            and self.body == other.body
            and self.attached == other.attached
            and self.used == other.used
        )

    def __hash__(self) -> int:
        return hash((self.body, self.attached, self.used))

    def __repr__(self) -> str:
        return f"Combo({self.text()})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Combination.parse, (self.text(),))


_BY_CATEGORY: Final = {row.category: row for row in ROWS}
BOMBS: Final = {row.unit: row for row in ROWS if row.category == "bomb"}
ROCKET_ROW: Final = _BY_CATEGORY["rocket"]


def row_of_category(category: str) -> CombinationRow:
    """Return the row of a category other than ``bomb``. Bombs have one row for each size: use ``BOMBS``."""
    return _BY_CATEGORY[category]


def rocket(decks: int) -> Combination:
    """Return the rocket: all jokers (DDZ-4.12)."""
    return Combination(ROCKET_ROW, (1 << 8 * SMALL_JOKER | 1 << 8 * BIG_JOKER) * decks)


def body_counts(unit: int, first: int, length: int = 1) -> int:
    """Return the rank counts of a body, which is a combination without its attached cards.

    The body has ``unit`` cards of each of ``length`` consecutive ranks. ``first`` is the lowest of these ranks.
    """
    return ((1 << 8 * length) - 1) // 255 * unit << 8 * first


def body_spans(row: CombinationRow, length: int = 0) -> tuple[tuple[int, int], ...]:
    """Return every body that a kind of combination can have, as pairs (length, lowest rank).

    The body is the combination without its attached cards. If ``length`` is not 0, only bodies of this length are
    returned. The pairs are ordered by length, then by rank.

    In a kind with chains, no body goes beyond A. In a kind without chains, the body may have any rank.
    """
    lengths = (length,) if length else range(row.shortest, row.longest + 1)
    top = LONGEST_CHAIN if row.longest > 1 else len(RANKS)
    return tuple((number, first) for number in lengths for first in range(top - number + 1))


# ---- reading

_SHAPE = re.compile(r"(?P<body>[^+<]+)(?:\+(?P<attached>[^+<]+))?(?:<(?P<used>[^+<]+))?")


@lru_cache(maxsize=1 << 16)
def _parse_combination(text: str) -> Combination:
    match = _SHAPE.fullmatch(text)
    if not match:
        raise NotationError("bad_play", text=text, at=0)
    body, attached, used = (
        parse_ranks(match[part] or "", text, match.start(part)) for part in ("body", "attached", "used")
    )
    row = _row_of_shape(body, attached)
    if row is None:
        raise NotationError("no_such_combination", text=text, at=0)
    if not used:
        return Combination(row, body, attached)
    if card_count(used) != card_count(body) + card_count(attached):
        raise NotationError("used_cards_differ", text=text, at=match.start("used"))
    return Combination(row, body, attached, used)


def _row_of_shape(body: int, attached: int) -> CombinationRow | None:
    if body in (rocket(1).body, rocket(2).body) and not attached:
        return ROCKET_ROW
    ranks = ranks_in(mask_at_least(body, 1))
    unit = count_of(body, ranks[0])
    if body != body_counts(unit, ranks[0], len(ranks)):
        return None
    return next((row for row in ROWS if row is not ROCKET_ROW and _has_shape(row, unit, ranks, attached)), None)


def _has_shape(row: CombinationRow, unit: int, ranks: tuple[int, ...], attached: int) -> bool:
    length = len(ranks)
    return (
        row.unit == unit
        and row.shortest <= length <= row.longest
        and (length, ranks[0]) in body_spans(row, length)
        and card_count(attached) == length * row.attach * row.attached
        and (row.attach != 2 or _are_pairs(attached))
    )


def _are_pairs(attached: int) -> bool:
    return mask_at_least(attached, 1) * 2 == attached


def rank_name(rank: int) -> str:
    """Return the letter of a rank."""
    return RANKS[rank]


def breaks_bomb(decks: int, hand: int, combo: Combination) -> bool:
    """Whether a play splits a bomb or the rocket of a hand, without being a bomb or rocket itself (DDZ-4.11, 4.12).

    ``hand`` are the counts of the hand. The result is False for a play of the whole hand.
    """
    after = hand - combo.used
    if combo.bomb or not after:
        return False
    jokers = rocket(decks).body
    return mask_at_least(hand, 4) != mask_at_least(after, 4) or (
        contains_counts(hand, jokers) and not contains_counts(after, jokers)
    )
