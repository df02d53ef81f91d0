"""The loops over rows, which are all that Python calls. What a family does with one row is found by the type of its rows."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Final

from numba import types
from numba.extending import overload

from paiju.batch.jit_cache import FOLDERS, cache_folder, jit, jit_inlined_early
from paiju.batch.observation_bits import unheld
from paiju.batch.rng import uniform_below

_FAMILIES: Final[dict[Any, tuple[ModuleType, ...]]] = {}


def play_by(dtype: Any, *modules: ModuleType) -> None:
    """Rows of this dtype are played by the functions of these modules, which a family has under the names below."""
    _FAMILIES[dtype] = modules
    FOLDERS[dtype] = cache_folder(Path(str(modules[0].__file__)).parent)


def _by_row(name: str) -> Any:
    """The function of this name of the family whose row is among the arguments."""

    def found(dtypes: list[Any]) -> Any:
        modules = next(_FAMILIES[dtype] for dtype in dtypes if dtype in _FAMILIES)
        return next(getattr(module, name) for module in modules if hasattr(module, name))

    def call(*arguments: Any) -> Any:
        return found([getattr(value, "dtype", None) for value in arguments])(*arguments)

    @overload(call)
    def compiled(*arguments: Any) -> Any:
        function = found([value.dtype for value in arguments if isinstance(value, types.Record)])

        def to_family(*arguments: Any) -> Any:
            return function(*arguments)

        return to_family

    return call


fresh = _by_row("fresh")
"""``(rules, row)``: nothing has been carried over from a hand before."""
deal = _by_row("deal")
"""``(rules, row)``: a new hand, shuffled by the row's own generator."""
begin = _by_row("begin")
"""``(rules, row)``: the hand of a deck and draws that lie in the row already."""
clear = _by_row("clear")
"""``(row)``: nothing has happened yet."""
carry = _by_row("carry")
"""``(rules, row)``: what goes from the hand that is over to the next."""
count = _by_row("count")
"""``(rules, row)``: put the number of legal actions into ``row.count``."""
act = _by_row("act")
"""``(rules, row, number)``: take a legal action."""
tell = _by_row("tell")
"""``(rules, row, number, action)``: write a legal action into a record."""
observe = _by_row("observe")
"""``(rules, row, seat, words)``: write what a seat sees."""
describe = _by_row("describe")
"""``(rules, row, number, words)``: write what a legal action is, and what it leaves."""


@jit
def fresh_rows(rules: Any, rows: Any) -> None:
    """Nothing goes before the hands of these rows."""
    for index in range(len(rows)):
        fresh(rules[0], rows[index])


@jit
def deal_rows(rules: Any, rows: Any) -> None:
    """A new hand in every row, by the rows' own chance."""
    for index in range(len(rows)):
        deal(rules[0], rows[index])
        count(rules[0], rows[index])


@jit
def begin_rows(rules: Any, rows: Any, which: Any) -> None:
    """The hands of the decks and draws that these rows hold; a row whose hand is over goes on to its next."""
    for index in which:
        row = rows[index]
        if row.turn < 0:
            go_on(rules[0], row)
        begin(rules[0], row)
        count(rules[0], row)


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
        chosen[index] = uniform_below(row, row.count) if row.count else 0


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


@jit_inlined_early
def step(rules: Any, row: Any, number: int, anew: bool) -> None:
    """One action; then, if the hand is over and that is wanted, the next deal. A hand that is over already stays so."""
    if row.turn < 0:
        return
    row.ended = 0
    act(rules, row, number)
    if anew and row.turn < 0:
        next_hand(rules, row)
    count(rules, row)


@jit
def next_hand(rules: Any, row: Any) -> None:
    """The next hand of a row."""
    go_on(rules, row)
    deal(rules, row)


@jit_inlined_early
def go_on(rules: Any, row: Any) -> None:
    """On to the next hand, which is not dealt yet."""
    carry(rules, row)
    row.number += 1


@jit
def play_rows(rules: Any, rows: Any, steps: int) -> int:
    """So many random actions in every row, hands dealt anew when they end. How many hands ended."""
    ended = 0
    for index in range(len(rows)):
        row = rows[index]
        for _ in range(steps):
            step(rules[0], row, uniform_below(row, row.count), True)
            ended += row.ended != 0
    return ended


@jit
def list_row(rules: Any, rows: Any, numbers: Any, actions: Any) -> None:
    """Legal actions of the first row, by their numbers."""
    for index in range(len(numbers)):
        tell(rules[0], rows[0], numbers[index], actions[index])


@jit
def observe_rows(rules: Any, rows: Any, seats: Any, out: Any) -> None:
    """What each row's seat sees; -1 for whose turn it is. Zeros where that is nobody."""
    out = unheld(out)
    for index in range(len(rows)):
        row = rows[index]
        seat = seats[index] if seats[index] >= 0 else row.turn
        if seat < 0:
            out[index, :] = 0
        else:
            observe(rules[0], row, seat, out[index])


@jit
def describe_rows(rules: Any, rows: Any, which: Any, numbers: Any, out: Any) -> None:
    """Legal actions, each of a row and by its number."""
    for index in range(len(which)):
        describe(rules[0], rows[which[index]], numbers[index], out[index])
