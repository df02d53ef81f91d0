"""The loops over rows, which is all that Python calls."""

from __future__ import annotations

from typing import Any

from paiju.batch.chance import below
from paiju.batch.doudizhu.hand import act, begin, count, deal, over, walk
from paiju.batch.doudizhu.layout import OVER
from paiju.batch.jit import inlined, jit


@jit
def deal_rows(rules: Any, rows: Any) -> None:
    """A new hand in every row, by the rows' own chance."""
    for index in range(len(rows)):
        row = rows[index]
        row.ended = 0
        deal(rules[0], row)
        count(rules[0], row)


@jit
def begin_rows(rules: Any, rows: Any) -> None:
    """The hands of the decks and draws that the rows hold."""
    for index in range(len(rows)):
        row = rows[index]
        row.ended = 0
        begin(rules[0], row)
        count(rules[0], row)


@jit
def count_rows(rules: Any, rows: Any) -> None:
    """The number of legal actions anew."""
    for index in range(len(rows)):
        count(rules[0], rows[index])


@jit
def sample_rows(rows: Any, chosen: Any) -> None:
    """A number for each row, all of its actions equally likely; 0 where a hand is over."""
    for index in range(len(rows)):
        row = rows[index]
        chosen[index] = below(row, row.count) if row.count else 0


@jit
def step_rows(rules: Any, rows: Any, chosen: Any, anew: bool) -> int:
    """Take the chosen actions. Does nothing and gives the first row whose number is out of range, or -1."""
    for index in range(len(rows)):
        row = rows[index]
        if not 0 <= chosen[index] < max(row.count, 1):
            return index
    for index in range(len(rows)):
        step(rules[0], rows[index], chosen[index], anew)
    return -1


@inlined
def step(rules: Any, row: Any, number: int, anew: bool) -> None:
    """One action; then, if the hand is over and that is wanted, the next deal."""
    if row.phase == OVER:
        row.ended = 0
        if anew:
            next_hand(rules, row)
        return
    row.ended = 0
    act(rules, row, number)
    if anew and row.phase == OVER:
        ended = row.ended
        next_hand(rules, row)
        row.ended = ended


@jit
def next_hand(rules: Any, row: Any) -> None:
    """The next hand of a row: who speaks first goes round where the rules rotate it (DDZ-2.7)."""
    if rules.rotates:
        row.carried = row.first if row.ended == 2 else (row.first + 1) % rules.players  # noqa: PLR2004
    row.number += 1
    deal(rules, row)
    count(rules, row)


@jit
def play_rows(rules: Any, rows: Any, steps: int) -> int:
    """So many random actions in every row, hands dealt anew when they end. How many hands ended."""
    ended = 0
    for index in range(len(rows)):
        row = rows[index]
        for _ in range(steps):
            step(rules[0], row, below(row, row.count), True)
            ended += row.ended != 0
    return ended


@jit
def list_row(rules: Any, row: Any, actions: Any) -> None:
    """All legal actions of a row."""
    for number in range(len(actions)):
        action = actions[number]
        action.kind, action.length, action.rank, action.cards, action.more = walk(rules[0], row, number)
