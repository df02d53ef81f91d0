"""What an action is and what it leaves behind, as words: what somebody who weighs actions wants to know of each."""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu.cards import CHAIN, EVERY, LANE, count_of, lane, less
from paiju.batch.doudizhu.hand import walk
from paiju.batch.doudizhu.layout import BOMB, NOTHING, PASS, ROCKET, SEATS, THROW, UNIT
from paiju.batch.doudizhu.observe import unseen
from paiju.batch.doudizhu.plays import starts as runs
from paiju.batch.jit import inlined, jit, popcount
from paiju.batch.observing import BITS, Layout, Slice, bar, starts, word
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-action-1"
MOST_LEFT: Final = 33

_WHAT: Final = (
    ("kind", THROW + 1, "the kind of the action"),
    ("length", 12, "units of its body, a bit each"),
    ("rank", 15, "the highest rank of its body; points, or yes"),
    ("above", 15, "unseen ranks above it of which there are as many as it has units"),
)
_REST: Final = (
    ("ones", 15, "of what is left, ranks of which there is one card"),
    ("twos", 15, "… two"),
    ("threes", 15, "… three"),
    ("fours", 15, "… four or more"),
)
_RUNS: Final = (
    ("straights", 8, "where five ranks in a row begin"),
    ("long_straights", 6, "… seven"),
    ("pair_chains", 10, "… three pairs"),
    ("trio_chains", 11, "… two threes"),
    ("lone", 15, "single cards that no straight takes"),
)
_LEFT: Final = (
    ("left", MOST_LEFT, "cards that are left, a bit each"),
    ("wilds", 4, "wild cards that are left, a bit each"),
    ("groups", 20, "ranks that are left, a bit each"),
)

LENGTH, RANK, ABOVE = starts(_WHAT)[1:]
TWOS, THREES, FOURS = starts(_REST)[1:]
LONG, PAIRS, TRIOS, LONE = starts(_RUNS)[1:]
WILDS, GROUPS = starts(_LEFT)[1:]


def layout(rules: Rules) -> Layout:
    """The slices of a described action."""
    slices: list[Slice] = []
    words = 0
    for name, meaning in (("cards", "the cards of the action"), ("rest", "what is left of one's hand")):
        slices.append(Slice(name, words * BITS, BITS * rules.decks, meaning))
        words += rules.decks
    for fields in (_WHAT, _REST, _RUNS, _LEFT):
        slices += word(words, fields)
        words += 1
    return Layout(NAME, words, tuple(slices))


@jit
def describe(rules: Any, row: Any, number: int, out: Any) -> None:
    """One action of whose turn it is."""
    seat = row.turn
    kind, length, rank, cards, more = walk(rules, row, number)
    rest, rest_more = less(row.hand[seat], row.more[seat], cards, more)
    decks = rules.decks
    out[0], out[decks] = cards, rest
    if decks == 2:
        out[1], out[3] = more, rest_more
    at = 2 * decks
    bits = 1 << kind | bar(length) << LENGTH | 1 << RANK + rank
    if kind < BOMB:
        away = unseen(rules, row, seat)
        bits |= (lane(away[0], UNIT[kind] - 1) & (-2 << rank)) << ABOVE
    out[at] = bits
    out[at + 1] = by_number(rest)
    out[at + 2] = in_rows(rest)
    out[at + 3] = left_over(row, rest, rest_more)


@inlined
def by_number(rest: int) -> int:
    """Ranks by how many cards there are of them."""
    ones, twos, threes, fours = lane(rest, 0), lane(rest, 1), lane(rest, 2), lane(rest, 3)
    return ones & ~twos | (twos & ~threes) << TWOS | (threes & ~fours) << THREES | fours << FOURS


@inlined
def in_rows(rest: int) -> int:
    """Where chains begin, and what none takes."""
    ones, twos = lane(rest, 0), lane(rest, 1)
    five = runs(ones & CHAIN, 5)
    taken = five | five << 1 | five << 2 | five << 3 | five << 4
    bits = five | runs(ones & CHAIN, 7) << LONG | runs(twos & CHAIN, 3) << PAIRS
    return bits | runs(lane(rest, 2) & CHAIN, 2) << TRIOS | (ones & ~twos & ~taken) << LONE


@inlined
def left_over(row: Any, rest: int, more: int) -> int:
    """How much is left."""
    bits = bar(min(popcount(rest) + popcount(more), MOST_LEFT)) | bar(popcount(lane(rest, 0))) << GROUPS
    if row.wild >= 0:
        bits |= bar(count_of(rest, more, row.wild)) << WILDS
    return bits
