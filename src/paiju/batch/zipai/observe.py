"""What a seat of a row sees, as words.

Seats are counted from the viewer on, in playing order: 0 is oneself. Cards have three bits a kind, in the order of
``games.zipai.cards``, and melds that are eaten a bit each, in that of ``cards.TRIPLES``.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit import inlined, jit, popcount
from paiju.batch.observing import bar, from_seat
from paiju.batch.zipai.cards import ALL, EACH, TRIPLES, thermometer
from paiju.batch.zipai.layout import CARDS, LOOKING, NOTHING, OVER, PASS
from paiju.bits.layout import BITS, Fields, Layout, Slice, starts, word
from paiju.games.zipai.cards import KINDS
from paiju.games.zipai.rules import Rules

NAME: Final = "zipai-1"
PHASES: Final = OVER + 1
MOST_POINTS: Final = 60
MOST_STOCK: Final = 40
MOST_LEFT: Final = 24
MOST_HIDDEN: Final = 6
ANSWERS: Final = PASS + 1

_CARDS: Final = (
    ("hand", "one's own hand: of each kind one, two, three"),
    ("unseen", "cards that one has not seen: of each kind one, two, three"),
    (
        "marks",
        "of each kind: all four are unseen; one has declined 碰 (ZP-5.5); it is the card on the table or looked at",
    ),
)
_OF_SEAT: Final = (
    ("out.{}", 3 * KINDS, "what seat {} put out and nobody took: of each kind one, two, three"),
    (
        "lies.{}",
        3 * KINDS,
        "what seat {} laid, as far as one knows it: of each kind 碰, 开招 or 死罩; 罩, 龙 or 死罩; a four",
    ),
)
_EATEN: Final = (
    ("eaten.{}", len(TRIPLES), "melds that seat {} has eaten"),
    ("left.{}", MOST_LEFT, "cards in its hand, a bit each from the lowest"),
)
_AGAIN: Final = (
    ("eaten_again.{}", len(TRIPLES), "melds that seat {} has eaten twice or more"),
    ("hidden_threes.{}", MOST_HIDDEN, "罩 that lie face down, a bit each"),
    ("hidden_fours.{}", MOST_HIDDEN, "龙, a bit each"),
    ("banker.{}", 1, "is banker"),
    ("waiting.{}", 1, "has still to answer"),
    ("by.{}", 1, "put the card out, or looks at it"),
    ("turn.{}", 1, "acts: of several, the lowest seat"),
    ("answer.{}", ANSWERS, "one's own answer while it is sealed: a kind of action (``layout``)"),
)
_TABLE: Final = (
    ("phase", PHASES, "the phase (``layout``)"),
    ("drawn", 1, "the card on the table was drawn"),
    ("stock", MOST_STOCK, "cards left to draw, a bit each"),
)


LEFT: Final = starts(_EATEN)[1]
_, THREES, FOURS, BANKER, WAITING, BY, TURN, ANSWER = starts(_AGAIN)
PHASE, DRAWN, STOCK = starts(_TABLE)


def layout(rules: Rules) -> Layout:
    """The slices of a ruleset's observation."""
    slices = [Slice(name, BITS * place, 3 * KINDS, meaning) for place, (name, meaning) in enumerate(_CARDS)]
    words = len(_CARDS)
    for seat in range(rules.players):
        for part in (*((one,) for one in _OF_SEAT), _EATEN, _AGAIN):
            slices += _word(words, part, seat)
            words += 1
    slices += [
        *word(words, _TABLE),
        Slice("minimum", BITS * (words + 1), MOST_POINTS, "the fewest points, a bit each"),
    ]
    return Layout(NAME, words + 2, tuple(slices))


def _word(number: int, parts: Fields, seat: int) -> list[Slice]:
    """The slices of a word that tells of a seat."""
    return word(number, tuple((name.format(seat), size, meaning.format(seat)) for name, size, meaning in parts))


@jit
def observe(rules: Any, row: Any, seat: int, out: Any) -> None:
    """One observation."""
    seen = 1 << 3 * row.card if sees_card(row, seat) else 0
    unseen = ALL - row.shown - row.hand[seat] - own_hidden(row.lies[seat]) - seen
    out[0] = thermometer(row.hand[seat])
    out[1] = thermometer(unseen)
    out[2] = unseen >> 2 & EACH | row.declined[seat] << 1 | seen << 2
    at = 3
    for step in range(rules.players):
        other = from_seat(seat, step, rules.players)
        lies = row.lies[other]
        hidden = hidden_in(lies)
        out[at] = thermometer(row.out[other])
        out[at + 1] = lies if step == 0 else lies & ~(hidden * 7)
        out[at + 2] = row.eaten[other] | bar(row.left[other]) << LEFT
        out[at + 3] = row.eaten_again[other] | of_seat(row, other, hidden, lies, step == 0)
        at += 4
    out[at] = 1 << PHASE + row.phase | row.drawn << DRAWN | bar(min(CARDS - row.next, MOST_STOCK)) << STOCK
    out[at + 1] = bar(row.minimum)


@inlined
def sees_card(row: Any, seat: int) -> bool:
    """Whether there is a card on the table, or one that the seat looks at."""
    return bool(row.card != NOTHING and (row.phase != LOOKING or row.turn == seat))


@inlined
def hidden_in(lies: int) -> int:
    """The kinds of melds that lie face down altogether: 罩 and 龙."""
    return lies >> 1 & ~lies & EACH


@inlined
def own_hidden(lies: int) -> int:
    """The cards in melds that lie face down."""
    hidden = hidden_in(lies)
    return 3 * hidden + (hidden & lies >> 2)


@inlined
def of_seat(row: Any, seat: int, hidden: int, lies: int, own: bool) -> int:
    """What everybody knows of a seat, and one's own sealed answer."""
    fours = popcount(hidden & lies >> 2)
    bits = bar(popcount(hidden) - fours) << THREES
    bits |= bar(fours) << FOURS
    bits |= (row.banker == seat) << BANKER
    bits |= (row.waiting >> seat & 1) << WAITING
    bits |= (row.by == seat) << BY
    bits |= (row.turn == seat) << TURN
    if own and row.sealed[seat] != NOTHING:
        bits |= 1 << ANSWER + (row.sealed[seat] & 7)
    return bits
