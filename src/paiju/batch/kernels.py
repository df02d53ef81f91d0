"""The loops over rows, each of which holds one hand: the only compiled functions that Python calls.

A family supplies functions for one row, such as ``init_first_hand``, ``deal_hand`` and ``act``. A kernel calls those of the
family that has the dtype of its rows.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Final

from numba import types
from numba.extending import overload

from paiju.batch.jit_cache import FOLDERS, cache_folder, jit, jit_inlined_early
from paiju.batch.observation_bits import without_owner
from paiju.batch.rng import uniform_below

_FAMILIES: Final[dict[Any, tuple[ModuleType, ...]]] = {}


def register_family(dtype: Any, *modules: ModuleType) -> None:
    """Register the modules whose functions play rows of this dtype."""
    _FAMILIES[dtype] = modules
    FOLDERS[dtype] = cache_folder(Path(str(modules[0].__file__)).parent)


def _dispatch_by_row_type(name: str) -> Any:
    """Return a function that calls the function ``name`` of the family that has the dtype of the row among the arguments."""

    def find_function(dtypes: list[Any]) -> Any:
        modules = next(_FAMILIES[dtype] for dtype in dtypes if dtype in _FAMILIES)
        return next(getattr(module, name) for module in modules if hasattr(module, name))

    def dispatch(*arguments: Any) -> Any:
        return find_function([getattr(value, "dtype", None) for value in arguments])(*arguments)

    @overload(dispatch)
    def compile_call(*arguments: Any) -> Any:
        function = find_function([value.dtype for value in arguments if isinstance(value, types.Record)])

        def call_function(*arguments: Any) -> Any:
            return function(*arguments)

        return call_function

    return dispatch


init_first_hand = _dispatch_by_row_type("init_first_hand")
"""``(rules, row)``: set what the first hand of a row would otherwise take over from the hand before it."""
deal_hand = _dispatch_by_row_type("deal_hand")
"""``(rules, row)``: deal a new hand, shuffled by the row's own generator."""
begin_hand = _dispatch_by_row_type("begin_hand")
"""``(rules, row)``: start a hand with the deck and the additional random draws that the row already contains."""
reset_row = _dispatch_by_row_type("reset_row")
"""``(row)``: reset a row to the start of a hand."""
carry_over = _dispatch_by_row_type("carry_over")
"""``(rules, row)``: after a finished hand, set what it determines for the next one, such as the banker."""
prepare_actions = _dispatch_by_row_type("prepare_actions")
"""``(rules, row)``: set ``row.count`` to the number of legal actions."""
act = _dispatch_by_row_type("act")
"""``(rules, row, number)``: take a legal action."""
decode_action = _dispatch_by_row_type("decode_action")
"""``(rules, row, number, action)``: write the legal action with this number to ``action``, a record."""
observe = _dispatch_by_row_type("observe")
"""``(rules, row, seat, words)``: write the encoding of what a seat sees to ``words``."""
observe_history = _dispatch_by_row_type("observe_history")
"""``(rules, row, seat, at, words)``: write the encoding of the history of the hand to ``words``, from word ``at`` on."""
describe = _dispatch_by_row_type("describe")
"""``(rules, row, number, words)``: write the encoding of a legal action, and of the hand that remains, to ``words``."""


@jit
def init_rows(rules: Any, rows: Any) -> None:
    """Prepare rows for their first hand, which no other hand precedes."""
    for index in range(len(rows)):
        init_first_hand(rules[0], rows[index])


@jit
def deal_rows(rules: Any, rows: Any) -> None:
    """Deal a new hand in every row, by the row's own generator."""
    for index in range(len(rows)):
        deal_hand(rules[0], rows[index])
        prepare_actions(rules[0], rows[index])


@jit
def begin_rows(rules: Any, rows: Any, which: Any) -> None:
    """Start hands in the rows ``which``, with the decks and draws already in them.

    A row whose hand is over first proceeds to its next hand.
    """
    for index in which:
        row = rows[index]
        if row.turn < 0:
            prepare_next_hand(rules[0], row)
        begin_hand(rules[0], row)
        prepare_actions(rules[0], row)


@jit
def deal_next_rows(rules: Any, rows: Any, which: Any) -> None:
    """Deal the next hand in the rows ``which``, by the rows' own generators."""
    for index in which:
        deal_next_hand(rules[0], rows[index])
        prepare_actions(rules[0], rows[index])


