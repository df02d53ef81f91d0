"""Melds (ZP-4.2, 5, 7.1): their cards and their points (ZP-8.1).

Two tables define the melds. ``FORMS`` lists the melds of different cards. ``WAYS`` lists the sets of cards of
one kind, by the way in which they lie. Everything else here is computed from these tables.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from msgspec import Struct

from paiju.games.zipai.cards import KINDS, Kind, format_cards, is_big, is_red, kind_of

Way = Literal["eat", "hand", "three", "hide", "dead", "pong", "dragon", "open", "pair"]
"""The way in which a meld lies.

On the table, face up: ``eat`` (吃), ``pong`` (碰) and ``open`` (an open four, 开招). On the table, face down:
``hide`` (a covered three, 罩) and ``dragon`` (龙). On the table with one card face up: ``dead`` (a dead three,
死罩). In the hand: ``hand`` (a meld of ZP-4.2), ``three`` (three of a kind), ``dragon`` (four of a kind) and
``pair`` (眼).
"""

Source = Literal["own", "drawn", "hand", "deal"]
"""Where a winning card comes from.

- ``own``: the winning seat itself has drawn it
- ``drawn``: another seat has drawn it
- ``hand``: another seat has put it out from its hand
- ``deal``: there is no such card, because the hand is complete on the deal
"""


class Meld(Struct, frozen=True):
    """A meld. ``cards`` are in ascending order; None if they are face down and the viewer does not know them."""

    way: Way
    cards: tuple[Kind, ...] | None


class MeldForm(NamedTuple):
    """A row of ``FORMS``: one form of meld.

    ``pattern`` describes each card relative to the first card of the meld, with two values: how much higher its
    number is, and whether it has the other size (small or big). ``firsts`` are the numbers that the first card can
    have. ``small`` and ``big`` are the points of the meld if its first card is small or big.
    """

    name: str
    pattern: tuple[tuple[int, bool], ...]
    firsts: range
    small: int = 0
    big: int = 0


_ANY = range(1, 11)
_RUN = ((0, False), (1, False), (2, False))

FORMS: Final = (
    MeldForm("one_two_three", _RUN, range(1, 2), 3, 6),
    MeldForm("run", _RUN, range(2, 9)),
    MeldForm("two_seven_ten", ((0, False), (5, False), (8, False)), range(2, 3), 3, 6),
    MeldForm("mixed", ((0, False), (0, False), (0, True)), _ANY),
)
"""The melds of ZP-4.2, which may be eaten."""


class SameKindForm(NamedTuple):
    """A row of ``WAYS``: a set of cards of one kind.

    ``black`` are the points of the set if the cards are black, and ``red`` if they are red. Each is a pair of
    points: first for small numerals, then for big ones.
    """

    copies: int
    face_down: bool
    black: tuple[int, int]
    red: tuple[int, int]


WAYS: Final[dict[Way, SameKindForm]] = {
    "three": SameKindForm(3, face_down=True, black=(3, 6), red=(3, 6)),
    "hide": SameKindForm(3, face_down=True, black=(3, 6), red=(3, 6)),
    "dead": SameKindForm(3, face_down=False, black=(3, 6), red=(3, 6)),
    "pong": SameKindForm(3, face_down=False, black=(1, 3), red=(3, 6)),
    "dragon": SameKindForm(4, face_down=True, black=(9, 12), red=(9, 12)),
    "open": SameKindForm(4, face_down=False, black=(6, 9), red=(6, 9)),
    "pair": SameKindForm(2, face_down=True, black=(0, 0), red=(0, 0)),
}

FOURS: Final[frozenset[Way]] = frozenset(way for way, look in WAYS.items() if look.copies == 4)
HIDDEN: Final[frozenset[Way]] = frozenset({"hide", "dragon"})
"""Ways of melds that lie face down. Opponents see only the number of their cards (ZP-5.7)."""

LAID: Final[tuple[Way, ...]] = ("eat", "pong", "hide", "dead", "dragon", "open")

FOURTH: Final[dict[tuple[Way, Source], Way]] = {
    ("three", "own"): "dragon",
    ("three", "drawn"): "open",
    ("three", "hand"): "open",
    ("hide", "own"): "dragon",
    ("hide", "drawn"): "open",
    ("hide", "hand"): "open",
    ("pong", "own"): "open",
    ("pong", "drawn"): "open",
}
"""How a three lies after its fourth card is added (ZP-5.3, 5.4).

The keys are pairs: how the three lay before, and the source of the fourth card. A pair that is missing is
not allowed. So a card from another seat's hand cannot be added to a pong, and no card can be added to a
dead three (死罩).
"""


def _cards_of_form(form: MeldForm, first: int, *, big: bool) -> tuple[Kind, ...]:
    return tuple(sorted(kind_of(first + step, big=big != other) for step, other in form.pattern))


MIXED_MELDS: Final[dict[tuple[Kind, ...], tuple[str, int]]] = {
    _cards_of_form(form, first, big=big): (form.name, form.big if big else form.small)
    for form in FORMS
    for big in (False, True)
    for first in form.firsts
}
"""The melds of ZP-4.2 by their cards, each with the name of its form and its points."""

MIXED_MELDS_WITH: Final = tuple(tuple(cards for cards in MIXED_MELDS if kind in cards) for kind in range(KINDS))
"""For each kind, the melds of ``MIXED_MELDS`` that contain it."""


def meld_of_kind(way: Way, kind: Kind) -> Meld:
    """Return the meld of cards of one kind that is laid in this way."""
    return Meld(way, (kind,) * WAYS[way].copies)


WORTH: Final[dict[Meld, int]] = {
    Meld(way, cards): points for way in ("eat", "hand") for cards, (_, points) in MIXED_MELDS.items()
} | {
    meld_of_kind(way, kind): (look.red if is_red(kind) else look.black)[is_big(kind)]
    for way, look in WAYS.items()
    for kind in range(KINDS)
}
"""The points of every possible meld (ZP-8.1)."""


def meld_size(meld: Meld) -> int:
    """Return the number of cards in a laid meld, even if its cards are hidden."""
    return 4 if meld.way in FOURS else 3


def count_fours(melds: tuple[Meld, ...]) -> int:
    """Return the number of fours of a kind among laid melds."""
    return sum(meld.way in FOURS for meld in melds)


def meld_name(meld: Meld) -> str:
    """Return the name of a meld.

    A meld of ZP-4.2 whose cards are known has the name of its form. Any other meld has the name ``meld.way``.
    """
    return MIXED_MELDS[meld.cards][0] if meld.way in ("eat", "hand") and meld.cards else meld.way


PREFIX: Final[dict[Way, str]] = {
    "dead": "死罩",
    "open": "开招",
    "eat": "吃",
    "pong": "碰",
    "hide": "罩",
    "dragon": "龙",
    "pair": "眼",
    "hand": "",
    "three": "",
}


def format_meld(meld: Meld) -> str:
    """Return a meld as text: ``龙拾拾拾拾``, ``吃二七十``, ``二七十`` (in the hand), ``眼五五``, ``罩???`` (unknown cards)."""
    cards = "?" * meld_size(meld) if meld.cards is None else format_cards(meld.cards)
    return PREFIX[meld.way] + cards
