"""The loops over rows, which are all that Python calls."""

from __future__ import annotations

from typing import Any

from paiju.batch.chance import below
from paiju.batch.doudizhu.hand import act, begin, clear, count, deal, walk
from paiju.batch.doudizhu.layout import OVER
from paiju.batch.doudizhu.observe import observe_rows
from paiju.batch.jit import glued, jit

__all__ = [
    "begin_rows",
    "clear_row",
    "count_rows",
    "deal_rows",
    "list_row",
    "observe_rows",
    "play_rows",
    "sample_rows",
    "step_rows",
    "wrong_row",
]


@jit
def deal_rows(rules: Any, rows: Any) -> None:
    """A new hand in every row, by the rows' own chance, whose actions are not counted yet."""
    for index in range(len(rows)):
        row = rows[index]
        row.ended = 0
        row.carried = -1
        row.number = 0
        deal(rules[0], row)


@jit
def begin_rows(rules: Any, rows: Any, which: Any) -> None:
    """The hands of the decks and draws that these rows hold; a row whose hand is over goes on to its next. Not counted yet."""
    for index in which:
        row = rows[index]
        if row.phase == OVER:
            carry(rules[0], row)
        begin(rules[0], row)


@jit
def count_rows(rules: Any, rows: Any) -> None:
    """The number of legal actions anew."""
    for index in range(len(rows)):
        count(rules[0], rows[index])


@jit
def clear_row(rows: Any) -> None:
    """Nothing has happened yet in the first row."""
    clear(rows[0])


@jit
def sample_rows(rows: Any, chosen: Any) -> None:
    """A number for each row, all of its actions equally likely; 0 where a hand is over."""
    for index in range(len(rows)):
        row = rows[index]
        chosen[index] = below(row, row.count) if row.count else 0


@jit
def wrong_row(rows: Any, chosen: Any) -> int:
    """The first row whose number is out of range, or -1. Where a hand is over, 0 stands for nothing to do."""
    for index in range(len(rows)):
        if not 0 <= chosen[index] < max(rows[index].count, 1):
            return index
    return -1


@jit
def step_rows(rules: Any, rows: Any, chosen: Any, anew: bool) -> None:
    """Take the chosen actions, which are in range."""
    for index in range(len(rows)):
        step(rules[0], rows[index], chosen[index], anew)


@glued
def step(rules: Any, row: Any, number: int, anew: bool) -> None:
    """One action; then, if the hand is over and that is wanted, the next deal. A hand that is over already stays so."""
    if row.phase == OVER:
        return
    row.ended = 0
    act(rules, row, number)
    if anew and row.phase == OVER:
        next_hand(rules, row)
    count(rules, row)


@jit
def next_hand(rules: Any, row: Any) -> None:
    """The next hand of a row."""
    carry(rules, row)
    deal(rules, row)


@glued
def carry(rules: Any, row: Any) -> None:
    """What goes from hand to hand: who speaks first goes round where the rules rotate it (DDZ-2.7)."""
    if rules.rotates:
        row.carried = row.first if row.ended == 2 else (row.first + 1) % rules.players
    row.number += 1


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
def list_row(rules: Any, rows: Any, actions: Any) -> None:
    """All legal actions of the first row."""
    row = rows[0]
    for number in range(len(actions)):
        action = actions[number]
        action.kind, action.length, action.rank, action.cards, action.more = walk(rules[0], row, number)
