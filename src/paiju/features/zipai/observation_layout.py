"""Layout of an encoded Da Zi Pai observation.

Seats are numbered from the viewer in playing order, so seat 0 is the viewer. Each kind of card takes three
bits, in the order of ``games.zipai.cards``. Each eaten meld takes one bit, in the order of
``bit_encoding.TRIPLES``.
"""

from __future__ import annotations

from typing import Final

from paiju.features.feature_layout import (
    BITS,
    FeatureLayout,
    FeatureSlice,
    Fields,
    field_offsets,
    mark_layout_extension,
    word_slices,
)
from paiju.features.history_layout import add_history
from paiju.features.zipai import history_layout
from paiju.features.zipai.bit_encoding import OVER, PASS, TRIPLES
from paiju.games.zipai.cards import KINDS
from paiju.games.zipai.rules import Rules

NAME: Final = "zipai-1"
PHASES: Final = OVER + 1
MOST_POINTS: Final = 60
MOST_STOCK: Final = 40
MOST_LEFT: Final = 24
MOST_HIDDEN: Final = 6
ANSWERS: Final = PASS + 1

MASKED_PREFIXES: Final = ("waiting.", "turn.", "answer.")
"""Prefixes of the slices that no network reads.

These slices say which seats have already answered. That depends only on the order in which the engine asks
the seats.
"""

_CARDS: Final = (
    ("hand", "the viewer's hand, per kind at least one, two, three"),
    ("unseen", "cards that the viewer has not seen, per kind at least one, two, three"),
    (
        "marks",
        "per kind: all four are unseen; the viewer has declined 碰 (ZP-5.5); the card on the table or just drawn",
    ),
)
_OF_SEAT: Final = (
    ("out.{}", 3 * KINDS, "discards of seat {} that no seat took, per kind at least one, two, three"),
    (
        "lies.{}",
        3 * KINDS,
        "known melds of seat {}, per kind: 碰, 开招 or 死罩; 罩, 龙 or 死罩; a four",
    ),
)
_EATEN: Final = (
    ("eaten.{}", len(TRIPLES), "melds that seat {} has eaten"),
    ("left.{}", MOST_LEFT, "number of cards in its hand, in unary"),
)
_AGAIN: Final = (
    ("eaten_again.{}", len(TRIPLES), "melds that seat {} has eaten twice or more"),
    ("hidden_threes.{}", MOST_HIDDEN, "number of 罩 that lie face down, in unary"),
    ("hidden_fours.{}", MOST_HIDDEN, "number of 龙, in unary"),
    ("banker.{}", 1, "is the banker"),
    ("waiting.{}", 1, "still has to answer"),
    ("by.{}", 1, "put the card out, is looking at it, or has eaten it and may be caught (ZP-R6)"),
    ("turn.{}", 1, "is to act (the lowest of several seats)"),
    ("answer.{}", ANSWERS, "the viewer's own sealed answer: a kind of action (``bit_encoding``), none for ``CATCH``"),
)
_TABLE: Final = (
    ("phase", PHASES, "the phase (``bit_encoding``); ``CATCHING`` shows as ``CLAIMING`` without a card"),
    ("drawn", 1, "the card on the table was drawn"),
    ("stock", MOST_STOCK, "number of cards left to draw, in unary"),
)


LEFT: Final = field_offsets(_EATEN)[1]
_, THREES, FOURS, BANKER, WAITING, BY, TURN, ANSWER = field_offsets(_AGAIN)
PHASE, DRAWN, STOCK = field_offsets(_TABLE)


def observation_layout(rules: Rules, *, history: bool = False) -> FeatureLayout:
    """Return the layout of observations under these rules.

    With ``history``, the entries of ``history_layout`` follow the other words.
    """
    layout = _make_layout(rules)
    return mark_layout_extension(layout, add_history(layout, history_layout.GROUPS)) if history else layout


def _make_layout(rules: Rules) -> FeatureLayout:
    slices = [FeatureSlice(name, BITS * place, 3 * KINDS, meaning) for place, (name, meaning) in enumerate(_CARDS)]
    words = len(_CARDS)
    for seat in range(rules.players):
        for part in (*((one,) for one in _OF_SEAT), _EATEN, _AGAIN):
            slices += _seat_slices(words, part, seat)
            words += 1
    slices += [
        *word_slices(words, _TABLE),
        FeatureSlice("minimum", BITS * (words + 1), MOST_POINTS, "the minimum of points, in unary"),
    ]
    return FeatureLayout(NAME, words + 2, tuple(slices), masked=MASKED_PREFIXES)


def _seat_slices(number: int, parts: Fields, seat: int) -> list[FeatureSlice]:
    """Return the slices of word ``number``, which is about one seat."""
    return word_slices(number, tuple((name.format(seat), size, meaning.format(seat)) for name, size, meaning in parts))
