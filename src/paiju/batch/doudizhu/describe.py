"""What an action is and what it leaves behind, as words: what somebody who weighs actions wants to know of each."""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.cards import count_of, lane, less
from paiju.batch.doudizhu.hand import walk
from paiju.batch.doudizhu.observe import unseen
from paiju.batch.jit import inlined, jit, popcount
from paiju.batch.observing import bar
from paiju.bits.doudizhu import done
from paiju.bits.doudizhu.codes import BOMB, UNIT
from paiju.bits.doudizhu.done import ABOVE, GROUPS, LENGTH, MOST_LEFT, RANK, WILDS

by_number = inlined(done.by_number)
in_rows = inlined(done.in_rows)


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
def left_over(row: Any, rest: int, more: int) -> int:
    """How much is left."""
    bits = bar(min(popcount(rest) + popcount(more), MOST_LEFT)) | bar(popcount(lane(rest, 0))) << GROUPS
    if row.wild >= 0:
        bits |= bar(count_of(rest, more, row.wild)) << WILDS
    return bits