@jit
def count_rows(rules: Any, rows: Any) -> None:
    """Set the number of legal actions in every row."""
    for index in range(len(rows)):
        prepare_actions(rules[0], rows[index])


@jit
def reset_first_row(rows: Any) -> None:
    """Reset the first row to the start of a hand."""
    reset_row(rows[0])


@jit
def sample_rows(rows: Any, chosen: Any) -> None:
    """Choose a uniformly random action number for each row where ``chosen`` is not negative; 0 if a hand is over."""
    for index in range(len(rows)):
        if chosen[index] < 0:
            continue
        row = rows[index]
        chosen[index] = uniform_below(row, row.count) if row.count else 0


@jit
def find_illegal_row(rows: Any, chosen: Any) -> int:
    """Return the first row whose chosen number is not that of a legal action, or -1. A finished hand allows only 0."""
    for index in range(len(rows)):
        if not 0 <= chosen[index] < max(rows[index].count, 1):
            return index
    return -1


@jit
def step_rows(rules: Any, rows: Any, chosen: Any, anew: bool) -> None:
    """Take action ``chosen[i]`` in row ``i``; a negative number leaves the row as it is. The numbers are not checked."""
    for index in range(len(rows)):
        if chosen[index] < 0:
            continue
        step_row(rules[0], rows[index], chosen[index], anew)


@jit_inlined_early
def step_row(rules: Any, row: Any, number: int, anew: bool) -> None:
    """Take one action in a row. With ``anew``, if the action ends the hand, deal the next hand.

    A hand that was over before does not change.
    """
    if row.turn < 0:
        return
    row.ended = 0
    act(rules, row, number)
    if anew and row.turn < 0:
        deal_next_hand(rules, row)
    prepare_actions(rules, row)


@jit
def deal_next_hand(rules: Any, row: Any) -> None:
    """Deal the next hand of a row."""
    prepare_next_hand(rules, row)
    deal_hand(rules, row)


@jit_inlined_early
def prepare_next_hand(rules: Any, row: Any) -> None:
    """Prepare the row for its next hand, without dealing: set what carries over, and count the finished hand."""
    carry_over(rules, row)
    row.number += 1


@jit
def play_rows_at_random(rules: Any, rows: Any, steps: int) -> int:
    """Take ``steps`` random actions in every row, dealing again when hands end. Returns the number of hands that ended."""
    ended = 0
    for index in range(len(rows)):
        row = rows[index]
        for _ in range(steps):
            step_row(rules[0], row, uniform_below(row, row.count), True)
            ended += row.ended != 0
    return ended


@jit
def list_row_actions(rules: Any, rows: Any, numbers: Any, actions: Any) -> None:
    """Write the legal actions ``numbers`` of the first row to the records ``actions``."""
    for index in range(len(numbers)):
        decode_action(rules[0], rows[0], numbers[index], actions[index])


@jit
def observe_rows(rules: Any, rows: Any, seats: Any, out: Any) -> None:
    """Write the encoding of what ``seats[i]`` sees in row ``i`` to ``out[i]``.

    Seat -1 means the seat to act; if no seat is to act, all words of ``out[i]`` are 0.
    """
    out = without_owner(out)
    for index in range(len(rows)):
        row = rows[index]
        seat = seats[index] if seats[index] >= 0 else row.turn
        if seat < 0:
            out[index, :] = 0
        else:
            observe(rules[0], row, seat, out[index])


@jit
def observe_history_rows(rules: Any, rows: Any, seats: Any, at: int, out: Any) -> None:
    """Write the encoding of the history in row ``i`` to ``out[i]``, from word ``at`` on. ``observe_rows`` writes the other words.

    It is a kernel of its own, because a further call in ``observe`` makes observations slower even if it is not made.
    """
    out = without_owner(out)
    for index in range(len(rows)):
        row = rows[index]
        seat = seats[index] if seats[index] >= 0 else row.turn
        if seat >= 0:
            observe_history(rules[0], row, seat, at, out[index])


@jit
def describe_rows(rules: Any, rows: Any, which: Any, numbers: Any, out: Any) -> None:
    """Write the encoding of the legal action ``numbers[i]`` of row ``which[i]`` to ``out[i]``."""
    for index in range(len(which)):
        describe(rules[0], rows[which[index]], numbers[index], out[index])
